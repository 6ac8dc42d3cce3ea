#include "portolan/grid/grid_graph.h"

#include <gtest/gtest.h>

#include <cmath>

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::NaiveWorld;
using test::Random;

/// Compares all moves of a graph, and their costs, with the naive rules.
void expect_moves(const GridGraph& graph, const NaiveWorld& naive) {
  const Grid& grid = naive.grid();
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y) {
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x) {
      const Tile from{x, y};
      const NodeId node = graph.node(from);
      ASSERT_EQ(graph.tile(node), from);
      ASSERT_EQ(graph.passable(from), naive.free(from));
      if (!naive.free(from)) continue;
      unsigned expected = 0;
      for (unsigned d = 0; d < 8; ++d) {
        const Tile to{x + kDirections[d].x, y + kDirections[d].y};
        if (!naive.may_move(from, to)) continue;
        expected |= 1u << d;
        ASSERT_EQ(graph.direction(node, graph.node(to)), d);
        ASSERT_EQ(graph.move_cost(index(node), index(graph.node(to)), d), naive.cost(from, to));
      }
      ASSERT_EQ(graph.moves(index(node)), expected) << "at " << x << "," << y;
    }
  }
  const auto width = static_cast<std::int32_t>(grid.width());
  const auto height = static_cast<std::int32_t>(grid.height());
  for (const Tile outside : {Tile{-1, 0}, Tile{0, -1}, Tile{width, 0}, Tile{0, height}}) {
    EXPECT_FALSE(graph.passable(outside));
  }
}

TEST(GridGraph, DrawnDiagonals) {
  //  A squeeze between two walls, beside one wall, and in the open.
  const Grid grid = test::draw(R"(
.@...
@....
.....
)");
  const auto may = [&](DiagonalRule rule, Tile from, unsigned direction) {
    const GridGraph graph = GridGraph::make(grid, test::metric_with(rule)).value();
    return ((graph.moves(index(graph.node(from))) >> direction) & 1) != 0;
  };
  constexpr unsigned kSouthEast = 1;
  const Tile squeezed{0, 0}, beside{1, 1}, open{3, 1};
  constexpr unsigned kSouthWest = 3;
  EXPECT_FALSE(may(DiagonalRule::both_free, squeezed, kSouthEast));
  EXPECT_FALSE(may(DiagonalRule::not_between_blocked, squeezed, kSouthEast));
  EXPECT_TRUE(may(DiagonalRule::always, squeezed, kSouthEast));
  EXPECT_FALSE(may(DiagonalRule::never, squeezed, kSouthEast));
  EXPECT_FALSE(may(DiagonalRule::both_free, beside, kSouthWest));
  EXPECT_TRUE(may(DiagonalRule::not_between_blocked, beside, kSouthWest));
  EXPECT_TRUE(may(DiagonalRule::always, beside, kSouthWest));
  EXPECT_FALSE(may(DiagonalRule::never, beside, kSouthWest));
  EXPECT_TRUE(may(DiagonalRule::both_free, open, kSouthEast));
  EXPECT_FALSE(may(DiagonalRule::never, open, kSouthEast));
}

TEST(GridGraph, MovesFollowTheRulesEverywhere) {
  for (const DiagonalRule rule : test::kRules) {
    for (std::uint64_t seed = 0; seed < 120; ++seed) {
      SCOPED_TRACE(::testing::Message() << "rule " << int(rule) << " seed " << seed);
      Random random(seed);
      const auto width = static_cast<std::uint32_t>(random.between(1, 40));
      const auto height = static_cast<std::uint32_t>(random.between(1, 12));
      const bool weighted = seed % 2 == 1;
      const Grid grid =
          test::random_grid(random, width, height, random.below(60), weighted ? "123." : ".GS");
      const GridMetric metric = test::metric_with(rule);
      const GridGraph graph = GridGraph::make(grid, metric).value();
      expect_moves(graph, NaiveWorld(grid, metric));
      if (HasFatalFailure()) return;
      EXPECT_TRUE(weighted || graph.uniform());
    }
  }
}

TEST(GridGraph, ADefaultDiagonalIsTheSquareRootOfTwo) {
  const GridGraph graph = GridGraph::make(test::draw("..\n.."), GridMetric{}).value();
  EXPECT_NEAR(graph.diagonal() / (1.0 * graph.straight()), std::sqrt(2.0), 1e-7);
}

TEST(GridGraph, AnyDiagonalLength) {
  GridMetric metric;
  metric.diagonal_length = 1.42;
  const Grid grid = test::draw("...\n...\n...");
  const GridGraph graph = GridGraph::make(grid, metric).value();
  EXPECT_EQ(graph.diagonal() * 100, graph.straight() * 142);
  const NodeId diagonal[] = {graph.node({0, 0}), graph.node({1, 1}), graph.node({2, 2})};
  EXPECT_NEAR(graph.length(diagonal), 2.84, 1e-9);
  for (const double wrong : {0.4, 4.1, -1.0, std::nan("")}) {
    metric.diagonal_length = wrong;
    EXPECT_FALSE(GridGraph::make(grid, metric).ok()) << wrong;
  }
}

TEST(GridGraph, TerrainCostsAreTheMeanOfBothTiles) {
  GridMetric metric;
  metric.cost['~'] = 2.5;
  const GridGraph graph = GridGraph::make(test::draw("~1\n4~"), metric).value();
  EXPECT_FALSE(graph.uniform());
  const auto cost = [&](Tile a, Tile b) {
    const NodeId move[] = {graph.node(a), graph.node(b)};
    return graph.cost(move);
  };
  EXPECT_EQ(cost({0, 0}, {1, 0}), std::llround(graph.straight() * 1.75));
  EXPECT_EQ(cost({0, 0}, {0, 1}), std::llround(graph.straight() * 3.25));
  EXPECT_EQ(cost({0, 0}, {1, 1}), std::llround(graph.diagonal() * 2.5));
  EXPECT_EQ(cost({1, 0}, {0, 1}), std::llround(graph.diagonal() * 2.5));
  EXPECT_EQ(cost({0, 1}, {1, 0}), cost({1, 0}, {0, 1}));
  const NodeId tiles[] = {graph.node({0, 0}), graph.node({1, 0}), graph.node({0, 1})};
  EXPECT_NEAR(graph.length(tiles), 1.75 + 2.5 * std::sqrt(2.0), 1e-3);
}

TEST(GridGraph, CostsOutOfRangeAreRefused) {
  for (const double wrong : {0.001, 1001.0, -1.0, std::nan("")}) {
    GridMetric metric;
    metric.cost['~'] = wrong;
    EXPECT_FALSE(GridGraph::make(test::draw(".~"), metric).ok()) << wrong;
  }
}

TEST(GridGraph, HugeOrExpensiveWorldsGetCoarserUnitsOrAreRefused) {
  // 2000 x 2000 tiles: 4e6 x 3363 does not fit into 32 bits, 4e6 x 577 does.
  const Grid large = *Grid::make(2000, 2000, std::vector<TileLetter>(4'000'000, '.'));
  const GridGraph coarser = GridGraph::make(large, GridMetric{}).value();
  EXPECT_LT(coarser.straight(), 2378u);
  EXPECT_LE(std::uint64_t{coarser.diagonal()} * 4'000'000, std::uint64_t{kInfinite});
  EXPECT_NEAR(coarser.diagonal() / (1.0 * coarser.straight()), std::sqrt(2.0), 1e-4);
  GridMetric expensive;
  expensive.cost['.'] = 1000.0;
  EXPECT_FALSE(GridGraph::make(large, expensive).ok());
  expensive.diagonal_length = 4.0;
  EXPECT_FALSE(GridGraph::make(large, expensive).ok());
}

TEST(GridGraph, ChangedGraphEqualsANewOne) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const GridMetric metric = test::metric_with(test::kRules[seed % 4]);
    Grid grid = test::random_grid(random, 12, 9, 30, seed % 3 == 0 ? "." : ".23");
    GridGraph graph = GridGraph::make(grid, metric).value();
    for (int edit = 0; edit < 10; ++edit) {
      std::vector<TileChange> changes;
      for (int k = random.between(0, 4); k >= 0; --k) {
        changes.push_back({test::random_tile(random, grid), ".@23T4"[random.below(6)]});
      }
      grid = grid.with(changes).value();
      graph = graph.with(grid, changes).value();
      expect_moves(graph, NaiveWorld(grid, metric));
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GridGraph, AMoreExpensiveTerrainMayNeedCoarserUnits) {
  const Grid grid = *Grid::make(1000, 1000, std::vector<TileLetter>(1'000'000, '.'));
  const GridGraph graph = GridGraph::make(grid, GridMetric{}).value();
  const TileChange change[] = {{{5, 5}, '9'}};
  const Grid changed = grid.with(change).value();
  const GridGraph more_expensive = graph.with(changed, change).value();
  EXPECT_LT(more_expensive.straight(), graph.straight());
  EXPECT_EQ(more_expensive.straight(), GridGraph::make(changed, GridMetric{}).value().straight());
}

/// The bound is at most the cost of every path, and shrinks by no more than a move costs.
void expect_bound(const Grid& grid, const GridMetric& metric, Random& random) {
  const GridGraph graph = GridGraph::make(grid, metric).value();
  const NaiveWorld naive(grid, metric, graph.straight(), graph.diagonal());
  const Tile goal = test::random_tile(random, grid);
  if (!naive.free(goal)) return;
  const std::vector<Cost> costs = naive.costs_from(goal);
  for (std::int32_t y = 0; y < static_cast<std::int32_t>(grid.height()); ++y) {
    for (std::int32_t x = 0; x < static_cast<std::int32_t>(grid.width()); ++x) {
      const Tile at{x, y};
      const Cost bound = graph.distance_bound(at, goal);
      ASSERT_LE(bound, naive.cost_at(costs, at));
      for (const Tile& d : kDirections) {
        const Tile next{x + d.x, y + d.y};
        if (!naive.may_move(at, next)) continue;
        ASSERT_LE(bound, naive.cost(at, next) + graph.distance_bound(next, goal));
      }
    }
  }
}

TEST(GridGraph, TheDistanceBoundIsAdmissibleAndConsistent) {
  for (const double diagonal : {0.0, 0.5, 0.9, 1.0, 1.42, 2.0, 2.7, 4.0}) {
    for (std::uint64_t seed = 0; seed < 24; ++seed) {
      SCOPED_TRACE(::testing::Message() << "diagonal " << diagonal << " seed " << seed);
      Random random(seed);
      GridMetric metric = test::metric_with(test::kRules[seed % 4]);
      metric.diagonal_length = diagonal;
      metric.cost['~'] = 0.01;
      const Grid grid = test::random_grid(random, 13, 11, 20, seed % 3 == 0 ? "." : "23~");
      expect_bound(grid, metric, random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GridGraph, AStarCostsWhatDijkstraSays) {
  GridQuery query;
  GridPath path;
  for (const double diagonal : {0.0, 0.6, 1.42, 3.0}) {
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
      SCOPED_TRACE(::testing::Message() << "diagonal " << diagonal << " seed " << seed);
      Random random(seed);
      GridMetric metric = test::metric_with(test::kRules[seed % 4]);
      metric.diagonal_length = diagonal;
      const Grid grid = test::random_grid(random, 20, 17, 30, seed % 3 == 0 ? "." : "1249");
      const GridSnapshot snapshot = test::build(grid, metric, test::options_with(8, test::kAll));
      const GridGraph& graph = snapshot.graph();
      const NaiveWorld naive(grid, metric, graph.straight(), graph.diagonal());
      const Tile from = test::random_tile(random, grid);
      if (!naive.free(from)) continue;
      const std::vector<Cost> costs = naive.costs_from(from);
      for (int k = 0; k < 15; ++k) {
        const Tile to = test::random_tile(random, grid);
        if (!naive.free(to)) continue;
        const Cost best = naive.cost_at(costs, to);
        const Status status = query.find_path_astar(snapshot, from, to, path);
        ASSERT_EQ(status, best == kInfinite ? Status::unreachable : Status::complete);
        ASSERT_EQ(path.cost, best);
        if (best == kInfinite) continue;
        ASSERT_TRUE(naive.is_path(graph, path.nodes, from, to, best));
      }
    }
  }
}

}  // namespace
}  // namespace portolan::detail
