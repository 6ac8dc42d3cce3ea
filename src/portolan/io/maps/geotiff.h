#pragma once

#include <filesystem>
#include <optional>
#include <string_view>

#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Whether bytes begin like a TIFF picture.
bool is_tiff(std::string_view bytes);

/// Whether this build can read GeoTIFF: whether GDAL was there.
bool reads_geotiff();

/// The one band of a GeoTIFF (.tif), transparency aside: its values times the band's scale plus its
/// offset, where it lies on the map, and in which coordinates. What the band says has no data, its
/// mask hides, or `missing` names are missing heights. Fails where this build has no GDAL.
Result<HeightMap> load_geotiff(const std::filesystem::path& path,
                               std::optional<float> missing = {});

}  // namespace portolan::detail
