#pragma once

#include "tests/navmesh/nav_mesh_testing.h"

/// What holds of every path under the paper's model.
namespace portolan::detail::test {

/// Each polygon beside the next, by a portal that may be crossed so or a link.
inline void expect_legal(const NaiveGraph& graph, const PolygonMesh& mesh, const MeshPlace& start,
                         const MeshPlace& goal, const NavMeshPath& path) {
  ASSERT_FALSE(path.polygons.empty());
  EXPECT_EQ(path.polygons.front(), start.polygon);
  EXPECT_EQ(path.polygons.back(), goal.polygon);
  for (std::size_t i = 0; i < path.polygons.size(); ++i) {
    EXPECT_TRUE(graph.passable(path.polygons[i]));
    if (i == 0) continue;
    const std::uint32_t from = path.polygons[i - 1], to = path.polygons[i];
    bool beside = false;
    for (const Portal& p : mesh.portals) {
      for (const int side : {0, 1})
        beside |= p.crossable_from[side] && p.polygons[side] == from && p.polygons[1 - side] == to;
    }
    for (std::uint32_t l = 0; l < mesh.links.size(); ++l) {
      const PolygonLink& link = mesh.links[l];
      beside |=
          link.from_polygon == from && link.to_polygon == to && graph.link(l, false) != kInfinite;
      beside |=
          link.to_polygon == from && link.from_polygon == to && graph.link(l, true) != kInfinite;
    }
    EXPECT_TRUE(beside) << "polygon " << from << " to " << to;
  }
}

}  // namespace portolan::detail::test
