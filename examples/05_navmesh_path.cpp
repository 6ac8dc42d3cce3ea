// From a level's triangles to paths of two agent types: Recast makes polygons, Portolan the world.
#include <cstdio>

#include "portolan/io.h"
#include "portolan/recast.h"

/// A floor of 80 x 60 m with a wall and mud behind it; load_geometry() reads .obj, .gltf and .glb.
portolan::Geometry make_level() {
  portolan::Geometry level;
  level.area_names = {"grass", "mud"};
  const auto add = [&](float x0, float z0, float x1, float z1, float height, std::uint8_t area) {
    const auto at = static_cast<std::uint32_t>(level.vertices.size());
    level.vertices.insert(level.vertices.end(),
                          {{x0, 0, z0}, {x0, height, z1}, {x1, height, z1}, {x1, 0, z0}});
    level.triangles.insert(level.triangles.end(), {{at, at + 1, at + 2}, {at, at + 2, at + 3}});
    level.areas.insert(level.areas.end(), {area, area});
  };
  add(0, 0, 40, 60, 0, 0);
  add(40, 0, 60, 45, 0, 1);
  add(40, 45, 60, 60, 0, 0);
  add(60, 0, 80, 60, 0, 0);
  add(20, 0, 20.5f, 30, 4, 0);
  return level;
}

int main() {
  // Expensive, once per level; further agent types share the mesh and its partition.
  const auto walker = portolan::build_nav_mesh(make_level());
  if (!walker) return std::fprintf(stderr, "%s\n", walker.error().message.c_str()), 1;
  portolan::NavMeshMetric heavy{.name = "wagon"};
  heavy.cost[*portolan::find_area(walker->mesh().polygons().area_names, "mud")] = 8.0f;
  const auto wagon = walker->with_metric(heavy);
  if (!wagon) return std::fprintf(stderr, "%s\n", wagon.error().message.c_str()), 1;

  // Cheap, many times. Points need not lie on the mesh exactly.
  portolan::NavMeshQuery query;
  const portolan::NavMeshPath paths[] = {query.find_path(*walker, {5, 1, 5}, {75, 0, 5}),
                                         query.find_path(*wagon, {5, 1, 5}, {75, 0, 5})};
  for (const portolan::NavMeshPath& path : paths) {
    std::printf("%s: %.2f m, cost %.2f\n", to_string(path.status), path.length(), path.cost);
    for (const portolan::Waypoint& turn : path.waypoints)
      std::printf("%6.2f %6.2f %6.2f\n", turn.point.x, turn.point.y, turn.point.z);
  }
  return portolan::save_png("05_navmesh_path.png", portolan::draw(*walker, paths)) ? 0 : 1;
}
