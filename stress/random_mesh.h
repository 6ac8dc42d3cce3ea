#pragma once

#include "portolan/navmesh.h"
#include "portolan/navmesh/polygon_locator.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "scenes/random.h"

namespace portolan::detail::stress {

/// Fields, strips, fans and wheels of convex polygons, from millimetres to thousands of kilometres
/// wide, with areas, flags, one-way portals and links of every kind.
PolygonMesh draw_mesh(scenes::Random& random);

/// A field of many polygons with as many links as asked for, each to the next polygon of its row.
PolygonMesh draw_linked_field(scenes::Random& random, std::uint32_t links);

/// Costs at both ends of their range, and blocked areas.
NavMeshMetric draw_mesh_metric(scenes::Random& random);

/// A point of a polygon.
MeshPlace draw_place(const PolygonMesh& mesh, scenes::Random& random);

}  // namespace portolan::detail::stress
