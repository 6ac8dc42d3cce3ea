#include "portolan/terrain/triangle_locator.h"

#include <gtest/gtest.h>

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

TEST(TriangleLocator, TakesTheHigherOfTwoFloors) {
  Geometry geometry;
  geometry.vertices = {{0, 0, 0}, {0, 0, 4}, {4, 0, 0}, {0, 3, 0}, {0, 3, 4}, {4, 3, 0}};
  geometry.triangles = {{3, 4, 5}, {0, 1, 2}};
  const TriangleLocator locator(
      std::make_shared<const TriangleMesh>(*make_triangle_mesh(geometry)));
  EXPECT_EQ(locator.find(1.0f, 1.0f), TriangleId{0});
}

}  // namespace
}  // namespace portolan::detail
