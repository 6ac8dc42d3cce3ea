#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "baked_testing.h"
#include "portolan/grid/grid_sizes.h"
#include "portolan/io/baked/grid_world_file.h"
#include "round_trip.h"
#include "scenes/grid_scenes.h"

/// Worlds for units of several sizes in baked files.
namespace portolan::detail {
namespace {

GridSizes build(const std::vector<std::uint32_t>& widths, bool tables) {
  const Grid grid = scenes::generate_grid("caves", {.width = 90, .height = 70}).value();
  auto sizes = GridSizes::build(grid, GridMetric{}, {.cell_size = 12}, widths).value();
  return tables ? sizes.with_tables({}).value() : sizes;
}

TEST(GridSizesFile, AllSizesComeBack) {
  const TemporaryFolder folder;
  for (const std::vector<std::uint32_t>& widths :
       {std::vector<std::uint32_t>{1}, {2}, {1, 2}, {1, 2, 4}}) {
    for (const bool tables : {false, true}) {
      const GridSizes built = build(widths, tables);
      ASSERT_TRUE(save_grid_sizes(folder.path() / "a.world", built));
      const auto loaded = load_grid_sizes(folder.path() / "a.world");
      ASSERT_TRUE(loaded) << loaded.error().message;
      ASSERT_EQ(loaded->widths(), widths);
      for (std::size_t i = 0; i < widths.size(); ++i) {
        EXPECT_EQ(loaded->all()[i].tables().complete(), built.all()[i].tables().complete());
        EXPECT_EQ(loaded->all()[i].hierarchy().levels(), built.all()[i].hierarchy().levels());
        test::expect_same_answers(built.all()[i], loaded->all()[i]);
      }
      const TileChange change[] = {{{40, 30}, '@'}};
      const auto edited = loaded->edit(change);
      ASSERT_TRUE(edited);
      for (std::size_t i = 0; i < widths.size(); ++i)
        test::expect_same_answers(edited->all()[i], built.edit(change)->all()[i]);
    }
  }
}

/// Each size keeps tables like its own, also where a file has other units than the world had.
TEST(GridSizesFile, SizesKeepTheirTablesInOtherUnits) {
  Grid grid = scenes::generate_grid("caves", {.width = 90, .height = 70}).value();
  const TileChange expensive[] = {{{40, 30}, 'X'}};
  grid = grid.with(expensive).value();
  GridMetric metric;
  metric.cost['X'] = 1000.0;
  const std::vector<std::uint32_t> widths = {1, 3};
  const auto sizes = GridSizes::build(grid, metric, {.cell_size = 12}, widths).value();
  const TileChange cheap[] = {{{40, 30}, '.'}};
  const auto edited = sizes.edit(cheap).value();
  const std::uint64_t labels = edited.first().with_tables({})->tables().bytes();
  const TableOptions kinds[] = {
      {}, {.max_bytes = labels * 3 / 4}, {.far = FarMethod::search}, {.level_alone = 1}};
  const TemporaryFolder folder;
  for (const TableOptions& first : kinds) {
    for (const TableOptions& second : kinds) {
      const GridSnapshot with[] = {*edited.all()[0].with_tables(first),
                                   *edited.all()[1].with_tables(second)};
      for (const auto& given : {std::vector{with[0], with[1]},
                                {with[0], edited.all()[1]},
                                {edited.all()[0], with[1]}}) {
        GridSizes saved(given[0]);
        saved.add(given[1]);
        ASSERT_TRUE(save_grid_sizes(folder.path() / "a.world", saved));
        const auto loaded = load_grid_sizes(folder.path() / "a.world");
        ASSERT_TRUE(loaded) << loaded.error().message;
        EXPECT_NE(loaded->first().graph().straight(), saved.first().graph().straight());
        for (std::size_t i = 0; i < widths.size(); ++i) {
          const Tables& read = loaded->all()[i].tables();
          const Tables& own = given[i].tables();
          EXPECT_EQ(read.choice().far, own.choice().far);
          EXPECT_EQ(read.choice().connect, own.choice().connect);
          EXPECT_EQ(read.shortcuts().top.empty(), own.shortcuts().top.empty());
        }
      }
    }
  }
}

constexpr Tag kSections[] = {"METR", "OPTS", "TILE", "PART", "CELL", "SIZE", "SCEL"};

test::Bytes changed(const test::Bytes& file, Tag tag,
                    const std::function<void(test::Bytes&)>& how) {
  return test::with_section(file, kSections, tag, how,
                            Container::parse(*make_shared_bytes(file), "a.world")->kind());
}

/// Files whose checksums are right but whose sizes are not: refused, or a world that can be asked.
TEST(GridSizesFile, DamagedSizesDoNoHarm) {
  const TemporaryFolder folder;
  ASSERT_TRUE(save_grid_sizes(folder.path() / "a.world", build({1, 3}, false)));
  const test::Bytes file = test::bytes_of(folder.path() / "a.world");
  const auto parse = [](const test::Bytes& bytes) {
    return parse_grid_sizes(*make_shared_bytes(bytes), "a.world");
  };
  ASSERT_TRUE(parse(changed(file, "SIZE", [](test::Bytes&) {})));
  for (const unsigned width : {0u, 1u, 2u, 4u, 17u}) {  // 3 is what the cells are of
    const auto other =
        parse(changed(file, "SIZE", [&](test::Bytes& b) { b[8 + 4] = std::byte(width); }));
    EXPECT_FALSE(other) << width;
  }
  EXPECT_FALSE(parse(changed(file, "SIZE", [](test::Bytes& b) { b.clear(); })));
  EXPECT_FALSE(parse(changed(file, "SCEL", [](test::Bytes& b) { b.resize(b.size() / 2); })));
  std::mt19937 random(1);
  for (int k = 0; k < 200; ++k) {
    const auto spoilt =
        parse(changed(file, "SCEL", [&](test::Bytes& b) { test::spoil_words(b, 0, random); }));
    if (!spoilt) continue;
    GridQuery query;
    GridPath path;
    for (int q = 0; q < 5; ++q) {
      const GridSnapshot& world = spoilt->all().back();
      query.find_path(world, test::random_tile(world.grid(), random),
                      test::random_tile(world.grid(), random), {}, path);
      if (path.status == Status::complete) {
        EXPECT_NE(world.graph().cost(path.nodes), kInfinite);
      }
    }
  }
}

}  // namespace
}  // namespace portolan::detail
