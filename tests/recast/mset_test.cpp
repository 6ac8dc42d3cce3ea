#include "portolan/recast/mset.h"

#include <DetourNavMeshQuery.h>
#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <random>

#include "portolan/recast/mset_layout.h"
#include "recast_testing.h"

namespace portolan::detail {
namespace {

using Bytes = std::vector<std::byte>;

template <class T>
T get(const Bytes& bytes, std::size_t at) {
  T value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

template <class T>
Bytes with(Bytes bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof value);
  return bytes;
}

/// A small mesh with details, a link, and one tile or several.
Bytes make_bytes(std::uint32_t tile_size = 0) {
  Geometry geometry = make_room();
  add_floor(geometry, 24, 0, 34, 20, 2);
  geometry.links.push_back({{18, 0, 10}, {26, 2, 10}});
  RecastOptions options;
  options.tile_size = tile_size;
  options.detail_sample_distance = 6;
  return write_mset(*built(geometry, options));
}

constexpr std::size_t kTileAt = sizeof(MsetHeader) + sizeof(MsetTileHeader32);
constexpr std::size_t kParamsAt = offsetof(MsetHeader, params);

/// The same mesh as a Detour with 64-bit references would save it.
Bytes widened(const Bytes& narrow) {
  Bytes wide(narrow.begin(), narrow.begin() + sizeof(MsetHeader));
  const auto append = [&wide](const void* data, std::size_t size) {
    const auto* first = static_cast<const std::byte*>(data);
    wide.insert(wide.end(), first, first + size);
  };
  for (std::size_t at = sizeof(MsetHeader); at < narrow.size();) {
    const auto tile = get<MsetTileHeader32>(narrow, at);
    at += sizeof tile;
    const auto header = get<dtMeshHeader>(narrow, at);
    const TileLayout layout(header, sizeof(dtLink));
    const TileLayout wide_layout(header, sizeof(Link64));
    const MsetTileHeader64 wide_tile{std::uint64_t{tile.ref} << 32,
                                     static_cast<std::int32_t>(wide_layout.end), 0};
    append(&wide_tile, sizeof wide_tile);
    append(&narrow[at], layout.links);
    const Bytes links(wide_layout.details - wide_layout.links, std::byte{0xcd});
    append(links.data(), links.size());
    append(&narrow[at + layout.details], layout.end - layout.details);
    at += layout.end;
  }
  return wide;
}

/// Asks Detour and us everything that reads a mesh.
void exercise(const dtNavMesh& mesh) {
  const auto polygons = make_polygon_mesh(mesh);
  dtNavMeshQuery query;
  ASSERT_TRUE(dtStatusSucceed(query.init(&mesh, 256)));
  const dtQueryFilter filter;
  const float extents[3] = {3, 5, 3};
  const float points[3][3] = {{2, 0, 2}, {30, 2, 15}, {10, 0, 18}};
  dtPolyRef refs[3];
  float nearest[3];
  for (int i = 0; i < 3; ++i) query.findNearestPoly(points[i], extents, &filter, &refs[i], nearest);
  for (int i = 0; i < 3; ++i) {
    dtPolyRef path[64];
    float corners[64 * 3];
    int count = 0;
    const int to = (i + 1) % 3;
    query.findPath(refs[i], refs[to], points[i], points[to], &filter, path, &count, 64);
    if (count == 0) continue;
    query.findStraightPath(points[i], points[to], path, count, corners, nullptr, nullptr, &count,
                           64);
  }
}

TEST(Mset, RoundTripKeepsBytesAndReferences) {
  for (const std::uint32_t tile_size : {0u, 16u, 32u}) {
    const Bytes bytes = make_bytes(tile_size);
    const auto mesh = parse_mset(bytes, "room.bin");
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(write_mset(**mesh), bytes);
    EXPECT_EQ(polygons_of(**mesh).mesh.links.size(), 1u);
  }
}

TEST(Mset, WideReferencesAreDetected) {
  for (const std::uint32_t tile_size : {0u, 32u}) {
    const Bytes bytes = make_bytes(tile_size);
    const auto narrow = parse_mset(bytes, "narrow.bin");
    const auto wide = parse_mset(widened(bytes), "wide.bin");
    ASSERT_TRUE(narrow);
    ASSERT_TRUE(wide) << wide.error().message;
    const PolygonMesh a = polygons_of(**narrow).mesh;
    const PolygonMesh b = polygons_of(**wide).mesh;
    EXPECT_EQ(a.vertices, b.vertices);
    EXPECT_EQ(a.corners, b.corners);
    EXPECT_EQ(a.areas, b.areas);
    EXPECT_EQ(a.portals.size(), b.portals.size());
    EXPECT_EQ(a.links.size(), b.links.size());
    exercise(**wide);
  }
}

TEST(Mset, TellsForeignOtherTruncatedAndDamagedApart) {
  const Bytes bytes = make_bytes(32);
  expect_error(parse_mset({}, "a.bin"), {"a.bin", "not a navigation mesh"});
  expect_error(parse_mset(with(bytes, 0, 'x'), "a.bin"), {"not a navigation mesh"});
  expect_error(parse_mset(with(bytes, 0, std::uint32_t{0x5445534d}), "a.bin"), {"big-endian"});
  expect_error(parse_mset(with(bytes, 4, 2), "a.bin"), {"MSET version 2", "reads 1"});
  expect_error(parse_mset(with(bytes, kTileAt + 4, 6), "a.bin"), {"tiles of version 6", "reads 7"});
  expect_error(parse_mset(with(bytes, 8, 0), "a.bin"), {"no tiles"});
  expect_error(parse_mset(with(bytes, kTileAt, 0), "a.bin"), {"damaged in tile 0", "magic"});
  Bytes longer = bytes;
  longer.push_back({});
  expect_error(parse_mset(longer, "a.bin"), {"damaged in its end", "1 bytes"});
  for (const std::size_t size :
       {std::size_t{5}, std::size_t{39}, std::size_t{44}, kTileAt + 50, bytes.size() - 1}) {
    expect_error(parse_mset(std::span(bytes).first(size), "a.bin"), {"a.bin", "truncated"});
  }
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    EXPECT_FALSE(parse_mset(std::span(bytes).first(size), "a.bin"));
  }
}

TEST(Mset, NamesTheDamagedField) {
  const Bytes bytes = make_bytes();
  const auto refused = [](const Bytes& damaged, const std::vector<std::string>& words) {
    expect_error(parse_mset(damaged, "a.bin"), words);
  };
  const float nan = std::nanf("");
  refused(with(bytes, kParamsAt, nan), {"its header", "orig"});
  refused(with(bytes, kParamsAt + 12, 0.0f), {"tileWidth"});
  refused(with(bytes, kParamsAt + 20, 0), {"maxTiles"});
  refused(with(bytes, kParamsAt + 20, 1 << 18), {"maxTiles asks for 262144"});
  refused(with(bytes, kParamsAt + 24, 1 << 23), {"22 bits"});
  refused(with(bytes, sizeof(MsetHeader), 0), {"tile 0", "tileRef"});
  refused(with(bytes, sizeof(MsetHeader), 1), {"tile 0", "tileRef is not that of a tile"});
  refused(with(bytes, sizeof(MsetHeader) + 4, -1), {"tile 0", "dataSize is -1"});

  const std::map<std::string, std::size_t> counts = {
      {"polyCount", offsetof(dtMeshHeader, polyCount)},
      {"vertCount", offsetof(dtMeshHeader, vertCount)},
      {"maxLinkCount", offsetof(dtMeshHeader, maxLinkCount)},
      {"detailMeshCount", offsetof(dtMeshHeader, detailMeshCount)},
      {"detailVertCount", offsetof(dtMeshHeader, detailVertCount)},
      {"detailTriCount", offsetof(dtMeshHeader, detailTriCount)},
      {"bvNodeCount", offsetof(dtMeshHeader, bvNodeCount)},
      {"offMeshConCount", offsetof(dtMeshHeader, offMeshConCount)},
      {"offMeshBase", offsetof(dtMeshHeader, offMeshBase)}};
  for (const auto& [field, offset] : counts) {
    for (const int value : {-1, 0x7fffffff}) {
      refused(with(bytes, kTileAt + offset, value), {"tile 0", field});
    }
  }
  refused(with(bytes, kTileAt + offsetof(dtMeshHeader, vertCount),
               get<int>(bytes, kTileAt + offsetof(dtMeshHeader, vertCount)) + 1),
          {"tile 0", "dataSize"});
  refused(with(bytes, kTileAt + offsetof(dtMeshHeader, bmin), nan), {"bmin"});

  const auto header = get<dtMeshHeader>(bytes, kTileAt);
  const TileLayout layout(header, sizeof(dtLink));
  const std::size_t polygon = kTileAt + layout.polygons;
  const auto ffff = static_cast<unsigned short>(0xffff);
  refused(with(bytes, kTileAt + layout.vertices, nan), {"vertex is not a number"});
  refused(with(bytes, polygon + offsetof(dtPoly, verts), ffff), {"polygon 0", "vertex"});
  refused(with(bytes, polygon + offsetof(dtPoly, neis), ffff), {"polygon 0", "neighbour"});
  refused(with(bytes, polygon + offsetof(dtPoly, vertCount), '\7'), {"polygon 0", "7 vertices"});
  refused(with(bytes, polygon + offsetof(dtPoly, areaAndtype), '\x40'), {"polygon 0", "type"});
  refused(with(bytes, kTileAt + layout.details + offsetof(dtPolyDetail, triBase), ~0u),
          {"polygon 0", "details"});
  refused(with(bytes, kTileAt + layout.detail_triangles, '\xff'), {"polygon 0", "detail triangle"});
  refused(with(bytes, kTileAt + layout.tree + offsetof(dtBVNode, i), -1000),
          {"node 0 of the tree"});
  refused(with(bytes, kTileAt + layout.tree + offsetof(dtBVNode, i), 1000), {"node 0 of the tree"});
  const std::size_t connection = kTileAt + layout.connections;
  refused(with(bytes, connection + offsetof(dtOffMeshConnection, rad), nan), {"connection 0"});
  refused(with(bytes, connection + offsetof(dtOffMeshConnection, poly), ffff), {"connection 0"});
}

TEST(Mset, RefusesTwoTilesInOnePlace) {
  Bytes bytes = make_bytes();
  const auto size = static_cast<std::ptrdiff_t>(bytes.size());
  bytes.reserve(bytes.size() * 2);
  bytes.insert(bytes.end(), bytes.begin() + sizeof(MsetHeader), bytes.begin() + size);
  expect_error(parse_mset(with(bytes, 8, 2), "a.bin"), {"tile 1", "earlier tile"});
}

/// Tiles of very many polygons, all edges at borders: Detour would hold each against each.
TEST(Mset, RefusesTilesThatTakeForeverToJoin) {
  constexpr int kPolygons = 20'000;
  dtMeshHeader header{};
  header.magic = DT_NAVMESH_MAGIC;
  header.version = DT_NAVMESH_VERSION;
  header.polyCount = header.offMeshBase = header.detailMeshCount = kPolygons;
  header.vertCount = 3;
  header.maxLinkCount = 1;
  header.detailTriCount = 1;
  header.walkableHeight = header.walkableRadius = header.walkableClimb = 1.0f;
  const TileLayout layout(header, sizeof(dtLink));
  dtPoly polygon{};
  polygon.vertCount = 3;
  for (int i = 0; i < 3; ++i) polygon.verts[i] = static_cast<unsigned short>(i);
  for (int i = 0; i < 3; ++i) polygon.neis[i] = DT_EXT_LINK;
  const unsigned char triangle[4] = {0, 1, 2, 0x15};
  const dtPolyDetail detail{0, 0, 0, 1};
  MsetHeader file{kMsetMagic, kMsetVersion, 16, {{0, 0, 0}, 10, 10, 16, kPolygons}};
  Bytes bytes(sizeof file);
  std::memcpy(bytes.data(), &file, sizeof file);
  for (int layer = 0; layer < file.tile_count; ++layer) {
    header.layer = layer;
    const MsetTileHeader32 tile{1u << 22 | static_cast<std::uint32_t>(layer) << 15,
                                static_cast<std::int32_t>(layout.end)};
    const std::size_t at = bytes.size() + sizeof tile;
    bytes.resize(at + layout.end);
    std::memcpy(&bytes[at - sizeof tile], &tile, sizeof tile);
    std::memcpy(&bytes[at], &header, sizeof header);
    for (std::size_t i = 0; i < kPolygons; ++i) {
      std::memcpy(&bytes[at + layout.polygons + i * sizeof polygon], &polygon, sizeof polygon);
      std::memcpy(&bytes[at + layout.details + i * sizeof detail], &detail, sizeof detail);
    }
    std::memcpy(&bytes[at + layout.detail_triangles], triangle, sizeof triangle);
  }
  expect_error(parse_mset(bytes, "a.bin"), {"a.bin", "x 0, y 0", "limit", "smaller tiles"});
}

TEST(Mset, SurvivesMutations) {
  std::mt19937 random(7);
  std::size_t accepted = 0;
  for (const bool wide : {false, true}) {
    for (const std::uint32_t tile_size : {0u, 32u}) {
      const Bytes bytes = wide ? widened(make_bytes(tile_size)) : make_bytes(tile_size);
      for (int round = 0; round < 1000; ++round) {
        Bytes mutated = bytes;
        for (unsigned i = 0; i <= random() % 4; ++i) {
          // Half of them hit the headers, where most of what Detour trusts lies.
          const std::size_t range = random() % 2 == 0 ? 200 : bytes.size();
          const auto value = static_cast<std::byte>(random() % 3 == 0 ? 0xff : random());
          mutated[random() % range] = value;
        }
        const auto mesh = parse_mset(mutated, "mutated.bin");
        if (!mesh) continue;
        ++accepted;
        exercise(**mesh);
      }
    }
  }
  EXPECT_GT(accepted, 100u);
}

TEST(Mset, GivenScenes) {
  if (mset_folder().empty()) GTEST_SKIP() << "the scenes are not here; set PORTOLAN_DATA";
  std::map<std::string, std::uint32_t> counts = {
      {"dungeon", 118},   {"nav_test", 155},    {"undulating", 216},
      {"fd_map12", 2266}, {"serpentine", 4790}, {"oa_czest3ctf", 1540},
      {"city", 7026},     {"islands", 17871},   {"medieval", 20228}};
  for (const auto& file : std::filesystem::directory_iterator(mset_folder())) {
    const std::string name = file.path().stem().string();
    const Bytes bytes = bytes_of_file(file.path());
    const auto mesh = parse_mset(bytes, name);
    ASSERT_TRUE(mesh) << mesh.error().message;
    EXPECT_EQ(write_mset(**mesh), bytes) << name;
    if (counts.contains(name)) {
      EXPECT_EQ(polygons_of(**mesh).mesh.polygon_count(), counts[name]) << name;
    }
    counts.erase(name);
  }
  EXPECT_TRUE(counts.empty());
}

}  // namespace
}  // namespace portolan::detail
