#include "portolan/io/baked/nav_mesh_world_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "baked_testing.h"
#include "expect_edges.h"
#include "expect_error.h"
#include "portolan/hierarchy/customize_level.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/container.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/detour_polygons.h"
#include "portolan/recast/mset.h"
#include "quad_mesh.h"
#include "round_trip.h"
#include "scenes/mesh_scenes.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using test::baked;
using test::Bytes;
using test::expect_same_answers;
using test::random_place;

Result<BakedNavMesh> parse(const Bytes& bytes) {
  return parse_nav_mesh_world(*make_shared_bytes(bytes), "a.world");
}

constexpr Tag kSections[] = {"POLY", "JOIN", "PART", "OPTS", "AGNT", "CELL", "DTNM"};

/// The file with one section changed and all checksums right.
template <class Change>
Bytes with_section(const Bytes& file, Tag changed, Change change, Tag kind = "MESH") {
  return test::with_section(file, kSections, changed, change, kind);
}

void expect_same_mesh(const PolygonMesh& a, const PolygonMesh& b) {
  EXPECT_EQ(a.vertices, b.vertices);
  EXPECT_EQ(a.corner_begin, b.corner_begin);
  EXPECT_EQ(a.corners, b.corners);
  EXPECT_EQ(a.areas, b.areas);
  EXPECT_EQ(a.flags, b.flags);
  EXPECT_EQ(a.refs, b.refs);
  EXPECT_EQ(a.area_names, b.area_names);
  ASSERT_EQ(a.portals.size(), b.portals.size());
  for (std::size_t i = 0; i < a.portals.size(); ++i) {
    for (int s = 0; s < 2; ++s) {
      EXPECT_EQ(a.portals[i].ends[s], b.portals[i].ends[s]);
      EXPECT_EQ(a.portals[i].polygons[s], b.portals[i].polygons[s]);
      EXPECT_EQ(a.portals[i].crossable_from[s], b.portals[i].crossable_from[s]);
    }
  }
  ASSERT_EQ(a.links.size(), b.links.size());
  for (std::size_t i = 0; i < a.links.size(); ++i) {
    EXPECT_EQ(a.links[i].from_polygon, b.links[i].from_polygon);
    EXPECT_EQ(a.links[i].to_polygon, b.links[i].to_polygon);
    EXPECT_EQ(a.links[i].ref, b.links[i].ref);
    EXPECT_EQ(a.links[i].link.from, b.links[i].link.from);
    EXPECT_EQ(a.links[i].link.to, b.links[i].link.to);
    EXPECT_EQ(a.links[i].link.both_ways, b.links[i].link.both_ways);
    EXPECT_EQ(a.links[i].link.area, b.links[i].link.area);
    EXPECT_EQ(a.links[i].link.flags, b.links[i].link.flags);
    EXPECT_EQ(a.links[i].link.cost, b.links[i].link.cost);
  }
}

void expect_same_agents(const NavMeshSnapshot& a, const NavMeshSnapshot& b) {
  EXPECT_EQ(a.metric(), b.metric());
  EXPECT_EQ(a.options().cells.merge, b.options().cells.merge);
  EXPECT_EQ(a.options().cells.levels, b.options().cells.levels);
  EXPECT_EQ(a.options().cells.method, b.options().cells.method);
  EXPECT_EQ(a.options().cells.weights, b.options().cells.weights);
  EXPECT_EQ(a.options().cells.seed, b.options().cells.seed);
  EXPECT_EQ(a.options().store_steps, b.options().store_steps);
  EXPECT_EQ(a.partition_ms(), b.partition_ms());
  EXPECT_EQ(a.customize_ms(), b.customize_ms());
  EXPECT_TRUE(std::ranges::equal(a.world().layout().cells(), b.world().layout().cells()));
  ASSERT_EQ(a.hierarchy().levels(), b.hierarchy().levels());
  ASSERT_EQ(a.hierarchy().cells().size(), b.hierarchy().cells().size());
  for (std::size_t h = 0; h < a.hierarchy().cells().size(); ++h) {
    ASSERT_TRUE(same_words(a.hierarchy().cells()[h], b.hierarchy().cells()[h])) << "cell " << h;
  }
  EXPECT_EQ(a.hierarchy().bytes(), b.hierarchy().bytes());
  expect_same_answers(a, b);
}

void expect_round_trip(const BakedNavMesh& world) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  const auto saved = save_nav_mesh_world(path, world);
  ASSERT_TRUE(saved) << saved.error().message;
  EXPECT_EQ(baked_world_kind(path), BakedWorldKind::nav_mesh);
  const auto loaded = load_nav_mesh_world(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  ASSERT_EQ(loaded->agents.size(), world.agents.size());
  expect_same_mesh(world.agents[0].mesh().polygons(), loaded->agents[0].mesh().polygons());
  for (std::size_t k = 0; k < world.agents.size(); ++k) {
    EXPECT_EQ(&loaded->agents[k].mesh().polygons(), &loaded->agents[0].mesh().polygons());
    expect_same_agents(world.agents[k], loaded->agents[k]);
  }
  ASSERT_EQ(loaded->detour.has_value(), world.detour.has_value());
  if (world.detour) {
    EXPECT_EQ(write_mset(**world.detour), write_mset(**loaded->detour));
  }
  EXPECT_EQ(baked(*loaded), baked(world));
}

BakedNavMesh small_scene(std::uint32_t tile_size) {
  scenes::MeshSceneOptions options;
  options.size = 40;
  Geometry geometry = *scenes::generate_mesh("city", options);
  geometry.links.push_back({{10, 0, 10}, {30, 0, 30}});
  RecastOptions recast;
  recast.tile_size = tile_size;
  const auto detour = build_detour_mesh(geometry, recast);
  EXPECT_TRUE(detour) << detour.error().message;
  auto polygons = make_polygon_mesh(**detour);
  EXPECT_TRUE(polygons) << polygons.error().message;
  polygons->mesh.area_names = geometry.area_names;
  return {make_agents(std::move(polygons->mesh), 2, small_cells()), *detour};
}

TEST(NavMeshWorldFile, SurvivesSavingAndLoading) {
  for (const bool store_steps : {true, false}) {
    for (const unsigned levels : {0u, 1u, 2u}) {
      for (const std::uint32_t links : {0u, 8u}) {
        const auto options = small_cells(store_steps, levels);
        expect_round_trip({make_agents(make_quads(9, 7, links), 3, options), {}});
      }
    }
  }
}

TEST(NavMeshWorldFile, HoldsMeshesWithoutAnyExtras) {
  PolygonMesh one = make_quads(1, 1, 0);
  one.areas.clear();
  one.flags.clear();
  one.refs.clear();
  one.area_names.clear();
  expect_round_trip({make_agents(std::move(one), 1, small_cells()), {}});
}

TEST(NavMeshWorldFile, HoldsDetourData) {
  expect_round_trip(small_scene(0));
  expect_round_trip(small_scene(32));
}

TEST(NavMeshWorldFile, CellsLieInTheFilesMemory) {
  const auto file =
      *make_shared_bytes(baked({make_agents(make_quads(6, 6, 2), 2, small_cells()), {}}));
  const auto loaded = *parse_nav_mesh_world(file, "a.world");
  for (const NavMeshSnapshot& agent : loaded.agents) {
    for (const CellWords& cell : agent.hierarchy().cells()) {
      const auto* at = reinterpret_cast<const std::byte*>(cell.get());
      EXPECT_TRUE(at >= file.data.get() && at < file.data.get() + file.size);
    }
  }
}

TEST(NavMeshWorldFile, LeavesOutCellsWithoutStoredPaths) {
  const auto file = baked({make_agents(make_quads(6, 6, 2), 2, small_cells(false)), {}});
  EXPECT_FALSE(Container::parse(*make_shared_bytes(file), "a.world")->has("CELL"));
}

TEST(NavMeshWorldFile, RefusesAgentsThatDoNotBelongTogether) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  EXPECT_ERROR(save_nav_mesh_world(path, {}), "a.world", "1 to 256 agents");
  const auto agents = make_agents(make_quads(6, 6, 0), 1, small_cells());
  const auto others = make_agents(make_quads(5, 6, 0), 1, small_cells());
  const auto searching = make_agents(make_quads(6, 6, 0), 1, small_cells(false));
  const auto same = make_agents(make_quads(6, 6, 0), 1, small_cells());
  EXPECT_ERROR(save_nav_mesh_world(path, {{agents[0], others[0]}, {}}), "one mesh and partition");
  EXPECT_ERROR(save_nav_mesh_world(path, {{agents[0], searching[0]}, {}}), "some agents only");
  EXPECT_TRUE(save_nav_mesh_world(path, {{agents[0], same[0]}, {}}));
  const auto foreign = small_scene(0);
  EXPECT_ERROR(save_nav_mesh_world(path, {agents, foreign.detour}), "Detour data");
}

TEST(NavMeshWorldFile, RefusesPolygonsOfTooManyDoorways) {
  PolygonMesh star;
  star.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 1}};
  for (std::uint32_t p = 0; p < 12'000; ++p) {
    star.corners.insert(star.corners.end(), {0, 1, 2});
    star.corner_begin.push_back(3 * (p + 1));
    if (p > 0) star.portals.push_back({{{0, 0, 0}, {0, 0, 1}}, {0, p}});
  }
  const auto small = make_agents(make_quads(2, 2, 0), 1, small_cells());
  const Bytes file = baked({small, {}});
  // The sections of the star, which save would refuse, under right checksums.
  const auto container = Container::parse(*make_shared_bytes(file), "a.world");
  ByteWriter polygons;
  std::vector<float> points;
  for (const Vec3& v : star.vertices) points.insert(points.end(), {v.x, v.y, v.z});
  polygons.array(points);
  polygons.array(star.corner_begin);
  polygons.array(star.corners);
  for (int empty = 0; empty < 3; ++empty) polygons.array(std::vector<std::uint64_t>());
  polygons.u64(0);
  ByteWriter joints;
  std::vector<float> ends;
  std::vector<std::uint32_t> beside;
  for (const Portal& portal : star.portals) {
    for (const Vec3& v : portal.ends) ends.insert(ends.end(), {v.x, v.y, v.z});
    beside.insert(beside.end(), {portal.polygons[0], portal.polygons[1]});
  }
  joints.u64(star.portals.size());
  joints.array(ends);
  joints.array(beside);
  joints.array(std::vector<std::uint8_t>(2 * star.portals.size(), 1));
  joints.u64(0);
  for (int empty = 0; empty < 5; ++empty) joints.array(std::vector<std::uint64_t>());
  const Bytes with_star =
      with_section(with_section(file, "POLY", [&](Bytes& b) { b = polygons.bytes(); }), "JOIN",
                   [&](Bytes& b) { b = joints.bytes(); });
  EXPECT_ERROR(parse(with_star), "a.world", "too many doorways");
}

TEST(NavMeshWorldFile, TellsWhatIsWrongWithAFile) {
  const Bytes file = baked({make_agents(make_quads(6, 6, 2), 2, small_cells()), {}});
  const auto nothing = [](Bytes&) {};
  ASSERT_TRUE(parse(file));
  EXPECT_ERROR(parse({}), "a.world", "not a baked Portolan file");
  EXPECT_ERROR(parse(Bytes(file.begin(), file.end() - 1)), "a.world", "truncated");
  EXPECT_ERROR(parse(with_section(file, "POLY", nothing, "GRID")), "a.world", "'GRID'",
               "not a navigation mesh");
  Bytes damaged = file;
  damaged.back() ^= std::byte{1};
  EXPECT_ERROR(parse(damaged), "a.world", "damaged", "'CELL'");
  EXPECT_ERROR(parse(test::of_next_version(file)), "a.world", "newer");
  EXPECT_ERROR(parse(*ContainerWriter("MESH").write()), "a.world", "'POLY'", "build it again");
  EXPECT_ERROR(load_nav_mesh_world("no/a.world"), "no/a.world", "check the name");
}

TEST(NavMeshWorldFile, TheKindIsToldFromTheFirstBytes) {
  const TemporaryFolder folder;
  const auto put = [&](Tag kind) {
    const Bytes bytes = *ContainerWriter(kind).write();
    return folder.put("a", {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
  EXPECT_EQ(baked_world_kind(put("GRID")), BakedWorldKind::grid);
  EXPECT_EQ(baked_world_kind(put("MESH")), BakedWorldKind::nav_mesh);
  EXPECT_EQ(baked_world_kind(put("NONE")), BakedWorldKind::unknown);
  EXPECT_EQ(baked_world_kind(folder.put("a", "PORTOLAN")), BakedWorldKind::unknown);
  EXPECT_EQ(baked_world_kind(folder.put("a", "type octile")), BakedWorldKind::none);
  EXPECT_EQ(baked_world_kind(folder.put("a", "")), BakedWorldKind::none);
  EXPECT_EQ(baked_world_kind(folder.path()), BakedWorldKind::none);
  EXPECT_EQ(baked_world_kind("no/a"), BakedWorldKind::none);
}

TEST(NavMeshWorldFile, TellsWhatIsInconsistent) {
  const Bytes file = baked({make_agents(make_quads(6, 6, 2), 2, small_cells()), {}});
  const auto parse_with = [&](Tag tag, std::size_t at, unsigned value) {
    return parse(with_section(file, tag, [&](Bytes& bytes) { bytes.at(at) = std::byte(value); }));
  };
  const auto parse_longer = [&](Tag tag) {
    return parse(with_section(file, tag, [](Bytes& bytes) { bytes.push_back({}); }));
  };
  for (const Tag tag :
       {Tag("POLY"), Tag("JOIN"), Tag("PART"), Tag("OPTS"), Tag("AGNT"), Tag("CELL")}) {
    EXPECT_ERROR(parse_longer(tag), "a.world", "inconsistent", std::string(tag.view()));
  }
  EXPECT_ERROR(parse_with("POLY", 11, 0x7F), "vertex 0", "1e7");
  EXPECT_ERROR(parse_with("POLY", 0, 1), "'POLY'", "three coordinates");
  EXPECT_ERROR(parse_with("JOIN", 0, 1), "'JOIN'", "wrong length");
  EXPECT_ERROR(parse_with("PART", 8 + 3, 0xFF), "lies in no cell");
  EXPECT_ERROR(parse_with("OPTS", 8 + 8 + 8 + 8 + 4, 9), "no such method");
  EXPECT_ERROR(parse_with("OPTS", 8 + 8 + 8 + 8 + 5, 9), "no such weights");
  EXPECT_ERROR(parse_with("OPTS", 8 + 8 + 8 + 8 + 6, 2), "neither");
  EXPECT_ERROR(parse_with("AGNT", 0, 0), "so many agents");
  EXPECT_ERROR(parse_with("AGNT", 24 + 8 + 3, 0xC0), "metric default", "area 0 costs");
  EXPECT_ERROR(parse_with("CELL", 0, 3), "'CELL'");
  // Costs of another metric, cells of another partition.
  EXPECT_ERROR(parse_with("AGNT", 24 + 8 + 3, 0x40), "agent default", "cell 0 of level 1");
}

/// Everything that one may do with a world; paths must be made of edges that exist.
void use(const BakedNavMesh& world, std::mt19937& random) {
  NavMeshQuery query;
  NavMeshPath path;
  NavMeshPath base;
  for (const NavMeshSnapshot& agent : world.agents) {
    for (unsigned level = 1; level <= agent.hierarchy().levels(); ++level)
      agent.hierarchy().level_size(level);
    for (unsigned k = 0; k < 10; ++k) {
      NavMeshQueryOptions options;
      options.search.level = k % (agent.hierarchy().levels() + 1);
      options.search.connect = static_cast<ConnectMethod>(k % 5);
      const MeshPlace start = random_place(agent.mesh(), random);
      const MeshPlace goal = random_place(agent.mesh(), random);
      query.find_path(agent, start, goal, options, path);
      query.find_path_astar(agent, start, goal, options, base);
      if (path.status != Status::complete) continue;
      EXPECT_GE(path.cost, base.cost);
      test::expect_edges(agent.world(), path.nodes);
    }
    EXPECT_TRUE(agent.with_metric({}));
  }
}

/// Random words of a section set to values that could be meant, checksums right.
unsigned count_accepted(const Bytes& file, Tag section, unsigned tries, std::mt19937& random) {
  const auto spoilt = [&](unsigned) {
    return with_section(file, section, [&](Bytes& bytes) { test::spoil_words(bytes, 0, random); });
  };
  return test::count_accepted(tries, spoilt, parse,
                              [&](const BakedNavMesh& world) { use(world, random); });
}

TEST(NavMeshWorldFile, SurvivesChangesWithRightChecksums) {
  std::mt19937 random(1);
  for (const bool store_steps : {true, false}) {
    const Bytes file = baked({make_agents(make_quads(6, 5, 6), 2, small_cells(store_steps)), {}});
    for (const Tag tag : {Tag("POLY"), Tag("JOIN"), Tag("PART"), Tag("OPTS"), Tag("AGNT")})
      count_accepted(file, tag, 250, random);
    // A direction or a cost that was changed contradicts the other.
    if (store_steps) {
      EXPECT_LT(count_accepted(file, "CELL", 3000, random), 100u);
    }
  }
  const Bytes scene = baked(small_scene(32));
  count_accepted(scene, "DTNM", 200, random);
  count_accepted(scene, "CELL", 50, random);
}

TEST(NavMeshWorldFile, RefusesCostsThatNoWayHas) {
  const auto agents = make_agents(make_quads(8, 8, 0), 1, small_cells());
  const Bytes file = baked({agents, {}});
  const auto& cells = agents[0].hierarchy().cells();
  for (std::size_t h = 0; h < cells.size(); ++h) {
    const OverlayCell cell(cells[h].get());
    const Cost* row = cell.row(GatePlace{0});
    if (cell.gate_count() < 2 || row[1] == kInfinite) continue;
    const auto offset = static_cast<std::size_t>(row + 1 - cells[h].get());
    for (const Cost lie : {row[1] - 1, row[1] + 1, kInfinite}) {
      const auto result = parse(with_section(file, "CELL", [&](Bytes& bytes) {
        std::uint64_t count = 0;
        std::uint64_t begin = 0;
        std::memcpy(&count, bytes.data(), 8);
        std::memcpy(&begin, bytes.data() + 8 + 8 * h, 8);
        std::memcpy(bytes.data() + 8 + 8 * count + 8 + 4 * (begin + offset), &lie, 4);
      }));
      EXPECT_FALSE(result) << "cell " << h;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
