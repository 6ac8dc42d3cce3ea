#include "portolan/navmesh/nav_mesh_picture.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "nav_mesh_testing.h"
#include "portolan/navmesh/area_colours.h"

namespace portolan::detail {
namespace {

using test::MeshBuilder;

Colour pixel(const NavMeshPicture& drawn, Canvas::Point at) {
  const Picture& p = drawn.picture();
  const auto x = static_cast<std::size_t>(at.x), y = static_cast<std::size_t>(at.y);
  const std::size_t i = (y * p.width + x) * 3;
  return {p.rgb.at(i), p.rgb.at(i + 1), p.rgb.at(i + 2)};
}

int unlikeness(Colour a, Colour b) {
  return std::abs(a.red - b.red) + std::abs(a.green - b.green) + std::abs(a.blue - b.blue);
}

int brightness(Colour c) { return c.red + c.green + c.blue; }

bool shows(const NavMeshPicture& drawn, Colour colour, std::uint32_t from_row = 0) {
  const Picture& p = drawn.picture();
  for (std::size_t i = std::size_t{from_row} * p.width * 3; i + 2 < p.rgb.size(); i += 3) {
    if (Colour{p.rgb[i], p.rgb[i + 1], p.rgb[i + 2]} == colour) return true;
  }
  return false;
}

std::uint32_t cell_of(const NavMeshSnapshot& snapshot, std::uint32_t polygon, unsigned level) {
  return snapshot.hierarchy().partition().ancestor(
      snapshot.world().layout().cell(PolygonId{polygon}), level);
}

TEST(NavMeshPicture, CellsAreToldApartAndGatesMarkedAtEveryLevel) {
  test::FieldOptions field;
  field.width = field.height = 16;
  const NavMeshSnapshot snapshot = test::build(test::make_field(field));
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  ASSERT_GE(snapshot.hierarchy().levels(), 3u);
  for (unsigned level = 1; level <= 3; ++level) {
    const NavMeshPicture drawn = draw_nav_mesh(snapshot, {.width = 800, .level = level});
    const auto colour = [&](std::uint32_t polygon) {
      return pixel(drawn, drawn.at(test::centre_of(mesh, polygon)));
    };
    for (const Portal& portal : mesh.portals) {
      const auto [a, b] = std::pair(portal.polygons[0], portal.polygons[1]);
      const bool gate = cell_of(snapshot, a, level) != cell_of(snapshot, b, level);
      if (gate) {
        EXPECT_GT(unlikeness(colour(a), colour(b)), 40);
      } else {
        EXPECT_EQ(colour(a), colour(b));
      }
      EXPECT_EQ(pixel(drawn, drawn.at(portal.middle())) == NavMeshPicture::kGate, gate);
    }
  }
}

TEST(NavMeshPicture, LevelsThatDoNotExistGiveTheNearestOne) {
  const NavMeshSnapshot snapshot = test::build(test::make_field({}));
  const unsigned top = snapshot.hierarchy().levels();
  EXPECT_EQ(draw_nav_mesh(snapshot, {.width = 200, .level = 0}).picture().rgb,
            draw_nav_mesh(snapshot, {.width = 200, .level = 1}).picture().rgb);
  EXPECT_EQ(draw_nav_mesh(snapshot, {.width = 200, .level = 99}).picture().rgb,
            draw_nav_mesh(snapshot, {.width = 200, .level = top}).picture().rgb);
}

TEST(NavMeshPicture, FitsItsWidthAndKeepsItsShape) {
  MeshBuilder wide, deep;
  wide.add_floor(100, -50, 140, -40);
  deep.add_floor(0, 0, 10, 40);
  const Picture a = draw_nav_mesh(test::build(wide.finish()), {.width = 440}).picture();
  EXPECT_EQ(a.width, 440u);
  EXPECT_NEAR(a.height, 116, 3);
  const Picture b = draw_nav_mesh(test::build(deep.finish()), {.width = 440}).picture();
  EXPECT_EQ(b.height, 440u);
  EXPECT_NEAR(b.width, 116, 3);
  EXPECT_EQ(a.rgb.size(), std::size_t{a.width} * a.height * 3);
}

TEST(NavMeshPicture, UpperStoreysLieOnLowerOnesAndAreLighter) {
  MeshBuilder builder;
  builder.add_floor(4, 4, 8, 8, 20.0f);  // first in order, but above the other
  builder.add_floor(0, 0, 12, 12, 0.0f);
  const NavMeshSnapshot snapshot = test::build(builder.finish());
  const NavMeshPicture drawn = draw_nav_mesh(snapshot, {.width = 300});
  const Colour upper = pixel(drawn, drawn.at({6, 20, 6}));
  const Colour lower = pixel(drawn, drawn.at({2, 0, 2}));
  EXPECT_NE(upper, lower);
  EXPECT_GT(brightness(upper), brightness(lower));
  // Its wall is drawn around it.
  EXPECT_LT(brightness(pixel(drawn, drawn.at({4, 20, 6}))), brightness(lower) - 60);
}

TEST(NavMeshPicture, XGoesRightAndZGoesDown) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 10, 10);
  const NavMeshPicture drawn = draw_nav_mesh(test::build(builder.finish()), {.width = 100});
  EXPECT_LT(drawn.at({1, 0, 5}).x, drawn.at({9, 0, 5}).x);
  EXPECT_LT(drawn.at({5, 0, 1}).y, drawn.at({5, 0, 9}).y);
}

TEST(NavMeshPicture, BlockedPolygonsAreGreyAndLinksShown) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 10, 10);
  builder.add_floor(10, 0, 20, 10, 0, 5);
  builder.add_floor(24, 0, 34, 10);
  PolygonMesh mesh = builder.finish();
  mesh.links.push_back({{{5, 0, 3}, {30, 0, 3}}, 0, 2});
  NavMeshMetric metric;
  metric.cost[5] = NavMeshMetric::kBlocked;
  const NavMeshPicture drawn = draw_nav_mesh(test::build(mesh, metric), {.width = 400});
  const Colour blocked = pixel(drawn, drawn.at({15, 0, 7}));
  EXPECT_LE(std::max(std::abs(blocked.red - blocked.green), std::abs(blocked.red - blocked.blue)),
            4);
  EXPECT_TRUE(shows(drawn, NavMeshPicture::kLink));
}

TEST(NavMeshPicture, AreasWithOtherCostsHaveColoursOfTheirOwn) {
  MeshBuilder builder;
  for (std::uint8_t area = 0; area < 4; ++area)
    builder.add_floor(10.0f * area, 0, 10.0f * area + 10, area == 0 ? 20 : 10, 0, area);
  builder.add_floor(40, 0, 50, 8, 0, 2);
  NavMeshMetric metric;
  metric.cost[2] = 3.0f;
  metric.cost[3] = NavMeshMetric::kBlocked;
  const NavMeshSnapshot snapshot = test::build(builder.finish(), metric);
  const auto areas = choose_area_colours(snapshot);
  ASSERT_EQ(areas.size(), 2u);  // area 1 costs what most of the ground does
  EXPECT_EQ(areas[0].area, 2);
  EXPECT_EQ(areas[0].cost, 3.0f);
  EXPECT_EQ(areas[1].area, 3);
  const NavMeshPicture drawn = draw_nav_mesh(snapshot, {.width = 500});
  EXPECT_EQ(pixel(drawn, drawn.at({25, 0, 5})), areas[0].colour);
  EXPECT_EQ(pixel(drawn, drawn.at({45, 0, 4})), areas[0].colour);
  EXPECT_EQ(pixel(drawn, drawn.at({35, 0, 5})), areas[1].colour);
  EXPECT_NE(pixel(drawn, drawn.at({5, 0, 5})), areas[0].colour);
  EXPECT_TRUE(choose_area_colours(test::build(builder.finish())).empty());
}

TEST(NavMeshPicture, PathsMarkersAndLegendAreSeen) {
  MeshBuilder builder;
  builder.add_floor(0, 0, 30, 30);
  NavMeshPicture drawn = draw_nav_mesh(test::build(builder.finish()), {.width = 640});
  const std::vector<Vec3> line{{3, 0, 3}, {20, 0, 3}, {20, 0, 25}};
  drawn.draw_path(line, palette::kVermilion, 5);
  EXPECT_EQ(pixel(drawn, drawn.at({10, 0, 3})), palette::kVermilion);
  EXPECT_EQ(pixel(drawn, drawn.at({20, 0, 14})), palette::kVermilion);
  const std::vector<Waypoint> turns{{{5, 0, 20}, 0}, {{15, 0, 20}, 0}};
  drawn.draw_path(turns, palette::kBlue);
  EXPECT_EQ(pixel(drawn, drawn.at({10, 0, 20})), palette::kBlue);
  drawn.draw_marker({3, 0, 27}, palette::kAmber);
  EXPECT_TRUE(shows(drawn, palette::kAmber));
  const std::vector<Vec3> outside{{-500, 0, 3}, {1e6f, 0, -1e6f}};
  drawn.draw_path(outside, palette::kSky);
  drawn.draw_marker({1e6f, 0, 1e6f}, palette::kSky);
  const std::uint32_t map_height = drawn.picture().height;
  const std::vector<LegendEntry> legend{{palette::kGreen, "gates"}};
  drawn.draw_legend(legend);
  ASSERT_GT(drawn.picture().height, map_height);
  EXPECT_TRUE(shows(drawn, palette::kGreen, map_height));
  // The scale bar: 5 m, the longest round length within a sixth of the width.
  std::uint32_t longest = 0;
  for (std::uint32_t y = map_height; y < drawn.picture().height; ++y) {
    std::uint32_t run = 0;
    for (std::uint32_t x = 0; x < drawn.picture().width; ++x) {
      run = pixel(drawn, {x + 0.5, y + 0.5}) == palette::kInk ? run + 1 : 0;
      longest = std::max(longest, run);
    }
  }
  EXPECT_NEAR(longest, 5.0 * drawn.pixels_per_metre(), 1.0);
}

}  // namespace
}  // namespace portolan::detail
