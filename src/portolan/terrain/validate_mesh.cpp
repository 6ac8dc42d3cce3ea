#include <cmath>
#include <string>

#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {
namespace {

/// What is wrong with a triangle; null when nothing is. Its corners exist.
const char* find_problem(const TriangleMesh& mesh, TriangleId t) {
  const auto& corners = mesh.corners[t];
  if (corners[0] == corners[1] || corners[1] == corners[2] || corners[2] == corners[0])
    return "has the same corner twice";
  for (unsigned k = 0; k < 3; ++k) {
    const TriangleId to = mesh.neighbours[t][k];
    if (to == kNoTriangle) continue;
    if (index(to) >= mesh.triangle_count() || to == t) return "has a neighbour that does not exist";
    const unsigned back = find_edge(mesh, to, t);
    if (back == 3 || mesh.corners[to][back] != corners[(k + 1) % 3] ||
        mesh.corners[to][(back + 1) % 3] != corners[k]) {
      return "does not share the edge with its neighbour";
    }
    for (unsigned j = 0; j < k; ++j) {
      if (mesh.neighbours[t][j] == to) return "has the same neighbour twice";
    }
  }
  return nullptr;
}

Result<Done> check_raster(const TriangleRaster& raster) {
  if (raster.columns == 0) return Done{};
  constexpr std::uint32_t kMaxSide = 1u << 15;
  const auto good = [](float step) { return std::isfinite(step) && step > 0.0f; };
  if (raster.columns <= kMaxSide && raster.rows >= 1 && raster.rows <= kMaxSide &&
      good(raster.step_x) && good(raster.step_z) && is_finite(raster.origin)) {
    return Done{};
  }
  return Error{"the raster of the mesh is out of range"};
}

}  // namespace

Result<Done> validate_mesh(const TriangleMesh& mesh) {
  if (mesh.corners.empty() || mesh.corners.size() > kMaxTriangles ||
      mesh.neighbours.size() != mesh.corners.size() ||
      (!mesh.difficulty.empty() && mesh.difficulty.size() != mesh.corners.size())) {
    return Error{"the arrays of the mesh do not fit each other"};
  }
  for (const Vec3& v : mesh.vertices) {
    if (!is_finite(v)) return Error{"a vertex is not a point"};
  }
  for (const float d : mesh.difficulty) {
    if (!std::isfinite(d) || d < 0.0f) return Error{"a difficulty is out of range"};
  }
  for (const auto& corners : mesh.corners) {
    for (const std::uint32_t v : corners) {
      if (v >= mesh.vertices.size()) return Error{"a corner does not exist"};
    }
  }
  for (const TriangleId t : mesh.triangles()) {
    if (const char* problem = find_problem(mesh, t))
      return Error{
          std::string("triangle ").append(std::to_string(index(t))).append(" ").append(problem)};
  }
  return check_raster(mesh.raster);
}

}  // namespace portolan::detail
