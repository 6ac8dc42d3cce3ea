#include "scenes/terrain_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "portolan/terrain/terrain_prices.h"

namespace portolan::detail::scenes {
namespace {

TEST(TerrainScenes, AreWholeMapsThatCanBePriced) {
  for (const std::string_view name : terrain_scene_names()) {
    TerrainSceneOptions options;
    options.width = 70;
    options.height = 50;
    const auto scene = generate_terrain(name, options);
    ASSERT_TRUE(scene.ok()) << name;
    EXPECT_EQ(scene->heights.values.size(), 70u * 50u);
    for (const float height : scene->heights.values)
      EXPECT_TRUE(height >= 0.0f && height < 9000.0f);
    MapPlacement placement;
    placement.spacing = scene->spacing;
    const HeightMap* difficulty = scene->difficulty.values.empty() ? nullptr : &scene->difficulty;
    const auto mesh =
        make_triangle_mesh(scene->heights, Triangulation::four, placement, difficulty);
    ASSERT_TRUE(mesh.ok()) << mesh.error().message;
    EXPECT_TRUE(make_prices(*mesh, PriceSettings{}).ok()) << name;
    EXPECT_EQ(generate_terrain(name, options)->heights.values, scene->heights.values);
  }
}

TEST(TerrainScenes, ConeRisesAsItIsWide) {
  TerrainSceneOptions options;
  options.width = options.height = 21;
  const auto scene = generate_terrain("cone", options);
  EXPECT_EQ(scene->heights.at(10, 10), 10.0f);
  EXPECT_EQ(scene->heights.at(13, 14), 5.0f);
  EXPECT_EQ(scene->heights.at(0, 10), 0.0f);
  EXPECT_EQ(scene->heights.at(0, 0), 0.0f);
}

TEST(TerrainScenes, AnotherSeedIsAnotherMap) {
  TerrainSceneOptions options;
  options.width = options.height = 40;
  for (const char* name : {"hills", "ridges", "fractal"}) {
    const auto one = generate_terrain(name, options);
    options.seed ^= 5;
    EXPECT_NE(generate_terrain(name, options)->heights.values, one->heights.values) << name;
  }
}

TEST(TerrainScenes, RoadsCrossTheFractal) {
  TerrainSceneOptions options;
  const auto scene = generate_terrain("fractal", options);
  const auto& values = scene->difficulty.values;
  ASSERT_EQ(values.size(), scene->heights.values.size());
  const auto on_roads = std::count(values.begin(), values.end(), 0.0f);
  EXPECT_GT(on_roads, 500);
  EXPECT_LT(on_roads, static_cast<std::ptrdiff_t>(values.size() / 4));
}

TEST(TerrainScenes, RefusesWhatItCannotMake) {
  EXPECT_FALSE(generate_terrain("moon", {}).ok());
  TerrainSceneOptions options;
  options.width = 1;
  EXPECT_FALSE(generate_terrain("cone", options).ok());
}

}  // namespace
}  // namespace portolan::detail::scenes
