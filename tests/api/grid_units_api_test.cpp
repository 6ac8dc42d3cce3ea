#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <vector>

#include "portolan/grid.h"
#include "portolan/io.h"
#include "scenes/grid_scenes.h"
#include "scenes/random.h"
#include "tests/temporary_folder.h"

/// Many units on one map, by the public header: sizes, flows, the nearest reachable tile.
namespace portolan {
namespace {

Grid city_of_units() {
  return detail::scenes::generate_grid("city", {.width = 128, .height = 96, .seed = 3}).value();
}

Tile draw(detail::scenes::Random& random) {
  return {static_cast<std::int32_t>(random.below(128)),
          static_cast<std::int32_t>(random.below(96))};
}

TEST(GridUnits, EverySizeIsAWorldOfItsOwnThatEditsKeep) {
  auto world = GridSnapshot::build(city_of_units(), {}, {.sizes = {1, 2, 3}});
  ASSERT_TRUE(world);
  EXPECT_EQ(world->sizes(), (std::vector<std::uint32_t>{1, 2, 3}));
  EXPECT_FALSE(world->of_size(4));
  EXPECT_FALSE(GridSnapshot::build(city_of_units(), {}, {.sizes = {3, 2}}));
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
  const auto world = GridSnapshot::build(city_of_units());
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

/// Doors toggle while units walk, nobody steps on another, and all end as near as they can.
TEST(GridUnits, AFlowLeadsUnitsAroundEachOther) {
  auto world = GridSnapshot::build(city_of_units(), {}, {.table_bytes = 0});
  ASSERT_TRUE(world);
  detail::scenes::Random random(5);
  Tile goal = draw(random);
  while (!world->passable(goal)) goal = draw(random);
  std::vector<Tile> units;
  const auto taken = [&](Tile t) {
    return std::find(units.begin(), units.end(), t) != units.end();
  };
  while (units.size() < 60) {
    const Tile t = draw(random);
    if (world->passable(t) && !taken(t)) units.push_back(t);
  }
  GridFlow flow;
  ASSERT_EQ(flow.begin(*world, goal), Status::complete);
  bool moved = true;
  for (int frame = 0; moved; ++frame) {
    ASSERT_LT(frame, 2000);
    moved = false;
    if (frame < 20) {
      const Tile door = draw(random);
      if (!taken(door) && door != goal)
        world = world->edit(std::vector<TileChange>{{door, world->passable(door) ? '@' : '.'}});
      ASSERT_EQ(flow.adopt(*world), Status::complete);
    }
    for (Tile& unit : units) {
      const auto next = flow.next(unit, taken);
      if (!next) continue;
      ASSERT_FALSE(taken(*next));
      ASSERT_LT(flow.cost(*next), flow.cost(unit));
      ASSERT_LE(std::max(std::abs(next->x - unit.x), std::abs(next->y - unit.y)), 1);
      ASSERT_TRUE(world->passable({next->x, unit.y}) && world->passable({unit.x, next->y}));
      unit = *next;
      moved = true;
    }
  }
  EXPECT_TRUE(taken(goal));
  for (const Tile unit : units) {  // who is not there stands behind somebody
    const auto next = flow.next(unit);
    EXPECT_TRUE(!next || taken(*next));
  }
  GridFlow anew;
  anew.begin(*world, goal);
  for (int k = 0; k < 200; ++k) {
    const Tile t = draw(random);
    EXPECT_EQ(flow.cost(t), anew.cost(t));
  }
}

TEST(GridUnits, TheNearestReachableTileStandsInForAGoalOutOfReach) {
  const auto world = GridSnapshot::build(*Grid::parse("..@..\n..@..\n"));
  GridQuery query;
  EXPECT_EQ(query.find_nearest_reachable(*world, {0, 0}, {4, 1}), (Tile{1, 1}));
  EXPECT_EQ(query.find_nearest_reachable(*world, {0, 0}, {2, 0}), (Tile{1, 0}));
  EXPECT_EQ(query.find_nearest_reachable(*world, {2, 0}, {0, 0}), std::nullopt);
}

constexpr const char* kTwoGaps = R"(
..........
..........
@..@@@@..@
..........
..........
)";

/// Steps to the end, on tiles where its units can stand alone; whether it got there.
bool walk_to_the_end(GridWalk& walk, GridQuery& query, const GridSnapshot& world) {
  for (int step = 0; step < 10'000 && walk.status() == Status::partial; ++step) {
    if (walk.ahead(query, 1).empty()) break;
    walk.advance();
    EXPECT_TRUE(world.passable(*walk.position()));
  }
  return walk.status() == Status::complete;
}

TEST(GridUnits, AWalkAdoptsTheSizeThatItWasPlannedFor) {
  const auto world = GridSnapshot::build(*Grid::parse(kTwoGaps), {}, {.sizes = {1, 2}});
  ASSERT_TRUE(world);
  GridQuery query;
  GridWalk walk;
  ASSERT_EQ(walk.plan(query, *world->of_size(2), {1, 0}, {1, 3}), Status::partial);
  // The near gap shrinks to one tile: only the far one is wide enough now.
  const auto narrowed = world->edit(std::vector<TileChange>{{{2, 2}, '@'}});
  ASSERT_TRUE(narrowed);
  ASSERT_EQ(narrowed->size(), 1u);
  EXPECT_EQ(walk.adopt(query, *narrowed), Status::partial);
  EXPECT_EQ(walk.replans(), 1u);
  EXPECT_TRUE(walk_to_the_end(walk, query, *narrowed->of_size(2)));
  EXPECT_EQ(walk.position(), (Tile{1, 3}));
  // Given a wide world, a walk of one tile goes on as such.
  ASSERT_EQ(walk.plan(query, *world, {1, 0}, {1, 3}), Status::partial);
  EXPECT_EQ(walk.adopt(query, *narrowed->of_size(2)), Status::partial);
  EXPECT_EQ(walk.replans(), 0u);
  EXPECT_TRUE(walk_to_the_end(walk, query, *narrowed));
}

TEST(GridUnits, AFlowAdoptsTheSizeThatItBeganFor) {
  const auto world =
      GridSnapshot::build(*Grid::parse(kTwoGaps), {}, {.table_bytes = 0, .sizes = {1, 2}});
  ASSERT_TRUE(world);
  const auto narrowed = world->edit(std::vector<TileChange>{{{2, 2}, '@'}});
  ASSERT_TRUE(narrowed);
  GridFlow flow;
  EXPECT_EQ(flow.adopt(*world), Status::invalid_goal);  // no goal yet
  ASSERT_EQ(flow.begin(*world->of_size(2), {1, 3}), Status::complete);
  ASSERT_EQ(flow.adopt(*narrowed), Status::complete);
  GridQuery query;
  EXPECT_EQ(flow.cost({1, 0}), query.find_cost(*narrowed->of_size(2), {1, 0}, {1, 3}));
  EXPECT_GT(flow.cost({1, 0}), query.find_cost(*narrowed, {1, 0}, {1, 3}));
  EXPECT_TRUE(std::isinf(flow.cost({9, 0})));  // too narrow for it
}

TEST(GridUnits, WalksAndFlowsTakeNoWorldThatDoesNotFit) {
  const auto world = GridSnapshot::build(*Grid::parse(kTwoGaps), {}, {.sizes = {1, 2}});
  const auto narrow = GridSnapshot::build(*Grid::parse(kTwoGaps));
  const auto other = GridSnapshot::build(*Grid::parse(".....\n.....\n.....\n.....\n.....\n"), {},
                                         {.sizes = {1, 2}});
  ASSERT_TRUE(world && narrow && other);
  GridQuery query;
  GridWalk walk;
  EXPECT_EQ(walk.adopt(query, *world), Status::unreachable);  // no plan yet
  GridFlow flow;
  for (const GridSnapshot& bad : {*narrow, *other}) {
    ASSERT_EQ(walk.plan(query, *world->of_size(2), {1, 0}, {1, 3}), Status::partial);
    ASSERT_FALSE(walk.ahead(query, 1).empty());
    walk.advance();
    const auto at = walk.position();
    EXPECT_EQ(walk.adopt(query, bad), Status::invalid_start);
    EXPECT_EQ(walk.status(), Status::invalid_start);
    EXPECT_EQ(walk.position(), at);
    EXPECT_TRUE(walk.ahead(query, 1).empty());
    EXPECT_EQ(walk.adopt(query, *world), Status::partial);
    EXPECT_TRUE(walk_to_the_end(walk, query, *world->of_size(2)));
    EXPECT_EQ(walk.adopt(query, bad), Status::invalid_start);
    EXPECT_EQ(walk.position(), (Tile{1, 3}));
    EXPECT_EQ(walk.adopt(query, *world), Status::complete);

    ASSERT_EQ(flow.begin(*world->of_size(2), {1, 3}), Status::complete);
    const double cost = flow.cost({1, 0});
    EXPECT_EQ(flow.adopt(bad), Status::invalid_goal);
    EXPECT_TRUE(std::isinf(flow.cost({1, 0})));
    EXPECT_FALSE(flow.next({1, 0}));
    EXPECT_EQ(flow.adopt(*world), Status::complete);
    EXPECT_EQ(flow.cost({1, 0}), cost);
  }
}

/// The same map, cut into other squares, may follow as well: the walk plans again.
TEST(GridUnits, AWalkAdoptsAWorldThatIsBuiltAnew) {
  const auto small = GridSnapshot::build(city_of_units(), {}, {.cell_size = 4, .levels = 4});
  const auto large = GridSnapshot::build(city_of_units(), {}, {.cell_size = 64});
  ASSERT_TRUE(small && large);
  detail::scenes::Random random(4);
  GridQuery query;
  GridWalk walk;
  for (int k = 0; k < 50; ++k) {
    const Tile from = draw(random), to = draw(random);
    if (walk.plan(query, *small, from, to) != Status::partial) continue;
    EXPECT_EQ(walk.adopt(query, *large), Status::partial);
    EXPECT_TRUE(walk_to_the_end(walk, query, *large));
    EXPECT_EQ(walk.position(), to);
  }
}

}  // namespace
}  // namespace portolan
