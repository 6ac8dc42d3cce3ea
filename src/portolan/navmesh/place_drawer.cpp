#include "portolan/navmesh/place_drawer.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "portolan/core/id_range.h"

namespace portolan::detail {

void GroundDrawer::add(const PolygonMesh& mesh, PolygonId polygon) {
  const std::uint32_t p = index(polygon);
  for (std::uint32_t i = 2; i < mesh.corner_count(p); ++i) {
    const double area = std::abs(
        double{area_from_above(mesh.corner(p, 0), mesh.corner(p, i - 1), mesh.corner(p, i))});
    const double before = triangles_.empty() ? 0.0 : triangles_.back().areas;
    if (area > 0.0) triangles_.push_back({p, i, before + area});
  }
}

std::optional<MeshPlace> GroundDrawer::draw(const PolygonMesh& mesh, Random& random) const {
  if (triangles_.empty()) return std::nullopt;
  const double at = random.unit() * triangles_.back().areas;
  const auto drawn =
      std::min(std::upper_bound(triangles_.begin(), triangles_.end(), at,
                                [](double value, const Triangle& t) { return value < t.areas; }),
               triangles_.end() - 1);
  auto u = static_cast<float>(random.unit());
  auto v = static_cast<float>(random.unit());
  if (u + v > 1.0f) {  // the other half of the parallelogram, folded over
    u = 1.0f - u;
    v = 1.0f - v;
  }
  const Vec3& a = mesh.corner(drawn->polygon, 0);
  const Vec3 point = a + (mesh.corner(drawn->polygon, drawn->corner - 1) - a) * u +
                     (mesh.corner(drawn->polygon, drawn->corner) - a) * v;
  return MeshPlace{drawn->polygon, point};
}

PlaceDrawer::PlaceDrawer(NavMeshSnapshot snapshot, std::uint64_t seed)
    : snapshot_(std::move(snapshot)), random_(seed) {
  for (const PolygonId polygon : IdRange<PolygonId>(mesh().polygon_count())) {
    if (snapshot_.passable(polygon)) all_.add(mesh(), polygon);
  }
}

std::optional<MeshPlace> PlaceDrawer::draw_reachable(const MeshPlace& from) {
  if (!snapshot_.passable(from)) return std::nullopt;
  const StrongComponentId component = snapshot_.strong_components().of(polygon_of(from));
  if (component != reached_from_) {
    reached_from_ = component;
    reached_components_.clear();
    reached_components_.add(component);
    snapshot_.strong_components().add_reached(reached_components_);
    reached_.clear();
    for (const StrongComponentId reached : reached_components_.all()) {
      for (const PolygonId polygon : snapshot_.strong_components().polygons(reached))
        reached_.add(mesh(), polygon);
    }
  }
  return reached_.draw(mesh(), random_);
}

}  // namespace portolan::detail
