#include <limits>

#include "nav_mesh_testing.h"
#include "portolan/navmesh/validate_nav_mesh_metric.h"

namespace portolan::detail {
namespace {

using test::expect_error;
using test::NaiveGraph;
using test::Random;

TEST(NavMeshMetric, CostsOutOfRangeAreRefusedByArea) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  for (const float bad : {-1.0f, 0.5e-3f, 1.1e4f, nan, std::numeric_limits<float>::infinity()}) {
    NavMeshMetric metric;
    metric.name = "tank";
    metric.cost[17] = bad;
    expect_error(validate(metric), {"tank", "area 17", "0.001"});
    const NavMeshSnapshot snapshot = test::build(test::make_field({}));
    expect_error(snapshot.with_metric(metric), {"tank", "area 17"});
    expect_error(NavMeshSnapshot::build(snapshot.mesh(), metric), {"tank", "area 17"});
  }
  NavMeshMetric metric;
  metric.cost[1] = NavMeshMetric::kLeast;
  metric.cost[2] = NavMeshMetric::kMost;
  metric.cost[63] = NavMeshMetric::kBlocked;
  EXPECT_TRUE(validate(metric));
}

TEST(NavMeshMetric, FlagsIncludeAndExclude) {
  NavMeshMetric metric;
  metric.cost[3] = 2.0f;
  EXPECT_EQ(metric.of(3, 1), 2.0f);
  EXPECT_EQ(metric.of(3, 0), NavMeshMetric::kBlocked) << "none of the flags";
  metric.include_flags = 6;
  EXPECT_EQ(metric.of(3, 1), NavMeshMetric::kBlocked);
  EXPECT_EQ(metric.of(3, 2), 2.0f);
  metric.exclude_flags = 8;
  EXPECT_EQ(metric.of(3, 2 | 8), NavMeshMetric::kBlocked);
  EXPECT_EQ(metric.of(3, 4 | 1), 2.0f);
}

/// Answers of two snapshots on random pairs, at every level.
void expect_same_answers(const NavMeshSnapshot& a, const NavMeshSnapshot& b, std::uint32_t seed) {
  Random random(seed);
  NavMeshQuery query_a, query_b;
  NavMeshPath path_a, path_b;
  for (int k = 0; k < 60; ++k) {
    const MeshPlace start = test::random_place(a.mesh().polygons(), random);
    const MeshPlace goal = test::random_place(a.mesh().polygons(), random);
    for (unsigned level = 0; level <= a.hierarchy().levels(); ++level) {
      const NavMeshQueryOptions options{{.level = level}, true};
      query_a.find_path(a, start, goal, options, path_a);
      query_b.find_path(b, start, goal, options, path_b);
      ASSERT_EQ(path_a.status, path_b.status);
      ASSERT_EQ(path_a.cost, path_b.cost);
      ASSERT_EQ(path_a.nodes, path_b.nodes);
      ASSERT_EQ(path_a.polygons, path_b.polygons);
      ASSERT_EQ(path_a.waypoints, path_b.waypoints);
    }
  }
}

/// That every word of every cell is the same.
void expect_same_cells(const NavMeshSnapshot& a, const NavMeshSnapshot& b) {
  ASSERT_EQ(a.hierarchy().partition().handle_count(), b.hierarchy().partition().handle_count());
  for (CellHandle h = 0; h < a.hierarchy().partition().handle_count(); ++h) {
    const std::uint32_t* words_a = a.hierarchy().cells()[h].get();
    const std::uint32_t* words_b = b.hierarchy().cells()[h].get();
    const std::uint32_t count = a.hierarchy().cell(h).word_count();
    ASSERT_EQ(count, b.hierarchy().cell(h).word_count());
    ASSERT_TRUE(std::equal(words_a, words_a + count, words_b)) << "cell " << h;
  }
}

TEST(NavMeshMetric, ANewMetricEqualsAFreshBuild) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshSnapshot first = test::build(mesh, {}, {6, 3}, seed % 2 == 0);
    const Result<NavMeshSnapshot> changed = first.with_metric(test::make_metric(seed));
    ASSERT_TRUE(changed);
    EXPECT_EQ(changed->metric(), test::make_metric(seed));
    const NavMeshSnapshot fresh = test::build(mesh, test::make_metric(seed), {6, 3}, seed % 2 == 0);
    ASSERT_NO_FATAL_FAILURE(expect_same_cells(*changed, fresh));
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(*changed, fresh, seed));
    const Result<NavMeshSnapshot> back = changed->with_metric({});
    ASSERT_TRUE(back);
    ASSERT_NO_FATAL_FAILURE(expect_same_cells(*back, first));
  }
}

TEST(NavMeshMetric, TwoBuildsAreEqual) {
  for (std::uint32_t seed = 1; seed <= 8; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const NavMeshSnapshot a = test::build(mesh, test::make_metric(seed), {5});
    const NavMeshSnapshot b = test::build(mesh, test::make_metric(seed), {5});
    ASSERT_NO_FATAL_FAILURE(expect_same_cells(a, b));
    ASSERT_NO_FATAL_FAILURE(expect_same_answers(a, b, seed));
  }
}

/// A river with a bridge: who may not swim goes round.
TEST(NavMeshMetric, BlockedAreasAreNeverEntered) {
  PolygonMesh mesh = test::make_field({.width = 9, .height = 9});
  for (std::uint32_t z = 0; z < 8; ++z) mesh.areas[z * 9 + 4] = 7;
  for (const std::uint32_t merge : {2u, 4u, 9u}) {
    const NavMeshSnapshot swims = test::build(mesh, {}, {merge});
    NavMeshMetric dry;
    dry.cost[7] = NavMeshMetric::kBlocked;
    const NavMeshSnapshot walks = *swims.with_metric(dry);
    const NaiveGraph graph(mesh, dry);
    NavMeshQuery query;
    NavMeshPath path;
    const MeshPlace start{0, test::centre_of(mesh, 0)}, goal{8, test::centre_of(mesh, 8)};
    const MeshPlace wet{4, test::centre_of(mesh, 4)};
    for (unsigned level = 0; level <= swims.hierarchy().levels(); ++level) {
      const NavMeshQueryOptions options{{.level = level}, true};
      ASSERT_EQ(query.find_path(swims, start, goal, options, path), Status::complete);
      EXPECT_EQ(path.polygons.size(), 9u);
      ASSERT_EQ(query.find_path(walks, start, goal, options, path), Status::complete);
      ASSERT_NO_FATAL_FAILURE(test::expect_valid_path(graph, walks, start, goal, path));
      EXPECT_EQ(path.polygons.size(), 25u);
      for (const std::uint32_t p : path.polygons) EXPECT_EQ(mesh.areas[p], 0);
      EXPECT_EQ(query.find_path(walks, wet, goal, options, path), Status::invalid_start);
      EXPECT_EQ(query.find_path(walks, start, wet, options, path), Status::invalid_goal);
      EXPECT_EQ(path.cost, kInfinite);
      EXPECT_EQ(query.find_path(walks, wet, wet, options, path), Status::invalid_start);
    }
    EXPECT_EQ(query.find_path_astar(walks, wet, goal, {}, path), Status::invalid_start);
    EXPECT_EQ(query.find_path_astar(walks, start, wet, {}, path), Status::invalid_goal);
    Cost cost = 5;
    EXPECT_EQ(query.find_cost(walks, start, wet, {}, cost), Status::invalid_goal);
    EXPECT_EQ(cost, kInfinite);
    EXPECT_EQ(query.find_path(walks, {9999, {}}, goal, {}, path), Status::invalid_start);
    EXPECT_EQ(query.find_path(walks, start, MeshPlace{}, {}, path), Status::invalid_goal);
  }
}

TEST(NavMeshMetric, FlagsOfPolygonsAndLinksAreHonoured) {
  PolygonMesh mesh = test::make_field({.width = 5, .height = 1});
  mesh.flags.assign(5, 1);
  mesh.flags[2] = 2;
  PolygonLink link{{test::centre_of(mesh, 0), test::centre_of(mesh, 4)}, 0, 4};
  link.link.flags = 4;
  link.link.cost = 1000.0f;
  mesh.links.push_back(link);
  const MeshPlace start{0, test::centre_of(mesh, 0)}, goal{4, test::centre_of(mesh, 4)};
  NavMeshQuery query;
  NavMeshPath path;
  const auto status = [&](std::uint16_t include, std::uint16_t exclude) {
    NavMeshMetric metric;
    metric.include_flags = include;
    metric.exclude_flags = exclude;
    return query.find_path(test::build(mesh, metric, {2}), start, goal, {}, path);
  };
  EXPECT_EQ(status(0xFFFF, 0), Status::complete);
  EXPECT_EQ(path.polygons.size(), 5u);
  EXPECT_EQ(status(0xFFFF, 2), Status::complete);
  EXPECT_EQ(path.polygons, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_EQ(status(1 | 4, 0), Status::complete);
  EXPECT_EQ(path.polygons, (std::vector<std::uint32_t>{0, 4}));
  EXPECT_EQ(status(1, 0), Status::unreachable);
  EXPECT_EQ(status(0xFFFF, 2 | 4), Status::unreachable);
  EXPECT_EQ(status(0xFFFF, 1), Status::invalid_start);
}

/// Links may be cheaper than their length says, areas cheaper than 1.
TEST(MeshCosts, TheBoundIsNeverTooHigh) {
  for (std::uint32_t seed = 1; seed <= 12; ++seed) {
    SCOPED_TRACE(testing::Message() << "seed " << seed);
    PolygonMesh mesh = test::make_field({6, 6, 3, seed % 3, false, seed});
    Random random(seed);
    test::add_trouble(mesh, random);
    const NavMeshMetric metric = test::make_metric(seed);
    const NavMeshSnapshot snapshot = test::build(mesh, metric, {4});
    const NaiveGraph graph(mesh, metric);
    for (std::uint32_t from = 0; from < mesh.polygon_count(); ++from) {
      const MeshPlace start{from, test::centre_of(mesh, from)};
      const std::vector<Cost> costs = graph.costs_from(start);
      for (std::uint32_t to = 0; to < mesh.polygon_count(); ++to) {
        const MeshPlace goal{to, test::centre_of(mesh, to)};
        ASSERT_LE(snapshot.world().costs().bound(start.point, goal.point),
                  graph.cost_to(costs, start, goal));
      }
    }
  }
}

TEST(MeshCosts, TheBoundIsACostHoweverFarIslandsLieApart) {
  MeshCosts costs;
  costs.least_per_metre = 1e7f;
  const Cost bound = costs.bound({-1e7f, -1e7f, -1e7f}, {1e7f, 1e7f, 1e7f});
  EXPECT_GE(bound, kInfinite / 4);
  EXPECT_LE(bound, kInfinite / 2);
}

TEST(NavMeshMetric, APartitionOfAnotherMeshIsRefused) {
  const NestedCells cells =
      build_nested_cells(make_atom_graph(test::make_field({.width = 3})), {}).value();
  expect_error(
      NavMeshSnapshot::customize(test::nav_mesh(test::make_field({.width = 4})), {}, cells),
      {"not one of this mesh"});
}

}  // namespace
}  // namespace portolan::detail
