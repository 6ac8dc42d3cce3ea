#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/parallel.h"
#include "portolan/core/result.h"
#include "portolan/terrain/triangle_web.h"

namespace portolan {

/// What a metre along an axis counts. [0, 1e6]
struct AxisMultiplier {
  double down = 1.0;  ///< Towards smaller coordinates: for y, downhill.
  double up = 1.0;    ///< Towards larger ones.
};

/// How prices are computed (sections 5.1.1 and 5.1.2 of the thesis). A respect is the weight of
/// what it is named after; 0 leaves it out. All in [0, 1e6].
struct PriceSettings {
  AxisMultiplier x;
  AxisMultiplier y;
  AxisMultiplier z;
  double difficulty_respect = 1.0;             ///< Of the target's difficulty.
  double steepness_respect = 1.0;              ///< Of 1 - the height of the target's normal.
  double difficulty_difference_respect = 1.0;  ///< Between start and target.
  double angle_respect = 1.0;                  ///< Of the angle on the edge: 0 straight, 1 = 180°.
  double concave =
      1.0;              ///< Times the angle where the way turns down (uphill to level to downhill),
  double convex = 1.0;  ///< and where it turns up.
  double steepness_difference_respect = 1.0;  ///< Of the difference of the normals' heights.
  /// Whole-number costs a metre; 0: the power of two that makes the median price about kUsualPrice
  /// (kUsualPriceBesideFree where steps without length must cost one unit), or less where ways
  /// could then add up to too much. So costs of ways of a hundred steps are right to 0.01 %.
  double units_per_metre = 0.0;
};
inline constexpr double kUsualPrice = 800.0;
inline constexpr double kUsualPriceBesideFree = 12'800.0;
inline constexpr double kLeastUsualPrice = 16.0;  ///< Where not even this fits, prices are refused.

/// Those of the thesis' chapter 9: climbing counts ten times, going down five times.
PriceSettings thesis_settings();

/// What it costs to step from each triangle to the neighbour on each of its edges, at 3 * triangle
/// + edge; kInfinite where there is none. At least 1 each: a step across the edge of two triangles
/// in one plane may have no length, but is no less a step.
struct TerrainPrices {
  std::vector<Cost> weighted;    ///< With all multipliers.
  std::vector<Cost> unweighted;  ///< None of them: the plain enlargement distance.
  double units_per_metre = 1.0;
  /// No cheapest way costs more, by either price. Below kInfinite / 4.
  std::uint64_t dearest_way = 0;
};

/// Fails for settings out of their limits, and where ways could add up to kInfinite / 4 or more
/// in the units asked for, or even with a median price below kLeastUsualPrice.
Result<TerrainPrices> make_prices(const TriangleWeb& web, const PriceSettings& settings,
                                  const ParallelFor& parallel = {});

/// A bound for TerrainPrices::dearest_way; unweighted prices may be missing.
std::uint64_t find_dearest_way(const TriangleWeb& web, const TerrainPrices& prices);

/// Checks settings alone, and prices that may be anything against the web they are said to be of;
/// unweighted ones may be missing. Whether they are those of the settings is not computed again.
Result<Done> validate_settings(const PriceSettings& settings);
Result<Done> validate_prices(const TriangleWeb& web, const TerrainPrices& prices);

/// What a way measures, in metres: the thesis' four figures (its XY and Z are our XZ and Y).
struct PathLengths {
  double weighted = 0.0;  ///< With all multipliers.
  double xyz = 0.0;       ///< The enlargement distance,
  double xz = 0.0;        ///< neglecting height,
  double y = 0.0;         ///< and of height alone.
};
/// Of a way from triangle to neighbouring triangle. Fails where two are no neighbours.
Result<PathLengths> measure_path(const TriangleWeb& web, const PriceSettings& settings,
                                 std::span<const std::uint32_t> triangles);

}  // namespace portolan
