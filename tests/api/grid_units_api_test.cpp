#include <gtest/gtest.h>

#include <cmath>

#include "portolan/grid.h"
#include "portolan/io.h"
#include "scenes/grid_scenes.h"
#include "scenes/random.h"
#include "tests/temporary_folder.h"

/// Many units on one map, by the public header: sizes, flows, the nearest reachable tile.
namespace portolan {
namespace {

Grid city() {
  return detail::scenes::generate_grid("city", {.width = 128, .height = 96, .seed = 3}).value();
}

Tile draw(detail::scenes::Random& random) {
  return {static_cast<std::int32_t>(random.below(128)),
          static_cast<std::int32_t>(random.below(96))};
}

TEST(GridUnits, EverySizeIsAWorldOfItsOwnThatEditsKeep) {
  auto world = GridSnapshot::build(city(), {}, {.sizes = {1, 2, 3}});
  ASSERT_TRUE(world);
  EXPECT_EQ(world->sizes(), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_FALSE(world->of_size(4));
  EXPECT_FALSE(GridSnapshot::build(city(), {}, {.sizes = {3, 2}}));
  detail::scenes::Random random(1);
  for (int edit = 0; edit < 3; ++edit) {
    for (const std::uint32_t size : {1u, 2u, 3u}) {
      const GridSnapshot sized = *world->of_size(size);
      EXPECT_EQ(sized.size(), size);
      GridQuery query;
      for (int k = 0; k < 100; ++k) {
        const Tile from = draw(random), to = draw(random);
        ASSERT_EQ(sized.passable(from), world->clearance(from) >= size);
        const GridPath path = query.find_path(sized, from, to);
        ASSERT_EQ(path.status, query.find_path(sized, from, to, {.method = Method::astar}).status);
        for (const Tile t : path.tiles) ASSERT_GE(world->clearance(t), size);
      }
    }
    const TileChange wall[] = {{draw(random), '@'}, {draw(random), '@'}, {draw(random), '.'}};
    world = *world->of_size(2)->edit(wall)->of_size(1);
  }
  const detail::TemporaryFolder folder;
  ASSERT_TRUE(save(folder.path() / "a.portolan", *world));
  EXPECT_EQ(load_grid(folder.path() / "a.portolan")->sizes(), world->sizes());
}

TEST(GridUnits, AFlowLeadsEverybodyToTheGoal) {
  const auto world = GridSnapshot::build(city());
  ASSERT_TRUE(world);
  const TileChange wall[] = {{{60, 50}, '@'}};
  const auto edited = world->edit(wall);  // without tables
  detail::scenes::Random random(2);
  GridQuery query;
  GridFlow flow;
  EXPECT_TRUE(std::isinf(flow.cost({0, 0})));
  for (const GridSnapshot& snapshot : {*world, *edited}) {
    Tile goal = draw(random);
    while (!snapshot.passable(goal)) goal = draw(random);
    ASSERT_EQ(flow.begin(snapshot, goal), Status::complete);
    for (int k = 0; k < 200; ++k) {
      Tile at = draw(random);
      ASSERT_EQ(flow.cost(at), query.find_cost(snapshot, at, goal));
      if (std::isinf(flow.cost(at))) {
        EXPECT_FALSE(flow.next(at));
        continue;
      }
      int steps = 0;
      for (auto next = flow.next(at); next && steps < 1000; next = flow.next(at), ++steps)
        at = *next;
      EXPECT_EQ(at, goal);
    }
  }
  EXPECT_EQ(flow.begin(*world, {-1, 0}), Status::invalid_goal);
  EXPECT_FALSE(flow.next({0, 0}));
}

TEST(GridUnits, TheNearestReachableTileStandsInForAGoalOutOfReach) {
  const auto world = GridSnapshot::build(*Grid::parse("..@..\n..@..\n"));
  GridQuery query;
  EXPECT_EQ(query.find_nearest_reachable(*world, {0, 0}, {4, 1}), (Tile{1, 1}));
  EXPECT_EQ(query.find_nearest_reachable(*world, {0, 0}, {2, 0}), (Tile{1, 0}));
  EXPECT_EQ(query.find_nearest_reachable(*world, {2, 0}, {0, 0}), std::nullopt);
}

}  // namespace
}  // namespace portolan
