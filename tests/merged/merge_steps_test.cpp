#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "portolan/merged/child_distances.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/merge_distances.h"
#include "portolan/merged/validate_merged.h"
#include "tests/merged/literal_merging.h"
#include "tests/merged/merge_testing.h"

namespace portolan::detail {
namespace {

using namespace merge_testing;

ClusterMerger make_merger(const PricedMesh& ground) {
  return *ClusterMerger::make(ground.mesh, ground.prices, ground.settings);
}

// Each pair of neighbours is equally near, so the outer two merge through the middle one.
TEST(MergeSteps, ThreeMeshesMergeInOneStep) {
  ClusterMerger merger = make_merger(strip(3));
  EXPECT_EQ(merger.top_count(), 3u);
  ASSERT_TRUE(merger.merge_step());
  const MergedHierarchy h = merger.hierarchy();
  ASSERT_EQ(h.cluster_count(), 4u);
  const auto children = h.children_of(ClusterId{3});
  EXPECT_EQ(std::vector(children.begin(), children.end()), clusters({0, 1, 2}));
  EXPECT_FALSE(merger.merge_step());
}

// 0 -1- 1 -3- 2 -1- 3 in unit distances: the outer pairs merge first.
PricedMesh two_pairs() {
  PricedMesh ground = strip(4);
  price_strip(ground, 0, 8, 12);
  price_strip(ground, 1, 30, 30);
  price_strip(ground, 2, 9, 11);
  return ground;
}

TEST(MergeSteps, TwoPairsByHand) {
  ClusterMerger merger = make_merger(two_pairs());
  ASSERT_TRUE(merger.merge_step());
  const MergedHierarchy h = merger.hierarchy();
  ASSERT_EQ(h.cluster_count(), 6u);
  EXPECT_EQ(h.parent, clusters({4, 4, 5, 5, 6, 6}));
  // Triangle 1 enters cluster 5 by triangle 2, from where 3 is 9 away: 30 + 9 over 10 + 10.
  EXPECT_EQ(h.find_neighbours(ClusterId{1}),
            (std::vector<NeighbourRecord>{{ClusterId{0}, {12, 10}}, {ClusterId{5}, {39, 20}}}));
  EXPECT_EQ(h.find_neighbours(ClusterId{4}),
            (std::vector<NeighbourRecord>{{ClusterId{5}, {39, 20}}}));
  // Cluster 5 enters cluster 4 by triangle 1, from where 0 is 12 away.
  EXPECT_EQ(h.find_neighbours(ClusterId{5}),
            (std::vector<NeighbourRecord>{{ClusterId{4}, {42, 20}}}));
  EXPECT_EQ(h.find_neighbours(ClusterId{3}),
            (std::vector<NeighbourRecord>{{ClusterId{2}, {11, 10}}}));
  ASSERT_EQ(h.records_of(ClusterId{4}).size(), 1u);
  const RecordId record = *h.record_ids_of(ClusterId{4}).begin();
  EXPECT_EQ(h.joints_of(record)[0], joint_of(TriangleId{1}, 1));

  ASSERT_TRUE(merger.merge_step());
  EXPECT_FALSE(merger.merge_step());
  const MergedHierarchy whole = merger.hierarchy();
  EXPECT_EQ(whole.tops().size(), 1u);
  EXPECT_EQ(whole.layer_count(), 3u);
  EXPECT_EQ(whole.find_neighbours(ClusterId{1}), h.find_neighbours(ClusterId{1}));
  EXPECT_TRUE(whole.find_neighbours(ClusterId{6}).empty());
  const Box box = whole.boxes[ClusterId{6}];
  EXPECT_EQ(box.low, (Vec3{0, 0, 0}));
  EXPECT_EQ(box.high, (Vec3{5, 0, 1}));
}

// From child 0: 1 is 10 over 10 away, 2 is 40 over 80, 3 is 60 over 30.
TEST(MergeSteps, EnteringPricesByHand) {
  ChildDistances distances;
  distances.begin(4);
  distances.add(0, 1, {10, 10});
  distances.add(0, 2, {40, 80});
  distances.add(1, 3, {50, 20});
  distances.add(2, 3, {45, 1});
  distances.finish();
  EXPECT_EQ(distances.from(0)[3], (ClusterDistance{60, 30}));
  EXPECT_EQ(distances.entering(0, EnteringPrice::average), (ClusterDistance{110 / 4, 120 / 4}));
  EXPECT_EQ(distances.entering(0, EnteringPrice::worst_unweighted), (ClusterDistance{40, 80}));
  EXPECT_EQ(distances.entering(0, EnteringPrice::worst_weighted), (ClusterDistance{60, 30}));
  EXPECT_EQ(distances.entering(0, EnteringPrice::worst_unit), (ClusterDistance{60, 30}));
}

// Many children are searched, few go through Floyd-Warshall.
TEST(MergeSteps, ManyChildrenHaveTheSameDistancesAsFew) {
  Random random(3);
  for (const std::uint32_t count : {12u, 40u}) {
    ChildDistances distances;
    distances.begin(count);
    std::vector<std::vector<std::uint64_t>> d(count, std::vector<std::uint64_t>(count, 1u << 20));
    for (std::uint32_t a = 0; a < count; ++a) {
      d[a][a] = 0;
      for (const std::uint32_t b : {(a + 1) % count, (a + 5) % count}) {
        const Cost price = 1 + random() % 100;
        distances.add(a, b, {price, 1});
        d[a][b] = price;
      }
    }
    distances.finish();
    for (std::uint32_t k = 0; k < count; ++k) {
      for (auto& row : d) {
        for (std::uint32_t b = 0; b < count; ++b) row[b] = std::min(row[b], row[k] + d[k][b]);
      }
    }
    for (std::uint32_t a = 0; a < count; ++a) {
      const auto row = distances.from(a);
      for (std::uint32_t b = 0; b < count; ++b) EXPECT_EQ(row[b].weighted, d[a][b]);
    }
  }
}

// A ring of 10000 children, one direction more expensive than the other; 0 is the one that all
// others go by.
TEST(MergeSteps, VeryManyChildrenAreEnteredThroughOne) {
  const std::uint32_t count = 10000;
  ChildDistances distances;
  distances.begin(count);
  for (std::uint32_t a = 0; a < count; ++a) {
    distances.add(a, (a + 1) % count, {2, 1});
    distances.add(a, (a + count - 1) % count, {3, 1});
  }
  distances.finish();
  // From 0 the most expensive is 6000 steps on or 4000 back: 12000. To 0 it is 100 steps back, 300.
  EXPECT_EQ(distances.entering(0, EnteringPrice::worst_weighted).weighted, 12000u);
  EXPECT_EQ(distances.entering(100, EnteringPrice::worst_weighted).weighted, 12300u);
  EXPECT_EQ(distances.entering(9900, EnteringPrice::worst_weighted).weighted, 12200u);
}

void expect_same(const MergedHierarchy& h, const LiteralMerging& literal) {
  ASSERT_EQ(h.cluster_count(), literal.clusters().size());
  for (const ClusterId m : h.clusters()) {
    const LiteralMerging::Cluster& cluster = literal.clusters()[index(m)];
    ASSERT_EQ(h.parent[m],
              cluster.parent == LiteralMerging::kNone ? h.global() : ClusterId{cluster.parent});
    const auto neighbours = h.find_neighbours(m);
    ASSERT_EQ(neighbours.size(), cluster.neighbours.size());
    auto at = cluster.neighbours.begin();
    for (const NeighbourRecord& record : neighbours) {
      ASSERT_EQ(index(record.target), at->first);
      ASSERT_EQ(record.distance, at->second.distance)
          << "cluster " << index(m) << " to " << at->first;
      const RecordId shared = h.record_of[JointId{*at->second.joints.begin()}];
      std::set<std::uint32_t> joints;
      for (const JointId joint : h.joints_from(shared, m)) joints.insert(index(joint));
      ASSERT_EQ(joints, at->second.joints);
      ++at;
    }
  }
}

TEST(MergeSteps, AreThoseOfTheThesisToTheLetter) {
  for (std::uint32_t option = 0; option < 4; ++option) {
    PricedMesh ground =
        rough_ground(7, 6, 17 + option, option % 2 == 0 ? Triangulation::four : Triangulation::two);
    ground.settings.entering = static_cast<EnteringPrice>(option);
    ground.settings.patience = 0;
    ClusterMerger merger = make_merger(ground);
    LiteralMerging literal(ground, merger.hierarchy().mate);
    bool more = true;
    while (more) {
      more = merger.merge_step();
      ASSERT_EQ(literal.step(), more);
      expect_same(merger.hierarchy(), literal);
      if (HasFatalFailure()) return;
    }
    EXPECT_EQ(merger.top_count(), 1u);
  }
}

/// The promises of the structure, looked at one by one.
void expect_sound(const MergedHierarchy& h) {
  const auto valid = validate(h);
  ASSERT_TRUE(valid) << valid.error().message;
  IdVector<JointId, std::uint32_t> listed(h.mate.size(), 0);
  for (const ClusterId m : h.clusters()) {
    for (const RecordId r : h.record_ids_of(m)) {
      ASSERT_EQ(h.parent[h.records[r].target], h.parent[m]);
      ASSERT_NE(h.records[r].target, m);
      for (const JointId joint : h.joints_of(r)) {
        ++listed[joint];
        ASSERT_TRUE(h.contains(m, cluster_of(triangle_of(joint))));
        ASSERT_TRUE(h.contains(h.records[r].target, h.behind(joint)));
      }
    }
    for (const ClusterId child : h.children_of(m)) {
      ASSERT_EQ(h.parent[child], m);
      for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
        ASSERT_LE(h.boxes[m].low.*axis, h.boxes[child].low.*axis);
        ASSERT_GE(h.boxes[m].high.*axis, h.boxes[child].high.*axis);
      }
    }
  }
  for (const JointId joint : h.all_joints()) {
    ASSERT_EQ(listed[joint], h.mate[joint] == kNoJoint ? 0u : 1u);
  }
}

TEST(MergeSteps, KeepThePromisesAndEqualComputingAnew) {
  for (const std::uint32_t patience : {0u, 3u}) {
    for (const std::uint32_t heights : {0u, 2u, 1000u}) {  // flat, with many ties, with none
      PricedMesh ground = rough_ground(14, 11, 5, Triangulation::two, heights + 1);
      if (heights == 0) {
        for (Vec3& v : ground.mesh.vertices) v.y = 0.0f;
        ground = with_prices(std::move(ground.mesh));
      }
      ground.settings.patience = patience;
      ClusterMerger merger = make_merger(ground);
      std::uint32_t tops = merger.top_count();
      do {
        const MergedHierarchy h = merger.hierarchy();
        expect_sound(h);
        MergedHierarchy again = h;
        compute_distances(again);
        ASSERT_EQ(again.records, h.records);
        ASSERT_EQ(again.entering, h.entering);
        if (HasFatalFailure()) return;
        EXPECT_LE(merger.top_count(), tops);
        tops = merger.top_count();
      } while (merger.merge_step());
      EXPECT_EQ(tops, 1u);
    }
  }
}

// 2 picks 1, which picks 0: a cluster without patience does not wait for 0 and 1 to become one.
TEST(MergeSteps, WithoutPatienceAMeshNeedNotBePickedBack) {
  PricedMesh ground = strip(5);
  price_strip(ground, 1, 40, 40);
  price_strip(ground, 2, 90, 90);
  const std::vector<ClusterId> waiting = clusters({5, 5, 7, 6, 6, 7, 8, 8, 9});
  EXPECT_EQ(build_merged_hierarchy(ground.mesh, ground.prices, ground.settings)->parent, waiting);
  ground.settings.patience = 2;  // 2 merges in the second step with what 0 and 1 have become
  EXPECT_EQ(build_merged_hierarchy(ground.mesh, ground.prices, ground.settings)->parent, waiting);
  ground.settings.patience = 1;
  EXPECT_EQ(build_merged_hierarchy(ground.mesh, ground.prices, ground.settings)->parent,
            clusters({5, 5, 5, 6, 6, 7, 7, 8}));
}

// One strip whose steps become more expensive and more expensive is taken in one triangle per step.
TEST(MergeSteps, PatienceBoundsTheLayers) {
  PricedMesh ground = strip(200);
  for (std::uint32_t t = 0; t + 1 < 200; ++t) price_strip(ground, t, 10 + 7 * t, 10 + 7 * t);
  ground.settings.patience = 0;
  const auto literal = build_merged_hierarchy(ground.mesh, ground.prices, ground.settings);
  ground.settings.patience = 4;
  const auto patient = build_merged_hierarchy(ground.mesh, ground.prices, ground.settings);
  ASSERT_TRUE(literal && patient);
  EXPECT_GT(literal->layer_count(), 100u);
  EXPECT_LT(patient->layer_count(), 40u);
  EXPECT_EQ(patient->tops().size(), 1u);
}

TEST(MergeSteps, EachComponentOfTheGroundIsATopCluster) {
  PricedMesh ground = strip(9);
  price_strip(ground, 2, kInfinite, kInfinite);
  price_strip(ground, 6, kInfinite, kInfinite);
  const auto h = build_merged_hierarchy(ground.mesh, ground.prices, ground.settings);
  ASSERT_TRUE(h);
  EXPECT_EQ(h->tops().size(), 3u);
  EXPECT_EQ(h->component, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(h->children_of(h->global()).size(), 3u);
}

TEST(MergeSteps, BadInputIsRefused) {
  PricedMesh ground = strip(4);
  price_strip(ground, 1, 10, kInfinite);
  auto one_way = ClusterMerger::make(ground.mesh, ground.prices);
  ASSERT_FALSE(one_way);
  EXPECT_NE(one_way.error().message.find("triangle 1"), std::string::npos);
  ground = strip(4);
  ground.prices.weighted.pop_back();
  EXPECT_FALSE(ClusterMerger::make(ground.mesh, ground.prices));
  ground = strip(4);
  ground.mesh.neighbours[TriangleId{2}][0] = TriangleId{0};
  EXPECT_FALSE(ClusterMerger::make(ground.mesh, ground.prices));
}

TEST(MergeSteps, CanBeCancelled) {
  const PricedMesh ground = rough_ground(8, 8, 1);
  Progress progress;
  progress.report = [](std::uint64_t done, std::uint64_t, const char*) { return done < 50; };
  EXPECT_FALSE(build_merged_hierarchy(ground.mesh, ground.prices, {}, progress));
}

TEST(MergeSteps, OneTriangleIsATopCluster) {
  const PricedMesh ground = strip(1);
  const auto h = build_merged_hierarchy(ground.mesh, ground.prices);
  ASSERT_TRUE(h);
  EXPECT_EQ(h->cluster_count(), 1u);
  EXPECT_EQ(h->layer_count(), 1u);
}

}  // namespace
}  // namespace portolan::detail
