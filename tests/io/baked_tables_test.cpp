#include <gtest/gtest.h>

#include <random>

#include "baked_testing.h"
#include "expect_edges.h"
#include "expect_error.h"
#include "portolan/grid/grid_query.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "quad_mesh.h"
#include "round_trip.h"
#include "scenes/block_weights.h"
#include "scenes/grid_scenes.h"
#include "tests/parallel_loops.h"

/// Tables in baked files of both kinds of worlds.
namespace portolan::detail {
namespace {

using test::Bytes;

constexpr Tag kSections[] = {"METR", "TILE", "POLY", "JOIN", "PART", "OPTS", "AGNT",
                             "CELL", "TABL", "CONN", "LINK", "LABL", "CUTS"};
constexpr Tag kTableSections[] = {"TABL", "CONN", "LINK", "LABL", "CUTS"};
constexpr FarMethod kFarMethods[] = {FarMethod::search, FarMethod::shortcuts, FarMethod::labels};

TableOptions tables_by(FarMethod far) {
  TableOptions options;
  options.far = far;
  return options;
}

GridSnapshot make_grid(std::uint32_t size, bool weighted, FarMethod far) {
  scenes::GridSceneOptions scene;
  scene.width = scene.height = size;
  Grid grid = *scenes::generate_grid(weighted ? "caves" : "random", scene);
  const GridMetric metric;
  if (weighted) {
    std::array<bool, 256> passable{};
    for (std::size_t t = 0; t < 256; ++t) passable[t] = metric.cost[t] > 0;
    grid = scenes::with_block_weights(grid, passable, 5);
  }
  GridBuildOptions options;
  options.cell_size = weighted ? 6 : 7;
  options.for_tables = true;
  return *GridSnapshot::build(std::move(grid), metric, options)->with_tables(tables_by(far));
}

/// Agents with and without tables beside each other; one-way portals and links make the tables
/// directed.
BakedNavMesh make_mesh(FarMethod far) {
  BakedNavMesh baked{make_agents(make_quads(7, 6, 5), 3, small_cells()), {}};
  for (const std::size_t k : {0u, 2u})
    baked.agents[k] = *baked.agents[k].with_tables(tables_by(far));
  return baked;
}

Bytes baked(const GridSnapshot& world) {
  const TemporaryFolder folder;
  EXPECT_TRUE(save_grid_world(folder.path() / "a.world", world));
  return test::bytes_of(folder.path() / "a.world");
}

Bytes baked(const BakedNavMesh& world) {
  const TemporaryFolder folder;
  EXPECT_TRUE(save_nav_mesh_world(folder.path() / "a.world", world));
  return test::bytes_of(folder.path() / "a.world");
}

auto parse_grid(const Bytes& bytes) {
  return parse_grid_world(*make_shared_bytes(bytes), "a.world");
}
auto parse_mesh(const Bytes& bytes) {
  return parse_nav_mesh_world(*make_shared_bytes(bytes), "a.world");
}

Tag kind_of(const Bytes& file) {
  return Container::parse(*make_shared_bytes(file), "a.world")->kind();
}

template <class Change>
Bytes with_section(const Bytes& file, Tag changed, Change change) {
  return test::with_section(file, kSections, changed, change, kind_of(file));
}

Tile random_tile(const Grid& grid, std::mt19937& random) {
  return {static_cast<std::int32_t>(random() % grid.width()),
          static_cast<std::int32_t>(random() % grid.height())};
}

MeshPlace random_place(const NavMesh& mesh, std::mt19937& random) {
  const auto polygon = static_cast<std::uint32_t>(random()) % mesh.polygon_count();
  const PolygonMesh& polygons = mesh.polygons();
  return mesh.place_on(polygon, (polygons.corner(polygon, 0) + polygons.corner(polygon, 2)) * 0.5f);
}

template <class T>
void expect_same_array(const SharedArray<T>& a, const SharedArray<T>& b, const SharedBytes& file) {
  ASSERT_EQ(a.size(), b.size());
  EXPECT_EQ(0, a.empty() ? 0 : std::memcmp(a.data(), b.data(), a.bytes()));
  const auto* at = reinterpret_cast<const std::byte*>(b.data());
  EXPECT_TRUE(b.empty() || (at >= file.data.get() && at < file.data.get() + file.size));
}

/// The same tables, and those of `b` in the memory of the file.
void expect_same_tables(const Tables& a, const Tables& b, const SharedBytes& file) {
  EXPECT_EQ(a.choice().far, b.choice().far);
  EXPECT_EQ(a.choice().connect, b.choice().connect);
  EXPECT_EQ(a.choice().reason, b.choice().reason);
  EXPECT_EQ(a.choice().labels_bytes, b.choice().labels_bytes);
  EXPECT_EQ(a.build_ms(), b.build_ms());
  EXPECT_EQ(a.bytes(), b.bytes());
  EXPECT_EQ(a.most_hubs(), b.most_hubs());
  EXPECT_EQ(a.most_gates(), b.most_gates());
  EXPECT_EQ(a.connect().directed(), b.connect().directed());
  for (const bool backward : {false, true}) {
    expect_same_array(a.connect().cells(backward), b.connect().cells(backward), file);
  }
  expect_same_array(a.labels().costs, b.labels().costs, file);
  expect_same_array(a.labels().back_begin, b.labels().back_begin, file);
  expect_same_array(a.connect().entries().narrow, b.connect().entries().narrow, file);
  expect_same_array(a.links().targets, b.links().targets, file);
  expect_same_array(a.shortcuts().shortcuts.entries, b.shortcuts().shortcuts.entries, file);
}

/// A grid by shortcuts, with labels of the topmost gates.
GridSnapshot make_grid_by_shortcuts() {
  const GridSnapshot all = make_grid(120, false, FarMethod::labels);
  GridSnapshot built = *all.with_tables({.max_bytes = all.tables().bytes() * 3 / 4});
  EXPECT_EQ(built.tables().choice().far, FarMethod::shortcuts);
  EXPECT_FALSE(built.tables().shortcuts().top.empty());
  return built;
}

/// A grid by shortcuts alone, over the gates of level 2.
GridSnapshot make_grid_by_shortcuts_alone() {
  const GridSnapshot all = make_grid(120, false, FarMethod::labels);
  GridSnapshot built = *all.with_tables({.level_alone = 2});
  EXPECT_EQ(built.tables().choice().far, FarMethod::shortcuts);
  EXPECT_EQ(built.tables().level(), 2u);
  return built;
}

TEST(BakedTables, WhatHelpsShortcutsIsThereAgainOnAnyThreads) {
  const GridSnapshot built = make_grid_by_shortcuts();
  const TopLabels& top = built.tables().shortcuts().top;
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.world";
  ASSERT_TRUE(save_grid_world(file, built));
  for (const ParallelFor& parallel :
       {ParallelFor{}, ParallelFor(test::backwards), ParallelFor(test::on_two_threads)}) {
    const auto read = load_grid_world(file, parallel);
    ASSERT_TRUE(read.ok()) << read.error().message;
    const ShortcutTable& shortcuts = read->tables().shortcuts();
    EXPECT_TRUE(std::ranges::equal(shortcuts.top.begin[0].span(), top.begin[0].span()));
    EXPECT_TRUE(std::ranges::equal(shortcuts.top.costs.span(), top.costs.span()));
    EXPECT_TRUE(std::ranges::equal(shortcuts.vias.entries.span(),
                                   built.tables().shortcuts().vias.entries.span()));
    EXPECT_EQ(read->tables().bytes(), built.tables().bytes());
  }
  EXPECT_FALSE(load_grid_world(file, test::losing_one));
  for (int call = 0;; ++call) {
    test::LosingOneOfCall losing(call);
    const auto read = load_grid_world(file, losing.loop());
    ASSERT_EQ(read.ok(), !losing.lost()) << call;
    if (read) break;
    EXPECT_ERROR(read, "before all of its work was done", "");
  }
}

TEST(BakedTables, ShortcutsAloneComeBack) {
  const GridSnapshot built = make_grid_by_shortcuts_alone();
  const TemporaryFolder folder;
  const auto file = folder.path() / "a.world";
  ASSERT_TRUE(save_grid_world(file, built));
  const auto read = load_grid_world(file);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_EQ(read->tables().level(), 2u);
  EXPECT_EQ(read->tables().bytes(), built.tables().bytes());
  EXPECT_EQ(read->tables().choice().reason, built.tables().choice().reason);
  test::expect_same_answers(built, *read, 200);
}

TEST(BakedTables, WithoutExtrasCostTheSame) {
  const GridSnapshot built = make_grid_by_shortcuts();
  const TemporaryFolder folder;
  ASSERT_TRUE(save_grid_world(folder.path() / "a.world", built));
  const auto read = load_grid_sizes(folder.path() / "a.world", {}, TableExtras::none);
  ASSERT_TRUE(read.ok()) << read.error().message;
  EXPECT_TRUE(read->first().tables().shortcuts().top.empty());
  EXPECT_LT(read->first().tables().bytes(), built.tables().bytes());
  std::mt19937 random(3);
  GridQuery query;
  for (unsigned k = 0; k < 100; ++k) {
    const Tile start = random_tile(built.grid(), random);
    const Tile goal = random_tile(built.grid(), random);
    Cost cost = 0;
    Cost same = 0;
    ASSERT_EQ(query.find_cost(built, start, goal, {}, cost),
              query.find_cost(read->first(), start, goal, {}, same));
    EXPECT_EQ(cost, same);
  }
}

TEST(BakedTables, OfGridsAreUsedWhereTheyLie) {
  for (const FarMethod far : kFarMethods) {
    const GridSnapshot built = make_grid(40, far == FarMethod::labels, far);
    ASSERT_EQ(built.tables().choice().far, far);
    const auto file = *make_shared_bytes(baked(built));
    const auto loaded = parse_grid_world(file, "a.world");
    ASSERT_TRUE(loaded) << loaded.error().message;
    expect_same_tables(built.tables(), loaded->tables(), file);
    std::mt19937 random(3);
    GridQuery query;
    GridPath path;
    GridPath other;
    for (unsigned k = 0; k < 60; ++k) {
      const Tile start = random_tile(built.grid(), random);
      const Tile goal = random_tile(built.grid(), random);
      ASSERT_EQ(query.find_path(built, start, goal, {}, path),
                query.find_path(*loaded, start, goal, {}, other));
      ASSERT_EQ(path.cost, other.cost);
      ASSERT_EQ(path.nodes, other.nodes);
    }
  }
}

TEST(BakedTables, OfMeshesAreUsedWhereTheyLie) {
  for (const FarMethod far : kFarMethods) {
    const BakedNavMesh built = make_mesh(far);
    const auto file = *make_shared_bytes(baked(built));
    const auto loaded = parse_nav_mesh_world(file, "a.world");
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_TRUE(loaded->agents[1].tables().choice().reason.empty());
    EXPECT_TRUE(built.agents[0].tables().connect().directed());
    std::mt19937 random(3);
    NavMeshQuery query;
    NavMeshPath path;
    NavMeshPath other;
    for (std::size_t k = 0; k < built.agents.size(); ++k) {
      expect_same_tables(built.agents[k].tables(), loaded->agents[k].tables(), file);
      for (unsigned q = 0; q < 60; ++q) {
        const MeshPlace start = random_place(built.agents[k].mesh(), random);
        const MeshPlace goal = random_place(built.agents[k].mesh(), random);
        ASSERT_EQ(query.find_path(built.agents[k], start, goal, {}, path),
                  query.find_path(loaded->agents[k], start, goal, {}, other));
        ASSERT_EQ(path.cost, other.cost);
        ASSERT_EQ(path.polygons, other.polygons);
      }
    }
  }
}

TEST(BakedTables, AreLeftOutOfOtherFiles) {
  const GridSnapshot world = make_grid(20, false, FarMethod::labels);
  const auto with = Container::parse(*make_shared_bytes(baked(world)), "a.world");
  const auto without = Container::parse(*make_shared_bytes(baked(world.with({}))), "a.world");
  for (const Tag tag : kTableSections) EXPECT_FALSE(without->has(tag));
  EXPECT_TRUE(with->has("LABL"));
  EXPECT_FALSE(with->has("CUTS"));
  TableOptions none;
  none.max_bytes = 1;
  const auto loaded = parse_grid(baked(*world.with_tables(none)));
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->tables().choice().reason, "the connect table does not fit the budget");
}

TEST(BakedTables, TellWhatIsInconsistent) {
  const Bytes grid = baked(make_grid(24, false, FarMethod::labels));
  const Bytes cuts = baked(make_grid(24, false, FarMethod::shortcuts));
  const auto parse_with = [](const Bytes& file, Tag tag, std::size_t at, unsigned value) {
    return parse_grid(
        with_section(file, tag, [&](Bytes& bytes) { bytes.at(at) = std::byte(value); }));
  };
  for (const Tag tag : {Tag("TABL"), Tag("CONN"), Tag("LINK"), Tag("LABL")}) {
    const auto longer = with_section(grid, tag, [](Bytes& bytes) { bytes.push_back({}); });
    EXPECT_ERROR(parse_grid(longer), "a.world", "inconsistent", std::string(tag.view()),
                 "build it again");
    const auto empty = with_section(grid, tag, [](Bytes& bytes) { bytes.clear(); });
    EXPECT_ERROR(parse_grid(empty), "a.world", "inconsistent", std::string(tag.view()));
  }
  EXPECT_ERROR(parse_with(grid, "TABL", 0, 3), "no such tables");
  EXPECT_ERROR(parse_with(grid, "TABL", 0, 0), "'LINK'", "left over");
  EXPECT_ERROR(parse_with(grid, "TABL", 2, 3), "no such paths");
  EXPECT_ERROR(parse_with(grid, "TABL", 3, 1), "'CONN'");
  EXPECT_ERROR(parse_with(grid, "CONN", 8, 1), "connect table, cell 0");
  EXPECT_ERROR(parse_with(grid, "LINK", 8 + 8, 9), "gates: their depths make no tree");
  EXPECT_ERROR(parse_with(grid, "LABL", 8, 1), "labels: one is not told by its step");
  EXPECT_ERROR(parse_with(cuts, "CUTS", 8 + 4, 0), "shortcuts: the supernodes");
  EXPECT_ERROR(parse_with(cuts, "CUTS", 8 + 4, 0xFF), "shortcuts: the supernodes");
  const Bytes mesh = baked(make_mesh(FarMethod::labels));
  EXPECT_ERROR(parse_mesh(with_section(mesh, "LABL", [](Bytes& b) { b[8] = std::byte{1}; })),
               "agent default", "labels", "build it again");
}

/// Everything that tables answer; paths must be made of legal moves.
void use(const GridSnapshot& world, std::mt19937& random) {
  GridQuery query;
  GridPath path;
  Cost cost = 0;
  GridQueryOptions options;
  options.exact_near = false;
  options.smoothing = Smoothing::none;
  for (unsigned k = 0; k < 12; ++k) {
    const Tile start = random_tile(world.grid(), random);
    const Tile goal = random_tile(world.grid(), random);
    query.find_path(world, start, goal, options, path);
    query.find_cost(world, start, goal, options, cost);
    EXPECT_EQ(path.cost, cost);
    if (path.status != Status::complete) continue;
    EXPECT_EQ(world.graph().cost(path.nodes), cost);
  }
}

void use(const BakedNavMesh& world, std::mt19937& random) {
  NavMeshQuery query;
  NavMeshPath path;
  NavMeshPath base;
  for (const NavMeshSnapshot& agent : world.agents) {
    for (unsigned k = 0; k < 12; ++k) {
      const MeshPlace start = random_place(agent.mesh(), random);
      const MeshPlace goal = random_place(agent.mesh(), random);
      query.find_path(agent, start, goal, {}, path);
      query.find_path_astar(agent, start, goal, {}, base);
      if (path.status != Status::complete) continue;
      EXPECT_GE(path.cost, base.cost);
      test::expect_edges(agent.world(), path.nodes);
    }
  }
}

/// One to three places of a section spoilt, checksums right. Returns how many files were accepted.
template <class Parse>
unsigned count_accepted(const Bytes& file, Tag section, unsigned tries, Parse parse,
                        std::mt19937& random) {
  const auto spoilt = [&](unsigned k) {
    return with_section(file, section, [&](Bytes& bytes) {
      if (k % 3 == 0) {
        bytes[random() % bytes.size()] ^= std::byte(1 + random() % 255);
      } else {
        test::spoil_words(bytes, 0, random);
      }
    });
  };
  return test::count_accepted(tries, spoilt, parse, [&](const auto& world) { use(world, random); });
}

TEST(BakedTables, SurviveChangesWithRightChecksums) {
  std::mt19937 random(1);
  for (const FarMethod far : {FarMethod::shortcuts, FarMethod::labels}) {
    const Tag far_paths = far == FarMethod::labels ? "LABL" : "CUTS";
    for (const bool weighted : {false, true}) {
      const Bytes file = baked(make_grid(18, weighted, far));
      count_accepted(file, "TABL", 100, parse_grid, random);
      EXPECT_LT(count_accepted(file, "CONN", 700, parse_grid, random), 100u);
      EXPECT_LT(count_accepted(file, "LINK", 700, parse_grid, random), 100u);
      EXPECT_LT(count_accepted(file, far_paths, 700, parse_grid, random),
                350u);  // steps of no path
    }
    const Bytes file = baked(make_mesh(far));
    for (const Tag tag : {Tag("TABL"), Tag("CONN"), Tag("LINK"), far_paths})
      count_accepted(file, tag, 500, parse_mesh, random);
  }
  const Bytes file = baked(*make_grid(18, true, FarMethod::search).with_tables({.level_alone = 1}));
  EXPECT_LT(count_accepted(file, "LINK", 700, parse_grid, random), 100u);
  EXPECT_LT(count_accepted(file, "CUTS", 700, parse_grid, random), 350u);
}

}  // namespace
}  // namespace portolan::detail
