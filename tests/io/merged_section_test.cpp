#include <gtest/gtest.h>

#include <random>

#include "baked_testing.h"
#include "expect_error.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/merged_bytes.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/guided_query.h"
#include "scenes/terrain_scenes.h"

/// The merged hierarchy as a section of baked terrain.
namespace portolan::detail {
namespace {

using test::Bytes;

constexpr Tag kSections[] = {"TRIS", "PRIC", "OPTS", "PART", "CELL", "MERG"};

TerrainSnapshot make_ground(std::uint32_t width, std::uint32_t height, std::uint64_t seed = 1) {
  scenes::TerrainSceneOptions options;
  options.width = width;
  options.height = height;
  options.seed = seed;
  const auto scene = *scenes::generate_terrain("fractal", options);
  auto mesh = *make_triangle_mesh(scene.heights, Triangulation::two, {10.0f, 1.0f, {}});
  return *TerrainSnapshot::build(std::move(mesh), PriceSettings{});
}

ClusterMerger make_merger(const TerrainSnapshot& world, std::uint32_t patience = 1) {
  MergeSettings settings;
  settings.entering = EnteringPrice::average;
  settings.patience = patience;
  settings.scale = make_metric_scale(world.settings(), world.prices());
  return *ClusterMerger::make(world.mesh(), world.prices(), settings);
}

BakedTerrain with(const TerrainSnapshot& world, MergedHierarchy merged) {
  return {world, std::make_shared<const MergedHierarchy>(std::move(merged))};
}

BakedTerrain merged_ground() {
  const TerrainSnapshot world = make_ground(60, 50);
  return with(world, *merge_on(make_merger(world)));
}

Bytes baked(const BakedTerrain& world) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  const auto saved = save_terrain_world(path, world);
  EXPECT_TRUE(saved) << saved.error().message;
  return test::bytes_of(path);
}

auto parse(const Bytes& bytes) { return parse_terrain_world(*make_shared_bytes(bytes), "a.world"); }

template <class Change>
Bytes with_section(const Bytes& file, Tag changed, Change change) {
  return test::with_section(file, kSections, changed, change, kTerrainKind);
}

/// Some paths over it, by every algorithm that needs it.
std::vector<MergedPath> find_paths(const MergedHierarchy& h) {
  std::vector<MergedPath> paths;
  std::mt19937 random(3);
  const auto flat = *compress_layers(h, 4);
  const auto guide = *build_guide_layers(h);
  MergedQuery merged(h);
  MergedQuery compressed(flat);
  GuidedQuery guided(h, guide);
  for (unsigned k = 0; k < 40; ++k) {
    const TriangleId start{static_cast<std::uint32_t>(random()) % h.triangle_count};
    const TriangleId goal{static_cast<std::uint32_t>(random()) % h.triangle_count};
    merged.find(start, goal, paths.emplace_back());
    compressed.find(start, goal, paths.emplace_back());
    guided.find(start, goal, paths.emplace_back());
  }
  return paths;
}

TEST(MergedSection, GivesBackTheSameBytesAndPaths) {
  const BakedTerrain built = merged_ground();
  const Bytes file = baked(built);
  const auto loaded = parse(file);
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_TRUE(loaded->merged);
  EXPECT_EQ(baked(*loaded), file);
  EXPECT_EQ(loaded->merged->settings, built.merged->settings);
  EXPECT_EQ(loaded->merged->records, built.merged->records);
  EXPECT_TRUE(loaded->merged->is_merged());
  const auto paths = find_paths(*built.merged);
  const auto again = find_paths(*loaded->merged);
  for (std::size_t k = 0; k < paths.size(); ++k) {
    ASSERT_EQ(paths[k].status, Status::complete);
    ASSERT_EQ(paths[k].cost, again[k].cost);
    ASSERT_EQ(paths[k].triangles, again[k].triangles);
  }
  EXPECT_FALSE(parse(baked({make_ground(9, 8)}))->merged);
}

TEST(MergedSection, MergingGoesOnFromAFileToTheSameBytes) {
  const TerrainSnapshot world = make_ground(40, 30);
  for (const std::uint32_t patience : {0u, 1u}) {
    const Bytes whole = baked(with(world, *merge_on(make_merger(world, patience))));
    for (const std::uint32_t steps : {0u, 1u, 4u}) {
      const auto part = parse(baked(with(world, *merge_on(make_merger(world, patience), steps))));
      ASSERT_TRUE(part) << part.error().message;
      EXPECT_EQ(part->merged->step_count(), steps);
      EXPECT_FALSE(part->merged->is_merged());
      EXPECT_EQ(baked(with(part->world, *merge_on(ClusterMerger(*part->merged)))), whole);
    }
  }
}

TEST(MergedSection, IsReadWhereTheWorldHasNoUnweightedPrices) {
  const TerrainSnapshot world = make_ground(20, 20);
  auto prices = world.prices();
  prices.unweighted.clear();
  const auto bare = TerrainSnapshot::build(
      world.shared_mesh(), std::make_shared<TerrainPrices>(prices), world.settings());
  ASSERT_TRUE(bare);
  const auto loaded = parse(baked(with(*bare, *merge_on(make_merger(world)))));
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->merged->unweighted, world.prices().unweighted);
}

TEST(MergedSection, TellsWhatIsWrong) {
  const Bytes file = baked(merged_ground());
  const auto refused = [&](auto change) { return parse(with_section(file, "MERG", change)); };
  EXPECT_ERROR(refused([](Bytes& b) { b.resize(40); }), "a.world", "section MERG", "cut off");
  EXPECT_ERROR(refused([](Bytes& b) { b.pop_back(); }), "inconsistent", "bytes, here are");
  EXPECT_ERROR(refused([](Bytes& b) { b[0] = {}; }), "no merged hierarchy");
  EXPECT_ERROR(refused([](Bytes& b) { b[4] = std::byte{9}; }), "version 9");
  EXPECT_ERROR(refused([](Bytes& b) { b[28] = std::byte{77}; }), "settings out of their limits");
  // A head that announces four thousand million clusters.
  EXPECT_ERROR(refused([](Bytes& b) { b[23] = std::byte{0xFF}; }), "bytes, here are");
  // Another terrain's, with the same number of triangles or another one.
  for (const auto& other : {make_ground(60, 50, 2), make_ground(50, 60), make_ground(61, 50)}) {
    const auto bytes = pack_merged_hierarchy(*merge_on(make_merger(other)));
    EXPECT_ERROR(refused([&](Bytes& b) { b = bytes; }), "section MERG", "another");
  }
}

TEST(MergedSection, HoldsNoCompressedOne) {
  const BakedTerrain world = merged_ground();
  const BakedTerrain flat = with(world.world, *compress_layers(*world.merged, 4));
  const TemporaryFolder folder;
  EXPECT_ERROR(save_terrain_world(folder.path() / "a.world", flat), "a.world", "compressed");
  const auto bytes = pack_merged_hierarchy(*flat.merged);
  EXPECT_ERROR(parse(with_section(baked(world), "MERG", [&](Bytes& b) { b = bytes; })),
               "compressed");
}

TEST(MergedSection, SpoiltOnesAreRefusedOrGivePaths) {
  const TerrainSnapshot world = make_ground(12, 11);
  const Bytes file = baked(with(world, *merge_on(make_merger(world), 3)));
  std::mt19937 random(1);
  const unsigned accepted = test::count_accepted(
      400,
      [&](unsigned) {
        return with_section(file, "MERG", [&](Bytes& b) { test::spoil_words(b, 0, random); });
      },
      parse,
      [&](const BakedTerrain& spoilt) {
        for (const MergedPath& path : find_paths(*spoilt.merged))
          EXPECT_EQ(path.status, Status::complete);
        EXPECT_TRUE(merge_on(ClusterMerger(*spoilt.merged))->is_merged());
      });
  EXPECT_GT(accepted, 20u);  // those with another price for entering
  EXPECT_LT(accepted, 350u);
}

}  // namespace
}  // namespace portolan::detail
