#include "portolan/grid/direct_path.h"

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;

/// The direct path that is written, its first node included; none where there is none.
std::vector<NodeId> direct_path(const GridGraph& graph, Tile from, Tile to) {
  std::vector<NodeId> nodes(1 + kDirectRoom, kNoNode);
  nodes[0] = graph.node(from);
  const NodeId* end = write_direct_path(graph, from, to, nodes.data() + 1);
  nodes.resize(end == nullptr ? 0 : static_cast<std::size_t>(end - nodes.data()));
  return nodes;
}

TEST(DirectPath, IsFoundWhereverThereIsOne) {
  Random random(3);
  std::size_t found = 0;
  for (const DiagonalRule rule : test::kRules) {
    for (std::uint32_t round = 0; round < 20; ++round) {
      const Grid grid = test::random_grid(random, 64, 61, round % 5 == 0 ? 1 : 2 * round);
      const GridMetric metric = test::metric_with(rule);
      const GridGraph graph = GridGraph::make(grid, metric).value();
      const NaiveWorld naive(grid, metric);
      const Tile from = test::random_tile(random, grid);
      if (!graph.passable(from)) continue;
      const std::vector<Cost> costs = naive.costs_from(from);
      for (int k = 0; k < 200; ++k) {
        const Tile to = test::random_tile(random, grid);
        if (!graph.passable(to)) continue;
        const Cost cost = direct_path_cost(graph, from, to);
        const std::vector<NodeId> nodes = direct_path(graph, from, to);
        // With these lengths of moves only direct paths cost so little.
        ASSERT_EQ(!nodes.empty(), within_direct(from, to) && naive.cost_at(costs, to) == cost)
            << from.x << "," << from.y << " " << to.x << "," << to.y;
        if (nodes.empty()) continue;
        ++found;
        ASSERT_TRUE(naive.is_path(graph, nodes, from, to, cost));
      }
    }
  }
  EXPECT_GT(found, 1000u);
}

TEST(DirectPath, ReachesTheCornersOfTheMap) {
  const GridGraph graph =
      GridGraph::make(*Grid::make(57, 57, std::vector<TileLetter>(57 * 57, '.')), GridMetric{})
          .value();
  for (const Tile from : {Tile{0, 0}, Tile{56, 0}, Tile{0, 56}, Tile{56, 56}}) {
    for (const Tile to : {Tile{0, 0}, Tile{56, 0}, Tile{0, 56}, Tile{56, 56}, Tile{20, 31}}) {
      const std::vector<NodeId> nodes = direct_path(graph, from, to);
      ASSERT_FALSE(nodes.empty());
      EXPECT_EQ(nodes.front(), graph.node(from));
      EXPECT_EQ(nodes.back(), graph.node(to));
      EXPECT_EQ(graph.cost(nodes), graph.distance_bound(from, to));
    }
  }
}

}  // namespace
}  // namespace portolan::detail
