#pragma once

#include <cstdint>

#include "portolan/terrain.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

/// Rasters on maps.
namespace portolan::detail {

/// Metres from one value of a raster to the next.
struct Spacing {
  float columns = 1.0f;
  float rows = 1.0f;
};
/// Degrees, and the metres of Web Mercator, are as long as in the middle of a raster of that size.
Spacing spacing_of(const MapFrame& frame, std::uint32_t width, std::uint32_t height);

/// Checks that a frame, which may come from an untrusted file, places a raster of that size: its
/// numbers are numbers, its rows are at right angles to its columns, degrees are some of the
/// earth's, and the spacing is above 0.
Result<Done> validate_frame(const MapFrame& frame, std::uint32_t width, std::uint32_t height);

/// Whether a frame whose coordinate system is not known has coordinates that are in range for
/// degrees, with steps that hardly any map in metres has.
bool looks_like_degrees(const MapFrame& frame);

/// Whether the values of two rasters of that size lie less than a step apart on the map, wherever
/// pixels have their places.
bool lie_together(const MapFrame& a, const MapFrame& b, std::uint32_t width, std::uint32_t height);

/// From the ground of a raster to its map and back. Both must have passed their validation.
MapPoint to_map(const MapFrame& frame, const TriangleRaster& raster, const Vec3& point);
Vec3 from_map(const MapFrame& frame, const TriangleRaster& raster, const MapPoint& point);

/// A box along the axes of a map.
struct MapBox {
  MapPoint low;
  MapPoint high;
};
/// The smallest around the ground's own box, which may be turned against the map's axes. The mesh
/// must have a frame.
MapBox map_box(const TriangleMesh& mesh);

}  // namespace portolan::detail
