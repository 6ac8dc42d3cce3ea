#include "portolan/terrain/terrain_picture.h"

#include <gtest/gtest.h>

#include <memory>

namespace portolan::detail {
namespace {

std::shared_ptr<const TriangleMesh> make_mesh(const HeightMap& map) {
  return std::make_shared<const TriangleMesh>(make_triangle_mesh(map, Triangulation::two).value());
}

Colour pixel(const TerrainPicture& drawn, std::uint32_t x, std::uint32_t y) {
  const Picture& picture = drawn.picture();
  const std::size_t at = 3 * (std::size_t{y} * picture.width + x);
  return {picture.rgb[at], picture.rgb[at + 1], picture.rgb[at + 2]};
}

int light(Colour c) { return c.red + c.green + c.blue; }

TEST(TerrainPicture, FillsTheLongerSideAndKeepsTheShape) {
  const auto mesh = make_mesh({5, 3, std::vector<float>(15, 0.0f)});
  const TerrainPicture picture(*mesh, TriangleLocator(mesh), 400);
  EXPECT_EQ(picture.picture().width, 400u);
  EXPECT_EQ(picture.picture().height, 200u);
  EXPECT_DOUBLE_EQ(picture.pixels_per_metre(), 100.0);
}

TEST(TerrainPicture, SlopesTowardsTheLightAreLighter) {
  // A roof along z: it rises to the right up to the middle, then falls.
  const auto mesh = make_mesh({5, 2, {0, 1, 2, 1, 0, 0, 1, 2, 1, 0}});
  TerrainPicture picture(*mesh, TriangleLocator(mesh), 400);
  picture.draw_ground([](TriangleId) { return Colour{120, 120, 120}; });
  EXPECT_GT(light(pixel(picture, 100, 50)), 360 + 20);
  EXPECT_LT(light(pixel(picture, 300, 50)), 360 - 20);
}

TEST(TerrainPicture, FlatGroundHasItsOwnColourAndHolesNone) {
  HeightMap map{4, 2, std::vector<float>(8, 3.0f)};
  map.values[3] = kMissingHeight;
  const auto mesh = make_mesh(map);
  TerrainPicture picture(*mesh, TriangleLocator(mesh), 300);
  picture.draw_ground([](TriangleId) { return palette::kBlue; });
  EXPECT_EQ(pixel(picture, 10, 10), palette::kBlue);
  EXPECT_EQ(pixel(picture, 290, 90), palette::kPaper);
}

TEST(TerrainPicture, BordersLieBetweenNumbersOnly) {
  const auto mesh = make_mesh({3, 2, std::vector<float>(6, 0.0f)});
  TerrainPicture picture(*mesh, TriangleLocator(mesh), 200);
  picture.draw_ground([](TriangleId) { return palette::kSky; });
  picture.draw_borders([](TriangleId t) { return index(t) / 2; }, palette::kBlack,
                       1.0);  // by square
  EXPECT_EQ(pixel(picture, 99, 30), palette::kBlack);
  EXPECT_EQ(pixel(picture, 50, 50), palette::kSky);
}

TEST(TerrainPicture, ContoursLieWhereTheHeightPassesMultiples) {
  // Rises by one metre per metre to the right: lines at 1, 2 and 3 m.
  const auto mesh = make_mesh({5, 2, {0, 1, 2, 3, 4, 0, 1, 2, 3, 4}});
  TerrainPicture plain(*mesh, TriangleLocator(mesh), 400), drawn(*mesh, TriangleLocator(mesh), 400);
  for (TerrainPicture* picture : {&plain, &drawn})
    picture->draw_ground([](TriangleId) { return palette::kSky; });
  drawn.draw_contours(1.0);
  for (std::uint32_t x = 2; x < 398; ++x) {
    const bool line = x % 100 == 99;
    EXPECT_EQ(pixel(drawn, x, 50) != pixel(plain, x, 50), line) << "column " << x;
  }
}

TEST(TerrainPicture, TheReliefIsDarkerWhereItIsDifficultAndExplained) {
  const HeightMap flat{5, 2, std::vector<float>(10, 7.0f)};
  const HeightMap difficulty{5, 2, {0, 0, 0, 3, 3, 0, 0, 0, 3, 3}};
  const auto mesh = std::make_shared<const TriangleMesh>(
      make_triangle_mesh(flat, Triangulation::two, {}, &difficulty).value());
  TerrainPicture picture(*mesh, TriangleLocator(mesh), 400);
  picture.draw_relief();
  EXPECT_GT(light(pixel(picture, 50, 50)), light(pixel(picture, 350, 50)) + 50);
  TerrainPicture without(*mesh, TriangleLocator(mesh), 400);
  without.draw_legend({});
  picture.draw_legend({});
  EXPECT_GT(picture.picture().height, without.picture().height);  // the scale of heights
}

TEST(TerrainPicture, PathsAndMarkersLieWhereTheGroundIs) {
  const auto mesh = make_mesh({3, 2, std::vector<float>(6, 0.0f)});
  TerrainPicture picture(*mesh, TriangleLocator(mesh), 200);
  picture.draw_relief();
  const std::vector<std::uint32_t> path{0, 1, 2, 3};
  picture.draw_path(path, palette::kVermilion);
  const Vec3 middle = centre_of(*mesh, TriangleId{0});
  EXPECT_EQ(pixel(picture, static_cast<std::uint32_t>(middle.x * 100),
                  static_cast<std::uint32_t>(middle.z * 100)),
            palette::kVermilion);
  picture.draw_legend({});
  EXPECT_GT(picture.picture().height, 100u);
}

TEST(TerrainPicture, StepsOfScalesAreRound) {
  EXPECT_DOUBLE_EQ(round_below(707.8), 500.0);
  EXPECT_DOUBLE_EQ(round_above(707.8), 1000.0);
  EXPECT_DOUBLE_EQ(round_above(100.0), 100.0);
  EXPECT_DOUBLE_EQ(round_above(0.13), 0.2);
  EXPECT_DOUBLE_EQ(round_above(0.21), 0.5);
}

}  // namespace
}  // namespace portolan::detail
