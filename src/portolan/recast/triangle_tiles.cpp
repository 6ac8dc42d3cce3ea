#include "portolan/recast/triangle_tiles.h"

#include <Recast.h>

#include <algorithm>
#include <cmath>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"

namespace portolan::detail {
namespace {

constexpr float kMaxCoordinate = 1e7f;  // beyond it a float cannot tell neighbouring voxels apart
constexpr std::uint32_t kMaxAreas = 63;
constexpr double kMaxGridSide = 65535;           // Recast keeps vertices as 16-bit voxels
constexpr double kMaxTiles = 1 << 22;            // what a 32-bit reference can tell apart
constexpr std::uint64_t kMaxEntries = 1u << 31;  // 8 GiB of triangle numbers
constexpr double kBytesPerColumn = 64;           // of voxels, for a surface of about one storey

bool in_range(const Vec3& point) {
  return std::fabs(point.x) <= kMaxCoordinate && std::fabs(point.y) <= kMaxCoordinate &&
         std::fabs(point.z) <= kMaxCoordinate;
}

TriangleTiles::Bounds bounds_of(const Geometry& geometry) {
  const Vec3 first = geometry.vertices[geometry.triangles[0][0]];
  TriangleTiles::Bounds bounds{first, first};
  for (const Geometry::Triangle& triangle : geometry.triangles) {
    for (const std::uint32_t vertex : triangle) {
      const Vec3& v = geometry.vertices[vertex];
      bounds.low = {std::min(bounds.low.x, v.x), std::min(bounds.low.y, v.y),
                    std::min(bounds.low.z, v.z)};
      bounds.high = {std::max(bounds.high.x, v.x), std::max(bounds.high.y, v.y),
                     std::max(bounds.high.z, v.z)};
    }
  }
  return bounds;
}

/// Whether Recast can hold a field of so many voxels.
Result<Done> check_field(double width, double depth, const RecastOptions& options) {
  const char* remedy = options.tile_size == 0 ? "set tile_size, or raise cell_size"
                                              : "lower tile_size, or raise cell_size";
  if (width > kMaxGridSide || depth > kMaxGridSide) {
    return Error{joined_text("the geometry is ", width, " x ", depth,
                             " voxels seen from above and Recast's limit for one tile is ",
                             kMaxGridSide, " a side; ", remedy)};
  }
  const double megabytes = width * depth * kBytesPerColumn / (1 << 20);
  if (megabytes > options.memory_limit) {
    return Error{joined_text("one tile of ", width, " x ", depth, " voxels takes about ", megabytes,
                             " MiB and the memory_limit is ", options.memory_limit, " MiB; ",
                             remedy)};
  }
  return Done{};
}

Result<Done> check_volumes(const Geometry& geometry) {
  constexpr std::size_t kMostCorners = 1024;
  for (std::size_t i = 0; i < geometry.volumes.size(); ++i) {
    const AreaVolume& volume = geometry.volumes[i];
    const auto wrong = [i](const char* what) {
      return Error{joined_text("volume ", i, " of the geometry has ", what)};
    };
    if (volume.outline.size() < 3 || volume.outline.size() > kMostCorners)
      return wrong("less than 3 or more than 1024 corners");
    if (volume.area >= kMaxAreas) return wrong("an area above 62");
    if (!in_range({volume.low, volume.high, 0.0f}) ||
        !std::all_of(volume.outline.begin(), volume.outline.end(), in_range))
      return wrong("a coordinate that is not a number or lies too far from the origin");
  }
  return Done{};
}

}  // namespace

Result<Done> check_geometry(const Geometry& geometry) {
  if (geometry.triangles.empty()) {
    return Error{"the geometry has no triangles; give a level with at least one"};
  }
  constexpr std::size_t kMost = 0x7fffffff / 3;  // Recast counts coordinates in an int
  if (geometry.triangles.size() > kMost || geometry.vertices.size() > kMost) {
    return Error{
        joined_text("the geometry has more than ", kMost, " triangles or vertices; split it")};
  }
  for (std::size_t i = 0; i < geometry.vertices.size(); ++i) {
    if (!in_range(geometry.vertices[i])) {
      return Error{joined_text("vertex ", i, " of the geometry has a coordinate that is not a ",
                               "number or lies beyond ", kMaxCoordinate,
                               " m; correct it or move the level to the origin")};
    }
  }
  for (std::size_t i = 0; i < geometry.triangles.size(); ++i) {
    for (const std::uint32_t vertex : geometry.triangles[i]) {
      if (vertex < geometry.vertices.size()) continue;
      return Error{joined_text("triangle ", i, " of the geometry names vertex ", vertex,
                               " and there are ", geometry.vertices.size())};
    }
  }
  if (!geometry.areas.empty() && geometry.areas.size() != geometry.triangles.size()) {
    return Error{joined_text("the geometry has ", geometry.triangles.size(), " triangles and ",
                             geometry.areas.size(), " areas; give one each, or none")};
  }
  for (std::size_t i = 0; i < geometry.areas.size(); ++i) {
    if (geometry.areas[i] < kMaxAreas) continue;
    return Error{joined_text("triangle ", i, " of the geometry has area ", geometry.areas[i],
                             "; areas go from 0 to 62")};
  }
  for (std::size_t i = 0; i < geometry.links.size(); ++i) {
    const OffMeshLink& link = geometry.links[i];
    if (!in_range(link.from) || !in_range(link.to)) {
      return Error{joined_text("link ", i, " of the geometry has a coordinate that is not a ",
                               "number or lies beyond ", kMaxCoordinate, " m")};
    }
    if (link.area >= kMaxAreas) {
      return Error{joined_text("link ", i, " of the geometry has area ", link.area,
                               "; areas go from 0 to 62")};
    }
    if (!(link.radius <= kMaxCoordinate)) {
      return Error{joined_text("link ", i, " of the geometry has radius ", link.radius,
                               "; give metres, or -1 for that of the options")};
    }
  }
  return check_volumes(geometry);
}

Result<TriangleTiles> TriangleTiles::make(const Geometry& geometry, const RecastOptions& options) {
  TriangleTiles tiles;
  if (Result<Done> measured = tiles.measure(geometry, options); !measured) return measured.error();
  if (Result<Done> sorted = tiles.sort_triangles(geometry); !sorted) return sorted.error();
  return tiles;
}

Result<Done> TriangleTiles::measure(const Geometry& geometry, const RecastOptions& options) {
  bounds_ = bounds_of(geometry);
  cell_size_ = options.cell_size;
  single_ = options.tile_size == 0;
  const double voxels_high = static_cast<double>(bounds_.high.y - bounds_.low.y) /
                             static_cast<double>(options.cell_height);
  if (voxels_high > RC_SPAN_MAX_HEIGHT - 1) {
    return Error{joined_text("the geometry is ", bounds_.high.y - bounds_.low.y, " m high, which ",
                             "is ", voxels_high, " voxels, and Recast's limit is ",
                             RC_SPAN_MAX_HEIGHT - 1, "; raise cell_height to at least ",
                             (bounds_.high.y - bounds_.low.y) / (RC_SPAN_MAX_HEIGHT - 2))};
  }
  // Rounded as rcCalcGridSize does it, but before the numbers have to fit an int.
  const auto voxels = [&](float low, float high) {
    const double count = static_cast<double>(high - low) / static_cast<double>(cell_size_) + 0.5;
    return std::max(1.0, std::floor(count));
  };
  const double width = voxels(bounds_.low.x, bounds_.high.x);
  const double depth = voxels(bounds_.low.z, bounds_.high.z);
  if (single_) {
    if (Result<Done> fits = check_field(width, depth, options); !fits) return fits.error();
    width_ = to_whole<std::uint32_t>(width);
    depth_ = to_whole<std::uint32_t>(depth);
    return Done{};
  }
  width_ = depth_ = options.tile_size;
  border_ = to_whole<std::uint32_t>(std::ceil(options.agent_radius / options.cell_size)) + 3;
  const double columns = std::ceil(width / width_);
  const double rows = std::ceil(depth / depth_);
  if (columns * rows > kMaxTiles) {
    return Error{joined_text("the geometry makes ", columns, " x ", rows, " tiles and the limit ",
                             "is ", kMaxTiles, "; raise tile_size or cell_size")};
  }
  columns_ = to_whole<std::uint32_t>(columns);
  rows_ = to_whole<std::uint32_t>(rows);
  const double side = width_ + 2.0 * border_;
  return check_field(side, side, options);
}

TriangleTiles::Bounds TriangleTiles::tile_bounds(TileId tile) const {
  if (single_) return bounds_;
  // One expression for both sides of a border, so that neighbours agree on it to the bit.
  const auto at = [](float origin, std::uint32_t i, float side) {
    return origin + static_cast<float>(i) * side;
  };
  const float side = static_cast<float>(width_) * cell_size_;
  const std::uint32_t x = column(tile);
  const std::uint32_t z = row(tile);
  return {{at(bounds_.low.x, x, side), bounds_.low.y, at(bounds_.low.z, z, side)},
          {at(bounds_.low.x, x + 1, side), bounds_.high.y, at(bounds_.low.z, z + 1, side)}};
}

template <class Visit>
void TriangleTiles::for_each_tile(const Geometry& geometry, std::uint32_t triangle,
                                  Visit visit) const {
  const Geometry::Triangle& corners = geometry.triangles[triangle];
  const auto [a, b, c] = corners;
  const Vec3& u = geometry.vertices[a];
  const Vec3& v = geometry.vertices[b];
  const Vec3& w = geometry.vertices[c];
  const float side = static_cast<float>(width_) * cell_size_;
  const float margin = static_cast<float>(border_ + 1) * cell_size_;
  const auto range = [&](float low, float high, float origin, std::uint32_t count) {
    const auto nearest = [&](float at) {
      return std::min(to_whole<std::uint32_t>((at - origin) / side), count - 1);
    };
    return std::pair(nearest(low - margin), nearest(high + margin));
  };
  const auto [left, right] =
      range(std::min({u.x, v.x, w.x}), std::max({u.x, v.x, w.x}), bounds_.low.x, columns_);
  const auto [near, far] =
      range(std::min({u.z, v.z, w.z}), std::max({u.z, v.z, w.z}), bounds_.low.z, rows_);
  for (std::uint32_t row = near; row <= far; ++row) {
    for (std::uint32_t column = left; column <= right; ++column)
      visit(TileId{row * columns_ + column});
  }
}

Result<Done> TriangleTiles::sort_triangles(const Geometry& geometry) {
  begin_.assign(std::size_t{count()} + 1, 0);
  const auto triangle_count = narrow<std::uint32_t>(geometry.triangles.size());
  std::uint64_t entries = 0;
  for (std::uint32_t triangle = 0; triangle < triangle_count; ++triangle) {
    for_each_tile(geometry, triangle, [&](TileId tile) {
      ++begin_[index(tile)];
      ++entries;
    });
    if (entries > kMaxEntries) {
      return Error{
          "the geometry has too many triangles that are far larger than a tile; raise "
          "tile_size"};
    }
  }
  std::uint64_t end = 0;
  for (std::uint64_t& entry : begin_) entry = end += entry;
  triangles_.resize(entries);
  // Filled from the back, so that each range ends up beginning where it should, in order.
  for (std::uint32_t triangle = triangle_count; triangle-- > 0;) {
    for_each_tile(geometry, triangle,
                  [&](TileId tile) { triangles_[--begin_[index(tile)]] = triangle; });
  }
  return Done{};
}

}  // namespace portolan::detail
