#include "portolan/terrain/map_frame.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "terrain_testing.h"

namespace portolan::detail {
namespace {

TEST(MapFrame, PointsAreFoundAgainOnATurnedMap) {
  HeightMap map = random_map(9, 7, 3);
  map.frame = MapFrame{500'000.0, 4'000'000.0, 8.0, 6.0, 3.0, -4.0, "EPSG:32616", false, 1.0};
  const auto mesh = make_triangle_mesh(map, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  EXPECT_FLOAT_EQ(mesh->raster.step_x, 10.0f);
  EXPECT_FLOAT_EQ(mesh->raster.step_z, 5.0f);
  EXPECT_EQ(to_map(*mesh->frame, mesh->raster, {0, 0, 0}), (MapPoint{500'000.0, 4'000'000.0}));
  EXPECT_EQ(to_map(*mesh->frame, mesh->raster, {20, 9, 15}),  // two columns on, three rows down
            (MapPoint{500'000.0 + 16.0 + 9.0, 4'000'000.0 + 12.0 - 12.0}));
  const Vec3 back = from_map(*mesh->frame, mesh->raster, {500'025.0, 4'000'000.0});
  EXPECT_NEAR(back.x, 20.0, 1e-3);
  EXPECT_NEAR(back.z, 15.0, 1e-3);
}

TEST(MapFrame, DegreesAreAsLongAsInTheMiddleOfTheMap) {
  MapFrame frame{-84.0, 60.5, 1.0 / 1200, 0.0, 0.0, -1.0 / 1200, "", true, 1.0};
  const Spacing spacing = spacing_of(frame, 1201, 1201);  // from 60.5 to 59.5 degrees north
  EXPECT_NEAR(spacing.rows, 111'132.0 / 1200, 1e-2);
  EXPECT_NEAR(spacing.columns, 111'320.0 / 2 / 1200, 1e-2);
  // The surroundings of Jacksboro as SRTM has them, 3 arc-seconds: about 75 x 92 m.
  frame.y = 36.5;
  const Spacing jacksboro = spacing_of(frame, 403, 344);
  EXPECT_NEAR(jacksboro.columns, 75.0, 1.0);
  EXPECT_NEAR(jacksboro.rows, 92.5, 0.2);
}

TEST(MapFrame, WebMercatorIsAsLongAsInTheMiddleOfTheMap) {
  const double latitude = 36.4 * std::numbers::pi / 180.0;
  const double middle = 6'378'137.0 * std::log(std::tan(std::numbers::pi / 4.0 + latitude / 2.0));
  for (const char* system : {"EPSG:3857", "EPSG:900913"}) {
    const MapFrame frame{-9e6, middle + 1500.0, 30.0, 0.0, 0.0, -30.0, system, false, 1.0};
    const Spacing spacing = spacing_of(frame, 201, 101);
    EXPECT_NEAR(spacing.columns, 30.0 * std::cos(latitude), 1e-4);
    EXPECT_NEAR(spacing.rows, 30.0 * std::cos(latitude), 1e-4);
  }
  const MapFrame other{-9e6, middle, 30.0, 0.0, 0.0, -30.0, "EPSG:32616", false, 1.0};
  EXPECT_EQ(spacing_of(other, 201, 101).columns, 30.0f);
}

TEST(MapFrame, TheBoxOfATurnedMapHoldsAllItsCorners) {
  HeightMap map = random_map(9, 7, 3);
  map.frame = MapFrame{500.0, 400.0, 8.0, 6.0, 3.0, -4.0, "", false, 1.0};
  const auto mesh = make_triangle_mesh(map, Triangulation::two);
  ASSERT_TRUE(mesh) << mesh.error().message;
  const auto [low, high] = map_box(*mesh);  // 8 columns and 6 rows on
  EXPECT_EQ(low, (MapPoint{500.0, 400.0 - 24.0}));
  EXPECT_EQ(high, (MapPoint{500.0 + 64.0 + 18.0, 400.0 + 48.0}));
}

TEST(MapFrame, AGivenSpacingGoesBeforeThatOfTheMap) {
  HeightMap map = random_map(4, 4, 1);
  map.frame = MapFrame{};
  map.frame->column_x = 30.0;
  MapPlacement placement;
  placement.spacing = 7.0f;
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::two, placement)->raster.step_x, 7.0f);
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::two)->raster.step_x, 30.0f);
  map.frame.reset();
  EXPECT_EQ(make_triangle_mesh(map, Triangulation::two)->raster.step_x, 1.0f);
}

TEST(MapFrame, ThoseThatPlaceNothingAreRefused) {
  HeightMap map = random_map(4, 4, 1);
  const auto refused = [&](const MapFrame& frame) {
    map.frame = frame;
    return !make_triangle_mesh(map, Triangulation::two).ok();
  };
  EXPECT_FALSE(refused(MapFrame{}));
  EXPECT_TRUE(refused({0, 0, 1, 1, 2, 2, "", false, 1.0}));
  EXPECT_TRUE(refused({0, 0, 1, 0, 0.1, -1, "", false, 1.0}));                // sheared,
  EXPECT_FALSE(refused({0, 0, 1, 0, 0.001, -1, "", false, 1.0}));             // hardly sheared,
  EXPECT_TRUE(refused({0, 59, 0.008, 0.006, 0.006, -0.008, "", true, 1.0}));  // on the ground only
  EXPECT_TRUE(refused({0, 0, NAN, 0, 0, -1, "", false, 1.0}));
  EXPECT_TRUE(refused({0, 0, 1, 0, 0, -1, "", false, 0.0}));
  EXPECT_TRUE(refused({0, 0, 1e-9, 0, 0, -1, "", false, 1.0}));
  EXPECT_TRUE(refused({0, 90, 1, 0, 0, -1e-20, "", true, 1.0}));
}

}  // namespace
}  // namespace portolan::detail
