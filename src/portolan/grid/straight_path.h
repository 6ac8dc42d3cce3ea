#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/grid/grid_graph.h"

namespace portolan::detail {

/// A path made of one diagonal and one straight run: no path between its ends has fewer moves.
struct Bend {
  unsigned directions[2];
  std::int32_t lengths[2];
};

Bend make_bend(Tile from, Tile to, bool diagonal_first);
/// Its cost from node `at` on, or kInfinite when a move is illegal or the cost exceeds `limit`.
Cost bend_cost(const GridGraph& graph, std::uint32_t at, const Bend& bend, Cost limit);
/// Appends its nodes after `at`.
void append_bend(const GridGraph& graph, std::uint32_t at, const Bend& bend,
                 std::vector<NodeId>& out);

/// A path of as few moves as possible between two passable tiles that see each other: the tiles
/// along the straight line, or, `within_direct`, any direct path. Returns its cost; kInfinite, with
/// nodes of no use, where something is in between, and always where terrain costs differ. It is
/// optimal unless its cost is above GridGraph::distance_bound, as where diagonal moves are longer
/// than two straight ones.
Cost find_straight_path(const GridGraph& graph, Tile from, Tile to, std::vector<NodeId>& nodes);

}  // namespace portolan::detail
