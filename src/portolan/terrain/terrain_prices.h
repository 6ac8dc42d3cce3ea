#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/terrain/triangle_web.h"

namespace portolan {

/// What it costs to step from each triangle to the neighbour on each of its edges, at 3 * triangle
/// + edge; kInfinite where there is none.
struct TerrainPrices {
  std::vector<Cost> weighted;    ///< With all multipliers.
  std::vector<Cost> unweighted;  ///< The base alone: the enlargement distance.
};

}  // namespace portolan
