#include "portolan/navmesh/openings.h"

namespace portolan::detail {

const std::vector<Opening>& SurfaceScratch::list_openings(const NavMeshSnapshot& snapshot,
                                                          PolygonId polygon) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const MeshLayout& layout = snapshot.world().layout();
  const std::uint32_t p = index(polygon);
  openings_.clear();
  for (const MeshLayout::Slot& slot : layout.slots(polygon)) {
    const DoorwayId doorway = layout.doorway(slot.node);
    if (!slot.leave || index(doorway) >= mesh.portals.size()) continue;  // the others are links
    const Portal& portal = mesh.portals[index(doorway)];
    const std::uint32_t side = portal.polygons[0] == p ? 0 : 1;
    const PolygonId next{portal.polygons[1 - side]};
    if (!snapshot.passable(next)) continue;
    const std::uint32_t edge = snapshot.mesh().portal_edges().edge(doorway, side);
    const Flat a = flat(mesh.corner(p, edge));
    const Flat b = flat(mesh.corner(p, (edge + 1) % mesh.corner_count(p)));
    const double one = nearest_share(a, b, flat(portal.ends[0]));
    const double other = nearest_share(a, b, flat(portal.ends[1]));
    openings_.push_back({edge, std::min(one, other), std::max(one, other), next});
  }
  std::sort(openings_.begin(), openings_.end(),
            [](const Opening& a, const Opening& b) { return a.key() < b.key(); });
  return openings_;
}

}  // namespace portolan::detail
