#pragma once

#include <cstdint>
#include <span>

#include "portolan/navmesh/nav_mesh_snapshot.h"

namespace portolan::detail::cli {

/// The cost of the cheapest path from start to goal through these polygons in this order, from
/// doorway to doorway: how paths of every origin are measured alike. kInfinite where two of them
/// are not joined by a portal or link that may be taken that way, or where the ends are others.
Cost corridor_cost(const NavMeshSnapshot& world, const MeshPlace& start, const MeshPlace& goal,
                   std::span<const std::uint32_t> polygons);

}  // namespace portolan::detail::cli
