#include <portolan/detour.h>
#include <portolan/recast.h>

int main() {
  portolan::Geometry floor;
  floor.vertices = {{0, 0, 0}, {0, 0, 20}, {20, 0, 20}, {20, 0, 0}};
  floor.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto made = portolan::make_nav_mesh(floor);
  if (!made || !portolan::DetourPathfinder::build(*made->detour)) return 1;
  const auto world = portolan::NavMeshSnapshot::build(made->mesh);
  return world && portolan::NavMeshQuery().find_path(*world, {2, 0, 2}, {18, 0, 9}) ? 0 : 1;
}
