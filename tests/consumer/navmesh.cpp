#include <portolan/navmesh.h>

int main() {
  portolan::PolygonMesh polygons;
  polygons.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}, {8, 0, 4}, {8, 0, 0}};
  polygons.corners = {0, 1, 2, 3, 3, 2, 4, 5};
  polygons.corner_begin = {0, 4, 8};
  if (!portolan::find_portals(polygons)) return 1;
  const auto world = portolan::NavMeshSnapshot::build(*portolan::NavMesh::make(polygons));
  return world && portolan::NavMeshQuery().find_path(*world, {1, 0, 2}, {7, 0, 2}) ? 0 : 1;
}
