#pragma once

#include <algorithm>

#include "portolan/core/id_vector.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// By coordinate.
inline Vec3 lesser(const Vec3& a, const Vec3& b) {
  return {std::min(a.x, b.x), std::min(a.y, b.y), std::min(a.z, b.z)};
}
inline Vec3 greater(const Vec3& a, const Vec3& b) {
  return {std::max(a.x, b.x), std::max(a.y, b.y), std::max(a.z, b.z)};
}

struct SpaceBox {
  Vec3 low, high;
};

/// Points on an edge belong to both sides, and with them those that lie beyond it by less than
/// this part of the triangle.
inline constexpr float kOnEdge = 1e-5f;

/// The box of a polygon's corners.
SpaceBox corner_box(const PolygonMesh& mesh, PolygonId polygon);
/// By how much all that counts as a polygon, rounding included, may exceed its corners.
float excess(const SpaceBox& corners);
/// The box of all that counts as it.
IdVector<PolygonId, SpaceBox> wide_boxes(const PolygonMesh& mesh);

}  // namespace portolan::detail
