#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "portolan/batch.h"
#include "portolan/navmesh/nav_mesh_query.h"

/// Agents with a start and a goal of their own on a navigation mesh.
namespace portolan::detail::bench {

struct Agents {
  std::vector<MeshPlace> starts;
  std::vector<MeshPlace> goals;
};

/// A point inside a polygon drawn at random, all polygons alike.
inline MeshPlace draw_place(const NavMeshSnapshot& world, std::minstd_rand& random) {
  const PolygonMesh& mesh = world.mesh().polygons();
  for (;;) {
    const auto polygon = static_cast<std::uint32_t>(random() % mesh.polygon_count());
    Vec3 sum;
    float weights = 0.0f;
    for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i) {
      const float weight = 0.05f + static_cast<float>(random() % 1000) / 1000.0f;
      sum = sum + mesh.corner(polygon, i) * weight;
      weights += weight;
    }
    const MeshPlace place{polygon, sum * (1.0f / weights)};
    if (world.passable(place)) return place;
  }
}

inline Agents draw_agents(const NavMeshSnapshot& world, std::uint32_t count) {
  constexpr unsigned kParts = 64;  // so that they do not depend on the machine's threads
  Agents agents{std::vector<MeshPlace>(count), std::vector<MeshPlace>(count)};
  tbb_parallel()(kParts, [&](std::uint32_t part) {
    std::minstd_rand random(part + 1);
    for (std::size_t i = part; i < count; i += kParts) {
      agents.starts[i] = draw_place(world, random);
      agents.goals[i] = draw_place(world, random);
    }
  });
  return agents;
}

}  // namespace portolan::detail::bench
