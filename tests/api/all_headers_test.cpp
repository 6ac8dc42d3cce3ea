// All public headers in one file: no two of them define the same name.
#include <gtest/gtest.h>

#include "portolan/batch.h"
#include "portolan/detour.h"
#include "portolan/formats.h"
#include "portolan/geometry.h"
#include "portolan/gpu.h"
#include "portolan/graph.h"
#include "portolan/grid.h"
#include "portolan/io.h"
#include "portolan/navmesh.h"
#include "portolan/picture.h"
#include "portolan/portolan.h"
#include "portolan/recast.h"
#include "portolan/recast_options.h"
#include "portolan/surface.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

TEST(PublicHeaders, AnswerThroughOneShape) {
  const auto asks = [](auto query, const auto& world, const auto& from, const auto& to) {
    auto path = query.find_path(world, from, to);
    const portolan::Status again = query.find_path(world, from, to, path);
    EXPECT_TRUE(path);
    EXPECT_EQ(again, path.status);
    EXPECT_EQ(path.cost, query.find_cost(world, from, to));
  };
  using portolan::Vec3;
  portolan::Geometry floor;
  floor.vertices = {{0, 0, 0}, {0, 0, 20}, {20, 0, 20}, {20, 0, 0}};
  floor.triangles = {{0, 1, 2}, {0, 2, 3}};
  asks(portolan::GridQuery(), *portolan::GridSnapshot::build(*portolan::Grid::parse("...\n...\n")),
       portolan::Tile{0, 0}, portolan::Tile{2, 1});
  asks(portolan::NavMeshQuery(), *portolan::build_nav_mesh(floor), Vec3{3, 0, 3}, Vec3{17, 0, 9});
  asks(portolan::TerrainQuery(), *portolan::TerrainSnapshot::build(floor), Vec3{3, 0, 9},
       Vec3{9, 0, 3});
  const std::vector<portolan::GraphEdge> edges = {{0, 1, 5}, {1, 2, 7}};
  asks(portolan::GraphQuery(), *portolan::GraphSnapshot::build(3, edges), 0u, 2u);
}
