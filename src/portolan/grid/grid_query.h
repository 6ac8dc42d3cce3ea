#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/grid/grid_detour.h"
#include "portolan/grid/grid_smooth.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/grid/near_search.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/types.h"

namespace portolan::detail {

struct GridQueryOptions {
  QueryOptions search;
  Smoothing smoothing = Smoothing::full;
  bool tables = true;  ///< Answer from the snapshot's tables where they are complete.
  /// With tables: a straight line is taken where nothing is in its way, and short paths are
  /// searched for: see NearSearch. Gates are a few tiles apart, which short paths feel most.
  bool exact_near = true;
};

/// A path on a grid. Reuse one from query to query: its memory is kept.
struct GridPath {
  Status status = Status::unreachable;
  Cost cost = kInfinite;      ///< Sum of the moves of `nodes`, smoothing included.
  unsigned level = 0;         ///< See QueryResult.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.
  std::vector<NodeId> nodes;  ///< Start to goal, every tile; see GridGraph::tile.
};

/// Answers queries on grid snapshots; make one for each thread. Allocates nothing after warm-up.
class GridQuery {
 public:
  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit GridQuery(std::size_t kept_connections = 2) : query_(kept_connections) {}

  /// Effort is added up into `counts` from now on; null to count nothing.
  void count_into(QueryCounts* counts) {
    counts_ = counts;
    query_.count_into(counts);
  }

  /// Forgets the starts and goals that it remembers, but keeps its memory.
  void forget() { query_.forget(); }

  /// The near-optimal path through the hierarchy; optimal with the `all` transitions.
  Status find_path(const GridSnapshot& snapshot, Tile start, Tile goal,
                   const GridQueryOptions& options, GridPath& path);
  /// Only its cost, before smoothing.
  Status find_cost(const GridSnapshot& snapshot, Tile start, Tile goal,
                   const GridQueryOptions& options, Cost& cost);
  /// The optimal path by plain A* on level 0.
  Status find_path_astar(const GridSnapshot& snapshot, Tile start, Tile goal, GridPath& path,
                         std::uint64_t max_expansions = ~std::uint64_t{0});

  /// The parts that a GridWalk works with.
  Query<GridWorld>& hierarchy_query() { return query_.search(); }
  GridSmoother& smoother() { return smoother_; }
  GridDetour& detour() { return detour_; }
  QueryCounts* counts() { return counts_; }

 private:
  /// Leaves the optimal path in the labels.
  Status search_base(const GridGraph& graph, Tile start, Tile goal, std::uint64_t max_expansions);
  /// The optimal path where it is near; false for all others.
  bool find_near_path(const GridSnapshot& snapshot, Tile start, Tile goal, GridPath& path);

  SnapshotQuery<GridWorld> query_;
  GridSmoother smoother_;
  GridDetour detour_;
  NearSearch near_;
  Labels labels_;
  OpenList open_;
  QueryCounts* counts_ = nullptr;
};

}  // namespace portolan::detail
