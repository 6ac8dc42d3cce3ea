#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/detour_polygons.h"

namespace portolan::detail {

/// A surface with four corners, given counterclockwise seen from above.
inline void add_quad(Geometry& geometry, const std::array<Vec3, 4>& corners,
                     std::uint8_t area = 0) {
  const auto first = static_cast<std::uint32_t>(geometry.vertices.size());
  geometry.vertices.insert(geometry.vertices.end(), corners.begin(), corners.end());
  geometry.triangles.push_back({first, first + 1, first + 2});
  geometry.triangles.push_back({first, first + 2, first + 3});
  geometry.areas.insert(geometry.areas.end(), 2, area);
}

/// A level floor between two corners seen from above.
inline void add_floor(Geometry& geometry, float x0, float z0, float x1, float z1, float y = 0.0f,
                      std::uint8_t area = 0) {
  add_quad(geometry, {{{x0, y, z0}, {x0, y, z1}, {x1, y, z1}, {x1, y, z0}}}, area);
}

/// A ramp that rises along x.
inline void add_ramp(Geometry& geometry, float x0, float y0, float x1, float y1, float z0,
                     float z1) {
  add_quad(geometry, {{{x0, y0, z0}, {x0, y0, z1}, {x1, y1, z1}, {x1, y1, z0}}});
}

/// A wall along z at x, three metres high, to be seen from both sides.
inline void add_wall(Geometry& geometry, float x, float z0, float z1) {
  for (const float y : {0.0f, 3.0f}) {
    add_quad(geometry, {{{x, y, z0}, {x, y, z1}, {x, 3.0f - y, z1}, {x, 3.0f - y, z0}}});
  }
}

/// A room of 20 x 20 m with a wall across it that leaves a door of 4 m.
inline Geometry make_room() {
  Geometry room;
  add_floor(room, 0, 0, 20, 20);
  add_wall(room, 10, 0, 16);
  return room;
}

inline DetourMesh built(const Geometry& geometry, const RecastOptions& options = {},
                        const Execution& execution = {}) {
  Result<DetourMesh> mesh = build_detour_mesh(geometry, options, execution);
  if (!mesh) throw std::runtime_error(mesh.error().message);
  return *mesh;
}

inline DetourPolygons polygons_of(const dtNavMesh& mesh) {
  Result<DetourPolygons> polygons = make_polygon_mesh(mesh);
  if (!polygons) throw std::runtime_error(polygons.error().message);
  return *polygons;
}

inline double polygon_area(const PolygonMesh& mesh, std::uint32_t polygon) {
  double doubled = 0.0;
  for (std::uint32_t i = 2; i < mesh.corner_count(polygon); ++i) {
    doubled += static_cast<double>(area_from_above(
        mesh.corner(polygon, 0), mesh.corner(polygon, i - 1), mesh.corner(polygon, i)));
  }
  return std::abs(doubled) / 2;
}

/// Square metres that can be walked on, seen from above.
inline double walkable_area(const PolygonMesh& mesh) {
  double total = 0.0;
  for (std::uint32_t i = 0; i < mesh.polygon_count(); ++i) total += polygon_area(mesh, i);
  return total;
}

/// The connected part of each polygon by its lowest polygon, over portals and links both ways.
inline std::vector<std::uint32_t> parts_of(const PolygonMesh& mesh) {
  std::vector<std::uint32_t> part(mesh.polygon_count());
  std::iota(part.begin(), part.end(), 0u);
  const auto root = [&](std::uint32_t i) {
    while (part[i] != i) i = part[i];
    return i;
  };
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    const auto [low, high] = std::minmax({root(a), root(b)});
    part[high] = low;
  };
  for (const Portal& portal : mesh.portals) join(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) join(link.from_polygon, link.to_polygon);
  for (std::uint32_t i = 0; i < part.size(); ++i) part[i] = root(i);
  return part;
}

inline std::size_t part_count(const PolygonMesh& mesh) {
  const std::vector<std::uint32_t> parts = parts_of(mesh);
  return std::set<std::uint32_t>(parts.begin(), parts.end()).size();
}

/// Where the given navigation meshes lie; empty when they are not there.
inline std::filesystem::path mset_folder() {
  const char* given = std::getenv("PORTOLAN_DATA");
  const std::filesystem::path usual =
      std::filesystem::path(PORTOLAN_SOURCE_DIR) / ".." / "shared" / "data";
  const auto folder = (given != nullptr ? std::filesystem::path(given) : usual) / "scenes" / "mset";
  return std::filesystem::is_directory(folder) ? folder : std::filesystem::path();
}

inline std::vector<std::byte> bytes_of_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string text(std::istreambuf_iterator<char>(file), {});
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

/// That a result failed with a message that has all of these words.
template <class T>
void expect_error(const Result<T>& result, const std::vector<std::string>& words) {
  ASSERT_FALSE(result);
  for (const std::string& word : words) {
    EXPECT_NE(result.error().message.find(word), std::string::npos) << result.error().message;
  }
}

}  // namespace portolan::detail
