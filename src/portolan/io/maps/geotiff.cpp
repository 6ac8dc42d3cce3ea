#include "portolan/io/maps/geotiff.h"

#include <string>

#if PORTOLAN_GDAL
#include <cpl_error.h>
#include <gdal.h>
#include <ogr_srs_api.h>

#include <array>
#include <cmath>
#include <memory>
#include <mutex>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/grid.h"
#include "portolan/io/file_error.h"
#include "portolan/io/maps/coordinate_system.h"
#endif

namespace portolan::detail {

bool is_tiff(std::string_view bytes) {
  using namespace std::string_view_literals;
  for (const std::string_view start : {"II*\0"sv, "MM\0*"sv, "II+\0"sv, "MM\0+"sv}) {
    if (bytes.starts_with(start)) return true;
  }
  return false;
}

#if PORTOLAN_GDAL

namespace {

struct CloseDataset {
  void operator()(void* dataset) const { GDALClose(dataset); }
};
using Dataset = std::unique_ptr<void, CloseDataset>;

/// Keeps GDAL from printing what becomes an error message of ours; of this thread alone.
class QuietGdal {
 public:
  QuietGdal() { CPLPushErrorHandler(CPLQuietErrorHandler); }
  ~QuietGdal() { CPLPopErrorHandler(); }
  QuietGdal(const QuietGdal&) = delete;
  QuietGdal& operator=(const QuietGdal&) = delete;
};

/// What GDAL says of its last failure.
std::string why() {
  const std::string said = CPLGetLastErrorMsg();
  return said.empty() ? "" : " (" + said + ")";
}

CoordinateSystem read_system(GDALDatasetH dataset) {
  CoordinateSystem system;
  const OGRSpatialReferenceH reference = GDALGetSpatialRef(dataset);
  if (reference == nullptr) return system;
  system.degrees = OSRIsGeographic(reference) != 0;
  if (!system.degrees) system.metres_per_unit = OSRGetLinearUnits(reference, nullptr);
  const char* name = OSRGetName(reference);
  const char* authority = OSRGetAuthorityName(reference, nullptr);
  const char* code = OSRGetAuthorityCode(reference, nullptr);
  if (name != nullptr && names_web_mercator(name)) {
    system.name = "EPSG:3857";
  } else if (authority != nullptr && code != nullptr) {
    system.name = std::string(authority) + ":" + code;
  } else if (name != nullptr) {
    system.name = name;
  }
  return system;
}

std::optional<MapFrame> read_frame(GDALDatasetH dataset) {
  std::array<double, 6> t{};
  if (GDALGetGeoTransform(dataset, t.data()) != CE_None) return std::nullopt;
  for (const double number : t) {
    if (!std::isfinite(number)) return std::nullopt;
  }
  MapFrame frame;
  frame.column_x = t[1];
  frame.row_x = t[2];
  frame.column_y = t[4];
  frame.row_y = t[5];
  frame.x = t[0] + (t[1] + t[2]) / 2.0;  // the middle of the first pixel, not its corner
  frame.y = t[3] + (t[4] + t[5]) / 2.0;
  set_system(frame, read_system(dataset));
  return frame;
}

/// Which values the band has no data for, by its mask: its own nodata value among them.
Result<Done> hide_masked(GDALRasterBandH band, const std::string& name, HeightMap& map) {
  if ((GDALGetMaskFlags(band) & GMF_ALL_VALID) != 0) return Done{};
  const int width = narrow<int>(map.width), height = narrow<int>(map.height);
  std::vector<std::uint8_t> mask(map.values.size());
  if (GDALRasterIO(GDALGetMaskBand(band), GF_Read, 0, 0, width, height, mask.data(), width, height,
                   GDT_Byte, 0, 0) != CE_None)
    return error_in(name, "its mask cannot be read" + why());
  for (std::size_t k = 0; k < mask.size(); ++k) {
    if (mask[k] == 0) map.values[k] = kMissingHeight;
  }
  return Done{};
}

/// That there is no doubt which band the heights are: one that is transparency is none.
Result<Done> check_bands(GDALDatasetH dataset, const std::string& name) {
  const int bands = GDALGetRasterCount(dataset);
  if (bands < 1) return error_in(name, "has no band with heights");
  const bool alpha = bands == 2 && GDALGetRasterColorInterpretation(
                                       GDALGetRasterBand(dataset, 2)) == GCI_AlphaBand;
  if (bands == 1 || alpha) return Done{};
  return error_in(name, "has " + std::to_string(bands) +
                            " bands; make a file of the one with the heights: gdal_translate -b 1 "
                            "where it is the first");
}

Result<HeightMap> read_band(GDALDatasetH dataset, const std::string& name,
                            std::optional<float> missing) {
  const int width = GDALGetRasterXSize(dataset), height = GDALGetRasterYSize(dataset);
  constexpr int kMost = static_cast<int>(Grid::kMaxSide);
  if (width < 1 || height < 1 || width > kMost || height > kMost)
    return error_in(name, "has " + std::to_string(width) + "x" + std::to_string(height) +
                              " values; cut out at most " + std::to_string(kMost) + " a side");
  const GDALRasterBandH band = GDALGetRasterBand(dataset, 1);
  HeightMap map{narrow<std::uint32_t>(width), narrow<std::uint32_t>(height), {}};
  map.values.resize(std::size_t{map.width} * map.height);
  if (GDALRasterIO(band, GF_Read, 0, 0, width, height, map.values.data(), width, height,
                   GDT_Float32, 0, 0) != CE_None)
    return error_in(name, "cannot be read to its end" + why() + "; copy it again");
  int has_scale = 0, has_offset = 0;
  const double scale = GDALGetRasterScale(band, &has_scale);
  const double offset = GDALGetRasterOffset(band, &has_offset);
  for (float& value : map.values) {
    if (missing && value == *missing) value = kMissingHeight;
    if (has_scale != 0) value *= static_cast<float>(scale);
    if (has_offset != 0) value += static_cast<float>(offset);
  }
  if (auto hidden = hide_masked(band, name, map); !hidden) return hidden.error();
  map.frame = read_frame(dataset);
  return map;
}

}  // namespace

bool reads_geotiff() { return true; }

Result<HeightMap> load_geotiff(const std::filesystem::path& path, std::optional<float> missing) {
  static std::once_flag registered;
  std::call_once(registered, GDALAllRegister);
  const QuietGdal quiet;
  CPLErrorReset();
  const std::string name = path.string();
  constexpr const char* kDrivers[] = {"GTiff", nullptr};
  const Dataset dataset(
      GDALOpenEx(name.c_str(), GDAL_OF_RASTER | GDAL_OF_READONLY, kDrivers, nullptr, nullptr));
  if (dataset == nullptr) return error_in(name, "is no GeoTIFF that can be read" + why());
  if (auto good = check_bands(dataset.get(), name); !good) return good.error();
  return read_band(dataset.get(), name, missing);
}

#else

bool reads_geotiff() { return false; }

Result<HeightMap> load_geotiff(const std::filesystem::path& path, std::optional<float>) {
  return Error{path.string() +
               ": this build of Portolan reads no GeoTIFF: build it again with GDAL (the Debian "
               "package libgdal-dev), or convert the file with gdal_translate -of AAIGrid"};
}

#endif

}  // namespace portolan::detail
