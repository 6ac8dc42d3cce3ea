#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "agent_measure.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"

/// The agents of the benchmarks on a GPU.
namespace portolan::detail::bench {

using Agents = AgentsAt<MeshPlace>;

/// By polygon a number that is the same wherever one can walk to and from, if portals and links are
/// taken both ways; kNone where agents may not stand.
inline std::vector<std::uint32_t> number_islands(const NavMeshSnapshot& world) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  const PolygonMesh& mesh = world.mesh().polygons();
  std::vector<std::uint32_t> island(mesh.polygon_count(), kNone);
  std::vector<std::vector<std::uint32_t>> beside(mesh.polygon_count());
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    beside[a].push_back(b);
    beside[b].push_back(a);
  };
  for (const Portal& portal : mesh.portals) join(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) join(link.from_polygon, link.to_polygon);
  std::vector<std::uint32_t> open;
  for (std::uint32_t first = 0; first < mesh.polygon_count(); ++first) {
    if (island[first] != kNone || !world.passable({first, {}})) continue;
    open = {first};
    island[first] = first;
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      for (const std::uint32_t next : beside[at]) {
        if (island[next] != kNone || !world.passable({next, {}})) continue;
        island[next] = first;
        open.push_back(next);
      }
    }
  }
  return island;
}

/// A point inside a polygon.
inline MeshPlace draw_place(const PolygonMesh& mesh, std::uint32_t polygon,
                            std::minstd_rand& random) {
  Vec3 sum;
  float weights = 0.0f;
  for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i) {
    const float weight = 0.05f + static_cast<float>(random() % 1000) / 1000.0f;
    sum = sum + mesh.corner(polygon, i) * weight;
    weights += weight;
  }
  return {polygon, sum * (1.0f / weights)};
}

/// Pairs of polygons drawn at random, all alike, that have a path between them.
inline Agents draw_agents(const NavMeshSnapshot& world, std::uint32_t count) {
  const PolygonMesh& mesh = world.mesh().polygons();
  const std::vector<std::uint32_t> island = number_islands(world);
  return draw_each<MeshPlace>(count, [&](std::minstd_rand& random) {
    const auto draw = [&] { return static_cast<std::uint32_t>(random() % mesh.polygon_count()); };
    std::uint32_t a = draw();
    std::uint32_t b = draw();
    while (!world.passable({a, {}}) || island[a] != island[b]) {
      a = draw();
      b = draw();
    }
    const MeshPlace start = draw_place(mesh, a, random);
    return std::pair(start, draw_place(mesh, b, random));
  });
}

/// Agents whose status or cost is not that of a query on the CPU, or for whose polygons
/// right(i, polygons, path) does not hold beside the path of that query. On all cores.
template <class Right>
std::size_t count_wrong(const NavMeshSnapshot& world, const Agents& agents,
                        const GpuAnswers& answers, Right&& right) {
  return count_on_all_cores(agents.starts.size(), [&] {
    return [&, query = NavMeshQuery(), path = NavMeshPath()](std::size_t i) mutable {
      NavMeshQueryOptions options;
      options.waypoints = false;
      query.find_path(world, agents.starts[i], agents.goals[i], options, path);
      return answers.status(i) != path.status || answers.cost(i) != path.cost ||
             !right(i, answers.path(i), path);
    };
  });
}

}  // namespace portolan::detail::bench
