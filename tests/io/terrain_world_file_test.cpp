#include "portolan/io/baked/terrain_world_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <random>

#include "baked_testing.h"
#include "expect_error.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/terrain/terrain_query.h"
#include "round_trip.h"
#include "scenes/terrain_scenes.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using test::baked;
using test::Bytes;
using test::expect_same_answers;

constexpr Tag kSections[] = {"TRIS", "PRIC", "BNDS", "OPTS", "PART", "CELL",
                             "TABL", "CONN", "LINK", "LABL", "CUTS"};

TriangleMesh make_mesh(bool raster) {
  scenes::TerrainSceneOptions options;
  options.width = 20;
  options.height = 16;
  const auto scene = *scenes::generate_terrain("fractal", options);
  HeightMap heights = scene.heights;
  heights.values[5 * 20 + 7] = kMissingHeight;
  auto mesh =
      *make_triangle_mesh(heights, Triangulation::four, {10.0f, 1.0f, {}}, &scene.difficulty);
  if (!raster) mesh.raster = {};
  return mesh;
}

TerrainSnapshot make_world(bool raster, FarMethod far, bool store_steps = true) {
  TerrainBuildOptions options;
  options.cell_size = 4;
  options.group = 2;
  options.levels = 3;
  options.store_steps = store_steps;
  const auto built = TerrainSnapshot::build(make_mesh(raster), PriceSettings{}, options);
  TableOptions tables;
  tables.far = far;
  return *built->with_tables(tables);
}

auto parse(const Bytes& bytes) { return parse_terrain_world(*make_shared_bytes(bytes), "a.world"); }

template <class Change>
Bytes with_section(const Bytes& file, Tag changed, Change change) {
  return test::with_section(file, kSections, changed, change, kTerrainKind);
}

TEST(TerrainWorldFile, GivesBackWhatWasSaved) {
  for (const bool raster : {true, false}) {
    for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels}) {
      const TerrainSnapshot built = make_world(raster, far);
      const auto loaded = parse(baked({built}));
      ASSERT_TRUE(loaded) << loaded.error().message;
      EXPECT_EQ(loaded->world.mesh().vertices, built.mesh().vertices);
      EXPECT_EQ(loaded->world.mesh().neighbours, built.mesh().neighbours);
      EXPECT_EQ(loaded->world.mesh().difficulty, built.mesh().difficulty);
      EXPECT_EQ(loaded->world.mesh().raster.columns, built.mesh().raster.columns);
      EXPECT_EQ(loaded->world.prices().unweighted, built.prices().unweighted);
      EXPECT_EQ(loaded->world.settings().concave, 1.05);
      EXPECT_EQ(loaded->world.options().cell_size, 4u);
      EXPECT_EQ(loaded->world.build_ms(), built.build_ms());
      EXPECT_EQ(loaded->world.tables().choice().far, far);
      EXPECT_EQ(loaded->world.tables().bytes(), built.tables().bytes());
      expect_same_answers(built, loaded->world);
    }
  }
}

TEST(TerrainWorldFile, SaysWhatItHolds) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  ASSERT_TRUE(save_terrain_world(path, {make_world(true, FarMethod::search)}));
  EXPECT_EQ(baked_world_kind(path), BakedWorldKind::terrain);
}

TEST(TerrainWorldFile, BuildsAgainWhatHasNoStoredPaths) {
  const TerrainSnapshot built = make_world(true, FarMethod::labels, false);
  const auto loaded = parse(baked({built}));
  ASSERT_TRUE(loaded) << loaded.error().message;
  expect_same_answers(built, loaded->world);
}

TEST(TerrainWorldFile, TellsWhatIsWrong) {
  const Bytes file = baked({make_world(true, FarMethod::labels)});
  EXPECT_ERROR(parse_terrain_world(*make_shared_bytes(Bytes(10)), "a.world"), "a.world");
  EXPECT_ERROR(parse(test::of_next_version(file)), "a.world", "version");
  EXPECT_ERROR(parse(test::with_section(
                   file, kSections, "OPTS", [](Bytes&) {}, kGridKind)),
               "not terrain");
  for (const Tag tag : {Tag("TRIS"), Tag("PRIC"), Tag("OPTS"), Tag("PART"), Tag("CELL")}) {
    const auto longer = with_section(file, tag, [](Bytes& bytes) { bytes.push_back({}); });
    EXPECT_ERROR(parse(longer), "a.world", "inconsistent", std::string(tag.view()));
  }
  // A price that no longer fits the stored paths.
  const auto more_expensive = with_section(file, "PRIC", [](Bytes& bytes) {
    const std::size_t weighted = 8 * (14 + 2 + 1);
    bytes.at(weighted + 4 * 4) ^= std::byte{1};
  });
  EXPECT_ERROR(parse(more_expensive), "inconsistent");
}

TEST(TerrainWorldFile, SpoiltFilesAreRefusedOrGivePaths) {
  const Bytes file = baked({make_world(true, FarMethod::labels)});
  std::mt19937 random(1);
  unsigned refused = 0;
  for (unsigned k = 0; k < 400; ++k) {
    const Tag tag = kSections[random() % 10];
    const auto spoilt =
        parse(with_section(file, tag, [&](Bytes& bytes) { test::spoil_words(bytes, 0, random); }));
    if (!spoilt) {
      ++refused;
      continue;
    }
    TerrainQuery query;
    TerrainPath path;
    for (unsigned q = 0; q < 10; ++q) {
      const auto count = spoilt->world.mesh().triangle_count();
      query.find_path(spoilt->world, NodeId{static_cast<std::uint32_t>(random()) % count},
                      NodeId{static_cast<std::uint32_t>(random()) % count}, {}, path);
      if (path.status != Status::complete) continue;
      EXPECT_TRUE(measure_path(spoilt->world, path).ok());
    }
  }
  EXPECT_GT(refused, 200u);
}

TEST(TerrainWorldFile, TheGroundAloneAnswersByAStar) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  const TerrainSnapshot built = make_world(true, FarMethod::labels);
  ASSERT_TRUE(save_terrain_world(path, {built}));
  const auto ground = load_terrain_world(path, TerrainParts::ground);
  ASSERT_TRUE(ground) << ground.error().message;
  EXPECT_FALSE(ground->world.has_hierarchy());
  EXPECT_FALSE(ground->world.tables().complete());
  EXPECT_TRUE(load_terrain_world(path)->world.has_hierarchy());
  TerrainQuery query;
  TerrainPath of_ground, by_tables;
  std::mt19937 random(4);
  for (int i = 0; i < 50; ++i) {
    const auto draw = [&] {
      return NodeId{static_cast<std::uint32_t>(random() % built.mesh().triangle_count())};
    };
    const NodeId start = draw(), goal = draw();
    query.find_path_astar(ground->world, start, goal, of_ground);
    query.find_path(built, start, goal, {}, by_tables);
    EXPECT_EQ(of_ground.status, by_tables.status);
    EXPECT_EQ(of_ground.cost, by_tables.cost);
  }
}

/// A bound that promises too much, or anything: paths are found all the same, if not the cheapest,
/// and no search takes much more than all triangles.
TEST(TerrainWorldFile, ABoundThatDeceivesDoesNoHarm) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  const TerrainSnapshot built = make_world(true, FarMethod::search);
  const Bytes file = baked({built});
  EXPECT_EQ(built.world().layout().bound.numbers().size(), 6u * TerrainBound::kSlopes);
  std::mt19937 random(2);
  for (int k = 0; k < 60; ++k) {
    const double most = std::exp2(k);
    const auto spoilt = with_section(file, "BNDS", [&](Bytes& bytes) {
      for (std::size_t at = 8; at < bytes.size(); at += 8) {
        const double number = most * (static_cast<double>(random()) / 4e9 - 0.5);
        std::memcpy(bytes.data() + at, &number, 8);
      }
    });
    ASSERT_TRUE(save_file_atomically(path, spoilt));
    const auto ground = load_terrain_world(path, TerrainParts::ground);
    ASSERT_TRUE(ground) << ground.error().message;
    TerrainQuery query;
    QueryCounts counts;
    query.count_into(&counts);
    TerrainPath found, right;
    for (int i = 0; i < 10; ++i) {
      const std::uint32_t triangles = built.mesh().triangle_count();
      const NodeId start{static_cast<std::uint32_t>(random() % triangles)};
      const NodeId goal{static_cast<std::uint32_t>(random() % triangles)};
      counts = {};
      query.find_path_astar(ground->world, start, goal, found);
      EXPECT_LE(counts.main.expansions, 2u * triangles);
      query.find_path_astar(built, start, goal, right);
      ASSERT_EQ(found.status, right.status);
      EXPECT_GE(found.cost, right.cost);
    }
  }
  for (const double wrong : {HUGE_VAL, std::nan("")}) {
    ASSERT_TRUE(save_file_atomically(path, with_section(file, "BNDS", [&](Bytes& bytes) {
                                       std::memcpy(bytes.data() + 16, &wrong, 8);
                                     })));
    EXPECT_ERROR(load_terrain_world(path, TerrainParts::ground), "inconsistent", "bound");
  }
}

TEST(TerrainWorldFile, KeepsWhereItLiesOnTheMap) {
  HeightMap heights{6, 5, std::vector<float>(30, 1.0f)};
  heights.frame = MapFrame{500.5, 46.25, 0.001, 0.0, 0.0, -0.001, "EPSG:4326", true, 1.0};
  const auto built =
      TerrainSnapshot::build(*make_triangle_mesh(heights, Triangulation::two), PriceSettings{});
  ASSERT_TRUE(built);
  const Bytes file = baked({*built});
  const auto loaded = parse(file);
  ASSERT_TRUE(loaded) << loaded.error().message;
  EXPECT_EQ(loaded->world.mesh().frame, heights.frame);
  constexpr Tag kWithFrame[] = {"TRIS", "GEOR", "PRIC", "OPTS", "PART", "CELL"};
  for (std::size_t k = 0; k < 7; ++k) {
    const auto spoilt = parse(test::with_section(
        file, kWithFrame, "GEOR",
        [&](Bytes& section) {
          const double no_number = NAN;
          std::memcpy(section.data() + 8 * k, &no_number, sizeof no_number);
        },
        kTerrainKind));
    EXPECT_ERROR(spoilt, "a.world", "map");
  }
}

}  // namespace
}  // namespace portolan::detail
