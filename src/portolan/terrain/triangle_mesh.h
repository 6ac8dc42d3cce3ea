#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/ids.h"
#include "portolan/core/vec3.h"
#include "portolan/geometry.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A triangle of a TriangleMesh. Public types name them by plain numbers.
enum class TriangleId : std::uint32_t {};

inline constexpr TriangleId kNoTriangle{0xFFFF'FFFFu};
inline constexpr std::uint32_t kMaxTriangles = 1u << 28;

/// The squares that a mesh's triangles fill, where it comes from a height map.
struct TriangleRaster {
  std::uint32_t columns = 0;  ///< Squares, those that are missing included; 0: no raster.
  std::uint32_t rows = 0;
  Vec3 origin;  ///< The outer corner of the top left square.
  float step_x = 0.0f;
  float step_z = 0.0f;
};

/// The ground as triangles, each with at most one neighbour on each edge. Y is up.
struct TriangleMesh {
  std::vector<Vec3> vertices;
  /// By triangle, counter-clockwise seen from above. Edge k lies between corners k and k + 1.
  IdVector<TriangleId, std::array<std::uint32_t, 3>> corners;
  IdVector<TriangleId, std::array<TriangleId, 3>> neighbours;  ///< By edge; kNoTriangle.
  IdVector<TriangleId, float> difficulty;                      ///< Empty: none anywhere.
  TriangleRaster raster;
  std::optional<MapFrame> frame;  ///< Of the raster, where its height map had one.

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(corners.size()); }
  IdRange<TriangleId> triangles() const { return IdRange<TriangleId>(triangle_count()); }
  std::size_t bytes() const {
    return vertices.capacity() * sizeof(Vec3) + 24 * corners.capacity() + 4 * difficulty.capacity();
  }
};

/// The triangles of a height map, square by square in reading order; squares with a missing corner
/// have none. With `difficulty`, each triangle is as difficult as its corners on average.
///
/// Of the squares' two triangles the left one comes first, of their four the order is top, left,
/// bottom, right. Vertices are the values that are not missing in reading order, then the middles.
///
/// Fails for maps below 2x2, values that do not match the size or are infinite, maps without any
/// whole square, a placement out of its limits, and a difficulty map of another size or with
/// missing or negative values.
Result<TriangleMesh> make_triangle_mesh(const HeightMap& map, Triangulation triangulation,
                                        const MapPlacement& placement = {},
                                        const HeightMap* difficulty = nullptr);

/// The mesh of any triangles: those that share two corners are neighbours, and corners at exactly
/// the same point are one. Triangles that face down are turned over. `difficulty_of_area`: of each
/// area of the geometry; areas beyond it are 0.
///
/// Fails for a corner that does not exist or is not finite, a triangle without area, and an edge
/// of more than two triangles.
Result<TriangleMesh> make_triangle_mesh(const Geometry& geometry,
                                        std::span<const float> difficulty_of_area = {});

/// On terrain every triangle is a node of the base graph, of the same number.
inline NodeId node_of(TriangleId triangle) { return NodeId{index(triangle)}; }
inline TriangleId triangle_of(NodeId node) { return TriangleId{index(node)}; }

/// Where the step across an edge of a triangle is in what lists all steps of a mesh.
inline std::size_t step_index(TriangleId from, unsigned edge) {
  return 3 * std::size_t{index(from)} + edge;
}

/// The edge of `from` that `to` lies beyond; 3 where they are no neighbours.
inline unsigned find_edge(const TriangleMesh& mesh, TriangleId from, TriangleId to) {
  unsigned edge = 0;
  while (edge < 3 && mesh.neighbours[from][edge] != to) ++edge;
  return edge;
}

/// The smallest box around all vertices, of which there must be one.
inline Box bounds_of(const TriangleMesh& mesh) {
  Box box{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vec3& v : mesh.vertices) {
    box.low = {std::min(box.low.x, v.x), std::min(box.low.y, v.y), std::min(box.low.z, v.z)};
    box.high = {std::max(box.high.x, v.x), std::max(box.high.y, v.y), std::max(box.high.z, v.z)};
  }
  return box;
}

/// The mean of a triangle's corners.
inline Vec3 centre_of(const TriangleMesh& mesh, TriangleId triangle) {
  const auto& c = mesh.corners[triangle];
  return (mesh.vertices[c[0]] + mesh.vertices[c[1]] + mesh.vertices[c[2]]) * (1.0f / 3.0f);
}

}  // namespace portolan::detail
