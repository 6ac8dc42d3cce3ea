#include "portolan/navmesh/surface_queries.h"

namespace portolan::detail {
namespace {

/// Visits the polygons that links lead to with both ends in a circle.
void follow_links(const NavMeshSnapshot& snapshot, PolygonId polygon, const Flat& centre,
                  double radius, std::uint32_t visit, SurfaceScratch& scratch) {
  const NavMeshWorld& world = snapshot.world();
  const MeshLayout& layout = world.layout();
  for (const MeshLayout::Slot& slot : layout.slots(polygon)) {
    const NodeId partner = layout.partner(slot.node);
    if (!slot.leave || partner == kNoNode || world.link_cost(slot.node) == kInfinite) continue;
    const PolygonId next = layout.sides(partner).of[0].polygon;
    if (snapshot.passable(next) && length(flat(layout.place(slot.node)) - centre) <= radius &&
        length(flat(layout.place(partner)) - centre) <= radius) {
      scratch.visit(next, visit);
    }
  }
}

}  // namespace

void find_polygons_around(const NavMeshSnapshot& snapshot, const MeshPlace& place, float radius,
                          SurfaceScratch& scratch, std::vector<std::uint32_t>& polygons) {
  polygons.clear();
  if (!snapshot.passable(place) || !(radius >= 0.0f)) return;
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const Flat centre = flat(place.point);
  scratch.begin(mesh.polygon_count(), polygon_of(place));
  for (std::uint32_t i = 0; i < scratch.visits().size(); ++i) {
    const PolygonId polygon = scratch.visits()[i].polygon;
    const std::uint32_t p = index(polygon);
    polygons.push_back(p);
    for (const Opening& opening : scratch.list_openings(snapshot, polygon)) {
      const Flat a = flat(mesh.corner(p, opening.edge));
      const Flat b = flat(mesh.corner(p, (opening.edge + 1) % mesh.corner_count(p)));
      const double share = nearest_share(a, b, centre, opening.low, opening.high);
      if (length(a + (b - a) * share - centre) <= double{radius}) scratch.visit(opening.next, i);
    }
    follow_links(snapshot, polygon, centre, double{radius}, i, scratch);
  }
}

}  // namespace portolan::detail
