#pragma once

#include <optional>

#include "portolan/grid.h"
#include "portolan/grid/grid_snapshot.h"

namespace portolan::detail {

/// The tile nearest to `goal`, as the crow flies, that can be reached from `start`; of several
/// equally near ones the topmost, then the leftmost. The goal may lie outside. None where the start
/// cannot be stood on. Looks squares up around the goal, nearest first, by the components that they
/// hold; tiles only where these are the start's.
std::optional<Tile> find_nearest_reachable(const GridSnapshot& snapshot, Tile start, Tile goal);

}  // namespace portolan::detail
