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

TEST(GpuNavMesh, CountsItsMemoryWithoutAGpu) {
  const Scene scene = make_scene(2);
  const auto needed = portolan::GpuNavMesh::bytes_needed(scene.world);
  ASSERT_TRUE(needed) << needed.error().message;
  EXPECT_GT(*needed, 0u);
  EXPECT_EQ(portolan::GpuNavMesh::bytes_of_answers(1000, 50), 1000u * (32 + 16 + 200));
  if (const auto mesh = portolan::GpuNavMesh::make(scene.world); mesh) {
    EXPECT_EQ(mesh->bytes(), *needed);
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

struct Tiles {
  portolan::GridSnapshot world;
  std::vector<portolan::Tile> starts;
  std::vector<portolan::Tile> goals;
};

/// A grid with walls, and queries all over it, some from or to a wall or outside.
Tiles make_tiles(std::size_t queries) {
  std::vector<portolan::TileLetter> letters(std::size_t{90} * 70, '.');
  std::mt19937 random(5);
  for (int k = 0; k < 1200; ++k) letters[random() % letters.size()] = '@';
  const auto draw = [&] {
    return portolan::Tile{static_cast<std::int32_t>(random() % 90),
                          static_cast<std::int32_t>(random() % 70)};
  };
  Tiles tiles{*portolan::GridSnapshot::build(*portolan::Grid::make(90, 70, letters)), {}, {}};
  for (std::size_t i = 0; i < queries; ++i) {
    tiles.starts.push_back(draw());
    tiles.goals.push_back(draw());
  }
  tiles.starts[0] = {-1, 3};
  tiles.goals[1] = {90, 3};
  return tiles;
}

TEST(GpuGrid, AnswersAsQueriesDo) {
  if (const auto gpu = portolan::find_gpu(); !gpu) GTEST_SKIP() << gpu.error().message;
  const Tiles tiles = make_tiles(3000);
  auto grid = portolan::GpuGrid::make(tiles.world);
  ASSERT_TRUE(grid) << grid.error().message;
  EXPECT_GT(grid->bytes(), 0u);
  portolan::GridQuery query;
  portolan::GridPaths paths;
  for (const std::size_t part : {1u << 20, 700u}) {
    grid->set_part_size(part);
    ASSERT_TRUE(grid->find_paths(tiles.starts, tiles.goals, paths));
    for (std::size_t i = 0; i < tiles.starts.size(); ++i) {
      const auto path = query.find_path(tiles.world, tiles.starts[i], tiles.goals[i]);
      ASSERT_EQ(paths.status[i], path.status) << i;
      ASSERT_EQ(paths.cost[i], query.find_cost(tiles.world, tiles.starts[i], tiles.goals[i])) << i;
      const auto own = paths.tiles[i];
      ASSERT_EQ(own.empty(), path.tiles.empty()) << i;
      if (own.empty()) continue;
      ASSERT_EQ(own.front(), tiles.starts[i]);
      ASSERT_EQ(own.back(), tiles.goals[i]);
    }
  }
}

TEST(GpuGrid, CountsItsMemoryWithoutAGpu) {
  const Tiles tiles = make_tiles(2);
  const auto needed = portolan::GpuGrid::bytes_needed(tiles.world);
  ASSERT_TRUE(needed) << needed.error().message;
  EXPECT_GT(*needed, 0u);
  EXPECT_EQ(portolan::GpuGrid::bytes_of_answers(1000, 50), 1000u * (8 + 16 + 200));
  if (const auto grid = portolan::GpuGrid::make(tiles.world); grid) {
    EXPECT_EQ(grid->bytes(), *needed);
  }
}

TEST(GpuGrid, SaysWhyThereIsNoGpu) {
  if (const auto gpu = portolan::find_gpu()) GTEST_SKIP() << "there is one: " << gpu->name;
  const auto grid = portolan::GpuGrid::make(make_tiles(2).world);
  ASSERT_FALSE(grid);
  EXPECT_NE(grid.error().message.find("cpu"), std::string::npos) << grid.error().message;
}

}  // namespace
