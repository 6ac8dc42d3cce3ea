// From a level's triangles to a path: make a navigation mesh, build its hierarchy, ask for a way.
#include <cstdio>
#include <cstdlib>
#include <utility>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/detour_polygons.h"
#include "scenes/mesh_scenes.h"

using namespace portolan;

template <class T>
T take(Result<T> result) {
  if (result) return *std::move(result);
  std::fprintf(stderr, "%s\n", result.error().message.c_str());
  std::exit(1);
}

int main() {
  // Any triangles will do, load_obj and load_gltf read them from files; y is up, in metres.
  const Geometry town = take(scenes::generate_mesh("hill-town", {.size = 80.0f}));

  // Recast makes polygons of what an agent can walk on. Existing Detour meshes go in here, too.
  const DetourMesh detour = take(build_detour_mesh(town));
  const NavMesh mesh = take(NavMesh::make(take(make_polygon_mesh(*detour)).mesh));

  // Expensive, once a mesh; with_metric() gives further agent types at a fraction of that.
  const NavMeshSnapshot snapshot = take(NavMeshSnapshot::build(mesh, NavMeshMetric{}));

  // Cheap, many times. One NavMeshQuery a thread; it and the path keep their memory.
  const auto start = mesh.find_nearest({5, 2, 5}, {10, 20, 10});
  const auto goal = mesh.find_nearest({75, 2, 75}, {10, 20, 10});
  if (!start || !goal) return std::fprintf(stderr, "nothing to stand on there\n"), 1;
  NavMeshQuery query;
  NavMeshPath path;
  if (query.find_path(snapshot, *start, *goal, NavMeshQueryOptions{}, path) != Status::complete)
    return std::fprintf(stderr, "no way: %s\n", name(path.status)), 1;

  for (const Waypoint& turn : path.waypoints)
    std::printf("%6.2f %6.2f %6.2f\n", turn.point.x, turn.point.y, turn.point.z);
  std::printf("\n%u polygons in %u cells; a path over %zu of them, %zu turns, %.2f m\n",
              mesh.polygon_count(), snapshot.hierarchy().partition().cell_count(1),
              path.polygons.size(), path.waypoints.size() - 2, length_of(path.waypoints));
  return 0;
}
