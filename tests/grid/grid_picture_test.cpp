#include "portolan/grid/grid_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace portolan::detail {
namespace {

Colour pixel(const GridPicture& drawn, std::uint32_t x, std::uint32_t y) {
  const Picture& p = drawn.picture();
  const std::size_t at = (std::size_t{y} * p.width + x) * 3;
  return {p.rgb.at(at), p.rgb.at(at + 1), p.rgb.at(at + 2)};
}

int brightness(Colour c) { return c.red + c.green + c.blue; }

bool shows(const GridPicture& drawn, Colour colour, std::uint32_t from_row = 0) {
  for (std::uint32_t y = from_row; y < drawn.picture().height; ++y) {
    for (std::uint32_t x = 0; x < drawn.picture().width; ++x) {
      if (pixel(drawn, x, y) == colour) return true;
    }
  }
  return false;
}

Grid make_open(std::uint32_t width, std::uint32_t height) {
  return *Grid::make(width, height, std::vector<TileLetter>(std::size_t{width} * height, '.'));
}

TEST(GridPicture, GroundShowsWhatBlocksAndWhatCosts) {
  const GridPicture drawn = draw_grid(*Grid::parse("124@"), GridMetric{});
  ASSERT_EQ(drawn.picture().width, 64u);  // 16 pixels per tile
  ASSERT_EQ(drawn.picture().height, 16u);
  ASSERT_EQ(drawn.picture().rgb.size(), 64u * 16u * 3u);
  EXPECT_GT(brightness(pixel(drawn, 8, 8)), brightness(pixel(drawn, 24, 8)));
  EXPECT_GT(brightness(pixel(drawn, 24, 8)), brightness(pixel(drawn, 40, 8)));
  EXPECT_GT(brightness(pixel(drawn, 40, 8)), brightness(pixel(drawn, 56, 8)) + 100);
}

TEST(GridPicture, ScaleIsAWholeNumberThatFits) {
  const GridPictureOptions options{.max_side = 100, .max_scale = 16};
  EXPECT_EQ(draw_grid(make_open(30, 20), {}, options).picture().width, 90u);
  EXPECT_EQ(draw_grid(make_open(30, 20), {}, options).picture().height, 60u);
  EXPECT_EQ(draw_grid(make_open(100, 1), {}, options).picture().width, 100u);
  EXPECT_EQ(draw_grid(make_open(101, 7), {}, options).picture().width, 51u);
  EXPECT_EQ(draw_grid(make_open(101, 7), {}, options).picture().height, 4u);
}

TEST(GridPicture, ShrunkPixelsAreTheMeanOfTheirTiles) {
  std::vector<TileLetter> letters(128 * 128, '.');
  for (std::size_t i = 0; i < letters.size(); i += 2) letters[i] = '@';
  const GridPictureOptions options{.max_side = 64, .max_scale = 1};
  const int mean = brightness(pixel(draw_grid(*Grid::make(128, 128, letters), {}, options), 5, 5));
  const GridPicture both = draw_grid(*Grid::parse(".@"), {}, options);
  EXPECT_NEAR(mean, (brightness(pixel(both, 0, 0)) + brightness(pixel(both, 1, 0))) / 2, 3);
}

TEST(GridPicture, PathRunsThroughTheMiddleOfItsTiles) {
  GridPicture drawn = draw_grid(make_open(8, 8), {});
  const std::vector<Tile> path{{1, 1}, {2, 1}, {3, 2}, {4, 3}, {4, 4}};
  drawn.draw_path(path, palette::kBlue);
  for (const Tile t : path) {
    const auto x = static_cast<std::uint32_t>(t.x), y = static_cast<std::uint32_t>(t.y);
    EXPECT_EQ(pixel(drawn, x * 16 + 8, y * 16 + 8), palette::kBlue);
  }
  EXPECT_NE(pixel(drawn, 6 * 16 + 8, 6 * 16 + 8), palette::kBlue);
}

TEST(GridPicture, CellLinesGatesAndMarkersAreSeen) {
  GridPicture drawn = draw_grid(make_open(20, 20), {});
  const Colour ground = pixel(drawn, 160, 8);
  drawn.draw_cell_lines(10, palette::kPurple);
  EXPECT_NE(pixel(drawn, 160, 8), ground);
  EXPECT_NE(pixel(drawn, 8, 160), ground);
  EXPECT_EQ(pixel(drawn, 80, 8), ground);
  drawn.draw_gates(std::array{Tile{3, 4}}, palette::kGreen);
  EXPECT_EQ(pixel(drawn, 3 * 16 + 8, 4 * 16 + 8), palette::kGreen);
  drawn.draw_marker({15, 15}, palette::kAmber);
  EXPECT_EQ(pixel(drawn, 15 * 16 + 8 + 5, 15 * 16 + 8), palette::kAmber);
}

TEST(GridPicture, CellLinesTooCloseTogetherAreLeftOut) {
  GridPicture drawn = draw_grid(make_open(256, 256), {}, {.max_side = 64});
  const std::vector<std::uint8_t> before = drawn.picture().rgb;
  drawn.draw_cell_lines(16);
  EXPECT_EQ(drawn.picture().rgb, before);
  drawn.draw_cell_lines(0);
  EXPECT_EQ(drawn.picture().rgb, before);
}

TEST(GridPicture, WhatLiesOutsideIsCutOff) {
  GridPicture drawn = draw_grid(make_open(8, 8), {});
  const std::vector<Tile> path{{-5, 3}, {4, 3}, {400, -300}};
  drawn.draw_path(path, palette::kBlue, 9);
  drawn.draw_path({}, palette::kBlue);
  drawn.draw_gates(path);
  for (const Tile t : {Tile{-1, -1}, {8, 8}, {100000, 0}}) drawn.draw_marker(t, palette::kBlack);
  EXPECT_EQ(pixel(drawn, 8, 3 * 16 + 8), palette::kBlue);
}

TEST(GridPicture, LegendComesBelowAndLeavesTheMapAlone) {
  GridPicture drawn = draw_grid(*Grid::parse("..@.\n.@..\n....\n@..."), {});
  const Picture before = drawn.picture();
  const std::vector<LegendEntry> entries{{palette::kVermilion, "A* 2314 expansions"},
                                         {palette::kBlue, "hierarchy: 97 \xE2\x82\xAC"}};
  drawn.draw_legend(entries);
  ASSERT_GT(drawn.picture().height, before.height);
  ASSERT_GE(drawn.picture().width, before.width);  // wide enough for the text
  for (std::uint32_t y = 0; y < before.height; ++y) {
    const auto row =
        drawn.picture().rgb.begin() + static_cast<std::ptrdiff_t>(y * drawn.picture().width * 3);
    const auto old = before.rgb.begin() + static_cast<std::ptrdiff_t>(y * before.width * 3);
    EXPECT_TRUE(std::equal(old, old + static_cast<std::ptrdiff_t>(before.width * 3), row));
  }
  for (const LegendEntry& e : entries) EXPECT_TRUE(shows(drawn, e.colour, before.height));
  // What is drawn afterwards stays on the map.
  drawn.draw_path(std::vector<Tile>{{0, 2}, {40, 2}}, palette::kGreen);
  EXPECT_EQ(pixel(drawn, 40, 40), palette::kGreen);
  EXPECT_FALSE(shows(drawn, palette::kGreen, before.height));
}

}  // namespace
}  // namespace portolan::detail
