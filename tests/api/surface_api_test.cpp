#include <gtest/gtest.h>

#include <cmath>

#include "portolan/recast.h"
#include "portolan/surface.h"

namespace portolan {
namespace {

/// A floor of 40 x 20 m with a strip of mud across it, and a platform beside it.
Geometry muddy_floor() {
  Geometry level;
  const auto add = [&](float x0, float x1, std::uint8_t area) {
    const auto at = static_cast<std::uint32_t>(level.vertices.size());
    for (const Vec3& v : {Vec3{x0, 0, 0}, Vec3{x0, 0, 20}, Vec3{x1, 0, 20}, Vec3{x1, 0, 0}})
      level.vertices.push_back(v);
    level.triangles.insert(level.triangles.end(), {{at, at + 1, at + 2}, {at, at + 2, at + 3}});
    level.areas.insert(level.areas.end(), 2, area);
  };
  add(0, 18, 0);
  add(18, 22, 1);
  add(22, 40, 0);
  add(50, 60, 0);
  return level;
}

TEST(SurfaceApi, AllAnswersHonourTheMetric) {
  const auto open = build_nav_mesh(muddy_floor());
  ASSERT_TRUE(open);
  NavMeshMetric dry;
  dry.name = "dry";
  dry.cost[1] = NavMeshMetric::kBlocked;
  const auto closed = open->with_metric(dry);
  ASSERT_TRUE(closed);
  const auto start = open->find_nearest({5, 0, 10});
  ASSERT_TRUE(start);
  SurfaceQuery surface;
  EXPECT_FALSE(surface.cast_ray(*open, *start, {35, 0, 10}).hit);
  const RayHit wall = surface.cast_ray(*closed, *start, {35, 0, 10});
  EXPECT_TRUE(wall.hit);
  EXPECT_NEAR(wall.end.point.x, 18.0f, 0.5f);
  EXPECT_NEAR(wall.normal.x, -1.0f, 0.01f);
  const auto near_mud = open->find_nearest({17, 0, 10});
  EXPECT_NEAR(surface.move_along(*open, *near_mud, {20, 0, 11}).end.point.x, 20.0f, 0.01f);
  EXPECT_LT(surface.move_along(*closed, *near_mud, {20, 0, 11}).end.point.x, 18.6f);
  EXPECT_GT(surface.find_wall(*open, *near_mud, 20)->distance, 5.0f);
  EXPECT_LT(surface.find_wall(*closed, *near_mud, 20)->distance, 1.6f);
  EXPECT_FALSE(surface.find_wall(*open, *near_mud, 0.5f));
  std::vector<std::uint32_t> all, some;
  surface.find_polygons_around(*open, *near_mud, 12, all);
  surface.find_polygons_around(*closed, *near_mud, 12, some);
  EXPECT_GT(all.size(), some.size());
  for (const std::uint32_t polygon : some) EXPECT_TRUE(closed->passable(polygon));
}

TEST(SurfaceApi, RandomPlaces) {
  const auto world = build_nav_mesh(muddy_floor());
  ASSERT_TRUE(world);
  PlaceDrawer drawer(*world, 1), same(*world, 1), other(*world, 2);
  const auto start = world->find_nearest({5, 0, 10});
  bool platform = false, differs = false;
  for (int i = 0; i < 200; ++i) {
    const auto place = drawer.draw();
    ASSERT_TRUE(place);
    EXPECT_EQ(place, same.draw());
    differs = differs || place != other.draw();
    platform = platform || place->point.x > 45;
    const auto reachable = drawer.draw_reachable(*start);
    ASSERT_EQ(reachable, same.draw_reachable(*start));
    EXPECT_LT(reachable->point.x, 45.0f);
  }
  EXPECT_TRUE(platform && differs);
}

/// What is out of reach is told from what is not, and the path goes as near as it can, whatever the
/// method.
TEST(SurfaceApi, PathsGoAsNearAsTheyCan) {
  const auto world = build_nav_mesh(muddy_floor());
  ASSERT_TRUE(world);
  NavMeshQuery query;
  for (const Method method : {Method::automatic, Method::hierarchy, Method::astar}) {
    const NavMeshQueryOptions options{.method = method, .nearest = true};
    const NavMeshPath path = query.find_path(*world, {5, 0, 10}, {55, 0, 10}, options);
    EXPECT_EQ(path.status, Status::partial);
    EXPECT_FALSE(path);
    ASSERT_FALSE(path.waypoints.empty());
    EXPECT_NEAR(path.waypoints.back().point.x, 39.4f, 0.5f);
    EXPECT_NEAR(path.length(), 34.4, 0.7);
    const auto nearest =
        query.find_nearest_reachable(*world, {5, 0, 10}, {55, 0, 10}, {100, 100, 100});
    ASSERT_TRUE(nearest);
    EXPECT_NEAR(distance(nearest->point, path.waypoints.back().point), 0.0f, 0.7f);
    EXPECT_EQ(query.find_path(*world, {5, 0, 10}, {35, 0, 10}, options).status, Status::complete);
  }
}

/// Links that end off the mesh are named, those of a build and those added later.
TEST(SurfaceApi, LooseLinksAreNamed) {
  Geometry level = muddy_floor();
  level.links = {{{45, 0, 10}, {55, 0, 10}}, {{35, 0, 10}, {55, 0, 10}}, {{35, 0, 5}, {45, 0, 5}}};
  const auto made = make_nav_mesh(level);
  ASSERT_TRUE(made);
  EXPECT_EQ(made->loose_links, (std::vector<std::uint32_t>{0, 2}));
  level.links[0].radius = 6.0f;  // one of its own, wide enough
  EXPECT_EQ(make_nav_mesh(level)->loose_links, (std::vector<std::uint32_t>{2}));
  PolygonMesh polygons = make_nav_mesh(muddy_floor())->mesh.polygons();
  EXPECT_EQ(add_links(polygons, level.links, {1.2f, 0.9f, 1.2f}), (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(polygons.links.size(), 2u);
  const auto world = NavMeshSnapshot::build(*NavMesh::make(std::move(polygons)));
  ASSERT_TRUE(world);
  const NavMeshPath path = NavMeshQuery().find_path(*world, {5, 0, 10}, {55, 0, 10});
  ASSERT_TRUE(path);
  EXPECT_TRUE(std::any_of(path.waypoints.begin(), path.waypoints.end(),
                          [](const Waypoint& w) { return w.link; }));
}

}  // namespace
}  // namespace portolan
