// What a game asks of a navigation mesh beside paths: may I see you, where do I slide, how far is
// the wall, where could I stroll to, and how near do I get to a goal behind a closed door.
#include <cstdio>

#include "portolan/navmesh.h"
#include "portolan/surface.h"

int main() {
  // Two rooms of 8 x 8 m side by side, and a door of area 3 between them.
  constexpr std::uint8_t kDoor = 3;
  portolan::PolygonMesh rooms;
  rooms.vertices = {{0, 0, 0}, {8, 0, 0}, {8, 0, 3}, {8, 0, 5},  {8, 0, 8},  {0, 0, 8},
                    {9, 0, 3}, {9, 0, 5}, {9, 0, 0}, {17, 0, 0}, {17, 0, 8}, {9, 0, 8}};
  rooms.corners = {0, 1, 2, 3, 4, 5, 2, 6, 7, 3, 8, 9, 10, 11, 7, 6};
  rooms.corner_begin = {0, 6, 10, 16};
  rooms.areas = {0, kDoor, 0};
  if (!find_portals(rooms)) return 1;
  auto mesh = portolan::NavMesh::make(std::move(rooms));
  if (!mesh) return std::fprintf(stderr, "%s\n", mesh.error().message.c_str()), 1;
  portolan::NavMeshMetric closed;  // the door is shut for this agent type
  closed.name = "without a key";
  closed.cost[kDoor] = portolan::NavMeshMetric::kBlocked;
  const auto open = portolan::NavMeshSnapshot::build(*mesh);
  if (!open) return std::fprintf(stderr, "%s\n", open.error().message.c_str()), 1;
  const auto shut = open->with_metric(closed);
  if (!shut) return std::fprintf(stderr, "%s\n", shut.error().message.c_str()), 1;

  portolan::SurfaceQuery surface;  // one for each thread
  const auto me = open->find_nearest({2, 0, 4});
  for (const auto* world : {&*open, &*shut}) {
    const portolan::RayHit ray = surface.cast_ray(*world, *me, {15, 0, 4});
    std::printf("%s: %s after %.0f %% of the line\n", world->metric().name.c_str(),
                ray.hit ? "a wall" : "in sight", 100.0 * ray.share);
  }
  const portolan::SurfaceMove slide = surface.move_along(*open, *me, {-1, 0, 6});
  std::printf("walking at the wall I slide to %.1f, %.1f\n", slide.end.point.x, slide.end.point.z);
  if (const auto wall = surface.find_wall(*open, *me, 10))
    std::printf("the nearest wall is %.1f m away\n", wall->distance);
  portolan::PlaceDrawer drawer(*shut, 7);
  if (const auto stroll = drawer.draw_reachable(*me))
    std::printf("a stroll to %.1f, %.1f\n", stroll->point.x, stroll->point.z);

  portolan::NavMeshQuery query;
  portolan::NavMeshQueryOptions options;
  options.nearest = true;  // as near as one can go where the goal is out of reach
  const auto path = query.find_path(*shut, {2, 0, 4}, {15, 0, 4}, options);
  if (path.waypoints.empty()) return 1;
  std::printf("%s, up to %.1f, %.1f\n", to_string(path.status), path.waypoints.back().point.x,
              path.waypoints.back().point.z);
  return path.status == portolan::Status::partial ? 0 : 1;
}
