#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/grid.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/grid/write_path.h"

namespace portolan::detail {

/// What a path of as few moves as possible costs where every tile costs 1.
inline Cost direct_path_cost(const GridGraph& graph, Tile from, Tile to) {
  const std::int32_t columns = std::abs(to.x - from.x);
  const std::int32_t rows = std::abs(to.y - from.y);
  const auto diagonals = static_cast<Cost>(std::min(columns, rows));
  const auto moves = static_cast<Cost>(std::max(columns, rows));
  return diagonals * graph.diagonal() + (moves - diagonals) * graph.straight();
}

/// Whether `write_direct_path` looks at paths between two tiles: no more columns or rows apart.
inline constexpr std::int32_t kMostDirect = 56;
inline bool within_direct(Tile from, Tile to) {
  return std::abs(to.x - from.x) <= kMostDirect && std::abs(to.y - from.y) <= kMostDirect;
}
inline constexpr std::size_t kDirectRoom = std::size_t{kMostDirect} + kRunSlack;

/// A direct path has moves in two directions only, a straight one and a diagonal one beside it: no
/// path has fewer. Writes one between two passable tiles, going on from out[-1], the node of its
/// first, and returns its end; null where there is none, and unless `within_direct`. All direct
/// paths are looked at together, a row of tiles at once. `out` has kDirectRoom.
NodeId* write_direct_path(const GridGraph& graph, Tile from, Tile to, NodeId* out);

}  // namespace portolan::detail
