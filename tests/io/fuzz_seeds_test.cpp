#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <vector>

#include "fuzz/right_checksums.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/io/file.h"

/// Baked worlds that fuzzing begins with: of use only as long as they are accepted.
namespace portolan::detail {
namespace {

std::vector<std::filesystem::path> seeds_of(const char* target) {
  std::vector<std::filesystem::path> files;
  const auto folder = std::filesystem::path(PORTOLAN_SOURCE_DIR) / "fuzz" / "seeds" / target;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

template <class Parse>
void expect_accepted(const char* target, Parse&& parse) {
  const auto seeds = seeds_of(target);
  EXPECT_FALSE(seeds.empty());
  for (const auto& seed : seeds) {
    const auto bytes = read_shared_bytes(seed, 1 << 20);
    ASSERT_TRUE(bytes);
    const auto file = make_shared_bytes(with_right_checksums(bytes->view()));
    ASSERT_TRUE(file);
    const auto world = parse(*file, seed.string());
    EXPECT_TRUE(world) << (world ? "" : world.error().message) << "; make it anew";
  }
}

TEST(FuzzSeeds, OfGridsAreAccepted) { expect_accepted("fuzz_grid_world", parse_grid_world); }
TEST(FuzzSeeds, OfMeshesAreAccepted) {
  expect_accepted("fuzz_nav_mesh_world", parse_nav_mesh_world);
}
TEST(FuzzSeeds, OfTerrainAreAccepted) {
  expect_accepted("fuzz_terrain_world", parse_terrain_world);
}

}  // namespace
}  // namespace portolan::detail
