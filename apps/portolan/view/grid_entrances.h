#pragma once

#include <vector>

#include "portolan/grid/grid_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail::cli {

/// The stretches of free border between the cells of a level, two ends for each: along them both
/// tiles that face each other can be entered.
std::vector<Vec3> find_entrances(const GridSnapshot& grid, unsigned level);

}  // namespace portolan::detail::cli
