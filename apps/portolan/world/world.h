#pragma once

#include <cstddef>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "arguments/query_arguments.h"
#include "failure.h"
#include "portolan/picture/picture.h"
#include "portolan/query/query.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"
#include "report/json.h"
#include "report/table_report.h"
#include "world/world_kind.h"

/// What the subcommands need of a world, whichever kind it is of.
namespace portolan::detail::cli {

inline constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// What one algorithm found for one query, for people.
struct Answer {
  Status status = Status::unreachable;
  double cost = kNone;    ///< In world units; NaN unless complete.
  double length = kNone;  ///< Of the moves or way-points, whatever they cost; NaN where none.
  std::size_t nodes = 0;  ///< Tiles or polygons; 0 with --cost-only.
};

/// One algorithm with its scratch, for the queries of one set, which it must not outlive.
class Solver {
 public:
  virtual ~Solver() = default;
  /// Effort is added up into `counts` from now on; null to count nothing.
  virtual void count_into(QueryCounts* counts) = 0;
  /// Forgets what it remembers of earlier answers, but keeps its memory.
  virtual void forget() {}
  /// Answers a query: the part of the work that is timed.
  virtual void answer(std::size_t query) = 0;

  // What follows is about the latest answer.
  virtual Status status() const = 0;
  /// In whole units of the world; kInfinite where there is no path.
  virtual Cost cost() const = 0;
  /// Appends its nodes, from the start on: tiles, doorways, triangles. None with --cost-only, and
  /// none of Detour's, which knows only polygons.
  virtual void append_nodes(std::vector<NodeId>& nodes) const = 0;
  virtual Answer found() const = 0;
  /// Checks a complete path: its ends, that every step is legal, and that its cost is the sum of
  /// its moves; of a cost alone, that a path of that cost exists. Anything else is a fault of the
  /// library and ends the tool. Does nothing for other statuses.
  virtual void verify() const = 0;
  /// The tiles, or polygons and way-points, as members of one object.
  virtual Json steps_json() const = 0;
  /// The same in lines for people: shortened unless `all`.
  virtual std::string steps_text(bool all) const = 0;
};

/// An answer to be drawn.
struct DrawnAnswer {
  Algorithm algorithm;
  const Solver* solver;  ///< Of the set that draws it.
  std::string caption;   ///< For the legend.
};

/// Queries on one world, which they must not outlive.
class QuerySet {
 public:
  virtual ~QuerySet() = default;
  virtual std::size_t size() const = 0;
  /// The cost to compare with that came with a query; NaN where none did.
  virtual double reference_cost(std::size_t query) const = 0;
  /// Whether the hierarchy finds the very cost that A* finds, and nobody a lower one.
  virtual bool exact() const = 0;
  /// Where one has been made, further ones of that algorithm may be made by several threads at
  /// once.
  virtual std::unique_ptr<Solver> make_solver(Algorithm algorithm) const = 0;

  /// Start and goal as the two members "from" and "to" of an object.
  virtual Json ends_json(std::size_t query) const = 0;
  /// Start and goal for messages.
  virtual std::string ends_text(std::size_t query) const = 0;
  /// Why there is no path, with a colon before it; empty where the status says it all.
  virtual std::string reason(std::size_t query, Status status) const = 0;
  /// The place to stand on that is nearest to the start or goal at fault: for an unreachable goal
  /// one that can be reached. Null where the world knows none.
  virtual Json nearest_json(std::size_t /*query*/, Status /*status*/) const { return nullptr; }
  /// Draws the world and answers to one query, and saves it as PNG.
  virtual void save_picture(const std::string& file, std::size_t query,
                            std::span<const DrawnAnswer> answers) const = 0;
};

/// The fault of an algorithm whose path `is_wrong`.
Failure wrong_path(Algorithm algorithm, const QuerySet& queries, std::size_t query,
                   const std::string& is_wrong);

/// Saves a picture as PNG, or as PPM where its name ends so.
void save_picture_file(const std::string& file, const Picture& picture);

/// What a world takes in memory.
struct WorldBytes {
  std::size_t hierarchy = 0;
  std::size_t tables = 0;
};

/// A world with its hierarchy.
class World {
 public:
  virtual ~World() = default;
  virtual WorldKind kind() const = 0;
  virtual void save(const std::string& path) const = 0;

  /// What more memory would buy; nothing where tables lack none.
  virtual std::optional<MoreMemory> more_memory() const = 0;

  /// What `build` and `info` say; `name` is the file's.
  virtual std::string text(const std::string& name) const = 0;
  virtual Json json(const std::string& name) const = 0;
  virtual std::string size_text() const = 0;  ///< "64x64 tiles".
  virtual double build_ms() const = 0;
  virtual std::size_t hierarchy_bytes() const = 0;
  virtual std::size_t table_bytes() const = 0;
  /// Of units of a size, where the world has several; of the whole world for the empty name.
  virtual WorldBytes bytes_of(const std::string&) const {
    return {hierarchy_bytes(), table_bytes()};
  }
  virtual unsigned levels() const = 0;
  /// Of units of a size, where the world has several; of the first for the empty name.
  virtual unsigned levels_of(const std::string&) const { return levels(); }
  /// The agent types, the first being the usual one; empty where the world knows none.
  virtual std::vector<std::string> agent_names() const { return {}; }
  /// Of an agent type, where the world has several; of the first for the empty name.
  virtual const Tables& tables(const std::string& agent) const = 0;

  /// The queries of a file, or random:COUNT[:SEED]; at most `limit`. `arguments` must outlive
  /// them.
  virtual std::unique_ptr<QuerySet> load_queries(const std::string& text, std::size_t limit,
                                                 const QueryArguments& arguments) const = 0;
  /// One query, its ends as the command line spells them.
  virtual std::unique_ptr<QuerySet> make_query(const std::string& from, const std::string& to,
                                               const QueryArguments& arguments) const = 0;
};

}  // namespace portolan::detail::cli
