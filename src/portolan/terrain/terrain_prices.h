#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/terrain.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

inline constexpr double kUsualPrice = 800.0;
inline constexpr double kUsualPriceBesideFree = 12'800.0;
inline constexpr double kLeastUsualPrice = 16.0;  ///< Where not even this fits, prices are refused.
inline constexpr Cost kTooExpensive =
    kInfinite / 4;  ///< No price and no path of them costs as much.

/// What it costs to step from each triangle to the neighbour on each of its edges, at 3 * triangle
/// + edge; kInfinite where there is none. At least 1 each: a step across the edge of two triangles
/// in one plane may have no length, but is no less a step.
struct TerrainPrices {
  std::vector<Cost> weighted;    ///< With all multipliers.
  std::vector<Cost> unweighted;  ///< None of them: the plain enlargement distance.
  double units_per_metre = 1.0;
  /// No cheapest path costs more, by either price. Below kInfinite / 4.
  std::uint64_t most_expensive_path = 0;
};

/// Fails for settings out of their limits, and where paths could add up to kInfinite / 4 or more
/// in the units asked for, or even with a median price below kLeastUsualPrice.
Result<TerrainPrices> make_prices(const TriangleMesh& mesh, const PriceSettings& settings,
                                  const ParallelFor& parallel = {});

/// A bound for TerrainPrices::most_expensive_path; unweighted prices may be missing.
std::uint64_t find_most_expensive_path(const TriangleMesh& mesh, const TerrainPrices& prices);

/// What a path from triangle to neighbouring triangle measures by the price model. Fails where two
/// are no neighbours.
Result<PathLengths> measure_path(const TriangleMesh& mesh, const PriceSettings& settings,
                                 std::span<const std::uint32_t> triangles);

}  // namespace portolan::detail
