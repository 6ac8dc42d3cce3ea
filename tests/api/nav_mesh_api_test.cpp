#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "portolan/navmesh.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast.h"
#include "scenes/mesh_scenes.h"
#include "scenes/random.h"

namespace portolan {
namespace {

Vec3 draw_point(const NavMesh& mesh, detail::scenes::Random& random) {
  const std::uint32_t polygon = random.below(mesh.polygon_count());
  return detail::centre(mesh.polygons(), detail::PolygonId{polygon});
}

/// Two floors with a gap between them that only a link crosses; the second one is of mud.
Geometry two_floors() {
  Geometry level;
  for (const float x : {0.0f, 14.0f}) {
    const auto at = static_cast<std::uint32_t>(level.vertices.size());
    for (const Vec3& v : {Vec3{x, 0, 0}, Vec3{x, 0, 12}, Vec3{x + 12, 0, 12}, Vec3{x + 12, 0, 0}})
      level.vertices.push_back(v);
    level.triangles.push_back({at, at + 1, at + 2});
    level.triangles.push_back({at, at + 2, at + 3});
  }
  level.areas = {0, 0, 1, 1};
  level.area_names = {"grass", "mud"};
  level.links.push_back({{10, 0, 6}, {16, 0, 6}, false, 0, 1, 25.0f});
  return level;
}

TEST(NavMeshApi, OneCallKeepsAreaNamesAndLinkCosts) {
  const auto world = build_nav_mesh(two_floors());
  ASSERT_TRUE(world);
  EXPECT_EQ(world->mesh().polygons().area_names, (std::vector<std::string>{"grass", "mud"}));
  ASSERT_EQ(world->mesh().polygons().links.size(), 1u);
  NavMeshQuery query;
  const NavMeshPath over = query.find_path(*world, {2, 0, 6}, {24, 0, 6});
  ASSERT_TRUE(over);
  EXPECT_GT(over.cost, 25.0 + 8.0 + 8.0 - 0.5);
  EXPECT_LT(over.cost, 25.0 + 8.0 + 8.0 + 2.0);
  const NavMeshPath back = query.find_path(*world, {24, 0, 6}, {2, 0, 6});
  EXPECT_EQ(back.status, Status::unreachable);
  const auto nearest = query.find_nearest_reachable(*world, {24, 0, 6}, {2, 0, 6});
  ASSERT_TRUE(nearest);
  EXPECT_GT(nearest->point.x, 13.0f);
  EXPECT_FALSE(query.find_nearest_reachable(*world, {24, 0, 6}, {2, 0, 6}, {5, 5, 5}));
}

TEST(NavMeshApi, FurtherAgentTypesShareThePartitionAndHaveTables) {
  const auto level = detail::scenes::generate_mesh("city", {.size = 60.0f});
  const auto world = build_nav_mesh(level.value());
  ASSERT_TRUE(world);
  EXPECT_TRUE(world->info().tables);
  NavMeshMetric slow;
  slow.name = "slow";
  slow.cost.fill(3.0f);
  const auto other = world->with_metric(slow);
  ASSERT_TRUE(other);
  EXPECT_TRUE(other->info().tables);
  EXPECT_EQ(other->info().cells, world->info().cells);
  detail::scenes::Random random(4);
  NavMeshQuery query;
  for (int i = 0; i < 50; ++i) {
    const Vec3 from = draw_point(world->mesh(), random), to = draw_point(world->mesh(), random);
    const NavMeshPath path = query.find_path(*world, from, to);
    const NavMeshPath astar = query.find_path(*world, from, to, {.method = Method::astar});
    const NavMeshPath searched = query.find_path(*world, from, to, {.method = Method::hierarchy});
    ASSERT_EQ(path.status, astar.status);
    if (!path) continue;
    EXPECT_EQ(path.cost, astar.cost);
    EXPECT_EQ(path.cost, searched.cost);
    EXPECT_EQ(path.cost, query.find_cost(*world, from, to));
    EXPECT_LE(path.length(), path.cost * 1.001 + 1e-3);
    EXPECT_NEAR(query.find_cost(*other, from, to), 3.0 * path.cost, 0.01 + 0.01 * path.cost);
  }
}

TEST(NavMeshApi, PointsOffTheMeshAreTold) {
  const auto world = build_nav_mesh(two_floors());
  ASSERT_TRUE(world);
  NavMeshQuery query;
  EXPECT_EQ(query.find_path(*world, {2, 40, 6}, {3, 0, 6}).status, Status::invalid_start);
  EXPECT_EQ(query.find_path(*world, {2, 0, 6}, {99, 0, 6}).status, Status::invalid_goal);
  EXPECT_EQ(query.find_path(*world, {2, 0, 6}, {-4, 0, 6}, {.extent = {9, 9, 9}}).status,
            Status::complete);
  NavMeshMetric no_mud;
  no_mud.cost[1] = NavMeshMetric::kBlocked;
  const auto dry = world->with_metric(no_mud);
  ASSERT_TRUE(dry);
  EXPECT_EQ(query.find_path(*dry, {2, 0, 6}, {24, 0, 6}).status, Status::invalid_goal);
}

TEST(NavMeshApi, PolygonsFromMemoryNeedNoRecast) {
  PolygonMesh polygons;
  polygons.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0}, {8, 0, 4}, {8, 0, 0}};
  polygons.corners = {0, 1, 2, 3, 3, 2, 4, 5};
  polygons.corner_begin = {0, 4, 8};
  ASSERT_TRUE(find_portals(polygons));
  const auto world = NavMeshSnapshot::build(NavMesh::make(polygons).value());
  ASSERT_TRUE(world);
  const NavMeshPath path = NavMeshQuery().find_path(*world, {1, 0, 2}, {7, 0, 2});
  ASSERT_TRUE(path);
  EXPECT_EQ(path.polygons, (std::vector<std::uint32_t>{0, 1}));
  EXPECT_NEAR(path.length(), 6.0, 1e-5);
  polygons.corners.back() = 77;
  EXPECT_FALSE(find_portals(polygons));
}

}  // namespace
}  // namespace portolan
