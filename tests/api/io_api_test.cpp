#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "portolan/detour.h"
#include "portolan/io.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/recast.h"
#include "tests/temporary_folder.h"

namespace portolan {
namespace {

using detail::TemporaryFolder;

Geometry make_floor(float width) {
  Geometry floor;
  floor.vertices = {{0, 0, 0}, {0, 0, 20}, {width, 0, 20}, {width, 0, 0}};
  floor.triangles = {{0, 1, 2}, {0, 2, 3}};
  return floor;
}

TEST(IoApi, WorldsAreCheckedOnTheCallersThreads) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  std::uint32_t calls = 0;  // one reads the file, the others check
  const ParallelFor loop = [&](std::uint32_t count,
                               const std::function<void(std::uint32_t)>& work) {
    ++calls;
    for (std::uint32_t i = count; i-- > 0;) work(i);
  };
  const auto grid = GridSnapshot::build(*Grid::parse("....\n.@@.\n....\n"));
  ASSERT_TRUE(grid && save(file, *grid));
  ASSERT_TRUE(load_grid(file));
  EXPECT_EQ(calls, 0u);
  ASSERT_TRUE(load_grid(file, {loop}));
  EXPECT_GT(std::exchange(calls, 0), 1u);
  const TerrainSource source{.heights = {12, 12, std::vector<float>(144, 1.0f)}};
  const auto terrain = TerrainSnapshot::build(source);
  ASSERT_TRUE(terrain && save(file, *terrain));
  ASSERT_TRUE(load_terrain(file, {loop}));
  EXPECT_GT(std::exchange(calls, 0), 1u);
  const auto mesh = build_nav_mesh(make_floor(20));
  ASSERT_TRUE(mesh && save(file, *mesh));
  ASSERT_TRUE(load_nav_mesh(file, {loop}));
  EXPECT_GT(calls, 1u);
}

TEST(IoApi, LoadingIsCancelledBeforeTheFileIsRead) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";  // which is not there: nobody looks
  Execution never;
  never.progress.report = [](std::uint64_t, std::uint64_t, const char*) { return false; };
  EXPECT_EQ(load_grid(file, never).error().message, file.string() + ": loading was cancelled");
  EXPECT_EQ(load_terrain(file, never).error().message, file.string() + ": loading was cancelled");
  EXPECT_EQ(load_nav_mesh(file, never).error().message, file.string() + ": loading was cancelled");
  EXPECT_EQ(load_detour_mesh(file, never).error().message,
            file.string() + ": loading was cancelled");
  EXPECT_EQ(add_agent(file, {}, never).error().message, file.string() + ": loading was cancelled");
}

TEST(IoApi, GuideLayersOfALoadedTerrainCanBeCancelled) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  const TerrainSource source{.heights = {40, 40, std::vector<float>(1600, 1.0f)}};
  const auto terrain = TerrainSnapshot::build(source, {}, {.merged = true});
  ASSERT_TRUE(terrain && save(file, *terrain));
  std::uint32_t told = 0;
  Execution once;
  once.progress.report = [&](std::uint64_t, std::uint64_t, const char*) { return ++told == 1; };
  EXPECT_FALSE(load_terrain(file, once));
  EXPECT_EQ(told, 2u);
}

TEST(IoApi, WorldsComeBackReadyToBeAsked) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  const auto grid = GridSnapshot::build(*Grid::parse("....\n.@@.\n....\n"));
  ASSERT_TRUE(grid && save(file, *grid));
  EXPECT_EQ(baked_kind(file), BakedKind::grid);
  const auto grid_again = load_grid(file);
  ASSERT_TRUE(grid_again);
  EXPECT_TRUE(grid_again->info().tables);
  EXPECT_EQ(GridQuery().find_path(*grid_again, {0, 1}, {3, 1}).tiles,
            GridQuery().find_path(*grid, {0, 1}, {3, 1}).tiles);
  EXPECT_FALSE(load_terrain(file));

  TerrainSource source{.heights = {12, 12, std::vector<float>(144, 1.0f)}};
  const auto terrain = TerrainSnapshot::build(source, {}, {.merged = true});
  ASSERT_TRUE(terrain && save(file, *terrain));
  const auto terrain_again = load_terrain(file);
  ASSERT_TRUE(terrain_again);
  EXPECT_TRUE(terrain_again->merged() && terrain_again->info().tables);
  for (const Method method : {Method::automatic, Method::merged, Method::guided}) {
    EXPECT_EQ(TerrainQuery().find_path(*terrain_again, {1, 0, 1}, {9, 0, 4}, {method}).triangles,
              TerrainQuery().find_path(*terrain, {1, 0, 1}, {9, 0, 4}, {method}).triangles);
  }
}

TEST(IoApi, AgentTypesGoIntoOneFileAndMoreCanBeAdded) {
  const Geometry floor = make_floor(20);
  const auto walker = build_nav_mesh(floor);
  ASSERT_TRUE(walker);
  NavMeshMetric metric;
  metric.name = "wagon";
  metric.cost.fill(2.0f);
  const auto wagon = walker->with_metric(metric);
  ASSERT_TRUE(wagon);
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  ASSERT_TRUE(save(file, std::vector<NavMeshSnapshot>{*walker, *wagon}));
  EXPECT_FALSE(save(file, std::vector<NavMeshSnapshot>{*walker, *walker}));
  const auto agents = load_nav_mesh(file);
  ASSERT_TRUE(agents);
  ASSERT_EQ(agents->size(), 2u);
  EXPECT_EQ(find_agent(*agents, "wagon")->metric(), wagon->metric());
  EXPECT_EQ(find_agent(*agents, "waggon").error().message,
            "no agent type is named 'waggon'; there are default, wagon");
  NavMeshQuery query;
  EXPECT_EQ(query.find_cost((*agents)[1], {2, 0, 2}, {18, 0, 18}),
            query.find_cost(*wagon, {2, 0, 2}, {18, 0, 18}));
  metric.cost.fill(5.0f);
  const auto third = (*agents)[0].with_metric(metric);
  ASSERT_TRUE(third);
  EXPECT_TRUE(third->info().tables);
}

/// What `--algorithm detour` searches.
TEST(IoApi, DetourDataGoIntoTheFileOfTheirMesh) {
  const Geometry floor = make_floor(20);
  const auto made = make_nav_mesh(floor);
  ASSERT_TRUE(made);
  const auto world = NavMeshSnapshot::build(made->mesh);
  ASSERT_TRUE(world);
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  ASSERT_TRUE(save(file, std::span(&*world, 1), made->detour));
  ASSERT_TRUE(add_agent(file, {.name = "other"}));
  const auto with = detail::load_nav_mesh_world(file.string());
  ASSERT_TRUE(with && with->detour);
  EXPECT_EQ((*with->detour)->getMaxTiles(), made->detour->getMaxTiles());
  const auto detour = load_detour_mesh(file);
  ASSERT_TRUE(detour) << detour.error().message;
  EXPECT_EQ(make_nav_mesh(**detour)->polygons().refs, made->mesh.polygons().refs);
  ASSERT_TRUE(save(file, *world));
  EXPECT_FALSE(detail::load_nav_mesh_world(file.string())->detour);
  EXPECT_NE(load_detour_mesh(file).error().message.find("a.portolan: holds no data of Detour's"),
            std::string::npos);
  for (const std::uint32_t tile_size : {0u, 16u}) {
    RecastOptions options;
    options.tile_size = tile_size;
    const auto another = make_nav_mesh(make_floor(40), options);
    ASSERT_TRUE(another);
    EXPECT_FALSE(save(file, std::span(&*world, 1), another->detour));
  }
}

/// Single and tiled, with every polygon of the file under its own reference.
TEST(IoApi, MeshesOfRecastDemoAreReadForPortolanAndForDetour) {
  for (const char* name : {"single.mset", "tiled.mset"}) {
    const auto file = std::filesystem::path(PORTOLAN_SOURCE_DIR "/fuzz/seeds/fuzz_mset") / name;
    const auto detour = load_detour_mesh(file);
    ASSERT_TRUE(detour) << detour.error().message;
    const auto mesh = load_polygon_mesh(file);
    ASSERT_TRUE(mesh) << mesh.error().message;
    const PolygonMesh& polygons = mesh->polygons();
    ASSERT_GT(polygons.polygon_count(), 0u);
    for (std::uint32_t i = 0; i < polygons.polygon_count(); ++i)
      EXPECT_TRUE((*detour)->isValidPolyRef(static_cast<dtPolyRef>(polygons.refs[i])));
    const auto pathfinder = DetourPathfinder::build(**detour);
    ASSERT_TRUE(pathfinder) << pathfinder.error().message;
    EXPECT_EQ(pathfinder->find_snapshot({})->mesh().polygons().refs, polygons.refs);
  }
}

/// Whatever its header promises: what is cut off is not waited for with memory.
TEST(IoApi, DamagedMeshesOfRecastDemoAreRefusedWithTheirName) {
  const TemporaryFolder folder;
  const std::string whole =
      detail::content_of(PORTOLAN_SOURCE_DIR "/fuzz/seeds/fuzz_mset/tiled.mset");
  std::string greedy = whole;
  greedy.replace(8, 4, "\xFF\xFF\xFF\x7F");  // so many tiles
  for (const std::string& bytes :
       {whole.substr(0, whole.size() / 2), greedy, std::string("MSET"), std::string("o floor\n")}) {
    const auto file = folder.put("cut.bin", bytes);
    const auto detour = load_detour_mesh(file);
    ASSERT_FALSE(detour);
    EXPECT_NE(detour.error().message.find("cut.bin: "), std::string::npos);
    EXPECT_EQ(load_polygon_mesh(file).error().message, detour.error().message);
  }
}

TEST(IoApi, AnAgentTypeIsAddedToAFileWithoutBuildingItAgain) {
  const Geometry floor = make_floor(20);
  const auto walker = build_nav_mesh(floor);
  ASSERT_TRUE(walker);
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.portolan";
  ASSERT_TRUE(save(file, *walker));
  NavMeshMetric metric;
  metric.name = "wagon";
  metric.cost.fill(2.0f);
  ASSERT_TRUE(add_agent(file, metric));
  const auto twice = add_agent(file, metric);
  ASSERT_FALSE(twice);
  EXPECT_NE(twice.error().message.find("named wagon already"), std::string::npos);
  const auto agents = load_nav_mesh(file);
  ASSERT_TRUE(agents);
  ASSERT_EQ(agents->size(), 2u);
  EXPECT_TRUE((*agents)[1].info().tables);
  NavMeshQuery query;
  EXPECT_EQ(query.find_cost((*agents)[1], {2, 0, 2}, {18, 0, 18}),
            query.find_cost(*walker->with_metric(metric), {2, 0, 2}, {18, 0, 18}));
}

/// A closed door is an area of its own, here one that a .gset file draws.
TEST(IoApi, ScenesOfRecastDemoBecomeWorlds) {
  const TemporaryFolder folder;
  folder.put("floor.obj", "v 0 0 0\nv 0 0 20\nv 40 0 20\nv 40 0 0\nf 1 2 3 4\n");
  folder.put("level.gset",
             "s 0.3 0.2 2 0.6 0.9 45 8 20 12 1.3 6 0 1 0 0 0 0 40 1 20 0\nf floor.obj\n"
             "v 4 3 -1 2\n18 0 -1\n18 0 21\n22 0 21\n22 0 -1\n");
  const auto scene = load_gset(folder.path() / "level.gset");
  ASSERT_TRUE(scene) << scene.error().message;
  const auto open = build_nav_mesh(scene->geometry, scene->recast);
  ASSERT_TRUE(open) << open.error().message;
  NavMeshMetric metric;
  metric.name = "closed";
  metric.cost[*find_area(open->mesh().polygons().area_names, "door")] = NavMeshMetric::kBlocked;
  const auto closed = open->with_metric(metric);
  ASSERT_TRUE(closed);
  NavMeshQuery query;
  EXPECT_TRUE(query.find_path(*open, {5, 0, 5}, {35, 0, 15}));
  EXPECT_EQ(query.find_path(*closed, {5, 0, 5}, {35, 0, 15}).status, Status::unreachable);
  const NavMeshPath near = query.find_path(*closed, {5, 0, 5}, {35, 0, 15}, {.nearest = true});
  EXPECT_EQ(near.status, Status::partial);
  EXPECT_NEAR(near.waypoints.back().point.x, 18.0f, 0.7f);
}

TEST(IoApi, FilesThatCannotBeReadAreNamed) {
  const TemporaryFolder folder;
  const auto message = [](const auto& result) {
    return result ? std::string() : result.error().message;
  };
  EXPECT_NE(message(load_geometry(folder.path() / "level.fbx")).find(".obj, .gltf or .glb"),
            std::string::npos);
  EXPECT_NE(message(load_map(folder.path() / "missing.map")).find("missing.map"),
            std::string::npos);
  std::ofstream(folder.path() / "no.mesh") << "nonsense";
  EXPECT_NE(message(load_polygon_mesh(folder.path() / "no.mesh")).find("no.mesh"),
            std::string::npos);
  EXPECT_EQ(baked_kind(folder.path() / "no.mesh"), BakedKind::none);
}

TEST(IoApi, PicturesShowWorldsAndPaths) {
  const auto world = GridSnapshot::build(*Grid::parse("......\n......\n"));
  ASSERT_TRUE(world);
  const GridPath path = GridQuery().find_path(*world, {0, 0}, {5, 1});
  const Picture bare = draw(*world), drawn = draw(*world, path);
  EXPECT_EQ(bare.rgb.size(), std::size_t{bare.width} * bare.height * 3);
  EXPECT_NE(bare.rgb, drawn.rgb);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_png(folder.path() / "a.png", drawn));
  EXPECT_GT(std::filesystem::file_size(folder.path() / "a.png"), 100u);
}

}  // namespace
}  // namespace portolan
