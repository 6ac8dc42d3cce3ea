#pragma once

#include <filesystem>
#include <limits>
#include <string_view>
#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A path asked for on a navigation mesh or on terrain. The points may lie off the mesh: the answer
/// will say so.
struct PointQuery {
  Vec3 from;
  Vec3 to;
  /// The cost to compare with, in metres; NaN when the file has none.
  double reference_cost = std::numeric_limits<double>::quiet_NaN();
};

/// The same in the coordinates of a terrain's map.
struct MapQuery {
  MapPoint from;
  MapPoint to;
  double reference_cost = std::numeric_limits<double>::quiet_NaN();
};

/// The queries of a CSV file whose first line names its columns: `from_x`, `from_y`, `from_z`,
/// `to_x`, `to_y`, `to_z` and, if wanted, `reference_cost`, in any order; others are left out of
/// account.
Result<std::vector<PointQuery>> load_point_queries(const std::filesystem::path& path);
/// The same from memory; `name` stands for the file in messages.
Result<std::vector<PointQuery>> parse_point_queries(std::string_view text, std::string_view name);

/// The same for terrain, where height goes without saying: of the columns above `from_y` and `to_y`
/// are left out of account, and 0 in the queries.
Result<std::vector<PointQuery>> load_ground_queries(const std::filesystem::path& path);
Result<std::vector<PointQuery>> parse_ground_queries(std::string_view text, std::string_view name);

/// The same on a map: the columns are `from_x`, `from_y`, `to_x` and `to_y`.
Result<std::vector<MapQuery>> load_map_queries(const std::filesystem::path& path);
Result<std::vector<MapQuery>> parse_map_queries(std::string_view text, std::string_view name);

}  // namespace portolan::detail
