#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include "baked_testing.h"
#include "portolan/grid/grid_query.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/terrain/terrain_query.h"

/// What was built can be saved, what was saved can be loaded, and answers are the same then: for
/// worlds of every kind.
namespace portolan::detail::test {

inline Bytes baked(const GridSnapshot& world) {
  const TemporaryFolder folder;
  const auto saved = save_grid_world(folder.path() / "a.world", world);
  EXPECT_TRUE(saved) << saved.error().message;
  return bytes_of(folder.path() / "a.world");
}
inline Bytes baked(const BakedTerrain& world) {
  const TemporaryFolder folder;
  const auto saved = save_terrain_world(folder.path() / "a.world", world);
  EXPECT_TRUE(saved) << saved.error().message;
  return bytes_of(folder.path() / "a.world");
}
inline Bytes baked(const BakedNavMesh& world) {
  const TemporaryFolder folder;
  const auto saved = save_nav_mesh_world(folder.path() / "a.world", world);
  EXPECT_TRUE(saved) << saved.error().message;
  return bytes_of(folder.path() / "a.world");
}

inline Tile random_tile(const Grid& grid, std::mt19937& random) {
  return {static_cast<std::int32_t>(random() % grid.width()),
          static_cast<std::int32_t>(random() % grid.height())};
}

inline MeshPlace random_place(const NavMesh& mesh, std::mt19937& random) {
  const auto polygon = static_cast<std::uint32_t>(random()) % mesh.polygon_count();
  const PolygonMesh& polygons = mesh.polygons();
  const Vec3 side = (polygons.corner(polygon, 0) + polygons.corner(polygon, 1)) * 0.5f;
  return mesh.place_on(polygon, (side + polygons.corner(polygon, 2)) * 0.5f);
}

inline void expect_same_answers(const GridSnapshot& a, const GridSnapshot& b,
                                unsigned queries = 40) {
  std::mt19937 random(7);
  GridQuery of_a;
  GridQuery of_b;
  GridPath path_a;
  GridPath path_b;
  for (unsigned k = 0; k < queries; ++k) {
    const Tile start = random_tile(a.grid(), random);
    const Tile goal = random_tile(a.grid(), random);
    GridQueryOptions options;
    options.search.level = k % (a.hierarchy().levels() + 1);
    options.tables = k % 2 == 0;
    ASSERT_EQ(of_a.find_path(a, start, goal, options, path_a),
              of_b.find_path(b, start, goal, options, path_b));
    ASSERT_EQ(path_a.cost, path_b.cost);
    ASSERT_EQ(path_a.nodes, path_b.nodes);
  }
}

inline void expect_same_answers(const TerrainSnapshot& a, const TerrainSnapshot& b) {
  std::mt19937 random(3);
  TerrainQuery query;
  TerrainPath path;
  TerrainPath other;
  for (unsigned k = 0; k < 60; ++k) {
    const NodeId start{static_cast<std::uint32_t>(random()) % a.mesh().triangle_count()};
    const NodeId goal{static_cast<std::uint32_t>(random()) % a.mesh().triangle_count()};
    for (const bool tables : {false, true}) {
      TerrainQueryOptions options;
      options.tables = tables;
      ASSERT_EQ(query.find_path(a, start, goal, options, path),
                query.find_path(b, start, goal, options, other));
      ASSERT_EQ(path.cost, other.cost);
      ASSERT_EQ(path.nodes, other.nodes);
    }
  }
}

inline void expect_same_answers(const NavMeshSnapshot& a, const NavMeshSnapshot& b) {
  std::mt19937 random(7);
  NavMeshQuery of_a;
  NavMeshQuery of_b;
  NavMeshPath path_a;
  NavMeshPath path_b;
  for (unsigned k = 0; k < 40; ++k) {
    const MeshPlace start = random_place(a.mesh(), random);
    const MeshPlace goal = random_place(a.mesh(), random);
    NavMeshQueryOptions options;
    options.search.level = k % (a.hierarchy().levels() + 1);
    ASSERT_EQ(of_a.find_path(a, start, goal, options, path_a),
              of_b.find_path(b, start, goal, options, path_b));
    ASSERT_EQ(path_a.cost, path_b.cost);
    ASSERT_EQ(path_a.nodes, path_b.nodes);
    ASSERT_EQ(path_a.polygons, path_b.polygons);
  }
}

inline void expect_round_trip(const GridSnapshot& world) {
  const auto loaded = parse_grid_world(*make_shared_bytes(baked(world)), "a.world");
  ASSERT_TRUE(loaded) << loaded.error().message;
  expect_same_answers(world, *loaded);
}
inline void expect_round_trip(const TerrainSnapshot& world) {
  const auto loaded = parse_terrain_world(*make_shared_bytes(baked({world})), "a.world");
  ASSERT_TRUE(loaded) << loaded.error().message;
  expect_same_answers(world, loaded->world);
}
inline void expect_round_trip(const NavMeshSnapshot& world) {
  const BakedNavMesh bakeable{{world}, {}};
  const auto loaded = parse_nav_mesh_world(*make_shared_bytes(baked(bakeable)), "a.world");
  ASSERT_TRUE(loaded) << loaded.error().message;
  expect_same_answers(world, loaded->agents.front());
}

}  // namespace portolan::detail::test
