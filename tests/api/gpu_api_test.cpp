#include <gtest/gtest.h>

#include <random>

#include "portolan/batch.h"
#include "portolan/gpu.h"
#include "portolan/recast.h"

namespace {

using portolan::MeshPlace;

struct Scene {
  portolan::NavMeshSnapshot world;
  std::vector<MeshPlace> starts;
  std::vector<MeshPlace> goals;
};

/// A floor with pillars, and queries all over it; two of them begin or end nowhere.
Scene make_scene(std::size_t queries) {
  portolan::Geometry floor;
  floor.vertices = {{0, 0, 0}, {0, 0, 40}, {40, 0, 40}, {40, 0, 0}};
  floor.triangles = {{0, 1, 2}, {0, 2, 3}};
  for (int k = 0; k < 9; ++k) {
    const float x = 6.0f + 10.0f * static_cast<float>(k % 3);
    const float z = 6.0f + 10.0f * static_cast<float>(k / 3);
    const auto first = static_cast<std::uint32_t>(floor.vertices.size());
    floor.vertices.insert(floor.vertices.end(),
                          {{x, 3, z}, {x, 3, z + 4}, {x + 4, 3, z + 4}, {x + 4, 3, z}});
    floor.triangles.push_back({first, first + 1, first + 2});
    floor.triangles.push_back({first, first + 2, first + 3});
  }
  Scene scene{*portolan::build_nav_mesh(floor), {}, {}};
  std::mt19937 random(3);
  const auto draw = [&] {
    for (;;) {
      const portolan::Vec3 point{static_cast<float>(random() % 4000) * 0.01f, 0.0f,
                                 static_cast<float>(random() % 4000) * 0.01f};
      if (const auto place = scene.world.find_nearest(point)) return *place;
    }
  };
  for (std::size_t i = 0; i < queries; ++i) {
    scene.starts.push_back(draw());
    scene.goals.push_back(draw());
  }
  scene.starts[0].polygon = 0xFFFF'FFFFu;
  scene.goals[1].polygon = scene.world.mesh().polygon_count();
  return scene;
}

void expect_answers_of_queries(const Scene& scene, const portolan::NavMeshPaths& paths) {
  portolan::NavMeshQuery query;
  portolan::NavMeshPath path;
  ASSERT_EQ(paths.polygons.size(), scene.starts.size());
  for (std::size_t i = 0; i < scene.starts.size(); ++i) {
    query.find_path_between(scene.world, scene.starts[i], scene.goals[i], path);
    ASSERT_EQ(paths.status[i], path.status) << i;
    ASSERT_EQ(paths.cost[i], path.cost) << i;
    ASSERT_EQ(paths.polygons.copy(i), path.polygons) << i;
  }
}

TEST(GpuNavMesh, AnswersAsQueriesDo) {
  if (const auto gpu = portolan::find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const Scene scene = make_scene(5000);
  auto mesh = portolan::GpuNavMesh::make(scene.world);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_GT(mesh->bytes(), 0u);
  const auto kept = mesh->find_paths(scene.starts, scene.goals);
  ASSERT_TRUE(kept) << kept.error().message;
  EXPECT_NE(kept->device().polygons, nullptr);
  portolan::NavMeshPaths paths;
  ASSERT_TRUE(kept->read(paths));
  expect_answers_of_queries(scene, paths);
  EXPECT_EQ(paths.polygons.item_count(), kept->polygon_count());
  for (const std::size_t part : {1u << 20, 1000u, 777u}) {
    mesh->set_part_size(part);
    ASSERT_TRUE(mesh->find_paths(scene.starts, scene.goals, paths));
    expect_answers_of_queries(scene, paths);
  }
}

TEST(GpuNavMesh, RefusesFewerGoalsThanStarts) {
  if (const auto gpu = portolan::find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const Scene scene = make_scene(10);
  auto mesh = portolan::GpuNavMesh::make(scene.world);
  portolan::NavMeshPaths paths;
  EXPECT_FALSE(mesh->find_paths(scene.starts, std::span(scene.goals).first(9)));
  EXPECT_FALSE(mesh->find_paths(scene.starts, std::span(scene.goals).first(9), paths));
  EXPECT_EQ(paths.polygons.size(), 0u);
}

TEST(GpuNavMesh, SaysWhyThereIsNoGpu) {
  if (const auto gpu = portolan::find_gpu()) GTEST_SKIP() << "there is one: " << gpu->name;
  const Scene scene = make_scene(2);
  const auto mesh = portolan::GpuNavMesh::make(scene.world);
  ASSERT_FALSE(mesh);
  EXPECT_NE(mesh.error().message.find("cpu"), std::string::npos) << mesh.error().message;
}

}  // namespace
