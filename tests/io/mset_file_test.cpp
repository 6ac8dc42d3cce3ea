#include "portolan/io/geometry/mset_file.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/mset.h"
#include "scenes/mesh_scenes.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

TEST(MsetFile, SurvivesSavingAndLoading) {
  scenes::MeshSceneOptions options;
  options.size = 40;
  RecastOptions recast;
  recast.tile_size = 32;
  const auto mesh = build_detour_mesh(*scenes::generate_mesh("dungeon", options), recast);
  ASSERT_TRUE(mesh) << mesh.error().message;
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.mset";
  ASSERT_TRUE(save_mset(path, **mesh));
  const auto loaded = load_mset(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(write_mset(**loaded), write_mset(**mesh));
}

TEST(MsetFile, NamesTheFileItRefuses) {
  const TemporaryFolder folder;
  EXPECT_ERROR(load_mset(folder.put("a.mset", "v 1 2 3\n")), "a.mset", "MSET");
  EXPECT_ERROR(load_mset(folder.put("b.mset", "TESM")), "b.mset", "truncated");
  EXPECT_ERROR(load_mset("no/a.mset"), "no/a.mset", "check the name");
}

}  // namespace
}  // namespace portolan::detail
