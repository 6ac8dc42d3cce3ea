#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "portolan/terrain.h"
#include "scenes/random.h"
#include "tests/counted_allocations.h"

namespace portolan {
namespace {

TerrainSource hills(std::uint32_t side) {
  TerrainSource source{.heights = {side, side, {}}};
  for (std::uint32_t z = 0; z < side; ++z) {
    for (std::uint32_t x = 0; x < side; ++x)
      source.heights.values.push_back(
          static_cast<float>(4.0 * std::sin(x / 5.0) * std::cos(z / 7.0)));
  }
  return source;
}

double length_of(const std::vector<Vec3>& line) {
  double sum = 0.0;
  for (std::size_t i = 1; i < line.size(); ++i)
    sum += std::hypot(double{line[i].x} - double{line[i - 1].x},
                      double{line[i].y} - double{line[i - 1].y},
                      double{line[i].z} - double{line[i - 1].z});
  return sum;
}

TEST(TerrainApi, PointsInPointsOutByEveryMethod) {
  PriceSettings prices = PriceSettings::plain();
  prices.y = {.down = 2.0, .up = 6.0};
  const auto world = TerrainSnapshot::build(hills(40), prices, {.merged = true});
  ASSERT_TRUE(world);
  ASSERT_TRUE(world->merged() && world->info().tables);
  detail::scenes::Random random(2);
  const auto draw = [&] {
    return Vec3{static_cast<float>(random.below(3900)) / 100.0f, 99.0f,
                static_cast<float>(random.below(3900)) / 100.0f};
  };
  TerrainQuery query;
  for (int i = 0; i < 40; ++i) {
    const Vec3 from = draw(), to = draw();
    const TerrainPath best = query.find_path(*world, from, to, {.method = Method::astar});
    ASSERT_TRUE(best);
    for (const Method method :
         {Method::automatic, Method::hierarchy, Method::merged, Method::guided}) {
      const TerrainPath path =
          query.find_path(*world, from, to, {.method = method, .waypoints = true});
      ASSERT_TRUE(path);
      EXPECT_EQ(path.triangles.front(), world->find_triangle(from));
      EXPECT_EQ(path.triangles.back(), world->find_triangle(to));
      EXPECT_EQ(path.points.size(), std::max<std::size_t>(2, path.triangles.size()));
      EXPECT_EQ(path.points.front().x, from.x);
      EXPECT_LE(std::abs(path.points.front().y), 4.01f);
      EXPECT_EQ(path.points.back().z, to.z);
      const auto lengths = world->measure(path);
      ASSERT_TRUE(lengths);
      EXPECT_NEAR(lengths->weighted, path.cost, 0.001 * path.cost + 0.1);
      EXPECT_EQ(path.waypoints.front(), path.points.front());
      EXPECT_EQ(path.waypoints.back(), path.points.back());
      EXPECT_LE(lengths->waypoints.map, lengths->points.map + 1e-3);
      EXPECT_NEAR(lengths->points.ground, length_of(path.points), 1e-6);
      EXPECT_GE(lengths->waypoints.ground, length_of(path.waypoints) - 1e-3);  // over the hills
      EXPECT_NEAR(lengths->waypoints.up - lengths->waypoints.down,
                  path.points.back().y - path.points.front().y, 1e-3);
      EXPECT_EQ(path.cost, query.find_cost(*world, from, to, {.method = method}));
      EXPECT_GE(path.cost, best.cost);
      if (method == Method::automatic || method == Method::hierarchy) {
        EXPECT_EQ(path.cost, best.cost);
      }
    }
  }
}

TEST(TerrainApi, QueriesAllocateNothingAfterWarmUp) {
  const auto world = TerrainSnapshot::build(hills(40), {}, {.merged = true});
  ASSERT_TRUE(world);
  for (const Method method :
       {Method::automatic, Method::hierarchy, Method::astar, Method::merged, Method::guided}) {
    TerrainQuery query;
    TerrainPath path;
    const auto ask = [&] {
      for (float x = 1.0f; x < 38.0f; x += 4.0f) {
        const Vec3 start{x, 0.0f, 3.0f}, goal{38.0f - x, 0.0f, 36.0f};
        query.find_path(*world, start, goal, path, {.method = method});
        query.find_cost(*world, start, goal, {.method = method});
      }
    };
    ask();
    EXPECT_EQ(detail::test::count_allocations(ask), 0u) << "method " << int(method);
  }
}

TEST(TerrainApi, WhereThereIsNoGroundIsTold) {
  TerrainSource source = hills(16);
  source.heights.values[5 * 16 + 5] = kMissingHeight;
  const auto world = TerrainSnapshot::build(source);
  ASSERT_TRUE(world);
  EXPECT_FALSE(world->merged());
  TerrainQuery query;
  EXPECT_EQ(query.find_path(*world, {5, 0, 5}, {9, 0, 9}).status, Status::invalid_start);
  EXPECT_EQ(query.find_path(*world, {9, 0, 9}, {-3, 0, 5}).status, Status::invalid_goal);
  EXPECT_FALSE(world->find_triangle({-3, 0, 5}));
  EXPECT_EQ(world->bounds().high.x, 15.0f);
}

TEST(TerrainApi, TheNearestReachablePointStandsInForAGoalOutOfReach) {
  TerrainSource source = hills(24);
  for (std::uint32_t z = 0; z < 24; ++z) source.heights.values[z * 24 + 12] = kMissingHeight;
  const auto world = TerrainSnapshot::build(source);
  ASSERT_TRUE(world);
  TerrainQuery query;
  const Vec3 start{3, 0, 5};
  for (const Vec3 goal : {Vec3{20, 0, 9}, Vec3{12, 0, 4}, Vec3{40, 0, 9}}) {
    EXPECT_FALSE(query.find_path(*world, start, goal));
    const auto nearest = query.find_nearest_reachable(*world, start, goal);
    ASSERT_TRUE(nearest);
    EXPECT_NEAR(nearest->x, 11.0, 1e-3);  // where the left part of the ground ends
    EXPECT_NEAR(nearest->z, goal.z, 1e-3);
    EXPECT_TRUE(query.find_path(*world, start, *nearest));
  }
  EXPECT_NEAR(world->find_nearest({12, 0, 4})->z, 4.0, 1e-3);
  EXPECT_NEAR(world->find_nearest({40, 0, 9})->x, 23.0, 1e-3);
  EXPECT_FALSE(query.find_nearest_reachable(*world, {12, 0, 4}, start));
}

TEST(TerrainApi, TablesFollowTheWorldUnlessABudgetIsGiven) {
  TerrainOptions options;
  const auto small = TerrainSnapshot::build(hills(24));
  ASSERT_TRUE(small);
  EXPECT_TRUE(small->info().tables);
  const TerrainSource land = hills(140);  // all of its tables take more than 16 MB
  const auto usual = TerrainSnapshot::build(land);
  ASSERT_TRUE(usual);
  EXPECT_LE(usual->info().table_bytes, 16'000'000u);
  options.table_bytes = kUnlimitedTableBytes;
  const auto all = TerrainSnapshot::build(land, {}, options);
  ASSERT_TRUE(all);
  EXPECT_TRUE(all->info().tables);
  EXPECT_GT(all->info().table_bytes, 16'000'000u);
}

TEST(TerrainApi, PlacesOnTheMapAreFoundAgain) {
  TerrainSource source = hills(16);
  source.heights.frame = MapFrame{700'000.0, 4'000'000.0, 20.0, 0.0, 0.0, -20.0, "EPSG:32616"};
  const auto world = TerrainSnapshot::build(source);
  ASSERT_TRUE(world) << world.error().message;
  EXPECT_EQ(world->frame()->system, "EPSG:32616");
  EXPECT_EQ(world->bounds().high.x, 300.0f);
  const Vec3 start = *world->from_map({700'030.0, 3'999'950.0});
  EXPECT_NEAR(start.x, 30.0, 1e-3);
  EXPECT_NEAR(start.z, 50.0, 1e-3);
  const TerrainPath path = TerrainQuery().find_path(
      *world, start, *world->from_map({700'250.0, 3'999'800.0}), {.waypoints = true});
  ASSERT_TRUE(path);
  EXPECT_NEAR(world->to_map(path.waypoints.back())->x, 700'250.0, 1e-2);
  EXPECT_NEAR(world->to_map(path.waypoints.back())->y, 3'999'800.0, 1e-2);
  EXPECT_FALSE(TerrainSnapshot::build(hills(8))->to_map({1, 0, 1}));
}

TEST(TerrainApi, BadSourcesAreNamed) {
  TerrainSource source = hills(8);
  source.heights.values.pop_back();
  EXPECT_FALSE(TerrainSnapshot::build(source));
  EXPECT_FALSE(TerrainSnapshot::build(Geometry{}));
}

}  // namespace
}  // namespace portolan
