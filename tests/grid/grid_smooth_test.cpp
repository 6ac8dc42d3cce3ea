#include "portolan/grid/grid_smooth.h"

#include <gtest/gtest.h>

#include "grid_testing.h"
#include "scenes/grid_scenes.h"

namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

std::vector<NodeId> nodes_of(const GridGraph& graph, std::initializer_list<Tile> tiles) {
  std::vector<NodeId> nodes;
  for (const Tile t : tiles) nodes.push_back(graph.node(t));
  return nodes;
}

TEST(GridSmooth, AStaircaseBecomesADiagonal) {
  const GridGraph graph =
      GridGraph::make(test::draw("....\n....\n....\n...."), GridMetric{}).value();
  for (const Smoothing how : {Smoothing::paper, Smoothing::full}) {
    std::vector<NodeId> path =
        nodes_of(graph, {{0, 0}, {1, 0}, {1, 1}, {2, 1}, {2, 2}, {3, 2}, {3, 3}});
    EXPECT_EQ(GridSmoother().smooth(graph, how, path), 3 * graph.diagonal());
    EXPECT_EQ(path, nodes_of(graph, {{0, 0}, {1, 1}, {2, 2}, {3, 3}}));
  }
}

TEST(GridSmooth, FullAlsoJoinsADiagonalAndAStraightRun) {
  const GridGraph graph = GridGraph::make(test::draw(".....\n.....\n....."), GridMetric{}).value();
  std::vector<NodeId> path =
      nodes_of(graph, {{0, 0}, {0, 1}, {0, 2}, {1, 2}, {2, 2}, {3, 2}, {4, 2}});
  EXPECT_EQ(GridSmoother().smooth(graph, Smoothing::full, path),
            2 * graph.diagonal() + 2 * graph.straight());
}

TEST(GridSmooth, AShortCutOverExpensiveGroundIsNotTaken) {
  const Grid grid = test::draw(R"(
.....
.999.
.....
)");
  const GridGraph graph = GridGraph::make(grid, GridMetric{}).value();
  const std::vector<NodeId> around =
      nodes_of(graph, {{0, 1}, {0, 0}, {1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}});
  for (const Smoothing how : {Smoothing::none, Smoothing::paper, Smoothing::full}) {
    std::vector<NodeId> path = around;
    const Cost before = graph.cost(path);
    EXPECT_LE(GridSmoother().smooth(graph, how, path, before), before);
    EXPECT_NE(graph.cost(path), kInfinite);
  }
}

TEST(GridSmooth, NoneLeavesThePathAlone) {
  const GridGraph graph = GridGraph::make(test::draw("..\n.."), GridMetric{}).value();
  std::vector<NodeId> path = nodes_of(graph, {{0, 0}, {1, 0}, {1, 1}});
  EXPECT_EQ(GridSmoother().smooth(graph, Smoothing::none, path, 77), 77u);
  EXPECT_EQ(path.size(), 3u);
}

/// A wandering path that visits tiles more than once, as no search would find it.
std::vector<NodeId> random_walk(const GridGraph& graph, Random& random, std::uint32_t at,
                                int moves) {
  std::vector<NodeId> path{NodeId{at}};
  for (int k = 0; k < moves; ++k) {
    const unsigned d = random.below(8);
    if (((graph.moves(at) >> d) & 1) == 0) continue;
    at += static_cast<std::uint32_t>(graph.offset(d));
    path.push_back(NodeId{at});
  }
  return path;
}

TEST(GridSmooth, NeverMoreExpensiveAlwaysLegalEndsKept) {
  GridSmoother smoother;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    GridMetric metric = test::metric_with(test::kRules[seed % 4]);
    if (seed % 5 == 0) metric.diagonal_length = seed % 2 == 0 ? 0.7 : 3.0;
    const Grid grid = test::random_grid(random, 25, 21, 20, seed % 3 == 0 ? "." : "1249");
    const GridGraph graph = GridGraph::make(grid, metric).value();
    const NaiveWorld naive(grid, metric, graph.straight(), graph.diagonal());
    const Tile start = test::random_tile(random, grid);
    if (!naive.free(start)) continue;
    const auto walk = random_walk(graph, random, index(graph.node(start)), 150);
    const Tile end = graph.tile(walk.back());
    const Cost before = graph.cost(walk);
    for (const Smoothing how : {Smoothing::paper, Smoothing::full}) {
      std::vector<NodeId> path = walk;
      const Cost after = smoother.smooth(graph, how, path, before);
      ASSERT_LE(after, before);
      ASSERT_TRUE(naive.is_path(graph, path, start, end, after));
    }
  }
}

struct MeanErrors {
  double none = 0.0, paper = 0.0, full = 0.0;
};

/// Mean error over random pairs of one world.
MeanErrors mean_errors(const GridSnapshot& snapshot, Random& random, int pairs) {
  GridQuery query;
  GridPath best;
  GridPath path;
  MeanErrors sum;
  for (int found = 0; found < pairs;) {
    const Tile a = test::random_tile(random, snapshot.grid());
    const Tile b = test::random_tile(random, snapshot.grid());
    if (a == b || query.find_path_astar(snapshot, a, b, best) != Status::complete) continue;
    ++found;
    const auto error = [&](Smoothing how) {
      EXPECT_EQ(query.find_path(snapshot, a, b, ask(kAutoLevel, how), path), Status::complete);
      EXPECT_EQ(snapshot.graph().cost(path.nodes), path.cost);
      EXPECT_GE(path.cost, best.cost);
      return path.cost / (1.0 * best.cost) - 1.0;
    };
    sum.none += error(Smoothing::none);
    sum.paper += error(Smoothing::paper);
    sum.full += error(Smoothing::full);
  }
  return {sum.none / pairs, sum.paper / pairs, sum.full / pairs};
}

TEST(GridSmooth, PathsAreWithinOnePercentInTheMean) {
  for (const char* scene : {"rooms", "caves", "maze"}) {
    const Grid grid =
        scenes::generate_grid(scene, {.width = 200, .height = 200, .seed = 3}).value();
    const GridSnapshot snapshot =
        test::build(grid, GridMetric{}, test::options_with(10, {TransitionKind::ends, 4, 6}));
    Random random(1);
    const MeanErrors errors = mean_errors(snapshot, random, 100);
    EXPECT_LE(errors.full, errors.paper) << scene;
    EXPECT_LE(errors.paper, errors.none) << scene;
    EXPECT_LT(errors.full, 0.01) << scene;
  }
}

}  // namespace
}  // namespace portolan::detail
