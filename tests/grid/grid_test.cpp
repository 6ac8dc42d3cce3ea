#include "portolan/grid.h"

#include <gtest/gtest.h>

#include <set>

#include "grid_testing.h"
#include "scenes/block_weights.h"

namespace portolan::detail {
namespace {

TEST(Grid, IsReadFromADrawing) {
  const Grid grid = test::draw(R"(
..@
S2W
)");
  EXPECT_EQ(grid.width(), 3u);
  EXPECT_EQ(grid.height(), 2u);
  EXPECT_EQ(grid.at({2, 0}), '@');
  EXPECT_EQ(grid.at({1, 1}), '2');
  EXPECT_TRUE(grid.contains({2, 1}));
  EXPECT_FALSE(grid.contains({3, 1}));
  EXPECT_FALSE(grid.contains({-1, 0}));
  EXPECT_FALSE(grid.contains({0, 2}));
}

TEST(Grid, RefusesWhatIsNoRectangle) {
  EXPECT_FALSE(Grid::parse("..\n...").ok());
  EXPECT_FALSE(Grid::parse("").ok());
  EXPECT_FALSE(Grid::make(0, 3, {}).ok());
  EXPECT_FALSE(Grid::make(2, 2, {'.', '.', '.'}).ok());
  EXPECT_FALSE(Grid::make(Grid::kMaxSide + 1, 1, std::vector<TileLetter>(Grid::kMaxSide + 1)).ok());
  EXPECT_NE(Grid::parse("..\n...").error().message.find("row 1"), std::string::npos);
}

TEST(Grid, ChangesGiveANewGridAndLeaveTheOldOne) {
  const Grid grid = test::draw("...\n...");
  const TileChange changes[] = {{{1, 1}, '@'}, {{0, 0}, '2'}};
  const Grid changed = grid.with(changes).value();
  EXPECT_EQ(grid.at({1, 1}), '.');
  EXPECT_EQ(changed.at({1, 1}), '@');
  EXPECT_EQ(changed.at({0, 0}), '2');
  const TileChange outside[] = {{{0, 0}, '@'}, {{3, 0}, '@'}};
  EXPECT_FALSE(grid.with(outside).ok());
}

TEST(Grid, BlockWeightsAreTheSameOverEightByEightTilesAndKeepWalls) {
  test::Random random(3);
  const Grid grid = test::random_grid(random, 50, 41, 30, ".GS");
  std::array<bool, 256> passable{};
  passable['.'] = passable['G'] = passable['S'] = true;
  const Grid weighted = scenes::with_block_weights(grid, passable, 7);
  std::set<TileLetter> seen;
  for (std::int32_t y = 0; y < 41; ++y) {
    for (std::int32_t x = 0; x < 50; ++x) {
      if (grid.at({x, y}) == '@') {
        EXPECT_EQ(weighted.at({x, y}), '@');
        continue;
      }
      seen.insert(weighted.at({x, y}));
      const Tile left{x - 1, y};
      if (x % 8 == 0 || grid.at(left) == '@') continue;
      EXPECT_EQ(weighted.at({x, y}), weighted.at(left));
    }
  }
  EXPECT_EQ(seen, (std::set<TileLetter>{'1', '2', '3', '4'}));
  const Grid other = scenes::with_block_weights(grid, passable, 8);
  EXPECT_FALSE(std::ranges::equal(weighted.letters(), other.letters()));
}

}  // namespace
}  // namespace portolan::detail
