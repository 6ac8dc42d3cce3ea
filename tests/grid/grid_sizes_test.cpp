#include "portolan/grid/grid_sizes.h"

#include <gtest/gtest.h>

#include "grid_testing.h"
#include "portolan/grid/grid_flow.h"
#include "scenes/grid_scenes.h"

/// Units of several widths: everything as on a map on which walls have grown by their width.
namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

/// The map as units of a width see it, by its description: a tile is blocked unless the whole
/// square with that tile at its top left is free.
Grid eroded(const Grid& grid, const GridMetric& metric, std::int32_t size) {
  std::vector<TileLetter> letters;
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y) {
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x) {
      bool free = true;
      for (std::int32_t v = y; v < y + size; ++v) {
        for (std::int32_t u = x; u < x + size; ++u)
          free = free && grid.contains({u, v}) && metric.passable(grid.at({u, v}));
      }
      letters.push_back(free ? grid.at({x, y}) : '@');
    }
  }
  return Grid::make(grid.width(), grid.height(), std::move(letters)).value();
}

GridSizes build(const Grid& grid, const GridMetric& metric, const GridBuildOptions& options,
                std::vector<std::uint32_t> widths) {
  auto sizes = GridSizes::build(grid, metric, options, widths);
  EXPECT_TRUE(sizes.ok()) << sizes.error().message;
  return std::move(sizes).value();
}

/// Costs of a size against Dijkstra's on the eroded map, by search and by tables.
void expect_costs_of_dijkstra(const GridSnapshot& snapshot, Random& random) {
  const auto size = static_cast<std::int32_t>(snapshot.unit_size());
  const NaiveWorld naive(eroded(snapshot.grid(), snapshot.metric(), size), snapshot.metric());
  GridQuery query;
  GridPath path;
  for (int k = 0; k < 6; ++k) {
    const Tile a = test::random_tile(random, snapshot.grid());
    ASSERT_EQ(snapshot.passable(a), naive.free(a));
    if (!naive.free(a)) continue;
    const auto costs = naive.costs_from(a);
    for (int i = 0; i < 20; ++i) {
      const Tile b = test::random_tile(random, snapshot.grid());
      query.find_path(snapshot, a, b, ask(), path);
      ASSERT_EQ(path.cost, naive.cost_at(costs, b));
      if (path.status == Status::complete) {
        ASSERT_TRUE(naive.is_path(snapshot.graph(), path.nodes, a, b, path.cost));
      }
    }
  }
}

TEST(GridSizes, EverySizeIsExactOnTheErodedMap) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Grid grid = test::random_grid(random, 41, 33, 6, seed % 2 == 0 ? "." : "124");
    GridSizes sizes = build(grid, test::metric_with(test::kRules[seed % 4]),
                            test::options_with(7, test::kAll), {1, 2, 3});
    ASSERT_EQ(sizes.widths(), (std::vector<std::uint32_t>{1, 2, 3}));
    if (seed % 3 == 0) sizes = sizes.with_tables({}).value();
    for (const GridSnapshot& snapshot : sizes.all()) {
      expect_costs_of_dijkstra(snapshot, random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GridSizes, EditsEqualARebuildForEverySize) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Grid grid = test::random_grid(random, 40, 30, 8, seed % 2 == 0 ? "." : "12");
    const auto options = test::options_with(static_cast<std::uint32_t>(random.between(2, 9)),
                                            test::kPolicies[seed % test::kPolicies.size()]);
    GridSizes sizes = build(grid, GridMetric{}, options, {1, 2, 4});
    for (int edit = 0; edit < 15; ++edit) {
      std::vector<TileChange> changes;
      for (int i = random.between(1, 5); i > 0; --i)
        changes.push_back({test::random_tile(random, grid), random.chance(50) ? '@' : '2'});
      sizes = sizes.edit(changes).value();
      const GridSnapshot first =
          GridSnapshot::build(sizes.first().grid(), GridMetric{}, options).value();
      ASSERT_TRUE(test::same_cells(sizes.first(), first));
      for (std::size_t i = 1; i < 3; ++i) {
        const GridSnapshot& edited = sizes.all()[i];
        GridSnapshot rebuilt = first.of_unit_size(edited.unit_size(), options.store_steps).value();
        if (edited.hierarchy().levels() < first.hierarchy().levels())
          rebuilt = rebuilt.lowest_level(first.hierarchy().cells());
        ASSERT_TRUE(test::same_cells(edited, rebuilt)) << "size number " << i;
      }
    }
  }
}

TEST(GridSizes, ShareGridAndPartitionAndTakeLess) {
  Random random(5);
  std::vector<TileChange> walls;
  for (int i = 0; i < 60; ++i)
    walls.push_back({{random.between(0, 199), random.between(0, 199)}, '@'});
  const Grid grid = test::random_grid(random, 200, 200, 0).with(walls).value();
  const GridSizes sizes =
      build(grid, GridMetric{}, {.for_tables = true}, {1, 2, 3}).with_tables({}).value();
  for (const std::uint32_t width : {2u, 3u}) {
    const GridSnapshot& further = *sizes.find(width);
    EXPECT_EQ(&further.grid(), &sizes.first().grid());
    EXPECT_EQ(&further.hierarchy().partition(), &sizes.first().hierarchy().partition());
    EXPECT_LE(sizes.share(further), GridSizes::kMostShare);
    EXPECT_LT(sizes.bytes(further),  // some cells are shared
              further.hierarchy().bytes() + further.tables().bytes());
  }
  EXPECT_EQ(sizes.find(4), nullptr);
}

/// Corridors of a maze: hardly a square is the same for units of two widths, so that further ones
/// do without the upper level where the world has no tables, and are as exact as those that have
/// it.
TEST(GridSizes, WhatWouldTakeTooMuchHasItsLowestLevelAlone) {
  const Grid grid =
      scenes::generate_grid("maze", {.width = 161, .height = 161, .corridor_width = 12}).value();
  for (const TransitionPolicy& policy : test::kPolicies) {
    const auto options = test::options_with(16, policy);
    const GridSizes sizes = build(grid, GridMetric{}, options, {1, 2, 4});
    Random random(3);
    for (std::size_t i = 1; i < 3; ++i) {
      const GridSnapshot& further = sizes.all()[i];
      const GridSnapshot whole =
          sizes.first().of_unit_size(further.unit_size(), options.store_steps).value();
      GridSizes before(sizes.first());
      before.add(whole);
      EXPECT_EQ(further.hierarchy().levels(),
                before.share(whole) > GridSizes::kMostShare ? 1u : whole.hierarchy().levels());
      EXPECT_LE(sizes.share(further), before.share(whole));
      GridQuery query;
      for (int k = 0; k < 40; ++k) {
        const Tile a = test::random_tile(random, grid);
        const Tile b = test::random_tile(random, grid);
        GridPath lowest, all;
        query.find_path(further, a, b, ask(), lowest);
        query.find_path(whole, a, b, ask(), all);
        ASSERT_EQ(lowest.status, all.status);
        ASSERT_EQ(lowest.cost, all.cost);
      }
    }
  }
}

/// Rooms of 15x15 tiles behind walls with doors of one: every square has a wall, so that none is
/// the same for units of two widths, and what is left of a further size is what each tile takes.
TEST(GridSizes, FurtherSizesInRoomsTakeTheirShareWithoutTables) {
  std::string drawing;
  for (int y = 0; y < 256; ++y) {
    for (int x = 0; x < 256; ++x) {
      const bool wall = x % 16 == 0 || y % 16 == 0;
      drawing += wall && (x + y) % 16 != 7 ? '@' : '.';
    }
    drawing += '\n';
  }
  const GridSizes sizes = build(test::draw(drawing), GridMetric{}, {}, {1, 2, 3, 4});
  for (std::size_t i = 1; i < 4; ++i)
    EXPECT_LE(sizes.share(sizes.all()[i]), GridSizes::kMostShare) << "size number " << i;
}

TEST(GridSizes, WidthsThatMakeNoSenseAreRefused) {
  const Grid grid = test::draw("....");
  for (const std::vector<std::uint32_t>& widths :
       {std::vector<std::uint32_t>{0}, {1, 1}, {2, 1}, {17}}) {
    EXPECT_FALSE(GridSizes::build(grid, GridMetric{}, {}, widths));
  }
}

}  // namespace
}  // namespace portolan::detail
