#include "paper_testing.h"
#include "studies/paper_query.h"

namespace portolan::detail {
namespace {

using test::expect_legal;
using test::NaiveGraph;
using test::Random;

/// A* and every level find a path where there is one, and only there.
void expect_complete(const PolygonMesh& mesh, const NavMeshMetric& metric, std::uint32_t merge,
                     std::uint32_t seed) {
  const NavMeshSnapshot snapshot = test::build(mesh, metric, {merge});
  const auto model = PaperModel::build(snapshot, 3);
  ASSERT_TRUE(model) << model.error().message;
  const NaiveGraph graph(mesh, metric);
  Random random(seed);
  PaperQuery query;
  NavMeshPath path;
  for (int s = 0; s < 12; ++s) {
    const MeshPlace start = test::random_place(mesh, random);
    if (!graph.passable(start.polygon)) continue;
    const std::vector<Cost> costs = graph.costs_from(start);
    for (int g = 0; g < 12; ++g) {
      const MeshPlace goal = test::random_place(mesh, random);
      if (!graph.passable(goal.polygon)) continue;
      const bool reachable = graph.cost_to(costs, start, goal) != kInfinite;
      for (unsigned level = 0; level <= model->levels(); ++level) {
        SCOPED_TRACE(testing::Message() << "level " << level << ", polygon " << start.polygon
                                        << " to " << goal.polygon);
        const Status status = level == 0
                                  ? query.find_path_astar(*model, start, goal, path)
                                  : query.find_path(*model, start, goal, {.level = level}, path);
        ASSERT_EQ(status, reachable ? Status::complete : Status::unreachable);
        if (!reachable) continue;
        ASSERT_NO_FATAL_FAILURE(expect_legal(graph, mesh, start, goal, path));
      }
    }
  }
}

TEST(PaperModel, FindsAWayAtEveryLevelWhereThereIsOne) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const PolygonMesh mesh = test::make_random_mesh(seed);
    ASSERT_NO_FATAL_FAILURE(
        expect_complete(mesh, seed % 2 == 0 ? test::make_metric(seed) : NavMeshMetric{},
                        seed % 3 == 0 ? 3 : 6, seed));
  }
}

TEST(PaperModel, ClosestPointsAreNoShorterThanTheAirLineAndHardlyLongerThanMiddles) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const PolygonMesh mesh =
        test::make_field({.width = 14, .height = 14, .holes = 5, .uneven = true, .seed = seed});
    const NavMeshSnapshot snapshot = test::build(mesh, {}, {5});
    const auto model = PaperModel::build(snapshot, 2);
    ASSERT_TRUE(model);
    Random random(seed);
    PaperQuery query;
    NavMeshQuery middles;
    NavMeshPath path;
    double sum[3] = {}, sum_middles = 0.0;
    for (int i = 0; i < 200; ++i) {
      const MeshPlace start = test::random_place(mesh, random);
      const MeshPlace goal = test::random_place(mesh, random);
      Cost cost;
      if (middles.find_cost(snapshot, start, goal, {}, cost) != Status::complete) continue;
      sum_middles += cost;
      for (unsigned level = 0; level <= 2; ++level) {
        level == 0 ? query.find_path_astar(*model, start, goal, path)
                   : query.find_path(*model, start, goal, {.level = level}, path);
        ASSERT_EQ(path.status, Status::complete);
        EXPECT_GE(snapshot.metres(path.cost) + 0.01, double{distance(start.point, goal.point)});
        EXPECT_LE(path.cost, cost + cost / 2 + 4096);
        sum[level] += path.cost;
      }
    }
    // Going for the closest point is greedy: on these fields up to 5 % longer than the middles.
    for (const double paper : sum) EXPECT_LE(paper, 1.1 * sum_middles);
  }
}

TEST(PaperModel, ARoundTripInOnePolygonIsStraight) {
  const PolygonMesh mesh = test::make_field({.width = 4, .height = 4});
  const auto model = PaperModel::build(test::build(mesh), 1);
  ASSERT_TRUE(model);
  PaperQuery query;
  NavMeshPath path;
  const MeshPlace here{0, test::centre_of(mesh, 0)};
  EXPECT_EQ(query.find_path(*model, here, here, {}, path), Status::complete);
  EXPECT_EQ(path.polygons, std::vector<std::uint32_t>{0});
  EXPECT_LE(path.cost, 1u);
}

TEST(PaperModel, TellsWhichEndCannotBeStoodOn) {
  const PolygonMesh mesh = test::make_field({.width = 4, .height = 4});
  const auto model = PaperModel::build(test::build(mesh), 1);
  ASSERT_TRUE(model);
  PaperQuery query;
  NavMeshPath path;
  const MeshPlace here{0, test::centre_of(mesh, 0)};
  EXPECT_EQ(query.find_path(*model, MeshPlace{}, here, {}, path), Status::invalid_start);
  EXPECT_EQ(query.find_path(*model, here, MeshPlace{}, {}, path), Status::invalid_goal);
}

}  // namespace
}  // namespace portolan::detail
