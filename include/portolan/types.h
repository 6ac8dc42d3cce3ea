/// What all worlds share: points, costs, how a query ends, errors, threads and progress.
#pragma once

#include <cassert>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace portolan {

/// A point or a direction: right-handed, y up, metres.
struct Vec3 {
  float x = 0.0f;
  float y = 0.0f;
  float z = 0.0f;

  friend constexpr bool operator==(const Vec3&, const Vec3&) = default;
};

constexpr Vec3 operator+(const Vec3& a, const Vec3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
constexpr Vec3 operator-(const Vec3& a, const Vec3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
constexpr Vec3 operator*(const Vec3& a, float s) { return {a.x * s, a.y * s, a.z * s}; }
constexpr float dot(const Vec3& a, const Vec3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline float length(const Vec3& a) { return std::sqrt(dot(a, a)); }
inline float distance(const Vec3& a, const Vec3& b) { return length(a - b); }

/// The cost of a path in the world's smallest unit. Whole numbers: addition is associative, so
/// every level, thread count and machine gives the same answer, to be compared with `==`. Graphs
/// take and tell costs like this (graph.h, and their batches in batch.h). Other worlds count like
/// this inside and tell the sum as a double, in tiles or metres: equal sums are equal there, too.
using Cost = std::uint32_t;

/// The cost where there is no path; among doubles that is infinity. Larger than every real cost.
inline constexpr Cost kInfinite = 0xFFFF'FFFFu;

/// How a query ended. A partial path is never called complete.
enum class Status : unsigned char {
  complete,  ///< A whole path from start to goal.
  /// Not to the goal: its first part, or, where asked for, as near as one can go. Of a GridWalk:
  /// there is a path, and the agent is on its way; `complete` once it is there.
  partial,
  unreachable,    ///< Proven: no path leads from start to goal.
  out_of_budget,  ///< The caller's limit on expansions was hit before an answer was known.
  /// The start is outside the world or blocked; on meshes, no polygon that the agent may enter lies
  /// within NavMeshQueryOptions::extent of it.
  invalid_start,
  invalid_goal,  ///< The same of the goal.
};

/// The status as the command line and the files spell it.
constexpr const char* to_string(Status status) {
  switch (status) {
    case Status::complete: return "complete";
    case Status::partial: return "partial";
    case Status::unreachable: return "unreachable";
    case Status::out_of_budget: return "out_of_budget";
    case Status::invalid_start: return "invalid_start";
    case Status::invalid_goal: return "invalid_goal";
  }
  return "unknown";
}

/// What went wrong, in words for a person: which file or argument, where in it, what to do.
struct Error {
  std::string message;
};

namespace detail {
[[noreturn]] inline void end_with(const Error& error) {
  std::fprintf(stderr, "portolan: a failed result was used: %s\n", error.message.c_str());
  std::abort();
}
}  // namespace detail

/// A value, or the reason why there is none. Returned by everything that builds or loads.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : held_(std::move(value)) {}      // NOLINT: implicit on purpose
  Result(Error error) : held_(std::move(error)) {}  // NOLINT: implicit on purpose

  bool ok() const { return held_.index() == 0; }
  explicit operator bool() const { return ok(); }

  /// The value; asking a failed result for it, by `*` and `->` too, prints the reason to standard
  /// error and ends the program by abort, in every build.
  T& value() & {
    if (!ok()) detail::end_with(error());
    return *std::get_if<0>(&held_);
  }
  const T& value() const& {
    if (!ok()) detail::end_with(error());
    return *std::get_if<0>(&held_);
  }
  T&& value() && { return std::move(value()); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  /// The reason, of a failed result alone: asking a successful one for it is misuse, which an
  /// assert catches, and undefined without asserts.
  const Error& error() const {
    assert(!ok());
    return *std::get_if<1>(&held_);
  }

 private:
  std::variant<T, Error> held_;
};

/// For work that yields nothing but success.
struct Done {};

/// How the caller runs work on several threads: calls the given function once with each
/// number below `count`, in any order, on any threads, and returns when all calls have returned.
/// May throw, also what the function throws, once all calls that were begun have returned.
using ParallelFor =
    std::function<void(std::uint32_t count, const std::function<void(std::uint32_t)>& work)>;

/// How long work tells its caller how far it is, and asks whether to go on.
struct Progress {
  /// Called with (done, total, what) from the thread that does the work; may be empty.
  /// Returning false cancels the work, which then fails with an error that says so.
  std::function<bool(std::uint64_t done, std::uint64_t total, const char* what)> report;

  bool step(std::uint64_t done, std::uint64_t total, const char* what) const {
    return !report || report(done, total, what);
  }
};

/// On which threads long work runs, and who is told how far it is. Without any, it runs on the
/// calling thread and tells nobody.
struct Execution {
  ParallelFor parallel{};  ///< tbb_parallel in batch.h is one.
  Progress progress{};
};

/// How a query looks for its path. The last two are for terrain that was built with
/// TerrainOptions::merged; other worlds take them for `hierarchy`.
enum class Method : unsigned char {
  automatic,  ///< By tables where the snapshot has them, else over the hierarchy: the fastest.
  hierarchy,  ///< Over the hierarchy, without tables.
  astar,      ///< Plain A* on the base graph, to compare with.
  merged,     ///< As the thesis navigates. Costs two to three times the cheapest, some more.
  guided,     ///< By guide layers above it. Usually a few per cent above the cheapest, no bound.
};

/// What a snapshot consists of.
struct SnapshotInfo {
  unsigned levels = 0;            ///< Above the base graph.
  std::uint32_t cells = 0;        ///< Of level 1,
  std::uint64_t gates = 0;        ///< and the gates between them.
  std::uint64_t bytes = 0;        ///< Of hierarchy and tables.
  bool tables = false;            ///< Whether queries look up at least what lies between cells.
  std::uint64_t table_bytes = 0;  ///< What of the bytes are tables.
  /// Why there are no more tables, or that all are there. Empty where no tables were asked for, but
  /// for grids.
  std::string table_reason;
  /// What the build took, without tables; of a snapshot made of another one, with what they share.
  double build_ms = 0.0;
  double table_ms = 0.0;  ///< What the tables took.
};

/// Stands for what tables may take where nothing else is asked for: so many bytes for each node of
/// the base graph, and for small worlds a round sum. Grids: 88 for each tile, at least 80 MB;
/// meshes: 32 for each doorway, at least 32 MB; terrain: 32 for each triangle, at least 16 MB;
/// graphs: 32 for each node, at least 16 MB.
inline constexpr std::uint64_t kDefaultTableBytes = ~std::uint64_t{1};
/// Stands for all tables, whatever they take.
inline constexpr std::uint64_t kUnlimitedTableBytes = ~std::uint64_t{0};

/// An image: width x height pixels of red, green, blue, row by row from the top.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;
};

}  // namespace portolan
