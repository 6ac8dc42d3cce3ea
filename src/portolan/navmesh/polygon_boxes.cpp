#include "portolan/navmesh/polygon_boxes.h"

#include <algorithm>

#include "portolan/core/id_range.h"

namespace portolan::detail {
namespace {

constexpr float kBoxRounding = 1e-6f;

}  // namespace

SpaceBox corner_box(const PolygonMesh& mesh, PolygonId polygon) {
  SpaceBox box{mesh.corner(index(polygon), 0), mesh.corner(index(polygon), 0)};
  for (std::uint32_t i = 1; i < mesh.corner_count(index(polygon)); ++i) {
    box.low = lesser(box.low, mesh.corner(index(polygon), i));
    box.high = greater(box.high, mesh.corner(index(polygon), i));
  }
  return box;
}

float excess(const SpaceBox& corners) {
  const Vec3 size = corners.high - corners.low;
  const Vec3 far = greater(corners.high, corners.low * -1.0f);
  return 4 * kOnEdge * std::max({size.x, size.y, size.z}) +
         kBoxRounding * std::max({far.x, far.y, far.z});
}

IdVector<PolygonId, SpaceBox> wide_boxes(const PolygonMesh& mesh) {
  IdVector<PolygonId, SpaceBox> boxes;
  boxes.reserve(mesh.polygon_count());
  for (const PolygonId polygon : IdRange<PolygonId>(mesh.polygon_count())) {
    const SpaceBox box = corner_box(mesh, polygon);
    const float by = excess(box);
    boxes.push_back({box.low - Vec3{by, by, by}, box.high + Vec3{by, by, by}});
  }
  return boxes;
}

}  // namespace portolan::detail
