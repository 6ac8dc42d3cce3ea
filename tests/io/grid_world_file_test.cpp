#include "portolan/io/baked/grid_world_file.h"

#include <gtest/gtest.h>

#include <cstring>
#include <random>

#include "baked_testing.h"
#include "expect_error.h"
#include "portolan/grid/grid_query.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/cell_sections.h"
#include "portolan/io/baked/container.h"
#include "round_trip.h"
#include "scenes/block_weights.h"
#include "scenes/grid_scenes.h"
#include "tests/temporary_folder.h"

namespace portolan::detail {
namespace {

using test::baked;
using test::Bytes;
using test::expect_same_answers;
using test::random_tile;

GridBuildOptions options_of(TransitionKind kind, std::uint32_t cell_size, std::uint32_t levels,
                            bool store_steps) {
  GridBuildOptions options;
  options.cell_size = cell_size;
  options.group = 2;
  options.levels = levels;
  options.choose_transitions = false;
  options.transitions.kind = kind;
  options.store_steps = store_steps;
  return options;
}

GridSnapshot build(std::string_view scene, std::uint32_t width, std::uint32_t height,
                   const GridBuildOptions& options, bool weighted = false,
                   DiagonalRule rule = DiagonalRule::both_free) {
  scenes::GridSceneOptions size;
  size.width = width;
  size.height = height;
  Grid grid = *scenes::generate_grid(scene, size);
  GridMetric metric;
  metric.diagonals = rule;
  if (weighted) {
    std::array<bool, 256> passable{};
    for (std::size_t t = 0; t < 256; ++t) passable[t] = metric.cost[t] > 0;
    grid = scenes::with_block_weights(grid, passable, 5);
  }
  auto built = GridSnapshot::build(std::move(grid), metric, options);
  EXPECT_TRUE(built) << built.error().message;
  return std::move(*built);
}

Result<GridSnapshot> parse(const Bytes& bytes) {
  return parse_grid_world(*make_shared_bytes(bytes), "a.world");
}

constexpr Tag kSections[] = {"METR", "OPTS", "TILE", "PART", "CELL"};

/// The file with one section changed and all checksums right.
template <class Change>
Bytes with_section(const Bytes& file, Tag changed, Change change, Tag kind = "GRID") {
  return test::with_section(file, kSections, changed, change, kind);
}

void expect_same_cells(const GridSnapshot& a, const GridSnapshot& b) {
  ASSERT_EQ(a.hierarchy().cells().size(), b.hierarchy().cells().size());
  for (std::size_t h = 0; h < a.hierarchy().cells().size(); ++h) {
    ASSERT_TRUE(same_words(a.hierarchy().cells()[h], b.hierarchy().cells()[h])) << "cell " << h;
  }
}

void expect_round_trip(const GridSnapshot& built) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "a.world";
  ASSERT_TRUE(save_grid_world(path, built));
  EXPECT_EQ(baked_world_kind(path), BakedWorldKind::grid);
  const auto loaded = load_grid_world(path);
  ASSERT_TRUE(loaded) << loaded.error().message;
  expect_same_cells(built, *loaded);
  EXPECT_EQ(built.build_ms(), loaded->build_ms());
  EXPECT_EQ(built.metric().cost, loaded->metric().cost);
  EXPECT_EQ(built.options().transitions.kind, loaded->options().transitions.kind);
  EXPECT_EQ(built.hierarchy().bytes(), loaded->hierarchy().bytes());
  expect_same_answers(built, *loaded, 40);

  std::mt19937 random(11);
  GridSnapshot a = built;
  GridSnapshot b = *loaded;
  for (int k = 0; k < 10; ++k) {
    const TileChange change{random_tile(built.grid(), random), k % 3 == 0 ? '.' : '@'};
    auto edited_a = a.edit({&change, 1});
    auto edited_b = b.edit({&change, 1});
    ASSERT_TRUE(edited_a && edited_b);
    EXPECT_EQ(edited_a->counts.cells, edited_b->counts.cells);
    a = std::move(edited_a->snapshot);
    b = std::move(edited_b->snapshot);
  }
  expect_same_cells(a, b);
  expect_same_answers(a, b, 20);
}

TEST(GridWorldFile, SurvivesSavingAndLoading) {
  for (const TransitionKind kind :
       {TransitionKind::middle, TransitionKind::ends, TransitionKind::every, TransitionKind::all}) {
    for (const bool weighted : {false, true}) {
      for (const bool store_steps : {false, true}) {
        const GridBuildOptions options = options_of(kind, 7, 3, store_steps);
        expect_round_trip(build(weighted ? "caves" : "rooms", 61, 47, options, weighted));
      }
    }
  }
}

TEST(GridWorldFile, SurvivesEveryDiagonalRuleAndOddSizes) {
  const auto options = options_of(TransitionKind::all, 5, 8, true);
  for (const DiagonalRule rule : {DiagonalRule::both_free, DiagonalRule::not_between_blocked,
                                  DiagonalRule::always, DiagonalRule::never}) {
    expect_round_trip(build("random", 33, 9, options, false, rule));
    expect_round_trip(build("random", 8, 41, options, true, rule));
  }
  expect_round_trip(build("maze", 16, 16, options_of(TransitionKind::every, 256, 1, true)));
}

TEST(GridWorldFile, HoldsEditedWorlds) {
  GridSnapshot world = build("caves", 40, 40, options_of(TransitionKind::every, 8, 3, true), true);
  std::mt19937 random(2);
  for (int k = 0; k < 20; ++k) {
    const TileChange change{random_tile(world.grid(), random), k % 2 == 0 ? '9' : '@'};
    world = world.edit({&change, 1})->snapshot;
  }
  expect_round_trip(world);
}

TEST(GridWorldFile, HoldsWorldsWhoseMostExpensiveTerrainIsGone) {
  GridMetric metric;
  metric.cost['X'] = 1000.0;
  std::vector<TileLetter> letters(64 * 64, '.');
  letters[100] = 'X';
  const auto built = GridSnapshot::build(*Grid::make(64, 64, letters), metric);
  const TileChange change{{100 % 64, 100 / 64}, '.'};
  const auto edited = built->edit({&change, 1});
  ASSERT_TRUE(edited);
  for (const unsigned level : {0u, 1u, 2u}) {  // 0: all tables; else shortcuts alone
    const GridSnapshot saved = *edited->snapshot.with_tables({.level_alone = level});
    const auto loaded = parse(baked(saved));
    ASSERT_TRUE(loaded) << loaded.error().message;
    EXPECT_NE(loaded->graph().straight(), saved.graph().straight());
    EXPECT_EQ(loaded->tables().choice().far, saved.tables().choice().far);
    EXPECT_EQ(loaded->tables().choice().connect, saved.tables().choice().connect);
    EXPECT_EQ(loaded->tables().level(), saved.tables().level());
  }
  const auto loaded = parse(baked(edited->snapshot));
  ASSERT_TRUE(loaded) << loaded.error().message;
}

TEST(GridWorldFile, CellsLieInTheFilesMemory) {
  const auto file = *make_shared_bytes(baked(build("rooms", 32, 32, {})));
  const auto loaded = *parse_grid_world(file, "a.world");
  for (const CellWords& cell : loaded.hierarchy().cells()) {
    const auto* at = reinterpret_cast<const std::byte*>(cell.get());
    EXPECT_TRUE(at >= file.data.get() && at < file.data.get() + file.size);
  }
}

TEST(GridWorldFile, TellsWhatIsWrongWithAFile) {
  const Bytes file = baked(build("rooms", 32, 32, options_of(TransitionKind::every, 8, 2, true)));
  const auto nothing = [](Bytes&) {};
  EXPECT_ERROR(parse({}), "a.world", "not a baked Portolan file");
  EXPECT_ERROR(parse(Bytes(file.begin(), file.end() - 1)), "a.world", "truncated");
  EXPECT_ERROR(parse(with_section(file, "METR", nothing, "MESH")), "a.world", "'MESH'",
               "not a grid");
  Bytes damaged = file;
  damaged.back() ^= std::byte{1};
  EXPECT_ERROR(parse(damaged), "a.world", "damaged", "'CELL'");
  EXPECT_ERROR(parse(test::of_next_version(file)), "a.world", "newer");
  EXPECT_ERROR(parse(*ContainerWriter("GRID").write()), "a.world", "'METR'", "build it again");
  EXPECT_ERROR(load_grid_world("no/a.world"), "no/a.world", "check the name");
  EXPECT_EQ(baked_world_kind("no/a.world"), BakedWorldKind::none);
}

TEST(GridWorldFile, TellsWhatIsInconsistent) {
  const Bytes file = baked(build("rooms", 32, 32, options_of(TransitionKind::every, 8, 2, true)));
  const auto parse_with = [&](Tag tag, std::size_t at, unsigned value) {
    return parse(with_section(file, tag, [&](Bytes& bytes) { bytes[at] = std::byte(value); }));
  };
  ASSERT_TRUE(parse_with("OPTS", 0, 8));
  EXPECT_ERROR(parse_with("OPTS", 0, 0), "a.world", "inconsistent", "'OPTS'", "missing");
  EXPECT_ERROR(parse_with("OPTS", 0, 9), "a.world", "inconsistent", "build it again");
  EXPECT_ERROR(parse_with("OPTS", 20, 9), "no such transition policy");
  EXPECT_ERROR(parse_with("OPTS", 21, 0), "paths are stored against the options");
  EXPECT_ERROR(parse_with("METR", 15, 0xFF), "terrain costs are out of range");
  EXPECT_ERROR(parse_with("TILE", 0, 31), "a grid of 31x32 tiles needs");
  EXPECT_ERROR(parse_with("TILE", 16 + 5 * 32 + 5, '@'), "cell 0 of level 1");
  EXPECT_ERROR(parse_with("PART", 0, 3), "partition");
  EXPECT_ERROR(parse_with("CELL", 0, 3), "'CELL'");
  EXPECT_ERROR(parse(with_section(file, "TILE", [](Bytes& bytes) { bytes.push_back({}); })),
               "left over");
}

/// Where the blocks begin in the section of the cells.
std::size_t first_block(const Bytes& section) {
  std::uint64_t begins = 0;
  std::memcpy(&begins, section.data(), 8);
  return 8 + begins * 8 + 8;
}

/// Everything that one may do with a world; paths must be made of legal moves.
void use(const GridSnapshot& world, std::mt19937& random) {
  for (unsigned level = 1; level <= world.hierarchy().levels(); ++level)
    world.hierarchy().level_size(level);
  world.hierarchy().bytes();
  GridQuery query;
  GridPath path;
  const auto ask = [&](const GridSnapshot& snapshot) {
    for (unsigned k = 0; k < 8; ++k) {
      GridQueryOptions options;
      options.search.level = k % (snapshot.hierarchy().levels() + 1);
      options.search.connect = static_cast<ConnectMethod>(k % 4);
      options.smoothing = k % 2 == 0 ? Smoothing::none : Smoothing::full;
      query.find_path(snapshot, random_tile(snapshot.grid(), random),
                      random_tile(snapshot.grid(), random), options, path);
      if (path.status == Status::complete) {
        EXPECT_NE(snapshot.graph().cost(path.nodes), kInfinite);
      }
    }
  };
  ask(world);
  for (unsigned level = 1; level <= world.hierarchy().levels(); ++level) {
    const auto looked_up = world.with_tables({.level_alone = level});
    ASSERT_TRUE(looked_up);
    ask(*looked_up);
  }
  const TileChange changes[] = {{random_tile(world.grid(), random), '.'},
                                {random_tile(world.grid(), random), '@'}};
  const auto edited = world.edit(changes);
  ASSERT_TRUE(edited);
  ask(edited->snapshot);
}

/// A cell above level 1 as if one of its gates had never been one. Without stored paths.
CellWords without_gate(const OverlayCell& cell, GatePlace left_out) {
  CellDraft draft;
  for (const GatePlace i : cell.places()) {
    if (i == left_out) continue;
    draft.gates.nodes.push_back(cell.gate(i));
    draft.gates.homes.push_back(cell.home(i));
    for (const GatePlace j : cell.places())
      if (j != left_out) draft.costs.push_back(cell.cost(i, j));
  }
  return pack(draft);
}

/// kNoPlace where all gates are of the level above, too.
GatePlace gate_of_this_level_only(const Hierarchy& hierarchy, CellHandle handle) {
  const CellHandle above = hierarchy.partition().parent(handle);
  const OverlayCell cell = hierarchy.cell(handle);
  for (const GatePlace i : cell.places())
    if (above == kNoHandle || hierarchy.cell(above).find(cell.gate(i)) == kNoPlace) return i;
  return kNoPlace;
}

/// Tables and edits go from a gate to all cells that it belongs to, and read its place in each.
TEST(GridWorldFile, RefusesACellThatLacksAGateOfItsNeighbours) {
  for (const TransitionKind kind : {TransitionKind::every, TransitionKind::all}) {
    const GridSnapshot world = build("random", 48, 48, options_of(kind, 6, 3, false));
    const Bytes file = baked(world);
    const Partition& partition = world.hierarchy().partition();
    ASSERT_EQ(partition.levels(), 3u);
    std::array<unsigned, 4> refused{};
    for (unsigned level = 2; level <= 3; ++level) {
      for (std::uint32_t c = 0; c < partition.cell_count(level); ++c) {
        const CellHandle changed = partition.handle(level, CellId{c});
        const OverlayCell cell = world.hierarchy().cell(changed);
        const GatePlace left_out = gate_of_this_level_only(world.hierarchy(), changed);
        if (left_out == kNoPlace) continue;
        ++refused[level];
        std::vector<CellWords> cells = world.hierarchy().cells();
        cells[changed] = without_gate(cell, left_out);
        const auto result = parse(with_section(file, "CELL", [&](Bytes& bytes) {
          bytes.clear();
          const PiecedBytes section = cell_bytes(cells);
          for (const auto& piece : section.pieces())
            bytes.insert(bytes.end(), piece.begin(), piece.end());
        }));
        EXPECT_ERROR(result, "cell " + std::to_string(c) + " of level " + std::to_string(level),
                     "it lacks a gate");
      }
    }
    EXPECT_GT(refused[2], 4u);
    EXPECT_GT(refused[3], 0u);
  }
}

/// Random words of random cells set to values that could be meant, checksums right.
void expect_survives_changes(const GridSnapshot& world, unsigned tries, std::mt19937& random,
                             unsigned& accepted) {
  const Bytes file = baked(world);
  for (unsigned k = 0; k < tries; ++k) {
    const auto result = parse(with_section(
        file, "CELL", [&](Bytes& bytes) { test::spoil_words(bytes, first_block(bytes), random); }));
    if (!result) {
      EXPECT_NE(result.error().message.find("a.world: is inconsistent"), std::string::npos);
      continue;
    }
    ++accepted;
    use(*result, random);
  }
}

TEST(GridWorldFile, SurvivesChangesWithRightChecksums) {
  std::mt19937 random(1);
  unsigned accepted = 0;
  for (const bool store_steps : {false, true}) {
    for (const TransitionKind kind :
         {TransitionKind::ends, TransitionKind::every, TransitionKind::all}) {
      const auto options = options_of(kind, 5, 3, store_steps);
      expect_survives_changes(build("random", 21, 17, options), 1000, random, accepted);
      expect_survives_changes(build("caves", 24, 24, options, true), 500, random, accepted);
    }
  }
  EXPECT_LT(accepted, 9000u);
}

/// Costs that lie within what can be checked: the same both ways, on pairs that have a path.
TEST(GridWorldFile, SurvivesCostsThatLie) {
  std::mt19937 random(4);
  unsigned accepted = 0;
  for (const TransitionKind kind :
       {TransitionKind::ends, TransitionKind::every, TransitionKind::all}) {
    const GridSnapshot world = build("random", 30, 30, options_of(kind, 6, 3, false));
    const Bytes file = baked(world);
    for (unsigned k = 0; k < 300; ++k) {
      const Cost most = k % 3 == 0 ? 0xFFFF'0000u : k % 3 == 1 ? 400'000'000u / (k + 1) : 5000u;
      const auto result = parse(with_section(file, "CELL", [&](Bytes& bytes) {
        auto* words = reinterpret_cast<std::uint32_t*>(bytes.data() + first_block(bytes));
        for (const CellWords& block : world.hierarchy().cells()) {
          const OverlayCell cell(block.get());
          const auto cost = [&](GatePlace i, GatePlace j) -> Cost& {
            return words[cell.row(i) + index(j) - block.get()];
          };
          for (const GatePlace i : cell.places()) {
            for (const GatePlace j : IdRange<GatePlace>(index(i))) {
              if (random() % 8 != 0 || cell.cost(i, j) == kInfinite) continue;
              const Cost least = world.world().distance_bound(cell.gate(i), cell.gate(j));
              cost(i, j) = cost(j, i) = least + static_cast<Cost>(random() % most);
            }
          }
          words += cell.word_count();
        }
      }));
      if (!result) continue;
      ++accepted;
      use(*result, random);
    }
  }
  EXPECT_GT(accepted, 300u);
}

}  // namespace
}  // namespace portolan::detail
