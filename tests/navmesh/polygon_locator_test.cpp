#include <cmath>
#include <functional>
#include <limits>

#include "nav_mesh_testing.h"

namespace portolan::detail {
namespace {

using test::MeshBuilder;
using test::Random;

/// Asks every polygon.
std::optional<MeshPlace> brute_force(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                                     const std::function<bool(std::uint32_t)>& wanted = {}) {
  std::optional<MeshPlace> best;
  float nearest = 0.0f;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const Vec3 on = nearest_point(mesh, PolygonId{p}, point);
    const Vec3 away = on - point;
    if (std::abs(away.x) > extent.x || std::abs(away.y) > extent.y || std::abs(away.z) > extent.z)
      continue;
    if ((best && dot(away, away) >= nearest) || (wanted && !wanted(p))) continue;
    nearest = dot(away, away);
    best = MeshPlace{p, on};
  }
  return best;
}

Vec3 random_point(Random& random, const Vec3& low, const Vec3& high) {
  return {low.x + (high.x - low.x) * test::unit(random),
          low.y + (high.y - low.y) * test::unit(random),
          low.z + (high.z - low.z) * test::unit(random)};
}

TEST(PolygonLocator, EqualsBruteForce) {
  std::size_t found = 0, missed = 0;
  for (std::uint32_t seed = 1; seed <= 24; ++seed) {
    const PolygonMesh mesh = test::make_random_mesh(seed);
    const PolygonLocator locator(mesh);
    Random random(seed);
    for (int k = 0; k < 300; ++k) {
      const Vec3 point = random_point(random, {-4, -3, -4}, {30, 12, 30});
      const Vec3 extents[] = {{2, 4, 2}, {0.25f, 0.5f, 0.25f}, {100, 100, 100}, {0.5f, 8, 4}};
      for (const Vec3& extent : extents) {
        const auto expected = brute_force(mesh, point, extent);
        EXPECT_EQ(locator.find_nearest(mesh, point, extent), expected)
            << "seed " << seed << " at " << point.x << " " << point.y << " " << point.z;
        ++(expected ? found : missed);
        const auto wanted = [](std::uint32_t p) { return p % 3 == 1; };
        EXPECT_EQ(locator.find_nearest(mesh, point, extent, wanted),
                  brute_force(mesh, point, extent, wanted));
      }
    }
  }
  EXPECT_GT(found, 1000u);
  EXPECT_GT(missed, 1000u);
}

/// Corners and middles of edges belong to several polygons: the smallest of them is found.
TEST(PolygonLocator, TiesGoToTheSmallest) {
  for (std::uint32_t seed = 1; seed <= 6; ++seed) {
    const PolygonMesh mesh = seed % 2 == 0 ? test::make_quadtree(seed)
                                           : test::make_field({.triangles = 2, .seed = seed});
    const PolygonLocator locator(mesh);
    for (const Vec3& vertex : mesh.vertices)
      EXPECT_EQ(locator.find_nearest(mesh, vertex, {1, 1, 1}),
                brute_force(mesh, vertex, {1, 1, 1}));
    for (const Portal& portal : mesh.portals) {
      const auto place = locator.find_nearest(mesh, portal.middle(), {1, 1, 1});
      ASSERT_TRUE(place);
      EXPECT_EQ(place->polygon, std::min(portal.polygons[0], portal.polygons[1]));
      EXPECT_EQ(place->point, portal.middle());
    }
  }
}

/// A hand's breadth off an edge, where a little slack makes a point belong to both polygons.
TEST(PolygonLocator, EqualsBruteForceBesideEdges) {
  for (std::uint32_t seed = 1; seed <= 20; ++seed) {
    const PolygonMesh mesh =
        test::make_field({.triangles = 2, .uneven = seed % 2 == 0, .seed = seed});
    const PolygonLocator locator(mesh);
    Random random(seed);
    for (const Portal& portal : mesh.portals) {
      const Vec3 on = portal.ends[0] + (portal.ends[1] - portal.ends[0]) * test::unit(random);
      for (const float off : {0.0f, 1e-6f, -1e-6f, 1e-5f, -1e-5f, 1e-4f, -1e-4f}) {
        const Vec3 point = on + Vec3{off, 0.0f, off * 0.5f};
        const auto place = locator.find_nearest(mesh, point, {1, 1, 1});
        const auto expected = brute_force(mesh, point, {1, 1, 1});
        ASSERT_EQ(place, expected) << "seed " << seed << ": " << place->polygon << " instead of "
                                   << expected->polygon << " off " << off;
      }
    }
  }
}

TEST(PolygonLocator, FindsTheStorey) {
  const PolygonMesh mesh = test::make_storeys(4, 12, 6);
  const NavMesh nav = test::nav_mesh(mesh);
  Random random(3);
  for (int k = 0; k < 500; ++k) {
    const float storey = 3.0f * static_cast<float>(test::below(random, 4));
    const Vec3 point{3 + 6 * test::unit(random), storey + 2.8f * test::unit(random) - 1.4f,
                     6 * test::unit(random)};
    const auto place = nav.find_nearest(point);
    ASSERT_TRUE(place);
    EXPECT_EQ(place->point, (Vec3{point.x, storey, point.z}));
    EXPECT_EQ(mesh.corner(place->polygon, 0).y, storey);
  }
}

TEST(PolygonLocator, NothingOffTheMesh) {
  const NavMesh nav = test::nav_mesh(test::make_storeys(2, 4, 4));
  EXPECT_FALSE(nav.find_nearest({20, 0, 2}));
  EXPECT_FALSE(nav.find_nearest({2, 50, 2}));
  EXPECT_FALSE(nav.find_nearest({2, -5, 2}));
  EXPECT_FALSE(nav.find_nearest({2, 0, -2.5f}));
  EXPECT_TRUE(nav.find_nearest({2, 0, -2}));
  EXPECT_FALSE(
      nav.find_nearest({2, 0, 2}, NavMesh::kDefaultExtent, [](std::uint32_t) { return false; }));
  const float nan = std::numeric_limits<float>::quiet_NaN();
  EXPECT_FALSE(nav.find_nearest({nan, 0, 2}, {1e9f, 1e9f, 1e9f}));
  EXPECT_FALSE(nav.find_nearest({2, nan, 2}, {1e9f, 1e9f, 1e9f}));
  EXPECT_FALSE(nav.find_nearest({1e30f, 0, 2}, {1e38f, 1e9f, 1e9f}));
  EXPECT_FALSE(PolygonLocator(PolygonMesh{}).find_nearest(PolygonMesh{}, {}, {1, 1, 1}));
}

/// On slopes the point straight below is meant, on the border the nearest one.
TEST(NearestPoint, SlopesAndBorders) {
  MeshBuilder builder;
  builder.add({{0, 0, 0}, {0, 0, 2}, {4, 2, 2}, {4, 2, 0}});
  const PolygonMesh mesh = builder.finish();
  EXPECT_EQ(nearest_point(mesh, PolygonId{0}, {2, 5, 1}), (Vec3{2, 1, 1}));
  EXPECT_EQ(nearest_point(mesh, PolygonId{0}, {1, 0, 1}), (Vec3{1, 0.5f, 1}));
  EXPECT_EQ(nearest_point(mesh, PolygonId{0}, {-3, 0, 1}), (Vec3{0, 0, 1}));
  EXPECT_EQ(nearest_point(mesh, PolygonId{0}, {4.5f, 2, 3}), (Vec3{4, 2, 2}));
  EXPECT_EQ(nearest_point(mesh, PolygonId{0}, {4, 2, 2}), (Vec3{4, 2, 2}));
}

}  // namespace
}  // namespace portolan::detail
