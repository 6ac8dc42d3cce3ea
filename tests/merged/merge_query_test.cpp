#include <gtest/gtest.h>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_query.h"
#include "tests/merged/query_testing.h"

namespace portolan::detail {
namespace {

using namespace merge_testing;

TEST(MergedQuery, PathsArePaths) { expect_paths_are_paths<MergedQuery>(); }

// Between steps the global cluster stands in for the one top cluster.
TEST(MergedQuery, WorksAtEveryStep) {
  const PricedMesh ground = rough_ground(9, 8, 2);
  ClusterMerger merger = *ClusterMerger::make(ground.mesh, ground.prices, ground.settings);
  do {
    const MergedHierarchy h = merger.hierarchy();
    MergedQuery query(h);
    const double ratio = expect_paths(h, query, 8);
    if (merger.step_count() == 0) {
      EXPECT_EQ(ratio, 1.0);  // all triangles: plain A*
    }
  } while (merger.merge_step());
}

TEST(MergedQuery, ProgressiveNavigationAgrees) {
  const MergedHierarchy h = build(rough_ground(15, 14, 3));
  MergedQuery query(h);
  MergedPath path;
  Random random(4);
  for (int k = 0; k < 100; ++k) {
    const TriangleId start{random() % h.triangle_count};
    const TriangleId goal{random() % h.triangle_count};
    query.find(start, goal, path);
    ASSERT_EQ(query.begin(start, goal), Status::complete);
    for (const std::uint32_t t : path.triangles) EXPECT_EQ(query.next(), TriangleId{t});
    EXPECT_EQ(query.next(), kNoTriangle);
  }
}

TEST(MergedQuery, TheFirstTriangleNeedsOnlyAPartOfTheWork) {
  const MergedHierarchy h = build(rough_ground(30, 30, 3));
  MergedQuery query(h);
  MergedPath path;
  const TriangleId first{0}, last{h.triangle_count - 1};
  query.find(first, last, path);
  const std::uint64_t whole = query.expanded_clusters();
  ASSERT_EQ(query.begin(first, last), Status::complete);
  EXPECT_EQ(query.next(), first);
  EXPECT_LT(query.expanded_clusters() - whole, whole / 2);
}

TEST(MergedQuery, ManyNavigateAtOnce) { expect_many_to_navigate_at_once<MergedQuery>(); }

TEST(MergedQuery, SurvivesTheOverflowOfItsIterations) { expect_to_survive_overflow<MergedQuery>(); }

TEST(ClusterMemory, ForgetsWhatIsAsOldAsTheOverflow) {
  expect_to_forget_at_overflow<ClusterMemory>();
}

// No cheapest path adds up to so much, but nothing promises that of paths by estimates.
TEST(MergedQuery, ACostThatDoesNotFitStaysAtTheHighest) {
  PricedMesh ground = strip(8);
  for (std::uint32_t t = 0; t + 1 < 8; ++t) price_strip(ground, t, kFarthest - 1, 10);
  const MergedHierarchy h = build(ground);
  MergedQuery query(h);
  MergedPath path;
  query.find(TriangleId{0}, TriangleId{7}, path);
  EXPECT_EQ(path.status, Status::complete);
  EXPECT_EQ(path.triangles.size(), 8u);
  EXPECT_EQ(path.cost, kInfinite - 1);
  query.find(TriangleId{0}, TriangleId{4}, path);
  EXPECT_EQ(path.cost, 4 * (kFarthest - 1));
  query.find(TriangleId{7}, TriangleId{0}, path);
  EXPECT_EQ(path.cost, 70u);
}

TEST(MergedQuery, HopelessAndWrongEndsAreAnsweredAtOnce) {
  PricedMesh ground = strip(8);
  price_strip(ground, 3, kInfinite, kInfinite);
  const MergedHierarchy h = build(ground);
  MergedQuery query(h);
  MergedPath path;
  query.find(TriangleId{0}, TriangleId{7}, path);
  EXPECT_EQ(path.status, Status::unreachable);
  EXPECT_TRUE(path.triangles.empty());
  EXPECT_EQ(query.expanded_clusters(), 0u);
  query.find(TriangleId{8}, TriangleId{0}, path);
  EXPECT_EQ(path.status, Status::invalid_start);
  query.find(TriangleId{0}, TriangleId{8}, path);
  EXPECT_EQ(path.status, Status::invalid_goal);
  query.find(TriangleId{5}, TriangleId{5}, path);
  EXPECT_EQ(path.status, Status::complete);
  EXPECT_EQ(path.cost, 0u);
  EXPECT_EQ(path.triangles, (std::vector<std::uint32_t>{5}));
  // Not merged at all, the components are known all the same.
  const auto merger = ClusterMerger::make(ground.mesh, ground.prices);
  const MergedHierarchy bare = merger->hierarchy();
  MergedQuery over_bare(bare);
  over_bare.find(TriangleId{0}, TriangleId{7}, path);
  EXPECT_EQ(path.status, Status::unreachable);
  EXPECT_EQ(over_bare.expanded_clusters(), 0u);
}

/// A ring of triangles: two paths of the same price from one side to the other.
PricedMesh ring(std::uint32_t count) {
  PricedMesh ground = strip(count);
  const TriangleId first{0}, last{count - 1};
  ground.mesh.neighbours[first][2] = last;
  ground.mesh.neighbours[last][1] = first;
  for (auto* prices : {&ground.prices.weighted, &ground.prices.unweighted}) {
    (*prices)[2] = 10;
    (*prices)[3 * (count - 1) + 1] = 10;
  }
  return ground;
}

/// How many of 100 agents, each of whom stops in the middle of its path, take one of the two paths.
int count_left(const MergedHierarchy& h, bool counted) {
  Crowding crowding(h, 2.0);
  MergedQuery query(h);
  if (counted) query.set_crowding(&crowding);
  MergedPath path;
  int left = 0;
  for (int agent = 0; agent < 100; ++agent) {
    query.find(TriangleId{0}, TriangleId{20}, path);
    EXPECT_EQ(path.cost, 200u);  // the price handed out is that of the ground
    left += path.triangles[1] == 39 ? 1 : 0;
    crowding.enter(TriangleId{path.triangles[path.triangles.size() / 2]});
  }
  EXPECT_EQ(crowding.count(h.tops()[0]), 100u);
  return left;
}

TEST(MergedQuery, AgentsSpreadOverTwoEqualCorridors) {
  const MergedHierarchy h = build(ring(40));
  EXPECT_EQ(count_left(h, false) % 100, 0);
  EXPECT_GT(count_left(h, true), 25);
  EXPECT_LT(count_left(h, true), 75);
}

TEST(Crowding, CountsUpAndDownTheHierarchy) {
  const MergedHierarchy h = build(rough_ground(6, 6, 1));
  Crowding crowding(h);
  crowding.enter(TriangleId{7});
  crowding.enter(TriangleId{7});
  crowding.enter(TriangleId{30});
  crowding.leave(TriangleId{7});
  EXPECT_EQ(crowding.count(ClusterId{7}), 1u);
  EXPECT_EQ(crowding.count(ClusterId{30}), 1u);
  EXPECT_EQ(crowding.count(h.tops()[0]), 2u);
  EXPECT_EQ(crowding.raised(100, ClusterId{7}), 200u);
  EXPECT_EQ(crowding.raised(100, ClusterId{8}), 100u);
}

TEST(GuidedQuery, PathsArePathsAndNearlyTheCheapest) {
  for (std::uint32_t seed = 0; seed < 3; ++seed) {
    const MergedHierarchy h = build(rough_ground(24, 22, seed));
    GuideSettings settings;
    settings.first_size = 8;
    settings.top_cells = 8;
    const auto guide = build_guide_layers(h, settings);
    ASSERT_TRUE(guide);
    EXPECT_GE(guide->layers.size(), 2u);
    GuidedQuery query(h, *guide);
    EXPECT_LT(expect_paths(h, query, seed), 1.2);
  }
}

// Flat ground is one cluster with all triangles for children; its cells are of the same size still.
TEST(GuideLayers, CellsOfFlatGroundAreNeitherTinyNorHuge) {
  PricedMesh ground = rough_ground(40, 40, 1);
  for (Vec3& v : ground.mesh.vertices) v.y = 0.0f;
  const MergedHierarchy h = build(with_prices(std::move(ground.mesh)));
  EXPECT_EQ(h.layer_count(), 2u);
  const auto guide = build_guide_layers(h, {.first_size = 16, .growth = 4, .top_cells = 16});
  ASSERT_TRUE(guide);
  EXPECT_LT(guide->layers[0].cell_count(), h.triangle_count / 6);
  EXPECT_GT(guide->layers[0].cell_count(), h.triangle_count / 17);
}

TEST(GuidedQuery, KnowsComponentsAndEnds) {
  PricedMesh ground = strip(200);
  price_strip(ground, 99, kInfinite, kInfinite);
  const MergedHierarchy h = build(ground);
  const auto guide = build_guide_layers(h, {.first_size = 4, .growth = 4, .top_cells = 4});
  ASSERT_TRUE(guide);
  GuidedQuery query(h, *guide);
  MergedPath path;
  query.find(TriangleId{3}, TriangleId{150}, path);
  EXPECT_EQ(path.status, Status::unreachable);
  query.find(TriangleId{0}, TriangleId{99}, path);
  EXPECT_EQ(path.cost, 990u);
  query.find(TriangleId{200}, TriangleId{0}, path);
  EXPECT_EQ(path.status, Status::invalid_start);
  EXPECT_FALSE(build_guide_layers(h, {.first_size = 1}));
}

}  // namespace
}  // namespace portolan::detail
