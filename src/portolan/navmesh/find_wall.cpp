#include "portolan/navmesh/surface_queries.h"

namespace portolan::detail {

std::optional<WallHit> find_wall(const NavMeshSnapshot& snapshot, const MeshPlace& place,
                                 float radius, SurfaceScratch& scratch) {
  if (!snapshot.passable(place) || !(radius >= 0.0f)) return std::nullopt;
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const Flat centre = flat(place.point);
  std::optional<WallHit> nearest;
  std::uint32_t edge_of_nearest = 0;
  double within = double{radius};
  scratch.begin(mesh.polygon_count(), polygon_of(place));
  for (std::uint32_t i = 0; i < scratch.visits().size(); ++i) {
    const PolygonId polygon = scratch.visits()[i].polygon;
    const std::uint32_t p = index(polygon);
    const std::uint32_t count = mesh.corner_count(p);
    const std::vector<Opening>& openings = scratch.list_openings(snapshot, polygon);
    const auto point_on = [&](std::uint32_t edge, double low, double high) {
      const Vec3& a = mesh.corner(p, edge);
      const Vec3& b = mesh.corner(p, (edge + 1) % count);
      return between(a, b, nearest_share(flat(a), flat(b), centre, low, high));
    };
    for_each_wall(count, openings, [&](std::uint32_t edge, double low, double high) {
      const Vec3 point = point_on(edge, low, high);
      const double distance = length(flat(point) - centre);
      if (distance > within || (nearest && distance == within)) return;
      within = distance;
      nearest = WallHit{static_cast<float>(distance), point, p, {}};
      edge_of_nearest = edge;
    });
    for (const Opening& opening : openings) {
      const Vec3 point = point_on(opening.edge, opening.low, opening.high);
      if (length(flat(point) - centre) <= within) scratch.visit(opening.next, i);
    }
  }
  if (!nearest) return nearest;
  const Flat away = centre - flat(nearest->point);
  const double distance = length(away);
  nearest->normal =
      distance > 0.0
          ? Vec3{static_cast<float>(away.x / distance), 0.0f, static_cast<float>(away.z / distance)}
          : inward_normal(mesh, PolygonId{nearest->polygon}, edge_of_nearest);
  return nearest;
}

}  // namespace portolan::detail
