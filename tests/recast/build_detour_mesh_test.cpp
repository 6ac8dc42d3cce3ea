#include "portolan/recast/build_detour_mesh.h"

#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <thread>
#include <vector>

#include "portolan/navmesh/validate_polygon_mesh.h"
#include "portolan/recast/mset.h"
#include "recast_testing.h"

namespace portolan::detail {
namespace {

TEST(BuildDetourMesh, FloorIsOnePolygonWithinTheAgentsRadius) {
  Geometry geometry;
  add_floor(geometry, 0, 0, 12, 10);
  const PolygonMesh mesh = polygons_of(*built(geometry)).mesh;
  ASSERT_EQ(mesh.polygon_count(), 1u);
  EXPECT_EQ(mesh.areas[0], 0);
  EXPECT_EQ(mesh.flags[0], 1);
  EXPECT_TRUE(mesh.portals.empty());
  // The radius of two voxels, and the outermost voxel, which is a ledge, are taken off each side.
  EXPECT_NEAR(walkable_area(mesh), (12 - 1.8) * (10 - 1.8), 6.0);
  EXPECT_TRUE(validate(mesh));
}

TEST(BuildDetourMesh, TrianglesOnRequest) {
  RecastOptions options;
  options.vertices_per_polygon = 3;
  const PolygonMesh mesh = polygons_of(*built(make_room(), options)).mesh;
  EXPECT_GT(mesh.polygon_count(), 2u);
  for (std::uint32_t i = 0; i < mesh.polygon_count(); ++i) EXPECT_EQ(mesh.corner_count(i), 3u);
  EXPECT_EQ(part_count(mesh), 1u);
}

TEST(BuildDetourMesh, WallsRampsAndStoreys) {
  EXPECT_EQ(part_count(polygons_of(*built(make_room())).mesh), 1u);

  Geometry closed;
  add_floor(closed, 0, 0, 20, 20);
  add_wall(closed, 10, 0, 20);
  EXPECT_EQ(part_count(polygons_of(*built(closed)).mesh), 2u);

  Geometry storeys;
  add_floor(storeys, 0, 0, 20, 20);
  add_floor(storeys, 0, 0, 20, 20, 4);
  const PolygonMesh apart = polygons_of(*built(storeys)).mesh;
  EXPECT_EQ(part_count(apart), 2u);
  EXPECT_NEAR(walkable_area(apart), 2 * 18.2 * 18.2, 20.0);

  Geometry joined;
  add_floor(joined, 0, 0, 10, 10);
  add_ramp(joined, 10, 0, 20, 5, 0, 10);
  add_floor(joined, 20, 0, 30, 10, 5);
  EXPECT_EQ(part_count(polygons_of(*built(joined)).mesh), 1u);
  RecastOptions gentle;
  gentle.max_slope = 20;
  EXPECT_EQ(part_count(polygons_of(*built(joined, gentle)).mesh), 2u);
}

TEST(BuildDetourMesh, EveryPartitionAndDetailSetting) {
  for (const auto partition :
       {RegionPartition::watershed, RegionPartition::monotone, RegionPartition::layers}) {
    for (const float detail : {0.0f, 6.0f}) {
      for (const std::uint32_t tile_size : {0u, 32u}) {
        RecastOptions options;
        options.partition = partition;
        options.detail_sample_distance = detail;
        options.tile_size = tile_size;
        EXPECT_EQ(part_count(polygons_of(*built(make_room(), options)).mesh), 1u);
      }
    }
  }
}

TEST(BuildDetourMesh, AreasAreCarriedThrough) {
  Geometry geometry;
  for (const int area : {0, 1, 17, 62}) {
    const float x = static_cast<float>(geometry.triangles.size()) * 5;
    add_floor(geometry, x, 0, x + 10, 10, 0, static_cast<std::uint8_t>(area));
  }
  for (const std::uint32_t tile_size : {0u, 32u}) {
    RecastOptions options;
    options.tile_size = tile_size;
    const PolygonMesh mesh = polygons_of(*built(geometry, options)).mesh;
    EXPECT_EQ(std::set<std::uint8_t>(mesh.areas.begin(), mesh.areas.end()),
              (std::set<std::uint8_t>{0, 1, 17, 62}));
    EXPECT_EQ(part_count(mesh), 1u);
    double water = 0.0;
    for (std::uint32_t i = 0; i < mesh.polygon_count(); ++i) {
      if (mesh.areas[i] == 17) water += polygon_area(mesh, i);
    }
    EXPECT_NEAR(water, 10 * 8.2, 10.0);
  }
}

TEST(BuildDetourMesh, TiledIsTheSameSurface) {
  Geometry geometry = make_room();
  add_ramp(geometry, 20, 0, 30, 5, 0, 20);
  add_floor(geometry, 5, 0, 20, 20, 5);
  add_floor(geometry, 30, 0, 40, 20, 5);
  add_floor(geometry, 60, 0, 70, 20);
  const PolygonMesh single = polygons_of(*built(geometry)).mesh;
  for (const std::uint32_t tile_size : {16u, 32u, 50u}) {
    RecastOptions options;
    options.tile_size = tile_size;
    const PolygonMesh tiled = polygons_of(*built(geometry, options)).mesh;
    EXPECT_GT(tiled.polygon_count(), single.polygon_count());
    EXPECT_NEAR(walkable_area(tiled), walkable_area(single), 0.03 * walkable_area(single));
    EXPECT_EQ(part_count(tiled), part_count(single));
    EXPECT_TRUE(validate(tiled));
  }
}

/// As many as asked for, each with every so-manieth piece of work.
ParallelFor threads(std::uint32_t wanted) {
  return [=](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    const auto take = [&](std::uint32_t first) {
      for (std::uint32_t i = first; i < count; i += wanted) work(i);
    };
    std::vector<std::thread> others;
    for (std::uint32_t t = 1; t < wanted; ++t) others.emplace_back(take, t);
    take(0);
    for (std::thread& other : others) other.join();
  };
}

TEST(BuildDetourMesh, ThreadsGiveTheSameBytes) {
  RecastOptions options;
  options.tile_size = 16;
  const auto one = write_mset(*built(make_room(), options));
  EXPECT_EQ(write_mset(*built(make_room(), options, {.parallel = threads(3)})), one);
}

TEST(BuildDetourMesh, ThreadsTellProgressFromTheCallerAloneAndCanBeCancelled) {
  RecastOptions options;
  options.tile_size = 16;
  const std::thread::id caller = std::this_thread::get_id();
  std::uint64_t calls = 0, last = 0;
  Execution execution{threads(3), {}};
  execution.progress.report = [&](std::uint64_t done, std::uint64_t, const char*) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_GE(done, last);
    last = done;
    return ++calls != 2;
  };
  expect_error(build_detour_mesh(make_room(), options, execution), {"cancelled"});
  EXPECT_EQ(calls, 2u);
}

TEST(BuildDetourMesh, TellsThatTheThreadsLeftTilesUndone) {
  RecastOptions options;
  options.tile_size = 16;
  Execution execution;
  execution.parallel = [](std::uint32_t, const std::function<void(std::uint32_t)>& work) {
    work(0);
  };
  expect_error(build_detour_mesh(make_room(), options, execution), {"before all of its work"});
}

TEST(BuildDetourMesh, TellsProgressAndCanBeCancelled) {
  for (const std::uint32_t tile_size : {0u, 32u}) {
    RecastOptions options;
    options.tile_size = tile_size;
    std::vector<std::uint64_t> steps;
    std::uint64_t total = 0;
    Progress progress;
    progress.report = [&](std::uint64_t done, std::uint64_t of, const char*) {
      steps.push_back(done);
      total = of;
      return true;
    };
    ASSERT_TRUE(build_detour_mesh(make_room(), options, {.progress = progress}));
    EXPECT_TRUE(std::is_sorted(steps.begin(), steps.end()));
    EXPECT_GT(steps.size(), 3u);
    EXPECT_EQ(steps.back(), total);
    for (std::uint64_t last = 0; last < steps.size(); ++last) {
      std::uint64_t calls = 0;
      progress.report = [&](std::uint64_t, std::uint64_t, const char*) { return calls++ < last; };
      expect_error(build_detour_mesh(make_room(), options, {.progress = progress}), {"cancelled"});
    }
  }
}

TEST(BuildDetourMesh, RefusesBadGeometry) {
  expect_error(build_detour_mesh({}), {"no triangles"});
  Geometry geometry = make_room();
  geometry.vertices[2].y = std::numeric_limits<float>::quiet_NaN();
  expect_error(build_detour_mesh(geometry), {"vertex 2", "not a number"});
  geometry.vertices[2].y = 1e9f;
  expect_error(build_detour_mesh(geometry), {"vertex 2", "1e+07"});
  geometry = make_room();
  geometry.triangles[1][2] = 12345;
  expect_error(build_detour_mesh(geometry), {"triangle 1", "vertex 12345"});
  geometry = make_room();
  geometry.areas[3] = 63;
  expect_error(build_detour_mesh(geometry), {"triangle 3", "area 63", "0 to 62"});
  geometry.areas.pop_back();
  expect_error(build_detour_mesh(geometry), {"6 triangles", "5 areas"});
  geometry = make_room();
  geometry.links.push_back({{0, 0, 0}, {1, std::numeric_limits<float>::infinity(), 0}});
  expect_error(build_detour_mesh(geometry), {"link 0"});
  geometry.links[0] = {{0, 0, 0}, {1, 0, 0}, true, 63};
  expect_error(build_detour_mesh(geometry), {"link 0", "area 63"});
}

TEST(BuildDetourMesh, RefusesDegenerateGeometry) {
  Geometry ceiling;
  add_quad(ceiling, {{{0, 0, 0}, {9, 0, 0}, {9, 0, 9}, {0, 0, 9}}});
  expect_error(build_detour_mesh(ceiling), {"nothing to walk on", "counterclockwise"});
  Geometry point;
  point.vertices = {{1, 1, 1}};
  point.triangles = {{0, 0, 0}};
  expect_error(build_detour_mesh(point), {"nothing to walk on"});
  RecastOptions tiled;
  tiled.tile_size = 32;
  expect_error(build_detour_mesh(ceiling, tiled), {"nothing to walk on"});
}

/// A level as a file with z up has it.
Geometry z_up(Geometry geometry) {
  for (Vec3& v : geometry.vertices) v = {v.x, -v.z, v.y};
  return geometry;
}

Geometry turned_over(Geometry geometry) {
  for (Geometry::Triangle& t : geometry.triangles) std::swap(t[0], t[1]);
  return geometry;
}

/// With something to walk on whichever side the rest faces.
Geometry with_ledge(Geometry geometry) {
  add_floor(geometry, 50, 0, 60, 6);
  return geometry;
}

TEST(BuildDetourMesh, TellsLevelsThatLieOnTheirSideOrFaceDown) {
  Geometry floor;
  add_floor(floor, 0, 0, 40, 30);
  expect_error(build_detour_mesh(z_up(floor)), {"nothing to walk on", "1200 square", "Up::z"});
  expect_error(build_detour_mesh(turned_over(floor)), {"nothing to walk on", "counterclockwise"});
  const auto warning = [](const Geometry& geometry) {
    return mesh_geometry(geometry).value().warning;
  };
  EXPECT_NE(warning(with_ledge(z_up(floor))).find("1200 square metres of it face along z"),
            std::string::npos);
  EXPECT_NE(warning(with_ledge(turned_over(floor))).find("1200 square metres of them face down"),
            std::string::npos);
  EXPECT_EQ(warning(with_ledge(floor)), "");
  EXPECT_EQ(warning(make_room()), "");
  Geometry tower;  // with more wall than floor
  add_floor(tower, 0, 0, 10, 10);
  for (const float y : {0.0f, 40.0f}) {
    add_quad(tower, {{{0, y, 0}, {10, y, 0}, {10, 40 - y, 0}, {0, 40 - y, 0}}});
    add_quad(tower, {{{0, y, 10}, {10, y, 10}, {10, 40 - y, 10}, {0, 40 - y, 10}}});
  }
  EXPECT_EQ(warning(tower), "");
}

TEST(BuildDetourMesh, NamesTheLimitThatWasHit) {
  Geometry wide;
  add_floor(wide, 0, 0, 30000, 10);
  expect_error(build_detour_mesh(wide), {"100000 x 33 voxels", "65535", "tile_size"});
  Geometry large;
  add_floor(large, 0, 0, 9000, 9000);
  RecastOptions options;
  options.memory_limit = 100;
  expect_error(build_detour_mesh(large, options), {"30000 x 30000", "memory_limit", "tile_size"});
  options.tile_size = 4096;
  expect_error(build_detour_mesh(large, options), {"lower tile_size"});
  options = {};
  options.cell_size = 0.05f;
  options.agent_radius = 0.1f;
  options.tile_size = 16;
  expect_error(build_detour_mesh(large, options), {"tiles", "4.1943e+06", "raise tile_size"});
  Geometry high = make_room();
  add_floor(high, 0, 0, 10, 10, 2000);
  expect_error(build_detour_mesh(high), {"2000 m high", "8190", "cell_height", "0.24"});
}

TEST(BuildDetourMesh, RefusesMoreVerticesThanATileHolds) {
  Geometry islands;
  for (int x = 0; x < 130; ++x) {
    for (int z = 0; z < 130; ++z) {
      const auto at = [](int i) { return static_cast<float>(i) * 2.4f; };
      add_floor(islands, at(x), at(z), at(x) + 1.5f, at(z) + 1.5f);
    }
  }
  RecastOptions options;
  options.agent_radius = 0;
  options.region_min_size = 0;
  options.filter_ledge_spans = false;
  options.detail_sample_distance = 0;
  expect_error(build_detour_mesh(islands, options), {"contour vertices", "65533", "tile_size"});
  options.tile_size = 200;
  EXPECT_EQ(polygons_of(*built(islands, options)).mesh.polygon_count() >= 130u * 130u, true);
}

TEST(RecastOptions, NamesTheFieldOutOfItsLimits) {
  const auto refused = [](auto change) {
    RecastOptions options;
    change(options);
    return build_detour_mesh(make_room(), options);
  };
  expect_error(refused([](RecastOptions& o) { o.cell_size = 0; }), {"cell_size"});
  expect_error(refused([](RecastOptions& o) { o.cell_height = std::nanf(""); }), {"cell_height"});
  expect_error(refused([](RecastOptions& o) { o.agent_height = 0.3f; }),
               {"agent_height", "voxels"});
  expect_error(refused([](RecastOptions& o) { o.agent_height = 60; }), {"agent_height", "255"});
  expect_error(refused([](RecastOptions& o) { o.agent_radius = 50; }), {"agent_radius", "127"});
  expect_error(refused([](RecastOptions& o) { o.max_slope = 90; }), {"max_slope"});
  expect_error(refused([](RecastOptions& o) { o.vertices_per_polygon = 7; }), {"3 to 6"});
  expect_error(refused([](RecastOptions& o) { o.detail_sample_distance = 0.5f; }), {"0 for none"});
  expect_error(refused([](RecastOptions& o) { o.tile_size = 5; }), {"tile_size", "16 to 4096"});
  expect_error(refused([](RecastOptions& o) { o.memory_limit = 0; }), {"memory_limit"});
}

}  // namespace
}  // namespace portolan::detail
