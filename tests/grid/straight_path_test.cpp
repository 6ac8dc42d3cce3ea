#include "portolan/grid/straight_path.h"

#include <gtest/gtest.h>

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;

TEST(StraightPath, GoesStraightOverOpenGround) {
  const GridGraph graph =
      GridGraph::make(*Grid::make(90, 40, std::vector<TileLetter>(90 * 40, '.')), GridMetric{})
          .value();
  std::vector<NodeId> nodes;
  EXPECT_EQ(find_straight_path(graph, {3, 2}, {83, 32}, nodes),
            30 * graph.diagonal() + 50 * graph.straight());
  ASSERT_EQ(nodes.size(), 81u);
  EXPECT_EQ(graph.tile(nodes[40]), (Tile{43, 17}));
  EXPECT_EQ(find_straight_path(graph, {3, 2}, {3, 2}, nodes), 0u);
  EXPECT_EQ(nodes.size(), 1u);
}

TEST(StraightPath, GoesRoundACornerNearBy) {
  const GridGraph graph = GridGraph::make(test::draw("....\n@@..\n@@@.\n@@@."), {}).value();
  std::vector<NodeId> nodes;
  EXPECT_EQ(find_straight_path(graph, {0, 0}, {3, 3}, nodes), kInfinite);
  EXPECT_EQ(find_straight_path(graph, {1, 0}, {3, 3}, nodes), kInfinite) << "would cut a corner";
  EXPECT_EQ(find_straight_path(graph, {0, 0}, {3, 1}, nodes),
            graph.diagonal() + 2 * graph.straight());
}

TEST(StraightPath, LeavesTerrainThatDiffersAlone) {
  const GridGraph graph = GridGraph::make(test::draw("..9.."), GridMetric{}).value();
  std::vector<NodeId> nodes;
  EXPECT_EQ(find_straight_path(graph, {0, 0}, {4, 0}, nodes), kInfinite);
}

TEST(StraightPath, IsOptimalWhereThereIsOne) {
  Random random(7);
  std::size_t straight = 0;
  for (const DiagonalRule rule : test::kRules) {
    for (std::uint32_t round = 0; round < 20; ++round) {
      const Grid grid = test::random_grid(random, 40, 30, 2 * round);
      const GridMetric metric = test::metric_with(rule);
      const GridGraph graph = GridGraph::make(grid, metric).value();
      const NaiveWorld naive(grid, metric);
      const Tile from = test::random_tile(random, grid);
      if (!graph.passable(from)) continue;
      const std::vector<Cost> costs = naive.costs_from(from);
      for (int k = 0; k < 60; ++k) {
        const Tile to = test::random_tile(random, grid);
        if (!graph.passable(to)) continue;
        std::vector<NodeId> nodes;
        const Cost cost = find_straight_path(graph, from, to, nodes);
        if (cost == kInfinite) continue;
        ++straight;
        EXPECT_EQ(cost, naive.cost_at(costs, to));
        EXPECT_TRUE(naive.is_path(graph, nodes, from, to, cost));
      }
    }
  }
  EXPECT_GT(straight, 300u);
}

}  // namespace
}  // namespace portolan::detail
