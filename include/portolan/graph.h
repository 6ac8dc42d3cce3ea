/// Any graph: nodes, directed edges with whole-number costs, and a partition of your own or ours.
/// Graphs are neither saved nor loaded: build them anew in each run. Component Portolan::graph.
///
///     const std::vector<portolan::GraphEdge> edges = {{0, 1, 5}, {1, 2, 7}};
///     const auto world = portolan::GraphSnapshot::build(3, edges);
///     portolan::GraphQuery query;  // one for each thread
///     const portolan::GraphPath path = query.find_path(*world, 0, 2);
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/types.h"

namespace portolan {

namespace detail {
class GraphInside;
}  // namespace detail

/// One direction; a street of two directions is two edges.
struct GraphEdge {
  std::uint32_t from;
  std::uint32_t to;
  /// kInfinite: closed. A closed edge can be opened by with_costs. Every other cost is so small
  /// that no path over all nodes adds up to kInfinite / 4.
  Cost cost;
};

/// Cells of your own. Each cell of a level lies in one cell of the next.
struct GraphCells {
  std::vector<std::uint32_t> of_node;               ///< By node: its cell of level 1, from 0.
  std::vector<std::vector<std::uint32_t>> parents;  ///< By level from 1, by cell: the cell above.
};

struct GraphOptions {
  /// What tables may take: with them a query is a look-up. 0: none are built. What does not fit is
  /// searched for; SnapshotInfo::table_reason tells.
  std::uint64_t table_bytes = kDefaultTableBytes;
  GraphCells cells{};  ///< Empty: chosen, with as few edges between cells as can be found.
  /// How many nodes, then cells, make one cell where they are chosen; the last number is repeated.
  std::vector<std::uint32_t> merge = {64, 8};
};

struct GraphQueryOptions {
  Method method = Method::automatic;
  /// How many gates, or nodes by A*, a search may expand. Nothing is limited where tables answer
  /// and inside the cells of start and goal.
  std::uint64_t max_expansions = ~std::uint64_t{0};
};

/// A path over a graph. Reuse one from query to query: its memory is kept.
struct GraphPath {
  Status status = Status::unreachable;
  Cost cost = kInfinite;             ///< Sum of its edges.
  std::vector<std::uint32_t> nodes;  ///< From start to goal; none unless complete.
  std::uint64_t version = 0;         ///< Of the snapshot that answered.

  explicit operator bool() const { return status == Status::complete; }
};

/// A graph, its hierarchy and its tables at one moment. Immutable and cheap to copy; any number of
/// threads may query it while others make newer ones.
class GraphSnapshot {
 public:
  /// Fails for an edge whose ends do not exist or are the same, costs that could add up to too
  /// much, cells that do not fit, and when cancelled.
  static Result<GraphSnapshot> build(std::uint32_t node_count, std::span<const GraphEdge> edges,
                                     const GraphOptions& options = {},
                                     const Execution& execution = {});
  /// The same graph and cells with other costs, one for each edge in the order of the build.
  /// Computes again what they touch.
  Result<GraphSnapshot> with_costs(std::span<const Cost> costs,
                                   const Execution& execution = {}) const;

  std::uint32_t node_count() const;
  SnapshotInfo info() const;

  // For Portolan itself.
  GraphSnapshot(detail::GraphInside inside, std::uint64_t table_bytes);
  const detail::GraphInside& inside() const { return *inside_; }

 private:
  std::shared_ptr<const detail::GraphInside> inside_;
  std::uint64_t table_bytes_ = 0;  // of the options
};

/// Answers queries on snapshots of graphs; make one for each thread. Allocates nothing after
/// warm-up. All costs are optimal.
class GraphQuery {
 public:
  GraphQuery();
  ~GraphQuery();
  GraphQuery(GraphQuery&&) noexcept;
  GraphQuery& operator=(GraphQuery&&) noexcept;

  GraphPath find_path(const GraphSnapshot& snapshot, std::uint32_t start, std::uint32_t goal,
                      const GraphQueryOptions& options = {});
  /// The same into a path whose memory is used again.
  Status find_path(const GraphSnapshot& snapshot, std::uint32_t start, std::uint32_t goal,
                   GraphPath& path, const GraphQueryOptions& options = {});
  /// Only its cost: kInfinite where there is no path.
  Cost find_cost(const GraphSnapshot& snapshot, std::uint32_t start, std::uint32_t goal,
                 const GraphQueryOptions& options = {});

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan
