#include "portolan/terrain/triangle_locator.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "terrain_testing.h"

namespace portolan::detail {
namespace {

/// The same mesh as anybody's triangles, without its raster.
std::shared_ptr<const TriangleMesh> without_raster(const TriangleMesh& mesh) {
  TriangleMesh other = mesh;
  other.raster = {};
  return std::make_shared<const TriangleMesh>(std::move(other));
}

TEST(TriangleLocator, FindsEveryTriangleByItsCentre) {
  MapPlacement placement;
  placement.box = Box{{-20, 0, 7}, {20, 3, 19}};
  for (const Triangulation triangulation :
       {Triangulation::two, Triangulation::four, Triangulation::contour}) {
    const auto mesh = std::make_shared<const TriangleMesh>(
        *make_triangle_mesh(random_map(13, 9, 1, 0.1), triangulation, placement));
    const TriangleLocator on_raster(mesh);
    const TriangleLocator in_bins(without_raster(*mesh));
    for (const TriangleId t : mesh->triangles()) {
      const Vec3 centre = centre_of(*mesh, t);
      EXPECT_EQ(on_raster.find(centre.x, centre.z), t);
      EXPECT_EQ(in_bins.find(centre.x, centre.z), t);
    }
  }
}

TEST(TriangleLocator, NothingLiesOutsideOrInHoles) {
  HeightMap map = random_map(4, 4, 1);
  map.values[0] = kMissingHeight;
  const auto mesh =
      std::make_shared<const TriangleMesh>(*make_triangle_mesh(map, Triangulation::four));
  for (const TriangleLocator& locator :
       {TriangleLocator(mesh), TriangleLocator(without_raster(*mesh))}) {
    EXPECT_EQ(locator.find(0.5f, 0.5f), kNoTriangle);
    EXPECT_EQ(locator.find(-0.5f, 2.0f), kNoTriangle);
    EXPECT_EQ(locator.find(2.0f, 3.5f), kNoTriangle);
    EXPECT_EQ(locator.find(1e30f, 2.0f), kNoTriangle);
    EXPECT_NE(locator.find(3.0f, 3.0f), kNoTriangle) << "the corner belongs to the map";
    EXPECT_NE(locator.find(1.0f, 1.5f), kNoTriangle) << "and so does an edge";
  }
}

/// As an untrusted file may have them: a list of triangles for each bin would take gigabytes.
TEST(TriangleLocator, TakesLittleMemoryForTrianglesOnTopOfEachOther) {
  constexpr std::uint32_t kCount = 66'000;
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 0}};
  mesh.corners.assign(kCount, {0, 1, 2});
  mesh.neighbours.assign(kCount, {kNoTriangle, kNoTriangle, kNoTriangle});
  const TriangleLocator locator(std::make_shared<const TriangleMesh>(std::move(mesh)));
  EXPECT_LE(locator.bytes(), 100u * kCount);
  EXPECT_NE(locator.find(1.0f, 1.0f), kNoTriangle);
  EXPECT_EQ(locator.find(3.0f, 3.0f), kNoTriangle);
}

TEST(TriangleLocator, TakesTheHigherOfTwoFloors) {
  Geometry geometry;
  geometry.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 0}, {0, 3, 0}, {0, 3, 4}, {4, 3, 0}};
  geometry.triangles = {{3, 4, 5}, {0, 1, 2}};
  const TriangleLocator locator(
      std::make_shared<const TriangleMesh>(*make_triangle_mesh(geometry)));
  EXPECT_EQ(locator.find(1.0f, 1.0f), TriangleId{0});
}

/// The distance from above between a point and a triangle, by many points on it.
double sampled_distance(const TriangleMesh& mesh, TriangleId t, float x, float z) {
  constexpr int kSamples = 60;
  const auto& corners = mesh.corners[t];
  const Vec3 a = mesh.vertices[corners[0]];
  const Vec3 ab = mesh.vertices[corners[1]] - a, ac = mesh.vertices[corners[2]] - a;
  double least = INFINITY;
  for (int i = 0; i <= kSamples; ++i) {
    for (int j = 0; i + j <= kSamples; ++j) {
      const Vec3 p = a + ab * (float(i) / kSamples) + ac * (float(j) / kSamples);
      least = std::min(least, std::hypot(double{p.x} - x, double{p.z} - z));
    }
  }
  return least;
}

/// Beside brute force over all triangles, with holes, points outside, and triangles nobody wants.
TEST(TriangleLocator, FindsTheNearestPointOfWantedTriangles) {
  constexpr double kSampling = 0.03;  // of squares a metre wide
  std::mt19937 random(5);
  for (unsigned seed = 0; seed < 8; ++seed) {
    const auto triangulation = seed % 2 == 0 ? Triangulation::two : Triangulation::four;
    const auto mesh = std::make_shared<const TriangleMesh>(
        *make_triangle_mesh(random_map(12, 9, seed, 0.3), triangulation));
    IdVector<TriangleId, std::uint8_t> wanted(mesh->triangle_count(), 0);
    for (const TriangleId t : mesh->triangles()) wanted[t] = random() % 4 == 0;
    for (const TriangleLocator& locator :
         {TriangleLocator(mesh), TriangleLocator(without_raster(*mesh))}) {
      for (int i = 0; i < 40; ++i) {
        const float x = float(random() % 1900) / 100.0f - 4.0f;
        const float z = float(random() % 1600) / 100.0f - 4.0f;
        double least = INFINITY;
        for (const TriangleId t : mesh->triangles())
          if (wanted[t] != 0) least = std::min(least, sampled_distance(*mesh, t, x, z));
        const auto nearest =
            locator.find_nearest(x, z, [&](TriangleId t) { return wanted[t] != 0; });
        ASSERT_EQ(nearest.has_value(), least < INFINITY);
        if (!nearest) continue;
        EXPECT_NEAR(std::hypot(double{nearest->x} - x, double{nearest->z} - z), least, kSampling);
        const TriangleId there = locator.find(nearest->x, nearest->z);
        ASSERT_NE(there, kNoTriangle);
        EXPECT_NE(wanted[there], 0);
      }
    }
  }
}

TEST(TriangleLocator, TheNearestPointLiesOnTheGround) {
  HeightMap map = height_map(3, {0, 1, 2, 0, 1, 2, 0, 1, 2});
  const auto mesh =
      std::make_shared<const TriangleMesh>(*make_triangle_mesh(map, Triangulation::two));
  const TriangleLocator locator(mesh);
  const auto any = [](TriangleId) { return true; };
  const auto inside = locator.find_nearest(0.25f, 1.5f, any);
  ASSERT_TRUE(inside);
  EXPECT_EQ(*inside, (Vec3{0.25f, 0.25f, 1.5f}));
  const auto beside = locator.find_nearest(7.0f, 1.5f, any);
  ASSERT_TRUE(beside);
  EXPECT_NEAR(beside->x, 2.0f, 1e-3f);
  EXPECT_NEAR(beside->y, 2.0f, 1e-3f);
  EXPECT_FALSE(locator.find_nearest(INFINITY, 0.0f, any));
}

TEST(TriangleLocator, GroundUnderOtherGroundIsNotNearest) {
  Geometry geometry;  // a floor of 4 x 4 m, and a roof over its left half
  geometry.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 4}, {4, 0, 0},
                       {0, 3, 0}, {0, 3, 4}, {2, 3, 4}, {2, 3, 0}};
  geometry.triangles = {{0, 1, 2}, {0, 2, 3}, {4, 5, 6}, {4, 6, 7}};
  const TriangleLocator locator(
      std::make_shared<const TriangleMesh>(*make_triangle_mesh(geometry)));
  const auto on_floor = locator.find_nearest(3.0f, 2.0f, [](TriangleId t) { return index(t) < 2; });
  ASSERT_TRUE(on_floor);
  EXPECT_EQ(*on_floor, (Vec3{3, 0, 2}));
  const auto aside = locator.find_nearest(1.0f, 2.0f, [](TriangleId t) { return index(t) < 2; });
  ASSERT_TRUE(aside);
  EXPECT_GE(aside->x, 2.0f);
  EXPECT_EQ(aside->y, 0.0f);
}

}  // namespace
}  // namespace portolan::detail
