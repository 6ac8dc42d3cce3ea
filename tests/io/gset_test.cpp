#include "portolan/io/geometry/gset.h"

#include <gtest/gtest.h>

#include <string>

#include "expect_error.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

constexpr const char* kEverything =
    "\xEF\xBB\xBF"
    "s 0.25 0.125 1.5 0.5 0.75 40 4 10 6 1.1 5 3 0.5 2 -1 -2 -3 10 20 30 64\n"
    "f meshes/my level.obj\r\n# whatever\n"
    "c 1 2 3 4 5 6 0.6 1 5 8\nc 6 5 4 3 2 1 0.3 0 62 65535\n"
    "v 3 2 -0.5 4\n0 0 0\n0 0 5\n5 0 0\n";
constexpr const char* kFloor = "v 0 0 0\nv 0 0 20\nv 20 0 20\nv 20 0 0\nf 1 2 3 4\n";

TEST(Gset, ReadsEveryLine) {
  const auto gset = parse_gset(kEverything, "a.gset");
  ASSERT_TRUE(gset) << gset.error().message;
  EXPECT_EQ(gset->geometry, "meshes/my level.obj");
  EXPECT_EQ(gset->recast.cell_size, 0.25f);
  EXPECT_EQ(gset->recast.cell_height, 0.125f);
  EXPECT_EQ(gset->recast.agent_height, 1.5f);
  EXPECT_EQ(gset->recast.agent_radius, 0.5f);
  EXPECT_EQ(gset->recast.max_climb, 0.75f);
  EXPECT_EQ(gset->recast.max_slope, 40.0f);
  EXPECT_EQ(gset->recast.region_min_size, 4.0f);
  EXPECT_EQ(gset->recast.region_merge_size, 10.0f);
  EXPECT_EQ(gset->recast.edge_max_length, 6.0f);
  EXPECT_EQ(gset->recast.simplification_error, 1.1f);
  EXPECT_EQ(gset->recast.vertices_per_polygon, 5u);
  EXPECT_EQ(gset->recast.detail_sample_distance, 3.0f);
  EXPECT_EQ(gset->recast.detail_max_error, 0.5f);
  EXPECT_EQ(gset->recast.partition, RegionPartition::layers);
  EXPECT_EQ(gset->recast.tile_size, 64u);
  ASSERT_EQ(gset->links.size(), 2u);
  EXPECT_EQ(gset->links[0].from, (Vec3{1, 2, 3}));
  EXPECT_EQ(gset->links[0].to, (Vec3{4, 5, 6}));
  EXPECT_EQ(gset->links[0].radius, 0.6f);
  EXPECT_TRUE(gset->links[0].both_ways);
  EXPECT_FALSE(gset->links[1].both_ways);
  EXPECT_EQ(gset->links[1].area, 62);
  EXPECT_EQ(gset->links[1].flags, 65535);
  ASSERT_EQ(gset->volumes.size(), 1u);
  EXPECT_EQ(gset->volumes[0].outline, (std::vector<Vec3>{{0, 0, 0}, {0, 0, 5}, {5, 0, 0}}));
  EXPECT_EQ(gset->volumes[0].low, -0.5f);
  EXPECT_EQ(gset->volumes[0].high, 4.0f);
  EXPECT_EQ(gset->volumes[0].area, 2);
}

TEST(Gset, OldFilesWithoutSettingsKeepTheUsualOnes) {
  const auto gset = parse_gset("f a.obj\n", "a.gset");
  ASSERT_TRUE(gset);
  EXPECT_EQ(gset->recast.cell_size, RecastOptions{}.cell_size);
  EXPECT_EQ(gset->recast.tile_size, 0u);
}

TEST(Gset, NamesWhatIsWrongAndWhere) {
  const auto refused = [](const std::string& text) { return parse_gset(text, "a.gset"); };
  EXPECT_ERROR(refused(""), "a.gset", "names no geometry");
  EXPECT_ERROR(refused("f\n"), "a.gset:1", "'f' names no file");
  EXPECT_ERROR(refused("f a.obj\ns 1 2\n"), "a.gset:2", "has 2 numbers, and takes 14");
  EXPECT_ERROR(refused("c 1 2 3 4 5 nan 1 1 1 1\n"), "a.gset:1", "'nan' is not a number");
  EXPECT_ERROR(refused("c 1 2 3 4 5 6 -1 1 1 1\n"), "a.gset:1", "radius");
  EXPECT_ERROR(refused("c 1 2 3 4 5 6 1 1 63 1\n"), "a.gset:1", "area", "0 to 62");
  EXPECT_ERROR(refused("c 1 2 3 4 5 6 1 1 1.5 1\n"), "a.gset:1", "area", "whole");
  EXPECT_ERROR(refused("v 2 1 0 1\n"), "a.gset:1", "at least 3");
  EXPECT_ERROR(refused("v 100000 1 0 1\n"), "a.gset:1", "0 to 1024");
  EXPECT_ERROR(refused("f a\nv 3 1 0 1\n0 0 0\n"), "a.gset:3", "ends inside");
  EXPECT_ERROR(refused("v 3 1 0 1\n0 0\n"), "a.gset:2", "has 2 numbers, and takes 3");
}

TEST(Gset, LoadsItsGeometryFromTheSameFolder) {
  const TemporaryFolder folder;
  folder.put("floor.obj", kFloor);
  folder.put("a.gset", "f floor.obj\nc 1 0 1 19 0 19 0.5 1 5 8\n");
  const auto scene = load_gset((folder.path() / "a.gset").string());
  ASSERT_TRUE(scene) << scene.error().message;
  EXPECT_EQ(scene->geometry.triangles.size(), 2u);
  EXPECT_EQ(scene->geometry.links.size(), 1u);
  EXPECT_EQ(scene->geometry.area_names.at(5), "jump");
  folder.put("demo.gset", "f Meshes/floor.obj\n");  // as seen from where RecastDemo was started
  EXPECT_TRUE(load_gset((folder.path() / "demo.gset").string()));
  folder.put("b.gset", "f gone.obj\n");
  EXPECT_ERROR(load_gset((folder.path() / "b.gset").string()), "b.gset", "gone.obj");
  folder.put("c.gset", "f level.fbx\n");
  EXPECT_ERROR(load_gset((folder.path() / "c.gset").string()), "c.gset", "level.fbx", ".obj");
}

}  // namespace
}  // namespace portolan::detail
