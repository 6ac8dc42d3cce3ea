#include "portolan/picture/canvas.h"

#include <gtest/gtest.h>

#include <array>

namespace portolan::detail {
namespace {

Colour pixel(const Picture& picture, std::uint32_t x, std::uint32_t y) {
  const std::size_t at = (std::size_t{y} * picture.width + x) * 3;
  return {picture.rgb.at(at), picture.rgb.at(at + 1), picture.rgb.at(at + 2)};
}

std::size_t count(const Picture& picture, Colour colour) {
  std::size_t found = 0;
  for (std::uint32_t y = 0; y < picture.height; ++y) {
    for (std::uint32_t x = 0; x < picture.width; ++x) found += pixel(picture, x, y) == colour;
  }
  return found;
}

TEST(Canvas, BlendMixesAndCutsOff) {
  Canvas canvas(4, 3, {100, 100, 100});
  canvas.blend(1, 2, {200, 0, 100}, 0.5);
  for (const int out : {-1, 4, 1000}) canvas.blend(out, 0, palette::kBlue, 1.0);
  EXPECT_EQ(pixel(canvas.picture(), 1, 2), (Colour{150, 50, 100}));
  EXPECT_EQ(count(canvas.picture(), {100, 100, 100}), 11u);
}

TEST(Canvas, ConvexPolygonsThatShareAnEdgeNeitherOverlapNorLeaveGaps) {
  Canvas canvas(40, 40, palette::kRim);
  const std::array<Canvas::Point, 3> upper{{{2, 2}, {37, 5}, {9, 33}}};
  const std::array<Canvas::Point, 3> lower{{{37, 5}, {36, 38}, {9, 33}}};
  canvas.fill_convex(upper, palette::kBlue);
  const std::size_t before = count(canvas.picture(), palette::kBlue);
  canvas.fill_convex(lower, palette::kGreen);
  EXPECT_EQ(count(canvas.picture(), palette::kBlue), before);
  const std::array<Canvas::Point, 4> both{{{2, 2}, {37, 5}, {36, 38}, {9, 33}}};
  canvas.fill_convex(both, palette::kAmber);
  EXPECT_EQ(count(canvas.picture(), palette::kBlue), 0u);
  EXPECT_EQ(count(canvas.picture(), palette::kGreen), 0u);
}

TEST(Canvas, ShapesAreCutOffAtTheMap) {
  Canvas canvas(10, 10, palette::kRim);
  const std::array<Canvas::Point, 4> huge{{{-1e6, -1e6}, {1e6, -1e6}, {1e6, 1e6}, {-1e6, 1e6}}};
  canvas.fill_convex(huge, palette::kSky);
  EXPECT_EQ(count(canvas.picture(), palette::kSky), 100u);
  canvas.fill(-5, 8, 99, 99, palette::kBlack);
  EXPECT_EQ(count(canvas.picture(), palette::kBlack), 20u);
  canvas.fill_convex({}, palette::kBlue);
  canvas.draw_line({-50, -50}, {60, 60}, 2.0, palette::kBlue);
  EXPECT_EQ(pixel(canvas.picture(), 5, 5), palette::kBlue);
}

TEST(Canvas, AScaleBarIsAsLongAsItSays) {
  Canvas canvas(300, 20, palette::kRim);
  const std::array<LegendEntry, 2> entries{
      {{palette::kGreen, "gates"}, {palette::kVermilion, "50 m", 77}}};
  canvas.draw_legend(entries);
  const Picture& picture = canvas.picture();
  std::size_t longest = 0;
  for (std::uint32_t y = 20; y < picture.height; ++y) {
    std::size_t row = 0;
    for (std::uint32_t x = 0; x < picture.width; ++x)
      row += pixel(picture, x, y) == palette::kVermilion;
    longest = std::max(longest, row);
  }
  EXPECT_EQ(longest, 77u);
}

/// A spot is seen whatever its colour; a text alone has none.
TEST(Canvas, SpotsOfALegendAreOutlined) {
  const auto drawn = [](bool text_only) {
    Canvas canvas(200, 20, palette::kPaper);
    canvas.draw_legend(std::vector<LegendEntry>{{palette::kPaper, "", 0, text_only}});
    const Picture& picture = canvas.picture();
    std::size_t count = 0;
    for (std::uint32_t y = 20; y < picture.height; ++y) {
      for (std::uint32_t x = 0; x < picture.width; ++x)
        count += pixel(picture, x, y) != palette::kPaper;
    }
    return count;
  };
  EXPECT_GE(drawn(false), 20u);
  EXPECT_EQ(drawn(true), 0u);
}

}  // namespace
}  // namespace portolan::detail
