#include <gtest/gtest.h>

#include <cstdlib>

#include "grid_testing.h"
#include "scenes/grid_scenes.h"

/// An edit gives what a rebuild would give, and touches no more than it must.
namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

GridEdit edit(const GridSnapshot& snapshot, std::initializer_list<TileChange> changes) {
  return snapshot.edit(std::vector<TileChange>(changes)).value();
}

/// An edited snapshot and one built anew give the same answers.
void expect_same_answers(const GridSnapshot& edited, const GridSnapshot& rebuilt, Random& random,
                         int pairs) {
  GridQuery queries[2];
  GridPath paths[2];
  for (int k = 0; k < pairs; ++k) {
    const Tile a = test::random_tile(random, edited.grid());
    const Tile b = test::random_tile(random, edited.grid());
    queries[0].find_path(edited, a, b, ask(), paths[0]);
    queries[1].find_path(rebuilt, a, b, ask(), paths[1]);
    ASSERT_EQ(paths[0].status, paths[1].status);
    ASSERT_EQ(paths[0].cost, paths[1].cost);
    if (paths[0].status != Status::complete) continue;
    ASSERT_EQ(rebuilt.graph().cost(paths[0].nodes), paths[0].cost);
  }
}

/// A run of edits, each of a few tiles, compared with a rebuild after each.
void expect_edits_equal_rebuilds(std::uint64_t seed, const TransitionPolicy& policy,
                                 std::string_view letters, int edits) {
  Random random(seed);
  const Grid grid = test::random_grid(random, 37, 30, 25, letters);
  const auto options =
      test::options_with(static_cast<std::uint32_t>(random.between(2, 12)), policy,
                         static_cast<std::uint32_t>(random.between(2, 3)), 4, seed % 2 == 0);
  GridSnapshot snapshot = test::build(grid, test::metric_with(test::kRules[seed % 4]), options);
  const std::string changed_to = std::string(letters) + "@@T";
  for (int k = 0; k < edits; ++k) {
    std::vector<TileChange> changes;
    for (int i = random.chance(70) ? 1 : random.between(0, 6); i > 0; --i) {
      const auto letter = random.below(static_cast<std::uint32_t>(changed_to.size()));
      changes.push_back({test::random_tile(random, grid), changed_to[letter]});
    }
    const std::uint64_t version = snapshot.hierarchy().version();
    snapshot = snapshot.edit(changes).value().snapshot;
    ASSERT_EQ(snapshot.hierarchy().version(), version + 1);
    const GridSnapshot rebuilt = test::build(snapshot.grid(), snapshot.metric(), options);
    ASSERT_TRUE(test::same_cells(snapshot, rebuilt));
    expect_same_answers(snapshot, rebuilt, random, 5);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

TEST(GridEdit, WallsThatComeAndGoEqualARebuild) {
  for (std::uint64_t seed = 0; seed < 4 * test::kPolicies.size(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_edits_equal_rebuilds(seed, test::kPolicies[seed % test::kPolicies.size()], ".", 25);
    if (HasFatalFailure()) return;
  }
}

TEST(GridEdit, TerrainThatChangesEqualsARebuild) {
  for (std::uint64_t seed = 0; seed < 4 * test::kPolicies.size(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_edits_equal_rebuilds(seed, test::kPolicies[seed % test::kPolicies.size()], ".2349", 25);
    if (HasFatalFailure()) return;
  }
}

/// Terrain that the map has not had before, and terrain of which the last tile goes.
TEST(GridEdit, NewAndVanishingTerrainEqualsARebuild) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const auto options = test::options_with(8, test::kPolicies[seed % test::kPolicies.size()]);
    GridMetric metric;
    metric.cost['~'] = 0.25;
    GridSnapshot snapshot =
        test::build(test::random_grid(random, 30, 30, 15, seed % 2 ? "." : "23"), metric, options);
    const Tile lone = test::random_tile(random, snapshot.grid());
    for (const TileLetter letter : {'~', '.', '9', '@', '5', '2'}) {
      snapshot = edit(snapshot, {{lone, letter}}).snapshot;
      const GridSnapshot rebuilt = test::build(snapshot.grid(), metric, options);
      expect_same_answers(snapshot, rebuilt, random, 20);
      if (HasFatalFailure()) return;
      ASSERT_TRUE(test::same_cells(snapshot, rebuilt)) << "after '" << letter << "'";
    }
  }
}

TEST(GridEdit, ComputesOnlyTheSquaresWithinOneTile) {
  Random random(1);
  const GridSnapshot snapshot = test::build(test::random_grid(random, 64, 64, 0), GridMetric{},
                                            test::options_with(8, test::kAll));
  const auto squares = [&](Tile t) { return edit(snapshot, {{t, '@'}}).counts.cells.at(0); };
  EXPECT_EQ(squares({12, 12}), 1u);
  EXPECT_EQ(squares({15, 12}), 2u);
  EXPECT_EQ(squares({12, 16}), 2u);
  EXPECT_EQ(squares({15, 15}), 4u);
  EXPECT_EQ(squares({16, 16}), 4u);
  EXPECT_EQ(squares({0, 0}), 1u);
  EXPECT_EQ(squares({63, 12}), 1u);
  // A change of both tiles of a far corner and of the middle: what each takes, once.
  EXPECT_EQ(edit(snapshot, {{{12, 12}, '@'}, {{11, 11}, '@'}}).counts.cells.at(0), 1u);
}

TEST(GridEdit, HigherLevelsAreComputedOnlyAboveWhatChanged) {
  Random random(1);
  const GridSnapshot snapshot = test::build(test::random_grid(random, 64, 64, 0), GridMetric{},
                                            test::options_with(8, test::kAll, 2, 3));
  const UpdateCounts counts = edit(snapshot, {{{12, 12}, '@'}}).counts;
  ASSERT_EQ(counts.cells.size(), 3u);
  EXPECT_LE(counts.cells[1], 1u);
  EXPECT_LE(counts.cells[2], 1u);
  const UpdateCounts corner = edit(snapshot, {{{15, 15}, '@'}}).counts;
  EXPECT_LE(corner.cells[1], 4u);
  // Nothing changes, so nothing above is touched.
  const UpdateCounts same = edit(snapshot, {{{12, 12}, 'G'}}).counts;
  EXPECT_EQ(same.cells[1], 0u);
}

TEST(GridEdit, UntouchedCellsAreShared) {
  Random random(1);
  const GridSnapshot before = test::build(test::random_grid(random, 64, 64, 20), GridMetric{},
                                          test::options_with(8, test::kAll));
  const GridSnapshot after = edit(before, {{{15, 12}, '@'}, {{15, 13}, '@'}}).snapshot;
  const Partition& partition = before.hierarchy().partition();
  std::size_t shared = 0;
  for (CellHandle h = 0; h < partition.handle_count(); ++h) {
    shared += before.hierarchy().cells()[h] == after.hierarchy().cells()[h];
  }
  // Two squares, and no more than one cell above each at each of two levels.
  EXPECT_GE(shared, partition.handle_count() - 6);
  EXPECT_LT(shared, partition.handle_count());
}

TEST(GridEdit, OutsideTilesAreRefusedAndNothingChanges) {
  const GridSnapshot snapshot =
      test::build(test::draw("..\n.."), GridMetric{}, test::options_with(2, test::kAll));
  const TileChange outside[] = {{{0, 0}, '@'}, {{2, 0}, '@'}};
  EXPECT_FALSE(snapshot.edit(outside).ok());
  EXPECT_EQ(snapshot.grid().at({0, 0}), '.');
  GridMetric metric;
  metric.cost['!'] = 5000.0;
  const GridSnapshot other =
      test::build(test::draw("..\n.."), metric, test::options_with(2, test::kAll));
  const TileChange expensive[] = {{{0, 0}, '!'}};
  EXPECT_FALSE(other.edit(expensive).ok());
}

TEST(GridEdit, AExpensiveTerrainThatNeedsCoarserUnitsComputesEverythingAgain) {
  const Grid grid = scenes::generate_grid("rooms", {.width = 1000, .height = 1000}).value();
  const auto options = test::options_with(50, {TransitionKind::middle, 4, 6});
  const GridSnapshot before = test::build(grid, GridMetric{}, options);
  const GridSnapshot after = edit(before, {{{500, 500}, '9'}}).snapshot;
  EXPECT_NE(before.graph().straight(), after.graph().straight());
  EXPECT_TRUE(test::same_cells(after, test::build(after.grid(), GridMetric{}, options)));
}

/// 2,000 edits of a map of 256 x 256; 10,000 when PORTOLAN_LONG is set. The edited world is
/// compared with a rebuilt one now and then, and always at the end.
TEST(GridEdit, ThousandsOfEditsSlow) {
  const int edits = std::getenv("PORTOLAN_LONG") != nullptr ? 10'000 : 2'000;
  for (const TransitionPolicy& policy : {test::kPolicies[1], test::kPolicies[4], test::kAll}) {
    Random random(9);
    const auto options = test::options_with(16, policy);
    GridSnapshot snapshot =
        test::build(scenes::generate_grid("caves", {.width = 256, .height = 256}).value(),
                    GridMetric{}, options);
    for (int k = 1; k <= edits; ++k) {
      const Tile at = test::random_tile(random, snapshot.grid());
      const TileChange change[] = {{at, snapshot.graph().passable(at) ? '@' : '.'}};
      snapshot = snapshot.edit(change).value().snapshot;
      if (k % 200 != 0) continue;
      const GridSnapshot rebuilt = test::build(snapshot.grid(), GridMetric{}, options);
      ASSERT_TRUE(test::same_cells(snapshot, rebuilt)) << "after " << k;
      expect_same_answers(snapshot, rebuilt, random, 20);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
