#include "portolan/io/baked/merged_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/merged_query.h"
#include "portolan/merged/validate_merged.h"
#include "tests/merged/merge_testing.h"

namespace portolan::detail {
namespace {

using namespace merge_testing;

TEST(MergedBytes, GoThereAndBackAtEveryStep) {
  const PricedMesh ground = rough_ground(9, 8, 4);
  ClusterMerger merger = *ClusterMerger::make(ground.mesh, ground.prices, ground.settings);
  const MergedHierarchy whole = build(ground);
  do {
    const MergedHierarchy h = merger.hierarchy();
    const auto back = unpack_merged_hierarchy(pack_merged_hierarchy(h), ground.mesh, ground.prices);
    ASSERT_TRUE(back) << back.error().message;
    EXPECT_EQ(back->records, h.records);
    EXPECT_EQ(back->joints, h.joints);
    EXPECT_EQ(back->parent, h.parent);
    EXPECT_EQ(back->settings, h.settings);
    EXPECT_EQ(back->is_merged(), merger.top_count() == 1);
    for (const ClusterId m : h.clusters()) {
      ASSERT_EQ(back->boxes[m].low, h.boxes[m].low);
      ASSERT_EQ(back->boxes[m].high, h.boxes[m].high);
    }
    // Merging goes on from there as if it had not been interrupted.
    const auto end = merge_on(ClusterMerger(*back));
    ASSERT_TRUE(end);
    EXPECT_EQ(end->records, whole.records);
    EXPECT_EQ(pack_merged_hierarchy(*end), pack_merged_hierarchy(whole));
  } while (merger.merge_step());
}

TEST(MergedBytes, MergingStopsAfterTheStepsAskedFor) {
  PricedMesh ground = rough_ground(12, 11, 6);
  for (const std::uint32_t patience : {0u, 1u, 3u}) {
    ground.settings.patience = patience;
    const MergedHierarchy whole = build(ground);
    ASSERT_GT(whole.step_count(), 3u);
    const auto part =
        merge_on(*ClusterMerger::make(ground.mesh, ground.prices, ground.settings), 3);
    ASSERT_TRUE(part);
    EXPECT_EQ(part->step_count(), 3u);
    EXPECT_FALSE(part->is_merged());
    EXPECT_EQ(part->cluster_count(), whole.made_before[3]);
    EXPECT_EQ(merge_on(ClusterMerger(*part), 3)->parent, part->parent);
    EXPECT_EQ(pack_merged_hierarchy(*merge_on(ClusterMerger(*part), 1000)),
              pack_merged_hierarchy(whole));
  }
}

TEST(MergedBytes, BelongToTheirTriangleMeshAndPrices) {
  const PricedMesh ground = rough_ground(9, 8, 4);
  const auto bytes = pack_merged_hierarchy(build(ground));
  const auto refusal = [&](const PricedMesh& other) {
    const auto back = unpack_merged_hierarchy(bytes, other.mesh, other.prices);
    return back ? std::string() : back.error().message;
  };
  EXPECT_EQ(refusal(ground), "");
  EXPECT_NE(refusal(rough_ground(9, 7, 4)).find("triangles, the mesh has"), std::string::npos);
  EXPECT_NE(refusal(rough_ground(8, 9, 4)).find("of another mesh"), std::string::npos);
  EXPECT_NE(refusal(rough_ground(9, 8, 5)).find("of other prices"), std::string::npos);
  PricedMesh more_expensive = ground;
  ++*std::find_if(more_expensive.prices.weighted.begin(), more_expensive.prices.weighted.end(),
                  [](Cost price) { return price != kInfinite; });
  EXPECT_NE(refusal(more_expensive).find("of other prices"), std::string::npos);
}

/// Navigation gets from anywhere to anywhere step by step, whatever the estimates say.
void expect_paths(const MergedHierarchy& h) {
  MergedQuery query(h);
  MergedPath path;
  for (std::uint32_t k = 0; k < 8; ++k) {
    const std::uint32_t start = 7 * k % h.triangle_count;
    const std::uint32_t goal = h.triangle_count - 1 - 5 * k % h.triangle_count;
    query.find(TriangleId{start}, TriangleId{goal}, path);
    ASSERT_EQ(path.status, Status::complete);
    ASSERT_EQ(path.triangles.front(), start);
    ASSERT_EQ(path.triangles.back(), goal);
    ASSERT_EQ(cost_along(h, path.triangles), path.cost);
  }
}

TEST(MergedBytes, DamageIsRefusedOrHarmless) {
  const PricedMesh ground = rough_ground(5, 5, 4);
  const std::vector<std::byte> bytes = pack_merged_hierarchy(build(ground));
  const auto unpack = [&](std::span<const std::byte> damaged) {
    return unpack_merged_hierarchy(damaged, ground.mesh, ground.prices);
  };
  for (std::size_t size = 0; size < bytes.size(); size += 3) {
    EXPECT_FALSE(unpack(std::span(bytes).first(size)));
  }
  Random random(2);
  int refused = 0;
  for (int k = 0; k < 3000; ++k) {
    std::vector<std::byte> damaged = bytes;
    damaged[random() % damaged.size()] ^= static_cast<std::byte>(1 + random() % 255);
    const auto back = unpack(damaged);
    if (!back) {
      ++refused;
      EXPECT_FALSE(back.error().message.empty());
      continue;
    }
    const auto valid = validate(*back);
    EXPECT_TRUE(valid) << valid.error().message;
    expect_paths(*back);
  }
  EXPECT_GT(refused, 500);
}

// Prices of entering as high as can be: sums of them must not come round to cheap ones.
TEST(MergedBytes, TheHighestPricesOfEnteringLeadNowhereWrong) {
  const PricedMesh ground = rough_ground(20, 20, 4);
  MergedHierarchy h = build(ground);
  for (ClusterDistance& entering : h.entering) entering = {kFarthest, kFarthest};
  const auto back = unpack_merged_hierarchy(pack_merged_hierarchy(h), ground.mesh, ground.prices);
  ASSERT_TRUE(back) << back.error().message;
  expect_paths(*back);
  expect_paths(*compress_layers(*back, 3));
}

// 0 and 2 of a strip in one cluster, 1 in the other: no path leads from 0 to 2 inside theirs.
TEST(MergedHierarchy, ChildrenWithoutAPathBetweenThemAreRefused) {
  const PricedMesh ground = strip(4);
  MergedHierarchy h = build(ground);
  ASSERT_EQ(h.parent, clusters({4, 4, 4, 4, 5}));
  h.parent = clusters({4, 5, 4, 5, 6, 6, 7});
  h.entering.resize(7);
  h.made_before = {4, 6};
  const auto back = unpack_merged_hierarchy(pack_merged_hierarchy(h), ground.mesh, ground.prices);
  ASSERT_FALSE(back);
  EXPECT_NE(back.error().message.find("no path to its siblings"), std::string::npos);
}

}  // namespace
}  // namespace portolan::detail
