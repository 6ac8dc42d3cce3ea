#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "portolan/gpu/mesh/snapshot_arrays.h"
#include "tests/navmesh/nav_mesh_testing.h"

namespace portolan::detail::test {

struct Agents {
  std::vector<MeshPlace> starts;
  std::vector<MeshPlace> goals;
};

/// All over the mesh, some within one polygon or cell, and some that stand nowhere.
inline Agents draw_agents(const PolygonMesh& mesh, std::uint32_t seed, std::size_t count) {
  Random random(seed);
  Agents agents;
  for (std::size_t i = 0; i < count; ++i) {
    agents.starts.push_back(random_place(mesh, random));
    agents.goals.push_back(i % 7 == 0 ? random_place(mesh, agents.starts[i].polygon, random)
                                      : random_place(mesh, random));
  }
  agents.starts[0].polygon = mesh.polygon_count();
  agents.goals[1].polygon = 0xFFFF'FFFFu;
  return agents;
}

inline NavMeshSnapshot with_labels(const NavMeshSnapshot& snapshot) {
  auto tables = snapshot.with_tables(TableOptions{});
  EXPECT_TRUE(tables);
  return *tables;
}

/// A random mesh with agents on it.
struct RandomMeshWorld {
  explicit RandomMeshWorld(std::uint32_t seed, std::size_t count = 300)
      : mesh(make_random_mesh(seed)),
        snapshot(with_labels(build(mesh, make_metric(seed)))),
        agents(draw_agents(mesh, seed, count)),
        arrays(SnapshotArrays::make(snapshot).value()) {}

  PolygonMesh mesh;
  NavMeshSnapshot snapshot;
  Agents agents;
  SnapshotArrays arrays;
};

}  // namespace portolan::detail::test
