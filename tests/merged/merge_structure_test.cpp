#include <gtest/gtest.h>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/merge_distances.h"
#include "portolan/merged/validate_merged.h"
#include "tests/merged/merge_testing.h"

namespace portolan::detail {
namespace {

using namespace merge_testing;

// ((0 1) 2) (3 4): merging gives three layers above the triangles on one side.
TEST(CompressLayers, ByHand) {
  PricedMesh ground = strip(5);
  price_strip(ground, 0, 10, 10);
  price_strip(ground, 1, 40, 40);
  price_strip(ground, 2, 90, 90);
  price_strip(ground, 3, 10, 10);
  const MergedHierarchy h = build(ground);
  ASSERT_EQ(h.parent, clusters({5, 5, 7, 6, 6, 7, 8, 8, 9}));
  ASSERT_EQ(h.layer_count(), 4u);
  const auto flat = compress_layers(h, 3);
  ASSERT_TRUE(flat);
  // Of 5 and 7, both with two children on the too deep chain, 5 comes first and 7 then waits.
  EXPECT_EQ(flat->parent, clusters({6, 6, 6, 5, 5, 7, 7, 8}));
  EXPECT_EQ(flat->layer_count(), 3u);
  // From 3 into the cluster of 0, 1 and 2, entered by 2: 0 is 50 over 20 away, 1 is 40 over 10.
  EXPECT_EQ(flat->find_neighbours(ClusterId{5}),
            (std::vector<NeighbourRecord>{{ClusterId{6}, {130, 20}}}));
  const auto two = compress_layers(h, 2);
  ASSERT_TRUE(two);
  EXPECT_EQ(two->parent, clusters({5, 5, 5, 5, 5, 6}));
  EXPECT_FALSE(compress_layers(h, 1));
}

TEST(CompressLayers, BoundsTheLayersAndKeepsTheStructure) {
  PricedMesh ground = rough_ground(25, 23, 9);
  ground.settings.patience = 0;
  const MergedHierarchy h = build(ground);
  ASSERT_GT(h.layer_count(), 12u);
  for (const std::uint32_t layers : {12u, 10u, 5u, 3u}) {
    const auto flat = compress_layers(h, layers);
    ASSERT_TRUE(flat);
    EXPECT_LE(flat->layer_count(), layers);
    const auto valid = validate(*flat);
    EXPECT_TRUE(valid) << valid.error().message;
    EXPECT_EQ(flat->tops().size(), h.tops().size());
    EXPECT_LT(flat->bytes(), h.bytes());
    // What was in one top cluster's child is still in one cluster or in the top cluster itself.
    for (const TriangleId t : h.triangles()) {
      EXPECT_EQ(flat->boxes[cluster_of(t)].low, h.boxes[cluster_of(t)].low);
    }
  }
  const auto same = compress_layers(h, h.layer_count());
  ASSERT_TRUE(same);
  EXPECT_EQ(same->parent, h.parent);
  EXPECT_EQ(same->records, h.records);
}

TEST(UpdateDistances, EqualsComputingAnew) {
  for (std::uint32_t seed = 0; seed < 6; ++seed) {
    PricedMesh ground = rough_ground(16, 15, seed);
    ground.settings.entering = static_cast<EnteringPrice>(seed % 4);
    MergedHierarchy h = build(ground);
    if (seed % 2 == 1) h = *compress_layers(h, 4);
    Random random(seed);
    std::uint32_t least = 0xFFFF'FFFFu;
    for (int round = 0; round < 20; ++round) {
      std::vector<PriceChange> changes;
      for (std::uint32_t k = 0; k < 1 + random() % 6; ++k) {
        const JointId joint{random() % h.joint_count()};
        if (h.mate[joint] == kNoJoint) continue;
        const Cost factor = 1 + random() % 4;
        changes.push_back({joint, factor * h.weighted[joint] / 2 + 1, h.unweighted[joint]});
      }
      const DistanceUpdates counts = update_distances(h, changes);
      if (!changes.empty()) least = std::min(least, counts.records);
      MergedHierarchy anew = h;
      compute_distances(anew);
      ASSERT_EQ(anew.records, h.records);
      ASSERT_EQ(anew.entering, h.entering);
    }
    EXPECT_LT(least, h.records.size() / 4);  // some change stays where it happens
  }
}

TEST(MergedHierarchy, ValidateFindsWhatIsWrong) {
  const MergedHierarchy h = build(rough_ground(5, 5, 4));
  ASSERT_TRUE(validate(h));
  const auto refused = [&](auto&& damage) {
    MergedHierarchy copy = h;
    damage(copy);
    return !validate(copy);
  };
  EXPECT_TRUE(refused([](MergedHierarchy& c) { ++c.records[RecordId{3}].distance.weighted; }));
  EXPECT_TRUE(refused([](MergedHierarchy& c) { std::swap(c.joints[0], c.joints[1]); }));
  EXPECT_TRUE(refused([](MergedHierarchy& c) { c.parent[ClusterId{0}] = ClusterId{1}; }));
  EXPECT_TRUE(refused([](MergedHierarchy& c) { c.mate[JointId{5}] = JointId{5}; }));
  EXPECT_TRUE(refused([](MergedHierarchy& c) { c.boxes.pop_back(); }));
  EXPECT_TRUE(refused([](MergedHierarchy& c) { ++c.first_place[ClusterId{2}]; }));
}

}  // namespace
}  // namespace portolan::detail
