#include "portolan/grid/near_search.h"

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;

void expect_optimal(const Grid& grid, const GridMetric& metric, Random& random, int queries,
                    std::size_t& near, std::size_t& missed) {
  const GridGraph graph = GridGraph::make(grid, metric).value();
  const NaiveWorld naive(grid, metric, graph.straight(), graph.diagonal());
  const Tile start = test::random_tile(random, grid);
  if (!graph.passable(start)) return;
  const std::vector<Cost> costs = naive.costs_from(start);
  NearSearch search;
  for (int k = 0; k < queries; ++k) {
    const Tile goal = test::random_tile(random, grid);
    if (!graph.passable(goal) || !NearSearch::may_be_near(graph, start, goal)) continue;
    std::vector<NodeId> nodes;
    const Cost best = naive.cost_at(costs, goal);
    const Cost cost = search.find_path(graph, start, goal, nodes, nullptr);
    const bool is_near = best <= NearSearch::kMostMoves * graph.cheapest_move();
    near += is_near ? 1 : 0;
    missed += is_near && cost == kInfinite ? 1 : 0;
    if (cost == kInfinite) continue;
    ASSERT_TRUE(is_near);
    ASSERT_EQ(cost, best) << start.x << "," << start.y << " " << goal.x << "," << goal.y;
    ASSERT_TRUE(naive.is_path(graph, nodes, start, goal, cost));
  }
}

TEST(NearSearch, FindsOptimalPathsAndNearlyAllThatAreNear) {
  Random random(5);
  std::size_t near = 0;
  std::size_t missed = 0;
  for (std::uint32_t round = 0; round < 400; ++round) {
    const Grid grid = test::random_grid(random, 30 + random.below(20), 20 + random.below(20),
                                        random.below(50), round % 4 == 3 ? ".25" : ".");
    GridMetric metric =
        test::metric_with(round % 2 == 0 ? DiagonalRule::both_free : test::kRules[random.below(4)]);
    if (round % 16 == 6) metric.diagonal_length = 1.0 + random.below(11) / 10.0;
    ASSERT_NO_FATAL_FAILURE(expect_optimal(grid, metric, random, 60, near, missed));
  }
  EXPECT_GT(near, 3000u);
  EXPECT_LT(missed, near / 50);
}

TEST(NearSearch, GoesAroundWalls) {
  const Grid grid = test::draw(
      "...............\n"
      ".@@@@@@@@@@@@..\n"
      ".@..........@..\n"
      ".@.@@@@@@@@.@..\n"
      ".@.@......@.@..\n"
      ".@...@@@@...@..\n"
      ".@@@@@@@@@@@@..\n"
      "...............\n");
  const GridGraph graph = GridGraph::make(grid, GridMetric{}).value();
  const NaiveWorld naive(grid, GridMetric{});
  NearSearch search;
  std::vector<NodeId> nodes;
  const Cost cost = search.find_path(graph, {2, 2}, {9, 4}, nodes, nullptr);
  EXPECT_EQ(cost, naive.cost_at(naive.costs_from({2, 2}), {9, 4}));
  EXPECT_TRUE(naive.is_path(graph, nodes, {2, 2}, {9, 4}, cost));
  EXPECT_EQ(search.find_path(graph, {2, 2}, {0, 0}, nodes, nullptr), kInfinite) << "walled in";
}

}  // namespace
}  // namespace portolan::detail
