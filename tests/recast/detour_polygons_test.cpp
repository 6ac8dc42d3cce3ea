#include "portolan/recast/detour_polygons.h"

#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <vector>

#include "portolan/navmesh/validate_polygon_mesh.h"
#include "portolan/recast/mset.h"
#include "recast_testing.h"

namespace portolan::detail {
namespace {

/// Two platforms, 4 m apart in height, with a gap between them.
Geometry make_platforms(float gap) {
  Geometry geometry;
  add_floor(geometry, 0, 0, 12, 12);
  add_floor(geometry, 12 + gap, 0, 24 + gap, 12, 4);
  return geometry;
}

RecastOptions tiles_of(std::uint32_t size) {
  RecastOptions options;
  options.tile_size = size;
  return options;
}

/// That every polygon leads to the same polygons as by Detour's own links, through the same gaps.
void expect_portals_as_in(const dtNavMesh& detour, const DetourPolygons& polygons) {
  const PolygonMesh& mesh = polygons.mesh;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> crossings;
  for (const Portal& portal : mesh.portals) {
    ASSERT_NE(portal.polygons[0], portal.polygons[1]);
    if (portal.crossable_from[0]) ++crossings[{portal.polygons[0], portal.polygons[1]}];
    if (portal.crossable_from[1]) ++crossings[{portal.polygons[1], portal.polygons[0]}];
  }
  for (std::uint32_t from = 0; from < mesh.polygon_count(); ++from) {
    const dtMeshTile* tile = nullptr;
    const dtPoly* polygon = nullptr;
    const auto ref = static_cast<dtPolyRef>(mesh.refs[from]);
    ASSERT_TRUE(dtStatusSucceed(detour.getTileAndPolyByRef(ref, &tile, &polygon)));
    ASSERT_EQ(polygons.index.find(ref), PolygonId{from});
    EXPECT_EQ(mesh.areas[from], polygon->getArea());
    EXPECT_EQ(mesh.flags[from], polygon->flags);
    ASSERT_EQ(mesh.corner_count(from), polygon->vertCount);
    for (unsigned i = polygon->firstLink; i != DT_NULL_LINK; i = tile->links[i].next) {
      const auto to = polygons.index.find(tile->links[i].ref);
      if (to) --crossings[{from, index(*to)}];
    }
  }
  for (const auto& [pair, balance] : crossings)
    EXPECT_EQ(balance, 0) << pair.first << " " << pair.second;
}

/// That every reference is found, and none beside it.
void expect_found(const std::vector<std::uint64_t>& refs) {
  const RefIndex index{refs};
  std::map<std::uint64_t, PolygonId> expected;
  for (std::uint32_t i = 0; i < refs.size(); ++i) expected.emplace(refs[i], PolygonId{i});
  const auto find = [&](std::uint64_t ref) -> std::optional<PolygonId> {
    const auto found = expected.find(ref);
    return found == expected.end() ? std::nullopt : std::optional(found->second);
  };
  for (const std::uint64_t ref : refs)
    for (const std::uint64_t beside : {ref - 1, ref, ref + 1, ~ref})
      EXPECT_EQ(index.find(beside), find(beside)) << beside;
}

TEST(RefIndex, FindsReferencesHoweverTheyLie) {
  EXPECT_EQ(RefIndex().find(1), std::nullopt);
  expect_found({7});
  expect_found({0, ~std::uint64_t{0}});
  expect_found({5, 5, 5, 9});
  std::vector<std::uint64_t> tiles;
  for (std::uint64_t i = 0; i < 1000; ++i) tiles.push_back((i % 7) << 20 | i / 7);
  expect_found(tiles);
  std::vector<std::uint64_t> far{~std::uint64_t{0} / 2};
  for (std::uint64_t i = 0; i < 1000; ++i) far.push_back(i);
  expect_found(far);
}

TEST(MakePolygonMesh, FollowsDetoursLinks) {
  Geometry geometry = make_room();
  add_ramp(geometry, 20, 0, 30, 5, 0, 20);
  for (const std::uint32_t size : {0u, 16u, 40u}) {
    const DetourMesh detour = built(geometry, tiles_of(size));
    const DetourPolygons polygons = polygons_of(*detour);
    EXPECT_TRUE(validate(polygons.mesh));
    expect_portals_as_in(*detour, polygons);
    for (const Portal& portal : polygons.mesh.portals) {
      EXPECT_TRUE(portal.crossable_from[0] && portal.crossable_from[1]);
    }
    EXPECT_EQ(polygons.index.find(0), std::nullopt);
  }
}

/// A mesh of two tiles: one polygon on the left meets two on the right, which a wall tells apart.
TEST(MakePolygonMesh, TileBordersOpenOnlyWhereBothSidesAre) {
  Geometry geometry;
  add_floor(geometry, 0, 0, 9.6f, 9.6f);
  add_floor(geometry, 9.6f, 0, 19.2f, 4.8f, 0, 1);
  add_floor(geometry, 9.6f, 4.8f, 19.2f, 9.6f, 0, 2);
  const PolygonMesh mesh = polygons_of(*built(geometry, tiles_of(32))).mesh;
  std::set<std::uint8_t> met;
  double width = 0.0;
  for (const Portal& portal : mesh.portals) {
    const std::uint8_t areas[2] = {mesh.areas[portal.polygons[0]], mesh.areas[portal.polygons[1]]};
    if (areas[0] != 0 && areas[1] != 0) continue;
    met.insert(std::max(areas[0], areas[1]));
    for (const Vec3& end : portal.ends) EXPECT_NEAR(end.x, 9.6f, 0.01f);
    width += static_cast<double>(distance(portal.ends[0], portal.ends[1]));
  }
  EXPECT_EQ(met, (std::set<std::uint8_t>{1, 2}));
  EXPECT_NEAR(width, 9.6 - 1.8, 0.7);
}

TEST(MakePolygonMesh, LinksOneWayAndBothWays) {
  for (const std::uint32_t size : {0u, 32u}) {
    Geometry geometry = make_platforms(2);
    geometry.links.push_back({{16, 4, 6}, {10, 0, 6}, false, 5, 8});
    geometry.links.push_back({{10, 0, 3}, {16, 4, 3}, true, 6, 1});
    geometry.links.push_back({{10, 0, 3}, {13, 0, 3}});  // ends in the gap
    const DetourMesh detour = built(geometry, tiles_of(size));
    const DetourPolygons polygons = polygons_of(*detour);
    expect_portals_as_in(*detour, polygons);
    EXPECT_EQ(polygons.loose_links, 1u);
    ASSERT_EQ(polygons.mesh.links.size(), 2u);
    const bool jump_first = polygons.link_user_ids[0] == 0;
    const PolygonLink& jump = polygons.mesh.links[jump_first ? 0 : 1];
    const PolygonLink& ladder = polygons.mesh.links[jump_first ? 1 : 0];
    EXPECT_EQ(polygons.link_user_ids[jump_first ? 1 : 0], 1u);
    EXPECT_FALSE(jump.link.both_ways);
    EXPECT_TRUE(ladder.link.both_ways);
    EXPECT_EQ(jump.link.area, 5);
    EXPECT_EQ(jump.link.flags, 8);
    EXPECT_EQ(ladder.link.area, 6);
    EXPECT_NEAR(polygons.mesh.corner(jump.from_polygon, 0).y, 4.0f, 0.3f);
    EXPECT_NEAR(polygons.mesh.corner(jump.to_polygon, 0).y, 0.0f, 0.3f);
    EXPECT_NEAR(jump.link.from.x, 16.0f, 0.01f);
    EXPECT_NE(detour->getOffMeshConnectionByRef(static_cast<dtPolyRef>(jump.ref)), nullptr);
    EXPECT_EQ(part_count(polygons.mesh), 1u);
    EXPECT_EQ(polygons.index.find(jump.ref), std::nullopt);
  }
}

/// Whether Detour itself finds a path between two points.
bool detour_reaches(const dtNavMesh& mesh, const Vec3& from, const Vec3& to) {
  dtNavMeshQuery query;
  query.init(&mesh, 2048);
  const dtQueryFilter filter;
  const float extents[3] = {1, 1, 1};
  dtPolyRef ends[2];
  float points[2][3];
  query.findNearestPoly(&from.x, extents, &filter, &ends[0], points[0]);
  query.findNearestPoly(&to.x, extents, &filter, &ends[1], points[1]);
  dtPolyRef path[256];
  int count = 0;
  const dtStatus status =
      query.findPath(ends[0], ends[1], points[0], points[1], &filter, path, &count, 256);
  return dtStatusSucceed(status) && !dtStatusDetail(status, DT_PARTIAL_RESULT);
}

TEST(MakePolygonMesh, LinksAcrossManyTiles) {
  Geometry geometry = make_platforms(100);
  const Vec3 here{6, 0, 6};
  const Vec3 there{118, 4, 6};
  geometry.links.push_back({here, there, true});
  const DetourMesh detour = built(geometry, tiles_of(32));
  ASSERT_EQ(polygons_of(*detour).mesh.links.size(), 1u);
  EXPECT_TRUE(polygons_of(*detour).mesh.links[0].link.both_ways);
  EXPECT_TRUE(detour_reaches(*detour, {2, 0, 2}, {120, 4, 9}));
  EXPECT_TRUE(detour_reaches(*detour, {120, 4, 9}, {2, 0, 2}));

  const auto bytes = write_mset(*detour);
  const auto again = parse_mset(bytes, "links");
  ASSERT_TRUE(again);
  EXPECT_EQ(polygons_of(**again).mesh.links.size(), 1u);
  EXPECT_EQ(write_mset(**again), bytes);

  geometry.links[0].both_ways = false;
  const DetourMesh one_way = built(geometry, tiles_of(32));
  EXPECT_FALSE(polygons_of(*one_way).mesh.links[0].link.both_ways);
  EXPECT_TRUE(detour_reaches(*one_way, here, there));
  EXPECT_FALSE(detour_reaches(*one_way, there, here));
}

TEST(MakePolygonMesh, RefusesAnEmptyMesh) {
  DetourMesh mesh(dtAllocNavMesh());
  dtNavMeshParams params{};
  params.tileWidth = params.tileHeight = 10;
  params.maxTiles = params.maxPolys = 4;
  mesh->init(&params);
  expect_error(make_polygon_mesh(*mesh), {"no polygons"});
}

TEST(MakePolygonMesh, GivenScenes) {
  if (mset_folder().empty()) GTEST_SKIP() << "the scenes are not here; set PORTOLAN_DATA";
  for (const auto& file : std::filesystem::directory_iterator(mset_folder())) {
    const auto detour = parse_mset(bytes_of_file(file.path()), file.path().filename().string());
    ASSERT_TRUE(detour) << detour.error().message;
    const DetourPolygons polygons = polygons_of(**detour);
    EXPECT_TRUE(validate(polygons.mesh));
    expect_portals_as_in(**detour, polygons);
  }
}

}  // namespace
}  // namespace portolan::detail
