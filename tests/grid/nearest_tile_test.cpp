#include "portolan/grid/nearest_tile.h"

#include <gtest/gtest.h>

#include <tuple>

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;

/// All tiles looked at, by a flood from the start.
std::optional<Tile> nearest_by_flood(const NaiveWorld& naive, Tile start, Tile goal) {
  if (!naive.free(start)) return std::nullopt;
  const auto costs = naive.costs_from(start);
  std::optional<Tile> best;
  const auto rank = [&](Tile t) {
    const std::int64_t dx = t.x - goal.x, dy = t.y - goal.y;
    return std::tuple(dx * dx + dy * dy, t.y, t.x);
  };
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(naive.grid().height()); ++y) {
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(naive.grid().width()); ++x) {
      const Tile t{x, y};
      if (naive.cost_at(costs, t) != kInfinite && (!best || rank(t) < rank(*best))) best = t;
    }
  }
  return best;
}

TEST(NearestTile, IsTheOneThatAFloodFinds) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const auto blocked = static_cast<std::uint32_t>(random.between(20, 65));
    const Grid grid = test::random_grid(random, 45, 38, blocked);
    const GridMetric metric = test::metric_with(test::kRules[seed % 4]);
    const GridSnapshot snapshot =
        test::build(grid, metric,
                    test::options_with(static_cast<std::uint32_t>(random.between(2, 16)),
                                       test::kPolicies[seed % test::kPolicies.size()]));
    const NaiveWorld naive(grid, metric);
    for (int k = 0; k < 8; ++k) {
      const Tile start = test::random_tile(random, grid);
      const Tile goal{random.between(-30, 75), random.between(-30, 75)};
      ASSERT_EQ(find_nearest_reachable(snapshot, start, goal),
                nearest_by_flood(naive, start, goal));
    }
  }
}

TEST(NearestTile, AGoalThatCanBeReachedIsItsOwn) {
  const GridSnapshot snapshot =
      test::build(test::draw("....@.."), GridMetric{}, test::options_with(2, test::kAll));
  EXPECT_EQ(find_nearest_reachable(snapshot, {0, 0}, {2, 0}), (Tile{2, 0}));
  EXPECT_EQ(find_nearest_reachable(snapshot, {0, 0}, {6, 0}), (Tile{3, 0}));
  EXPECT_EQ(find_nearest_reachable(snapshot, {6, 0}, {4, 0}), (Tile{5, 0}));
  EXPECT_EQ(find_nearest_reachable(snapshot, {4, 0}, {0, 0}), std::nullopt);
  EXPECT_EQ(find_nearest_reachable(snapshot, {0, 0}, {2'000'000'000, -2'000'000'000}),
            (Tile{3, 0}));
}

}  // namespace
}  // namespace portolan::detail
