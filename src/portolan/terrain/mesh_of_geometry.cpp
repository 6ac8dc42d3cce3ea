#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <tuple>

#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {
namespace {

using Triangle = Geometry::Triangle;

Error wrong_triangle(std::size_t k, const std::string& what) {
  return Error{"triangle " + std::to_string(k) + " " + what};
}

/// For each vertex the first one at the same point.
std::vector<std::uint32_t> first_at_same_point(const std::vector<Vec3>& vertices) {
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  const auto point = [&](std::uint32_t v) {
    return std::tie(vertices[v].x, vertices[v].y, vertices[v].z);
  };
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::tuple_cat(point(a), std::tie(a)) < std::tuple_cat(point(b), std::tie(b));
  });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t k = 0; k < order.size(); ++k) {
    const bool same = k > 0 && vertices[order[k]] == vertices[order[k - 1]];
    first[order[k]] = same ? first[order[k - 1]] : order[k];
  }
  return first;
}

Result<Done> check_corners(const Geometry& geometry) {
  if (geometry.triangles.empty()) return Error{"there are no triangles: the ground is empty"};
  if (geometry.triangles.size() > kMaxTriangles) {
    return Error{"there are " + std::to_string(geometry.triangles.size()) + " triangles: at most " +
                 std::to_string(kMaxTriangles) + " can be taken"};
  }
  if (!geometry.areas.empty() && geometry.areas.size() != geometry.triangles.size()) {
    return Error{std::to_string(geometry.areas.size()) + " areas are given for " +
                 std::to_string(geometry.triangles.size()) +
                 " triangles: give one for each, or none"};
  }
  for (std::size_t v = 0; v < geometry.vertices.size(); ++v) {
    if (is_finite(geometry.vertices[v])) continue;
    return Error{"vertex " + std::to_string(v) + " is not a point: all coordinates must be finite"};
  }
  for (std::size_t k = 0; k < geometry.triangles.size(); ++k) {
    for (const std::uint32_t v : geometry.triangles[k]) {
      if (v < geometry.vertices.size()) continue;
      return wrong_triangle(k, "has vertex " + std::to_string(v) + ", but there are only " +
                                   std::to_string(geometry.vertices.size()));
    }
  }
  return Done{};
}

/// Twice the area of a triangle, as seen along each axis.
std::array<double, 3> areas_of(const std::vector<Vec3>& vertices, const Triangle& t) {
  const auto difference = [&](unsigned k) {
    const Vec3& a = vertices[t[0]];
    const Vec3& b = vertices[t[k]];
    return std::array<double, 3>{double{b.x} - a.x, double{b.y} - a.y, double{b.z} - a.z};
  };
  const auto u = difference(1);
  const auto v = difference(2);
  return {u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]};
}

struct Side {
  std::uint64_t ends;  // the smaller vertex in the high half
  TriangleId triangle;
  std::uint32_t edge;
};

Result<Done> join_sides(TriangleMesh& mesh) {
  std::vector<Side> sides;
  sides.reserve(3 * mesh.corners.size());
  for (const TriangleId t : mesh.triangles()) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const auto [low, high] = std::minmax(mesh.corners[t][k], mesh.corners[t][(k + 1) % 3]);
      sides.push_back({std::uint64_t{low} << 32 | high, t, k});
    }
  }
  std::sort(sides.begin(), sides.end(), [](const Side& a, const Side& b) {
    return a.ends != b.ends ? a.ends < b.ends : a.triangle < b.triangle;
  });
  for (std::size_t k = 0; k + 1 < sides.size(); ++k) {
    const Side& a = sides[k];
    const Side& b = sides[k + 1];
    if (a.ends != b.ends) continue;
    if (k + 2 < sides.size() && sides[k + 2].ends == a.ends) {
      return Error{"the edge between vertices " + std::to_string(a.ends >> 32) + " and " +
                   std::to_string(a.ends & 0xFFFF'FFFFu) + " belongs to more than two triangles (" +
                   std::to_string(index(a.triangle)) + ", " + std::to_string(index(b.triangle)) +
                   " and " + std::to_string(index(sides[k + 2].triangle)) +
                   " among them): a triangle can have one neighbour on each edge, so remove one "
                   "of them"};
    }
    if (find_edge(mesh, a.triangle, b.triangle) < 3) {
      return wrong_triangle(
          index(b.triangle),
          "is the same as triangle " + std::to_string(index(a.triangle)) + ": remove one of them");
    }
    mesh.neighbours[a.triangle][a.edge] = b.triangle;
    mesh.neighbours[b.triangle][b.edge] = a.triangle;
  }
  return Done{};
}

}  // namespace

Result<TriangleMesh> make_triangle_mesh(const Geometry& geometry,
                                        std::span<const float> difficulty_of_area) {
  if (auto checked = check_corners(geometry); !checked) return checked.error();
  for (const float difficulty : difficulty_of_area) {
    if (std::isfinite(difficulty) && difficulty >= 0.0f) continue;
    return Error{"the difficulty of an area must be a number from 0 up"};
  }
  const std::vector<std::uint32_t> first = first_at_same_point(geometry.vertices);
  TriangleMesh mesh;
  mesh.vertices = geometry.vertices;
  mesh.corners.reserve(geometry.triangles.size());
  for (std::size_t k = 0; k < geometry.triangles.size(); ++k) {
    Triangle t = geometry.triangles[k];
    for (std::uint32_t& v : t) v = first[v];
    const auto areas = areas_of(mesh.vertices, t);
    if (areas == std::array<double, 3>{0.0, 0.0, 0.0})
      return wrong_triangle(k, "has no area: its corners lie on one line, so remove it");
    if (areas[1] < 0.0) std::swap(t[1], t[2]);
    mesh.corners.push_back(t);
  }
  mesh.neighbours.assign(mesh.corners.size(), {kNoTriangle, kNoTriangle, kNoTriangle});
  if (auto joined = join_sides(mesh); !joined) return joined.error();
  if (difficulty_of_area.empty()) return mesh;
  for (std::size_t k = 0; k < mesh.corners.size(); ++k) {
    const std::size_t area = geometry.areas.empty() ? 0 : geometry.areas[k];
    mesh.difficulty.push_back(area < difficulty_of_area.size() ? difficulty_of_area[area] : 0.0f);
  }
  return mesh;
}

}  // namespace portolan::detail
