#pragma once

#include <cstdint>

#include "portolan/grid/grid_snapshot.h"

namespace portolan::detail {

/// The widest spacing of gates with which paths through a grid's hierarchy, unsmoothed, are only a
/// little longer than necessary: tried out on parts of the map. `options` says the size of squares.
std::uint32_t choose_gate_spacing(const Grid& grid, const GridMetric& metric,
                                  const GridBuildOptions& options);

}  // namespace portolan::detail
