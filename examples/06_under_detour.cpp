// A program that plans with Detour, with Portolan put under it: what changes is marked "new".
#include <DetourCrowd.h>
#include <DetourNavMeshQuery.h>

#include <cmath>
#include <cstdio>

#include "portolan/detour.h"  // new
#include "portolan/recast.h"

int fail(const char* what) { return std::fprintf(stderr, "%s\n", what), 1; }

int main() {
  // The dtNavMesh that the program has; here made of a square of 100 x 100 m.
  portolan::Geometry level;
  level.vertices = {{0, 0, 0}, {0, 0, 100}, {100, 0, 100}, {100, 0, 0}};
  level.triangles = {{0, 1, 2}, {0, 2, 3}};
  const auto built = portolan::make_nav_mesh(level, {.tile_size = 48});
  if (!built) return fail(built.error().message.c_str());
  dtNavMesh& mesh = *built->detour;
  dtNavMeshQuery detour;
  detour.init(&mesh, 2048);

  const dtQueryFilter filter;
  const auto pathfinder = portolan::DetourPathfinder::build(mesh, filter);  // new
  if (!pathfinder) return fail(pathfinder.error().message.c_str());         // new
  portolan::DetourQuery query(*pathfinder);  // new: one for each thread

  const float from[3] = {5, 0, 5}, to[3] = {95, 0, 95}, extent[3] = {8, 4, 8};
  dtPolyRef start_ref = 0, goal_ref = 0;
  float start[3], goal[3];
  detour.findNearestPoly(from, extent, &filter, &start_ref, start);
  detour.findNearestPoly(to, extent, &filter, &goal_ref, goal);

  // A path: the same call of another object. What it returns is Detour's to use.
  dtPolyRef refs[1024];
  int count = 0;
  if (query.findPath(start_ref, goal_ref, start, goal, &filter, refs, &count, 1024) != DT_SUCCESS)
    return fail("no path");  // new: `query` in place of `detour`
  std::printf("a path over %d polygons\n", count);

  // A crowd: the agent gets its corridor from us, the crowd does the rest.
  dtCrowd crowd;
  crowd.init(8, 0.6f, &mesh);
  dtCrowdAgentParams params{};
  params.radius = 0.6f, params.height = 2.0f, params.maxSpeed = 4.0f;
  params.maxAcceleration = 20.0f, params.collisionQueryRange = 8.0f;
  params.pathOptimizationRange = 20.0f, params.updateFlags = DT_CROWD_ANTICIPATE_TURNS;
  const int agent = crowd.addAgent(start, &params);
  portolan::move_agent(crowd, agent, goal_ref, goal, query);  // new: for requestMoveTarget
  for (int frame = 0; frame < 60 * 120; ++frame) {
    const dtCrowdAgent* walker = crowd.getAgent(agent);
    if (portolan::needs_next_part(*walker))                                             // new
      portolan::move_agent(crowd, agent, walker->targetRef, walker->targetPos, query);  // new
    crowd.update(1.0f / 60.0f, nullptr);
    if (std::hypot(walker->npos[0] - goal[0], walker->npos[2] - goal[2]) < 0.5f)
      return std::printf("the agent arrives after %.1f s\n", frame / 60.0), 0;
  }
  return fail("the agent did not arrive");
}
