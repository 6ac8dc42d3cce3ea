#include "scenes/mesh_scenes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "portolan/core/vec3.h"

namespace portolan::detail::scenes {
namespace {

MeshSceneOptions make_options(float size, std::uint64_t seed, std::uint32_t clutter = 60) {
  MeshSceneOptions options;
  options.size = size;
  options.seed = seed;
  options.clutter_percent = clutter;
  return options;
}

/// FNV-1a over all numbers.
std::uint64_t hash_of(const Geometry& geometry) {
  std::uint64_t hash = 0xCBF29CE484222325ull;
  const auto add = [&](std::uint32_t word) { hash = (hash ^ word) * 0x100000001B3ull; };
  for (const Vec3& v : geometry.vertices) {
    for (const float f : {v.x, v.y, v.z}) add(std::bit_cast<std::uint32_t>(f));
  }
  for (const Geometry::Triangle& t : geometry.triangles) {
    for (const std::uint32_t corner : t) add(corner);
  }
  for (const std::uint8_t area : geometry.areas) add(area);
  return hash;
}

/// Twice the area of a triangle, as a vector on the side that it faces.
Vec3 normal_of(const Geometry& geometry, const Geometry::Triangle& t) {
  const Vec3 a = geometry.vertices[t[0]];
  const Vec3 u = geometry.vertices[t[1]] - a, v = geometry.vertices[t[2]] - a;
  return {u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
}

void expect_sound(const Geometry& geometry, float size, const std::string& where) {
  ASSERT_FALSE(geometry.triangles.empty()) << where;
  ASSERT_EQ(geometry.areas.size(), geometry.triangles.size()) << where;
  std::size_t outside = 0, flat = 0, upside_down = 0;
  for (const Vec3& v : geometry.vertices) {
    const bool inside = is_finite(v) && v.x >= 0.0f && v.x <= size && v.z >= 0.0f && v.z <= size;
    outside += inside ? 0 : 1;
  }
  for (std::size_t i = 0; i < geometry.triangles.size(); ++i) {
    const Geometry::Triangle& t = geometry.triangles[i];
    for (const std::uint32_t corner : t) ASSERT_LT(corner, geometry.vertices.size()) << where;
    const Vec3 normal = normal_of(geometry, t);
    flat += length(normal) > 0.0f ? 0 : 1;
    // Only floors are roads, pavements or grass.
    upside_down += geometry.areas[i] != 0 && normal.y <= 0.0f ? 1 : 0;
    ASSERT_LT(geometry.areas[i], geometry.area_names.size()) << where;
  }
  EXPECT_EQ(outside, 0u) << where;
  EXPECT_EQ(flat, 0u) << where;
  EXPECT_EQ(upside_down, 0u) << where;
}

TEST(MeshScenes, SameSeedGivesTheSameGeometryOnEveryMachine) {
  const std::map<std::string_view, std::uint64_t> pinned{{"city", 0xB2C768CFE172C3F1ull},
                                                         {"islands", 0xB298207FD9A7CDF3ull},
                                                         {"serpentine", 0xCB0BAF099E7D3218ull},
                                                         {"dungeon", 0x43458D02B19C73F5ull},
                                                         {"hill-town", 0x667C532D560D4BF2ull}};
  ASSERT_EQ(pinned.size(), mesh_scene_names().size());
  for (const std::string_view name : mesh_scene_names()) {
    const auto first = generate_mesh(name, make_options(150.0f, 42));
    const auto second = generate_mesh(name, make_options(150.0f, 42));
    ASSERT_TRUE(first.ok() && second.ok()) << name;
    EXPECT_EQ(hash_of(*first), hash_of(*second)) << name;
    EXPECT_EQ(hash_of(*first), pinned.at(name)) << name;
  }
}

TEST(MeshScenes, AnotherSeedGivesAnotherGeometry) {
  for (const std::string_view name : mesh_scene_names()) {
    EXPECT_NE(hash_of(*generate_mesh(name, make_options(100.0f, 1))),
              hash_of(*generate_mesh(name, make_options(100.0f, 2))))
        << name;
  }
}

TEST(MeshScenes, TrianglesAreSoundAtAnySizeAndClutter) {
  for (const std::string_view name : mesh_scene_names()) {
    for (const float size : {30.0f, 41.7f, 60.0f, 93.0f, 201.5f}) {
      for (std::uint64_t seed = 0; seed < 12; ++seed) {
        const auto clutter = static_cast<std::uint32_t>(seed * 100 / 11);
        const auto geometry = generate_mesh(name, make_options(size, seed, clutter));
        ASSERT_TRUE(geometry.ok()) << geometry.error().message;
        expect_sound(*geometry, size,
                     std::string(name).append(" of side ") + std::to_string(size) + ", seed " +
                         std::to_string(seed));
      }
    }
  }
}

TEST(MeshScenes, LargeOnesAreSound) {
  for (const std::string_view name : {"serpentine", "islands"}) {
    const auto geometry = generate_mesh(name, make_options(2000.0f, 1, 10));
    ASSERT_TRUE(geometry.ok());
    expect_sound(*geometry, 2000.0f, std::string(name));
  }
}

TEST(MeshScenes, WhatCanBeWalkedOnFacesUpAndFillsTheGround) {
  for (const std::string_view name : mesh_scene_names()) {
    const auto geometry = generate_mesh(name, make_options(200.0f, 3));
    float twice_area = 0.0f;
    for (const Geometry::Triangle& t : geometry->triangles) {
      const Vec3 normal = normal_of(*geometry, t);
      if (normal.y > 0.7f * length(normal)) twice_area += normal.y;
    }
    EXPECT_GT(twice_area / 2.0f, 0.25f * 200.0f * 200.0f) << name;
  }
}

TEST(MeshScenes, ClutterIsWhatTheOptionSays) {
  for (const std::string_view name : mesh_scene_names()) {
    const auto none = generate_mesh(name, make_options(120.0f, 1, 0));
    const auto some = generate_mesh(name, make_options(120.0f, 1, 50));
    const auto full = generate_mesh(name, make_options(120.0f, 1, 100));
    EXPECT_LT(none->triangles.size(), some->triangles.size()) << name;
    EXPECT_LT(some->triangles.size(), full->triangles.size()) << name;
  }
}

TEST(MeshScenes, DungeonHasTheFloorsAskedFor) {
  for (const std::uint32_t floors : {1u, 2u, 5u}) {
    MeshSceneOptions options = make_options(60.0f, 1, 0);
    options.floors = floors;
    const auto geometry = generate_mesh("dungeon", options);
    std::set<float> heights;
    for (const Geometry::Triangle& t : geometry->triangles) {
      // Rooms are far larger than treads and the tops of walls.
      if (normal_of(*geometry, t).y > 40.0f) heights.insert(geometry->vertices[t[0]].y);
    }
    EXPECT_EQ(heights.size(), floors);
  }
}

TEST(MeshScenes, CityHasRoadsPavementsGrassAndUpperStoreys) {
  const auto geometry = generate_mesh("city", make_options(250.0f, 1));
  std::set<std::uint8_t> areas(geometry->areas.begin(), geometry->areas.end());
  EXPECT_EQ(areas, (std::set<std::uint8_t>{0, 1, 2, 3}));
  float highest_floor = 0.0f;
  for (const Geometry::Triangle& t : geometry->triangles) {
    const Vec3 normal = normal_of(*geometry, t);
    if (normal.y < 10.0f || normal.y < 0.99f * length(normal)) continue;
    highest_floor = std::max(highest_floor, geometry->vertices[t[0]].y);
  }
  EXPECT_GT(highest_floor, 6.0f);
}

TEST(MeshScenes, PresetsAreKnownScenesOfGrowingSize) {
  std::set<std::string_view> names;
  std::uint32_t polygons = 0;
  for (const MeshPreset& preset : mesh_presets()) {
    EXPECT_TRUE(names.insert(preset.name).second) << preset.name;
    EXPECT_GT(preset.polygons, polygons) << preset.name;
    polygons = preset.polygons;
    const auto scenes = mesh_scene_names();
    EXPECT_NE(std::find(scenes.begin(), scenes.end(), preset.scene), scenes.end()) << preset.name;
    if (preset.polygons > 20'000) continue;
    const auto geometry = generate_mesh(preset.scene, preset.options);
    ASSERT_TRUE(geometry.ok()) << geometry.error().message;
    EXPECT_GT(geometry->triangles.size(), preset.polygons) << preset.name;
  }
  EXPECT_EQ(names.size(), 7u);
}

TEST(MeshScenes, RefusesWhatItCannotMake) {
  const auto unknown = generate_mesh("swamp", {});
  ASSERT_FALSE(unknown.ok());
  for (const std::string_view name : mesh_scene_names()) {
    EXPECT_NE(unknown.error().message.find(name), std::string::npos) << unknown.error().message;
    for (const float size : {-1.0f, 0.0f, 29.9f, 10001.0f, std::numeric_limits<float>::infinity(),
                             std::numeric_limits<float>::quiet_NaN()}) {
      EXPECT_FALSE(generate_mesh(name, make_options(size, 1)).ok()) << name << " " << size;
    }
  }
  const auto refused = generate_mesh("city", make_options(100.0f, 1, 101));
  ASSERT_FALSE(refused.ok());
  EXPECT_NE(refused.error().message.find("clutter_percent"), std::string::npos);
  MeshSceneOptions options;
  options.floors = 0;
  EXPECT_FALSE(generate_mesh("dungeon", options).ok());
}

}  // namespace
}  // namespace portolan::detail::scenes
