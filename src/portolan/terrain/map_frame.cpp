#include "portolan/terrain/map_frame.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace portolan::detail {
namespace {

// Of a degree, on the ellipsoid of the earth on average; widths shrink towards the poles.
constexpr double kMetresOfLatitude = 111'132.0;
constexpr double kMetresOfLongitude = 111'320.0;

constexpr double kWebMercatorRadius = 6'378'137.0;

bool is_web_mercator(const MapFrame& frame) {
  return frame.system == "EPSG:3857" || frame.system == "EPSG:900913";
}

/// Metres of one unit along x and along y.
struct Units {
  double x, y;
};
Units units_of(const MapFrame& frame, double rows, double columns) {
  const double middle =
      frame.y + 0.5 * ((columns - 1.0) * frame.column_y + (rows - 1.0) * frame.row_y);
  if (!frame.degrees) {
    const double metres =
        is_web_mercator(frame)  // the cosine of the latitude
            ? frame.metres_per_unit / std::cosh(middle * frame.metres_per_unit / kWebMercatorRadius)
            : frame.metres_per_unit;
    return {metres, metres};
  }
  return {kMetresOfLongitude * std::cos(middle * std::numbers::pi / 180.0), kMetresOfLatitude};
}

double turn_of(const MapFrame& f) { return f.column_x * f.row_y - f.column_y * f.row_x; }

/// The cosine of the angle between rows and columns on the ground.
double slant_of(const MapFrame& f, const Units& units) {
  const double columns_x = f.column_x * units.x, columns_y = f.column_y * units.y;
  const double rows_x = f.row_x * units.x, rows_y = f.row_y * units.y;
  return std::abs(columns_x * rows_x + columns_y * rows_y) /
         (std::hypot(columns_x, columns_y) * std::hypot(rows_x, rows_y));
}
/// Half a degree off: lengths are wrong by half a percent then.
constexpr double kMostSlant = 0.01;

bool good_spacing(float metres) { return std::isfinite(metres) && metres > 1e-6f && metres < 1e6f; }

}  // namespace

Spacing spacing_of(const MapFrame& frame, std::uint32_t width, std::uint32_t height) {
  const Units units = units_of(frame, height, width);
  return {static_cast<float>(std::hypot(frame.column_x * units.x, frame.column_y * units.y)),
          static_cast<float>(std::hypot(frame.row_x * units.x, frame.row_y * units.y))};
}

Result<Done> validate_frame(const MapFrame& frame, std::uint32_t width, std::uint32_t height) {
  for (const double number : {frame.x, frame.y, frame.column_x, frame.column_y, frame.row_x,
                              frame.row_y, frame.metres_per_unit, turn_of(frame)}) {
    if (!std::isfinite(number) || std::abs(number) > 1e15)
      return Error{"where the height map lies on its map is no number"};
  }
  if (turn_of(frame) == 0.0)
    return Error{"the rows of the height map lie along its columns on the map: it has no area"};
  const Spacing spacing = spacing_of(frame, width, height);
  if (frame.metres_per_unit <= 0.0 || !good_spacing(spacing.columns) || !good_spacing(spacing.rows))
    return Error{
        "the values of the height map are less than a thousandth of a millimetre or more than a "
        "thousand kilometres apart on its map: give the spacing"};
  if (slant_of(frame, units_of(frame, height, width)) > kMostSlant)
    return Error{
        "the rows and columns of the height map are not at right angles on the ground, so lengths "
        "would be wrong: make it north up, with gdalwarp"};
  return Done{};
}

bool looks_like_degrees(const MapFrame& frame) {
  return frame.system.empty() && !frame.degrees && std::abs(frame.x) <= 360.0 &&
         std::abs(frame.y) <= 90.0 && std::hypot(frame.column_x, frame.column_y) < 0.02;
}

bool lie_together(const MapFrame& a, const MapFrame& b, std::uint32_t width, std::uint32_t height) {
  const double step = std::min(std::hypot(a.column_x, a.column_y), std::hypot(a.row_x, a.row_y));
  const auto apart = [&](double column, double row) {
    return std::hypot(a.x - b.x + column * (a.column_x - b.column_x) + row * (a.row_x - b.row_x),
                      a.y - b.y + column * (a.column_y - b.column_y) + row * (a.row_y - b.row_y));
  };
  return apart(0.0, 0.0) < step && apart(width, 0.0) < step && apart(0.0, height) < step;
}

MapPoint to_map(const MapFrame& frame, const TriangleRaster& raster, const Vec3& point) {
  const double column =
      (double{point.x} - double{raster.origin.x}) / static_cast<double>(raster.step_x);
  const double row =
      (double{point.z} - double{raster.origin.z}) / static_cast<double>(raster.step_z);
  return {frame.x + column * frame.column_x + row * frame.row_x,
          frame.y + column * frame.column_y + row * frame.row_y};
}

MapBox map_box(const TriangleMesh& mesh) {
  const Box ground = bounds_of(mesh);
  MapBox box;
  box.low = box.high = to_map(*mesh.frame, mesh.raster, ground.low);
  for (const float x : {ground.low.x, ground.high.x}) {
    for (const float z : {ground.low.z, ground.high.z}) {
      const MapPoint corner = to_map(*mesh.frame, mesh.raster, {x, 0.0f, z});
      box.low = {std::min(box.low.x, corner.x), std::min(box.low.y, corner.y)};
      box.high = {std::max(box.high.x, corner.x), std::max(box.high.y, corner.y)};
    }
  }
  return box;
}

Vec3 from_map(const MapFrame& frame, const TriangleRaster& raster, const MapPoint& point) {
  const double x = point.x - frame.x, y = point.y - frame.y, turn = turn_of(frame);
  const double column = (x * frame.row_y - y * frame.row_x) / turn;
  const double row = (y * frame.column_x - x * frame.column_y) / turn;
  return {static_cast<float>(double{raster.origin.x} + column * double{raster.step_x}), 0.0f,
          static_cast<float>(double{raster.origin.z} + row * double{raster.step_z})};
}

}  // namespace portolan::detail
