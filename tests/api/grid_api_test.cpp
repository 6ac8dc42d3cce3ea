#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "portolan/grid.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "scenes/grid_scenes.h"
#include "scenes/random.h"

namespace portolan {
namespace {

Grid city() {
  return detail::scenes::generate_grid("city", {.width = 128, .height = 96, .seed = 3}).value();
}

std::vector<Tile> free_tiles(const GridSnapshot& world) {
  std::vector<Tile> tiles;
  for (std::int32_t y = 0; y < 96; ++y) {
    for (std::int32_t x = 0; x < 128; ++x) {
      if (world.passable({x, y})) tiles.push_back({x, y});
    }
  }
  return tiles;
}

/// The cost of a path over tiles that all cost 1, diagonals only between free tiles; infinite where
/// a move is not legal.
double cost_of(const GridSnapshot& world, const std::vector<Tile>& tiles) {
  double cost = 0.0;
  for (std::size_t i = 1; i < tiles.size(); ++i) {
    const Tile a = tiles[i - 1], b = tiles[i];
    if (std::abs(a.x - b.x) > 1 || std::abs(a.y - b.y) > 1 || !world.passable(b) ||
        !world.passable({a.x, b.y}) || !world.passable({b.x, a.y}))
      return INFINITY;
    cost += a.x != b.x && a.y != b.y ? std::sqrt(2.0) : 1.0;
  }
  return cost;
}

TEST(GridApi, PathsAreLegalAndCostTheSumOfTheirMovesByEveryMethod) {
  const auto world = GridSnapshot::build(city());
  ASSERT_TRUE(world);
  EXPECT_TRUE(world->info().tables);
  const std::vector<Tile> tiles = free_tiles(*world);
  detail::scenes::Random random(1);
  GridQuery query;
  for (int i = 0; i < 100; ++i) {
    const Tile from = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
    const Tile to = tiles[random.below(static_cast<std::uint32_t>(tiles.size()))];
    const GridPath best = query.find_path(*world, from, to, {.method = Method::astar});
    for (const Method method : {Method::automatic, Method::hierarchy, Method::astar}) {
      const GridPath path = query.find_path(*world, from, to, {.method = method});
      ASSERT_EQ(path.status, best.status);
      if (!path) continue;
      EXPECT_EQ(path.tiles.front(), from);
      EXPECT_EQ(path.tiles.back(), to);
      EXPECT_NEAR(path.cost, cost_of(*world, path.tiles), 1e-3 * path.cost);
      EXPECT_GE(path.cost, best.cost);
      EXPECT_LE(path.cost, 1.1 * best.cost + 2.0);
      EXPECT_GE(query.find_cost(*world, from, to, {.method = method}), path.cost);
    }
  }
}

TEST(GridApi, DefaultsAreThoseThatMeasuredBestForTables) {
  const Grid grid = city();
  const auto world = GridSnapshot::build(grid);
  const auto inside = detail::GridSnapshot::build(grid, {}, {.for_tables = true});
  ASSERT_TRUE(world && inside);
  EXPECT_EQ(world->inside().options().cell_size, inside->options().cell_size);
  EXPECT_EQ(world->inside().options().transitions.spacing, inside->options().transitions.spacing);
  const auto without = GridSnapshot::build(grid, {}, {.table_bytes = 0});
  ASSERT_TRUE(without);
  EXPECT_FALSE(without->info().tables);
  EXPECT_EQ(without->info().table_bytes, 0u);
  EXPECT_NE(without->info().table_reason.find("none were built"), std::string::npos);
  const auto edited = without->edit(std::vector<TileChange>{{{0, 0}, '@'}});
  EXPECT_EQ(edited->info().table_reason, without->info().table_reason);
}

TEST(GridApi, EndsThatCannotBeStoodOnAndGoalsOutOfReachAreTold) {
  const auto world = GridSnapshot::build(*Grid::parse("..@..\n..@..\n"));
  ASSERT_TRUE(world);
  GridQuery query;
  EXPECT_EQ(query.find_path(*world, {2, 0}, {0, 0}).status, Status::invalid_start);
  EXPECT_EQ(query.find_path(*world, {0, 0}, {9, 0}).status, Status::invalid_goal);
  const GridPath none = query.find_path(*world, {0, 0}, {4, 1});
  EXPECT_EQ(none.status, Status::unreachable);
  EXPECT_TRUE(std::isinf(none.cost) && none.tiles.empty() && !none);
  EXPECT_TRUE(std::isinf(query.find_cost(*world, {0, 0}, {4, 1})));
}

TEST(GridApi, EditsAreAnsweredBeforeAndAfterNewTables) {
  const auto world = GridSnapshot::build(
      city(), {}, {.transitions = TransitionPolicy{.kind = TransitionKind::all}});
  ASSERT_TRUE(world);
  const std::vector<Tile> tiles = free_tiles(*world);
  std::vector<TileChange> changes;
  for (std::size_t i = 0; i < 40; ++i) changes.push_back({tiles[i * 97 % tiles.size()], '@'});
  const auto edited = world->edit(changes);
  ASSERT_TRUE(edited);
  EXPECT_FALSE(edited->info().tables);
  EXPECT_NE(edited->info().table_reason.find("edited"), std::string::npos);
  EXPECT_EQ(edited->version(), world->version() + 1);
  const auto tabled = edited->with_tables();
  ASSERT_TRUE(tabled);
  EXPECT_TRUE(tabled->info().tables);
  EXPECT_EQ(tabled->info().table_reason, world->info().table_reason);
  GridQuery query;
  for (std::size_t i = 0; i < 50; ++i) {
    const Tile from = tiles[i * 31 % tiles.size()], to = tiles[(i + 9) * 57 % tiles.size()];
    const GridPath best = query.find_path(*edited, from, to, {.method = Method::astar});
    EXPECT_EQ(query.find_path(*edited, from, to).status, best.status);
    EXPECT_EQ(query.find_cost(*edited, from, to), query.find_cost(*tabled, from, to));
    if (best) {
      EXPECT_EQ(query.find_cost(*tabled, from, to), best.cost);
    }
  }
  EXPECT_FALSE(world->edit(std::vector<TileChange>{{{500, 0}, '@'}}));
}

TEST(GridApi, AWalkArrivesAndAvoidsWhatStandsInItsPath) {
  const auto world = GridSnapshot::build(*Grid::parse("........\n........\n........\n"));
  ASSERT_TRUE(world);
  GridQuery query;
  GridWalk walk;
  EXPECT_FALSE(walk.position());
  ASSERT_EQ(walk.plan(query, *world, {0, 1}, {7, 1}), Status::partial);
  const auto occupied = [](Tile t) { return t == Tile{4, 1}; };
  for (int step = 0; step < 20 && walk.status() == Status::partial; ++step) {
    walk.avoid(query, occupied, 3);
    ASSERT_FALSE(walk.ahead(query, 1).empty());
    EXPECT_NE(walk.ahead(query, 1).front(), (Tile{4, 1}));
    walk.advance();
  }
  EXPECT_EQ(walk.status(), Status::complete);
  EXPECT_EQ(walk.position(), (Tile{7, 1}));
}

TEST(GridApi, BadOptionsAreNamed) {
  const auto bad = GridSnapshot::build(city(), {}, {.cell_size = 1});
  ASSERT_FALSE(bad);
  EXPECT_NE(bad.error().message.find("cell size 1"), std::string::npos) << bad.error().message;
}

}  // namespace
}  // namespace portolan
