#pragma once

#include "portolan/navmesh/nav_mesh_world.h"

namespace portolan::detail {

/// Calls visit(node, place) for every doorway that leads out of a polygon, whether or not that one
/// can be stood on, with the place behind it, which can.
template <class Visit>
void for_each_step(const NavMeshWorld& world, PolygonId polygon, Visit visit) {
  const MeshLayout& layout = world.layout();
  for (const MeshLayout::Slot& slot : layout.slots(polygon)) {
    if (!slot.leave) continue;
    const NodeId partner = layout.partner(slot.node);
    const bool link = partner != kNoNode;
    if (link && world.link_cost(slot.node) == kInfinite) continue;
    const PolygonId next =
        link ? layout.sides(partner).of[0].polygon : layout.beyond(slot.node, polygon);
    if (world.costs().area_costs[next] == NavMeshMetric::kBlocked) continue;
    visit(slot.node, MeshPlace{index(next), layout.place(link ? partner : slot.node)});
  }
}

}  // namespace portolan::detail
