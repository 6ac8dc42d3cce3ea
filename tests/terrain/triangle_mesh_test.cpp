#include "portolan/terrain/triangle_mesh.h"

#include <gtest/gtest.h>

#include <cmath>

#include "terrain_testing.h"

namespace portolan::detail {
namespace {

constexpr Triangulation kAll[] = {Triangulation::two, Triangulation::four, Triangulation::contour};

/// What the mesh's own corners say, found in another way.
TriangleMesh joined_anew(const TriangleMesh& mesh) {
  Geometry geometry;
  geometry.vertices = mesh.vertices;
  geometry.triangles = mesh.corners;
  return *make_triangle_mesh(geometry);
}

TEST(TriangleMesh, OneSquareInTwo) {
  const auto mesh = make_triangle_mesh(height_map(2, {1, 2, 3, 4}), Triangulation::two);
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh->vertices, (std::vector<Vec3>{{0, 1, 0}, {1, 2, 0}, {0, 3, 1}, {1, 4, 1}}));
  using Three = std::array<std::uint32_t, 3>;
  using Neighbours = std::array<TriangleId, 3>;
  EXPECT_EQ(mesh->corners, (std::vector<Three>{{0, 2, 3}, {3, 1, 0}}));
  EXPECT_EQ(mesh->neighbours, (std::vector<Neighbours>{{kNoTriangle, kNoTriangle, TriangleId{1}},
                                                       {kNoTriangle, kNoTriangle, TriangleId{0}}}));
}

TEST(TriangleMesh, OneSquareInFourHasAnAverageMiddle) {
  MapPlacement placement;
  placement.spacing = 30.0f;
  placement.height_scale = 2.0f;
  const auto mesh = make_triangle_mesh(height_map(2, {1, 2, 3, 6}), Triangulation::four, placement);
  ASSERT_TRUE(mesh.ok());
  ASSERT_EQ(mesh->vertices.size(), 5u);
  EXPECT_EQ(mesh->vertices[4], (Vec3{15, 6, 15}));
  ASSERT_EQ(mesh->triangle_count(), 4u);
  for (std::uint32_t t = 0; t < 4; ++t) {
    EXPECT_EQ(mesh->neighbours[TriangleId{t}][0], kNoTriangle);
    EXPECT_EQ(mesh->neighbours[TriangleId{t}][1], TriangleId{(t + 1) % 4});
    EXPECT_EQ(mesh->neighbours[TriangleId{t}][2], TriangleId{(t + 3) % 4});
  }
}

TEST(TriangleMesh, ContourTakesTheLevelDiagonal) {
  const auto mesh = make_triangle_mesh(height_map(2, {0, 5, 5, 9}), Triangulation::contour);
  ASSERT_TRUE(mesh.ok());
  using Three = std::array<std::uint32_t, 3>;
  EXPECT_EQ(mesh->corners, (std::vector<Three>{{1, 0, 2}, {2, 3, 1}}));
}

TEST(TriangleMesh, NeighboursAreThoseThatSharedCornersSay) {
  for (const Triangulation triangulation : kAll) {
    for (const double missing : {0.0, 0.15}) {
      const HeightMap map = random_map(9, 7, 3, missing);
      const auto mesh = make_triangle_mesh(map, triangulation);
      ASSERT_TRUE(mesh.ok());
      EXPECT_EQ(mesh->neighbours, joined_anew(*mesh).neighbours);
      EXPECT_EQ(mesh->corners, joined_anew(*mesh).corners) << "all face up";
      for (const Vec3& v : mesh->vertices) EXPECT_TRUE(is_finite(v));
    }
  }
}

TEST(TriangleMesh, SquaresWithAMissingCornerAreLeftOut) {
  HeightMap map = random_map(4, 3, 1);
  map.values[5] = kMissingHeight;  // a corner of four squares of six
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::four)->triangle_count(), 2u * 4u);
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::two)->triangle_count(), 2u * 2u);
}

TEST(TriangleMesh, FillsItsBox) {
  MapPlacement placement;
  placement.box = Box{{-1, 2, -3}, {5, 4, 9}};
  const auto mesh =
      make_triangle_mesh(height_map(3, {7, 8, 9, 8, 8, 11}), Triangulation::two, placement);
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh->vertices.front(), (Vec3{-1, 2, -3}));
  EXPECT_EQ(mesh->vertices.back(), (Vec3{5, 4, 9}));
  EXPECT_EQ(mesh->vertices[1], (Vec3{2, 2.5, -3}));
  const auto flat = make_triangle_mesh(height_map(2, {7, 7, 7, 7}), Triangulation::four, placement);
  for (const Vec3& v : flat->vertices) EXPECT_EQ(v.y, 2.0f);
}

TEST(TriangleMesh, DifficultyIsTheMeanOfTheCorners) {
  const HeightMap map = height_map(2, {0, 0, 0, 0});
  const HeightMap difficulty = height_map(2, {0, 3, 6, 9});
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::two, {}, &difficulty)->difficulty,
            (std::vector<float>{5, 4}));
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::four, {}, &difficulty)->difficulty,
            (std::vector<float>{2.5, 3.5, 6.5, 5.5}));
}

void expect_error(const Result<TriangleMesh>& mesh, const std::string& part) {
  ASSERT_FALSE(mesh.ok());
  EXPECT_NE(mesh.error().message.find(part), std::string::npos) << mesh.error().message;
}

TEST(TriangleMesh, RefusesBadMaps) {
  const auto two = Triangulation::two;
  expect_error(make_triangle_mesh(height_map(1, {1}), two), "1x1");
  expect_error(make_triangle_mesh(height_map(5, {1, 2, 3, 4, 5}), two), "at least 2x2");
  expect_error(make_triangle_mesh(HeightMap{2, 2, {1, 2, 3}}, two), "3 values instead of 4");
  expect_error(make_triangle_mesh(height_map(2, {1, 2, INFINITY, 4}), two), "column 0, row 1");
  const float gone = kMissingHeight;
  expect_error(make_triangle_mesh(height_map(3, {1, gone, 2, 3, 4, 5}), two), "no ground");
  MapPlacement bad;
  bad.spacing = -1;
  expect_error(make_triangle_mesh(random_map(3, 3, 1), two, bad), "spacing");
  bad.box = Box{{0, 0, 0}, {0, 1, 1}};
  expect_error(make_triangle_mesh(random_map(3, 3, 1), two, bad), "box");
}

TEST(TriangleMesh, RefusesADifficultyMapThatDoesNotMatch) {
  const HeightMap map = random_map(3, 4, 1);
  const HeightMap other = random_map(4, 3, 1);
  const auto mesh = make_triangle_mesh(map, Triangulation::two, {}, &other);
  expect_error(mesh, "4x3");
  expect_error(mesh, "3x4");
  HeightMap negative = random_map(3, 4, 1);
  negative.values[7] = -1;
  expect_error(make_triangle_mesh(map, Triangulation::two, {}, &negative), "column 1, row 2");
}

TEST(TriangleMesh, OfGeometryJoinsCornersAtOnePointAndTurnsTrianglesUp) {
  Geometry geometry;
  geometry.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}};
  geometry.triangles = {{0, 1, 2}, {3, 4, 5}};  // the second faces down
  geometry.areas = {0, 1};
  const std::vector<float> difficulty = {0.5f, 2.0f};
  const auto mesh = make_triangle_mesh(geometry, difficulty);
  ASSERT_TRUE(mesh.ok());
  EXPECT_EQ(mesh->neighbours[TriangleId{0}][1], TriangleId{1});
  EXPECT_EQ(mesh->corners[TriangleId{1}], (std::array<std::uint32_t, 3>{1, 5, 2}));
  EXPECT_EQ(mesh->difficulty, difficulty);
}

TEST(TriangleMesh, RefusesGeometryThatIsNoTriangleMesh) {
  Geometry geometry;
  expect_error(make_triangle_mesh(geometry), "no triangles");
  geometry.vertices = {{0, 0, 0}, {0, 0, 1}, {1, 0, 0}, {1, 0, 1}, {1, 2, 1}, {2, 0, 0}};
  geometry.triangles = {{0, 1, 2}, {2, 1, 3}, {1, 2, 4}};
  expect_error(make_triangle_mesh(geometry), "between vertices 1 and 2 belongs to more than two");
  geometry.triangles = {{0, 1, 2}, {2, 1, 0}};
  expect_error(make_triangle_mesh(geometry), "triangle 1 is the same as triangle 0");
  geometry.triangles = {{0, 2, 5}};
  expect_error(make_triangle_mesh(geometry), "triangle 0 has no area");
  geometry.triangles = {{0, 1, 9}};
  expect_error(make_triangle_mesh(geometry), "there are only 6");
  geometry.triangles = {{0, 1, 2}};
  geometry.vertices[5].y = NAN;
  expect_error(make_triangle_mesh(geometry), "vertex 5");
}

}  // namespace
}  // namespace portolan::detail
