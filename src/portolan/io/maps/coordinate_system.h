#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What the coordinates of a map count.
struct CoordinateSystem {
  std::string name;              ///< Such as "EPSG:32632", else as its file calls it.
  bool degrees = false;          ///< Of longitude and latitude,
  double metres_per_unit = 1.0;  ///< or else units as long as this.
};

/// Whether a system's name is one of those of Web Mercator: EPSG's, ESRI's, or that of files
/// without a code. Its own name is "EPSG:3857" here, whoever wrote it.
bool names_web_mercator(std::string_view name);

/// Says of a frame what its coordinates count.
void set_system(MapFrame& frame, const CoordinateSystem& system);

/// The system of a `.prj` file: well-known text of any kind (WKT 1, ESRI's, WKT 2). A geographic
/// system must count degrees. `name` stands for the file in messages.
Result<CoordinateSystem> parse_coordinate_system(std::string_view text, std::string_view name);

/// Of the `.prj` file beside a map, which is called as the map is but for its ending; nothing where
/// there is none.
Result<std::optional<CoordinateSystem>> load_system_beside(const std::filesystem::path& map);

}  // namespace portolan::detail
