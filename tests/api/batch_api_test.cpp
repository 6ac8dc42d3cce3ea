#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "portolan/batch.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/recast.h"
#include "portolan/surface.h"
#include "scenes/grid_scenes.h"
#include "scenes/mesh_scenes.h"
#include "scenes/random.h"

namespace portolan {
namespace {

using detail::scenes::Random;

/// Answers to all pairs: in one batch, on so many threads, and one by one. `same` compares query i
/// of the batch with a single path.
template <class Query, class Snapshot, class Place, class Same>
void expect_same_as_single(const Snapshot& world, const std::vector<Place>& starts,
                           const std::vector<Place>& goals, Same&& same) {
  Query query;
  Batch<Snapshot> batch;
  typename Batch<Snapshot>::Paths paths;
  for (const unsigned threads : {1u, 3u}) {
    const Execution execution{threads == 1 ? ParallelFor() : tbb_parallel(threads)};
    ASSERT_TRUE(batch.find_paths(world, starts, goals, paths, {}, execution));
    AnswerArray<typename Batch<Snapshot>::Cost> costs;
    ASSERT_TRUE(batch.find_costs(world, starts, goals, costs, {}, execution));
    ASSERT_EQ(paths.status.size(), starts.size());
    for (std::size_t i = 0; i < starts.size(); ++i) {
      const auto path = query.find_path(world, starts[i], goals[i]);
      ASSERT_EQ(paths.status[i], path.status);
      ASSERT_EQ(paths.cost[i], path.cost);
      ASSERT_EQ(paths.version, path.version);
      ASSERT_TRUE(same(paths, i, path)) << i;
      ASSERT_EQ(costs[i], query.find_cost(world, starts[i], goals[i]));
    }
  }
  const auto few = [](const std::vector<Place>& places) { return std::span(places).first(20); };
  AnswerArray<typename Batch<Snapshot>::Cost> matrix;
  ASSERT_TRUE(batch.find_cost_matrix(world, few(starts), few(goals), matrix));
  for (std::size_t i = 0; i < 400; ++i)
    ASSERT_EQ(matrix[i], query.find_cost(world, starts[i / 20], goals[i % 20]));
}

template <class T>
bool equal(std::span<const T> a, const std::vector<T>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

TEST(BatchApi, GridsAnswerAsSingleQueriesDoToTheByte) {
  const auto map = detail::scenes::generate_grid("rooms", {.width = 100, .height = 100, .seed = 2});
  const auto world = GridSnapshot::build(map.value());
  ASSERT_TRUE(world);
  Random random(1);
  std::vector<Tile> starts, goals;
  for (int i = 0; i < 700; ++i) {  // walls, tiles outside and pairs close together among them
    const Tile start{static_cast<std::int32_t>(random.below(104)),
                     static_cast<std::int32_t>(random.below(104))};
    const auto near = [&](std::int32_t at) {
      return at + static_cast<std::int32_t>(random.below(11)) - 5;
    };
    starts.push_back(start);
    goals.push_back(i % 2 == 0 ? Tile{near(start.x), near(start.y)}
                               : Tile{static_cast<std::int32_t>(random.below(100)),
                                      static_cast<std::int32_t>(random.below(100))});
  }
  const auto same = [](const GridPaths& paths, std::size_t i, const GridPath& path) {
    return equal(paths.tiles[i], path.tiles);
  };
  expect_same_as_single<GridQuery>(*world, starts, goals, same);
  const auto bare = GridSnapshot::build(map.value(), {}, {.table_bytes = 0});
  ASSERT_TRUE(bare);
  expect_same_as_single<GridQuery>(*bare, starts, goals, same);
}

TEST(BatchApi, MeshesAnswerAsSingleQueriesDoToTheByte) {
  const auto level = detail::scenes::generate_mesh("city", {.size = 60.0f});
  const auto world = build_nav_mesh(level.value());
  ASSERT_TRUE(world);
  Random random(3);
  const auto draw = [&] {
    const auto& mesh = world->mesh();
    if (random.chance(5)) return Vec3{-50, 0, 0};
    return detail::centre(mesh.polygons(), detail::PolygonId{random.below(mesh.polygon_count())});
  };
  std::vector<Vec3> starts, goals;
  for (int i = 0; i < 400; ++i) {
    starts.push_back(draw());
    goals.push_back(draw());
  }
  expect_same_as_single<NavMeshQuery>(
      *world, starts, goals, [](const NavMeshPaths& paths, std::size_t i, const NavMeshPath& path) {
        return equal(paths.polygons[i], path.polygons) && equal(paths.waypoints[i], path.waypoints);
      });
}

TEST(BatchApi, MeshesAnswerBetweenPlacesAsSingleQueriesDo) {
  const auto level = detail::scenes::generate_mesh("city", {.size = 60.0f});
  const auto world = build_nav_mesh(level.value());
  ASSERT_TRUE(world);
  PlaceDrawer drawer(*world, 5);
  std::vector<MeshPlace> starts, goals;
  for (int i = 0; i < 200; ++i) {
    starts.push_back(*drawer.draw());
    goals.push_back(*drawer.draw());
  }
  NavMeshPaths paths;
  ASSERT_TRUE(NavMeshBatch().find_paths_between(*world, starts, goals, paths));
  NavMeshQuery query;
  NavMeshPath path;
  for (std::size_t i = 0; i < starts.size(); ++i) {
    EXPECT_EQ(paths.status[i], query.find_path_between(*world, starts[i], goals[i], path));
    EXPECT_EQ(paths.cost[i], path.cost);
    EXPECT_TRUE(equal(paths.polygons[i], path.polygons));
    EXPECT_TRUE(equal(paths.waypoints[i], path.waypoints));
  }
  goals.pop_back();
  EXPECT_FALSE(NavMeshBatch().find_paths_between(*world, starts, goals, paths));
}

TEST(BatchApi, TerrainAndGraphsAnswerAsSingleQueriesDoToTheByte) {
  TerrainSource source{.heights = {32, 32, {}}};
  for (int i = 0; i < 32 * 32; ++i)
    source.heights.values.push_back(static_cast<float>(std::sin(i / 9.0)));
  const auto terrain = TerrainSnapshot::build(source);
  ASSERT_TRUE(terrain);
  Random random(6);
  std::vector<Vec3> from, to;
  std::vector<std::uint32_t> starts, goals;
  std::vector<GraphEdge> edges;
  for (int i = 0; i < 300; ++i) {
    from.push_back({static_cast<float>(random.below(33)), 0, static_cast<float>(random.below(33))});
    to.push_back({static_cast<float>(random.below(31)), 0, static_cast<float>(random.below(31))});
    starts.push_back(random.below(101));
    goals.push_back(random.below(100));
    const std::uint32_t a = random.below(100);
    edges.push_back({a, (a + 1 + random.below(9)) % 100, 1 + random.below(50)});
  }
  expect_same_as_single<TerrainQuery>(
      *terrain, from, to, [](const TerrainPaths& paths, std::size_t i, const TerrainPath& path) {
        return equal(paths.triangles[i], path.triangles) && equal(paths.points[i], path.points);
      });
  const auto graph = GraphSnapshot::build(100, edges);
  ASSERT_TRUE(graph);
  expect_same_as_single<GraphQuery>(
      *graph, starts, goals, [](const GraphPaths& paths, std::size_t i, const GraphPath& path) {
        return equal(paths.nodes[i], path.nodes);
      });
}

TEST(BatchApi, AnswersAreWholeOrThereAreNone) {
  const auto world = GridSnapshot::build(*Grid::parse("....\n....\n"));
  ASSERT_TRUE(world);
  const std::vector<Tile> starts(500, Tile{0, 0}), goals(500, Tile{3, 1});
  GridBatch batch;
  GridPaths paths;
  ASSERT_TRUE(batch.find_paths(*world, starts, goals, paths));
  EXPECT_EQ(paths.tiles.size(), 500u);
  const auto uneven = batch.find_paths(*world, starts, std::span(goals).first(3), paths);
  ASSERT_FALSE(uneven);
  EXPECT_NE(uneven.error().message.find("one goal for each start"), std::string::npos);
  EXPECT_EQ(paths.status.size() + paths.tiles.size(), 0u);
  Execution cancelled;
  cancelled.progress.report = [](auto, auto, auto) { return false; };
  EXPECT_FALSE(batch.find_paths(*world, starts, goals, paths, {}, cancelled));
  EXPECT_EQ(paths.status.size() + paths.cost.size() + paths.tiles.size(), 0u);
  Execution lazy;
  lazy.parallel = [](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    if (count > 1) work(0);
  };
  EXPECT_FALSE(batch.find_paths(*world, starts, goals, paths, {}, lazy));
  EXPECT_EQ(paths.tiles.size(), 0u);
  const auto all = find_paths(*world, starts, goals);
  ASSERT_TRUE(all);
  EXPECT_EQ(all->tiles[499].size(), 4u);
  EXPECT_EQ(all->path(499).tiles, GridQuery().find_path(*world, {0, 0}, {3, 1}).tiles);
}

}  // namespace
}  // namespace portolan
