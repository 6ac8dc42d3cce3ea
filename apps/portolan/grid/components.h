#pragma once

#include <vector>

#include "portolan/grid/grid_snapshot.h"

namespace portolan::detail::cli {

/// The passable tiles that hang together, one list a component, the largest first.
std::vector<std::vector<Tile>> find_components(const GridSnapshot& world);

}  // namespace portolan::detail::cli
