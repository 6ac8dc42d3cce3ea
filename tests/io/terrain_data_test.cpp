#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <random>

#include "portolan/io/maps/height_map_file.h"
#include "portolan/terrain/terrain_query.h"

namespace portolan::detail {
namespace {

/// Real heights, kept outside the project.
std::filesystem::path heights_file() {
  const char* given = std::getenv("PORTOLAN_DATA");
  const std::filesystem::path folder =
      given != nullptr ? given : std::filesystem::path(PORTOLAN_SOURCE_DIR) / "../shared/data";
  return folder / "terrain" / "jacksboro.pgm";
}

/// A part of the map: all of it takes too long for every run.
HeightMap part_of(const HeightMap& map, std::uint32_t width, std::uint32_t height) {
  HeightMap part{width, height, {}};
  for (std::uint32_t row = 0; row < height; ++row)
    for (std::uint32_t x = 0; x < width; ++x) part.values.push_back(map.at(x + 80, row + 90));
  return part;
}

TEST(TerrainData, RealGroundIsExactAndRoundsLittle) {
  if (!std::filesystem::exists(heights_file()))
    GTEST_SKIP() << "no heights: set PORTOLAN_DATA to the folder that holds terrain/";
  const auto map = load_height_map(heights_file());
  ASSERT_TRUE(map) << map.error().message;
  EXPECT_EQ(map->width, 403u);
  EXPECT_EQ(map->height, 344u);
  MapPlacement placement;
  placement.spacing = 90.0f;
  for (const Triangulation triangulation : {Triangulation::two, Triangulation::four}) {
    auto mesh = make_triangle_mesh(part_of(*map, 130, 110), triangulation, placement);
    auto built = TerrainSnapshot::build(std::move(*mesh), PriceSettings{});
    ASSERT_TRUE(built) << built.error().message;
    const auto snapshot = built->with_tables({});
    ASSERT_TRUE(snapshot) << snapshot.error().message;
    std::mt19937 random(1);
    std::uniform_int_distribution<std::uint32_t> any(0, snapshot->mesh().triangle_count() - 1);
    TerrainQuery query;
    TerrainPath astar;
    TerrainPath path;
    for (int k = 0; k < 40; ++k) {
      const NodeId start{any(random)};
      const NodeId goal{any(random)};
      ASSERT_EQ(query.find_path_astar(*snapshot, start, goal, astar), Status::complete);
      for (const bool tables : {false, true}) {
        TerrainQueryOptions options;
        options.tables = tables;
        ASSERT_EQ(query.find_path(*snapshot, start, goal, options, path), Status::complete);
        ASSERT_EQ(path.cost, astar.cost);
      }
      const auto lengths = measure_path(*snapshot, path);
      ASSERT_TRUE(lengths);
      if (path.nodes.size() < 100) continue;
      EXPECT_NEAR(snapshot->metres(path.cost) / lengths->weighted, 1.0, 1e-4);
    }
  }
}

}  // namespace
}  // namespace portolan::detail
