#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "portolan/navmesh/nav_mesh_world.h"

namespace portolan::detail::test {

/// Every two doorways that follow each other on a path must be joined by an edge.
inline void expect_edges(const NavMeshWorld& world, const std::vector<NodeId>& nodes) {
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    bool found = false;
    world.for_each_edge(index(nodes[i - 1]), Label{}, [&](std::uint32_t to, Cost, std::uint32_t) {
      found |= NodeId{to} == nodes[i];
    });
    EXPECT_TRUE(found);
  }
}

}  // namespace portolan::detail::test
