#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// Finds optimal paths between tiles that are near each other. Scratch; one thread at a time.
class NearSearch {
 public:
  /// Paths of at most so many of the cheapest moves are near.
  static constexpr Cost kMostMoves = 24;

  /// Whether a path between two tiles can be near.
  static bool may_be_near(const GridGraph& graph, Tile start, Tile goal) {
    return graph.distance_bound(start, goal) <= kMostMoves * graph.cheapest_move();
  }
  /// The cost of the optimal path, and its nodes; kInfinite, with nodes as they were, where it is
  /// not near, or takes too many expansions. It may be near, and both tiles are passable.
  Cost find_path(const GridGraph& graph, Tile start, Tile goal, std::vector<NodeId>& nodes,
                 SearchCounts* counts);

 private:
  Labels labels_;
  OpenList open_;
};

}  // namespace portolan::detail
