#include "portolan/terrain/triangle_web.h"

#include <gtest/gtest.h>

#include <cmath>

#include "terrain_testing.h"

namespace portolan {
namespace {

constexpr Triangulation kAll[] = {Triangulation::two, Triangulation::four, Triangulation::contour};

/// What the web's own corners say, found in another way.
TriangleWeb joined_anew(const TriangleWeb& web) {
  Geometry geometry;
  geometry.vertices = web.vertices;
  geometry.triangles = web.corners;
  return *make_triangle_web(geometry);
}

TEST(TriangleWeb, OneSquareInTwo) {
  const auto web = make_triangle_web(height_map(2, {1, 2, 3, 4}), Triangulation::two);
  ASSERT_TRUE(web.ok());
  EXPECT_EQ(web->vertices, (std::vector<Vec3>{{0, 1, 0}, {1, 2, 0}, {0, 3, 1}, {1, 4, 1}}));
  using Three = std::array<std::uint32_t, 3>;
  EXPECT_EQ(web->corners, (std::vector<Three>{{0, 2, 3}, {3, 1, 0}}));
  EXPECT_EQ(web->neighbours,
            (std::vector<Three>{{kNoTriangle, kNoTriangle, 1}, {kNoTriangle, kNoTriangle, 0}}));
}

TEST(TriangleWeb, OneSquareInFourHasAnAverageMiddle) {
  MapPlacement placement;
  placement.spacing = 30.0f;
  placement.height_scale = 2.0f;
  const auto web = make_triangle_web(height_map(2, {1, 2, 3, 6}), Triangulation::four, placement);
  ASSERT_TRUE(web.ok());
  ASSERT_EQ(web->vertices.size(), 5u);
  EXPECT_EQ(web->vertices[4], (Vec3{15, 6, 15}));
  ASSERT_EQ(web->triangle_count(), 4u);
  for (std::uint32_t t = 0; t < 4; ++t) {
    EXPECT_EQ(web->neighbours[t][0], kNoTriangle);
    EXPECT_EQ(web->neighbours[t][1], (t + 1) % 4);
    EXPECT_EQ(web->neighbours[t][2], (t + 3) % 4);
  }
}

TEST(TriangleWeb, ContourTakesTheLevelDiagonal) {
  const auto web = make_triangle_web(height_map(2, {0, 5, 5, 9}), Triangulation::contour);
  ASSERT_TRUE(web.ok());
  using Three = std::array<std::uint32_t, 3>;
  EXPECT_EQ(web->corners, (std::vector<Three>{{1, 0, 2}, {2, 3, 1}}));
}

TEST(TriangleWeb, NeighboursAreThoseThatSharedCornersSay) {
  for (const Triangulation triangulation : kAll) {
    for (const double missing : {0.0, 0.15}) {
      const HeightMap map = random_map(9, 7, 3, missing);
      const auto web = make_triangle_web(map, triangulation);
      ASSERT_TRUE(web.ok());
      EXPECT_EQ(web->neighbours, joined_anew(*web).neighbours);
      EXPECT_EQ(web->corners, joined_anew(*web).corners) << "all face up";
      for (const Vec3& v : web->vertices) EXPECT_TRUE(is_finite(v));
    }
  }
}

TEST(TriangleWeb, SquaresWithAMissingCornerAreLeftOut) {
  HeightMap map = random_map(4, 3, 1);
  map.values[5] = kMissingHeight;  // a corner of four squares of six
  EXPECT_EQ(make_triangle_web(map, Triangulation::four)->triangle_count(), 2u * 4u);
  EXPECT_EQ(make_triangle_web(map, Triangulation::two)->triangle_count(), 2u * 2u);
}

TEST(TriangleWeb, FillsItsBox) {
  MapPlacement placement;
  placement.box = Box{{-1, 2, -3}, {5, 4, 9}};
  const auto web =
      make_triangle_web(height_map(3, {7, 8, 9, 8, 8, 11}), Triangulation::two, placement);
  ASSERT_TRUE(web.ok());
  EXPECT_EQ(web->vertices.front(), (Vec3{-1, 2, -3}));
  EXPECT_EQ(web->vertices.back(), (Vec3{5, 4, 9}));
  EXPECT_EQ(web->vertices[1], (Vec3{2, 2.5, -3}));
  const auto flat = make_triangle_web(height_map(2, {7, 7, 7, 7}), Triangulation::four, placement);
  for (const Vec3& v : flat->vertices) EXPECT_EQ(v.y, 2.0f);
}

TEST(TriangleWeb, DifficultyIsTheMeanOfTheCorners) {
  const HeightMap map = height_map(2, {0, 0, 0, 0});
  const HeightMap difficulty = height_map(2, {0, 3, 6, 9});
  EXPECT_EQ(make_triangle_web(map, Triangulation::two, {}, &difficulty)->difficulty,
            (std::vector<float>{5, 4}));
  EXPECT_EQ(make_triangle_web(map, Triangulation::four, {}, &difficulty)->difficulty,
            (std::vector<float>{2.5, 3.5, 6.5, 5.5}));
}

void expect_error(const Result<TriangleWeb>& web, const std::string& part) {
  ASSERT_FALSE(web.ok());
  EXPECT_NE(web.error().message.find(part), std::string::npos) << web.error().message;
}

TEST(TriangleWeb, RefusesBadMaps) {
  const auto two = Triangulation::two;
  expect_error(make_triangle_web(height_map(1, {1}), two), "1x1");
  expect_error(make_triangle_web(height_map(5, {1, 2, 3, 4, 5}), two), "at least 2x2");
  expect_error(make_triangle_web(HeightMap{2, 2, {1, 2, 3}}, two), "3 values instead of 4");
  expect_error(make_triangle_web(height_map(2, {1, 2, INFINITY, 4}), two), "column 0, row 1");
  const float gone = kMissingHeight;
  expect_error(make_triangle_web(height_map(3, {1, gone, 2, 3, 4, 5}), two), "no ground");
  MapPlacement bad;
  bad.spacing = 0;
  expect_error(make_triangle_web(random_map(3, 3, 1), two, bad), "spacing");
  bad.box = Box{{0, 0, 0}, {0, 1, 1}};
  expect_error(make_triangle_web(random_map(3, 3, 1), two, bad), "box");
}

TEST(TriangleWeb, RefusesADifficultyMapThatDoesNotMatch) {
  const HeightMap map = random_map(3, 4, 1);
  const HeightMap other = random_map(4, 3, 1);
  const auto web = make_triangle_web(map, Triangulation::two, {}, &other);
  expect_error(web, "4x3");
  expect_error(web, "3x4");
  HeightMap negative = random_map(3, 4, 1);
  negative.values[7] = -1;
  expect_error(make_triangle_web(map, Triangulation::two, {}, &negative), "column 1, row 2");
}

TEST(TriangleWeb, OfGeometryJoinsCornersAtOnePointAndTurnsTrianglesUp) {
  Geometry geometry;
  geometry.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}};
  geometry.triangles = {{0, 1, 2}, {3, 4, 5}};  // the second faces down
  geometry.areas = {0, 1};
  const std::vector<float> difficulty = {0.5f, 2.0f};
  const auto web = make_triangle_web(geometry, difficulty);
  ASSERT_TRUE(web.ok());
  EXPECT_EQ(web->neighbours[0][1], 1u);
  EXPECT_EQ(web->corners[1], (std::array<std::uint32_t, 3>{1, 5, 2}));
  EXPECT_EQ(web->difficulty, difficulty);
}

TEST(TriangleWeb, RefusesGeometryThatIsNoWeb) {
  Geometry geometry;
  expect_error(make_triangle_web(geometry), "no triangles");
  geometry.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 2, 1}, {2, 0, 0}};
  geometry.triangles = {{0, 1, 2}, {2, 1, 3}, {1, 2, 4}};
  expect_error(make_triangle_web(geometry), "between vertices 1 and 2 belongs to more than two");
  geometry.triangles = {{0, 1, 2}, {2, 1, 0}};
  expect_error(make_triangle_web(geometry), "triangle 1 is the same as triangle 0");
  geometry.triangles = {{0, 2, 5}};
  expect_error(make_triangle_web(geometry), "triangle 0 has no area");
  geometry.triangles = {{0, 1, 9}};
  expect_error(make_triangle_web(geometry), "there are only 6");
  geometry.triangles = {{0, 1, 2}};
  geometry.vertices[5].y = NAN;
  expect_error(make_triangle_web(geometry), "vertex 5");
}

}  // namespace
}  // namespace portolan
