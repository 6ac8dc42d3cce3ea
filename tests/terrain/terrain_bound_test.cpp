#include "portolan/terrain/terrain_bound.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

#include "portolan/terrain/terrain_query.h"
#include "terrain_testing.h"
#include "tests/parallel_loops.h"

namespace portolan::detail {
namespace {

HeightMap plane(std::uint32_t width, std::uint32_t height, double along_x, double along_z) {
  HeightMap map{width, height, {}};
  for (std::uint32_t z = 0; z < height; ++z) {
    for (std::uint32_t x = 0; x < width; ++x)
      map.values.push_back(static_cast<float>(along_x * x + along_z * z));
  }
  return map;
}

/// Settings of all kinds, those at the limits too.
std::vector<PriceSettings> many_settings() {
  std::vector<PriceSettings> all = {PriceSettings::plain(), PriceSettings{},
                                    PriceSettings::distance()};
  for (const double up : {0.0, 0.3, 3.0, 1e6}) {
    PriceSettings settings = PriceSettings::distance();
    settings.y = {1.0, up};
    all.push_back(settings);
    settings.y = {up, 0.0};
    all.push_back(settings);
    settings.y = {up, up};
    settings.x = {0.5, 2.0};
    settings.z = {7.0, 0.0};
    all.push_back(settings);
  }
  return all;
}

/// How often a bound is above the cost of the cheapest path, and how often a step lowers it by more
/// than its price.
struct Wrongs {
  std::uint64_t above = 0;
  std::uint64_t drops = 0;
};

/// Looks at every pair of triangles, and at every step towards every goal.
Wrongs count_wrongs(const TriangleMesh& mesh, const PriceSettings& settings) {
  Wrongs wrongs;
  const auto prices = make_prices(mesh, settings);
  if (!prices) return wrongs;  // too steep for whole numbers
  const TerrainBound bound = *TerrainBound::make(mesh, *prices, settings);
  const auto look = [&](TriangleId goal, const auto& rest) {
    for (const TriangleId t : mesh.triangles()) {
      for (unsigned k = 0; k < 3; ++k) {
        const TriangleId to = mesh.neighbours[t][k];
        if (to == kNoTriangle) continue;
        wrongs.drops += rest(t) > rest(to) + prices->weighted[step_index(t, k)];
      }
    }
    wrongs.drops += rest(goal) != 0;
  };
  for (const TriangleId goal : mesh.triangles()) {
    look(goal, [&](TriangleId t) { return bound(mesh, t, goal); });
    const TriangleId start{(index(goal) * 7 + 3) % mesh.triangle_count()};
    look(goal, TerrainBound::Toward(bound, mesh, start, goal));
  }
  for (const TriangleId start : mesh.triangles()) {
    const auto costs = relaxed_costs(mesh, prices->weighted, start);
    for (const TriangleId goal : mesh.triangles()) {
      wrongs.above += bound(mesh, start, goal) > costs[goal];
      wrongs.above += TerrainBound::Toward(bound, mesh, start, goal)(start) > costs[goal];
    }
  }
  return wrongs;
}

void expect_right(const HeightMap& map, Triangulation triangulation, const MapPlacement& placement,
                  const PriceSettings& settings, const std::string& what) {
  const auto mesh = make_triangle_mesh(map, triangulation, placement);
  ASSERT_TRUE(mesh.ok()) << what;
  const Wrongs wrongs = count_wrongs(*mesh, settings);
  EXPECT_EQ(wrongs.above, 0u) << what;
  EXPECT_EQ(wrongs.drops, 0u) << what;
}

/// On a plane some slopes are normal to every step, and what is left of them is noise.
TEST(TerrainBound, IsNeverTooHighOnPlanes) {
  MapPlacement placement;
  placement.spacing = 10.0f;
  placement.height_scale = 10.0f;
  for (const PriceSettings& settings : many_settings()) {
    for (const double degrees : {1.0, 22.5, 30.0, 45.0, 60.0, 80.0}) {
      for (const double turn : {0.0, 45.0, 90.0, 202.5}) {
        const double steep = std::tan(degrees * std::numbers::pi / 180.0);
        const double angle = turn * std::numbers::pi / 180.0;
        expect_right(plane(3, 7, steep * std::cos(angle), steep * std::sin(angle)),
                     Triangulation::two, placement, settings,
                     std::to_string(degrees) + " degrees towards " + std::to_string(turn));
      }
    }
  }
}

TEST(TerrainBound, IsNeverTooHighAnywhere) {
  unsigned seed = 0;
  for (const PriceSettings& settings : many_settings()) {
    for (const Triangulation triangulation :
         {Triangulation::two, Triangulation::four, Triangulation::contour}) {
      for (const float spacing : {0.01f, 1.0f, 3000.0f}) {
        MapPlacement placement;
        placement.spacing = spacing;
        ++seed;
        expect_right(random_map(5, 4, seed, 0.1), triangulation, placement, settings,
                     "seed " + std::to_string(seed));
      }
    }
  }
}

/// Far from the origin floats are coarse, and so is what they say about places.
TEST(TerrainBound, IsNeverTooHighFarFromTheOrigin) {
  for (const float origin : {1e4f, 1e6f}) {
    MapPlacement placement;
    placement.box =
        Box{{origin, -origin, -3 * origin}, {origin + 40, 20 - origin, 30 - 3 * origin}};
    for (const PriceSettings& settings : {PriceSettings{}, PriceSettings::distance()}) {
      expect_right(random_map(6, 5, 3), Triangulation::four, placement, settings, "random");
      expect_right(plane(6, 5, 0.57735, 0.1), Triangulation::two, placement, settings, "plane");
    }
  }
}

/// The plane on which a fifth of the answers used to be wrong.
TEST(TerrainBound, AnswersOnAPlaneAreOptimal) {
  MapPlacement placement;
  placement.spacing = 10.0f;
  placement.height_scale = 10.0f;
  const auto mesh = make_triangle_mesh(plane(4, 21, 0.57735, 0.0), Triangulation::two, placement);
  ASSERT_TRUE(mesh.ok());
  TerrainBuildOptions options;
  options.cell_size = 4;
  const auto snapshot =
      TerrainSnapshot::build(*mesh, PriceSettings::plain(), options)->with_tables({});
  ASSERT_TRUE(snapshot.ok());
  TerrainQuery query;
  TerrainPath path;
  TerrainQueryOptions search;
  search.tables = false;
  for (const TriangleId start : mesh->triangles()) {
    const auto costs = relaxed_costs(*mesh, snapshot->prices().weighted, start);
    for (const TriangleId goal : mesh->triangles()) {
      query.find_path_astar(*snapshot, node_of(start), node_of(goal), path);
      ASSERT_EQ(path.cost, costs[goal]);
      query.find_path(*snapshot, node_of(start), node_of(goal), search, path);
      ASSERT_EQ(path.cost, costs[goal]);
      query.find_path(*snapshot, node_of(start), node_of(goal), {}, path);
      ASSERT_EQ(path.cost, costs[goal]);
    }
  }
}

TEST(TerrainBound, IsTightOnTheLevel) {
  const HeightMap flat = random_map(41, 41, 1, 0.0, 0);
  for (const Triangulation triangulation : {Triangulation::two, Triangulation::four}) {
    const auto mesh = make_triangle_mesh(flat, triangulation);
    const auto prices = make_prices(*mesh, PriceSettings{});
    const TerrainBound bound = *TerrainBound::make(*mesh, *prices, PriceSettings{});
    const std::uint32_t per = triangulation == Triangulation::four ? 4 : 2;
    const TriangleId from{per * (20 * 40 + 2)};
    const auto costs = relaxed_costs(*mesh, prices->weighted, from);
    const std::uint64_t far = costs[TriangleId{per * (20 * 40 + 32)}] * 4 / 5;
    for (std::uint32_t number = 0; number < mesh->triangle_count(); number += 7) {
      const TriangleId t{number};
      if (costs[t] > far) {
        EXPECT_GE(bound(*mesh, from, t), 0.8 * static_cast<double>(costs[t]));
      }
    }
  }
}

TEST(TerrainBound, IsNotMadeOfPricesOrStepsThatWereNotAllSeen) {
  const TriangleMesh mesh = *make_triangle_mesh(plane(200, 200, 0.1, 0.2), Triangulation::two);
  const auto prices = make_prices(mesh, PriceSettings{});
  ASSERT_TRUE(prices);
  EXPECT_FALSE(make_prices(mesh, PriceSettings{}, test::losing_one));
  for (int call = 0; call < 6; ++call) {  // five samples, then all steps
    test::LosingOneOfCall losing(call);
    EXPECT_FALSE(TerrainBound::make(mesh, *prices, PriceSettings{}, losing.loop())) << call;
  }
  EXPECT_TRUE(TerrainBound::make(mesh, *prices, PriceSettings{}, test::backwards));
}

TEST(TerrainBound, ItsNumbersMakeItAgain) {
  const TriangleMesh mesh = *make_triangle_mesh(plane(9, 7, 0.4, -0.2), Triangulation::two);
  const auto prices = make_prices(mesh, PriceSettings::plain());
  ASSERT_TRUE(prices);
  const TerrainBound bound = *TerrainBound::make(mesh, *prices, {});
  std::vector<double> numbers = bound.numbers();
  const auto again = TerrainBound::of_numbers(mesh, numbers);
  ASSERT_TRUE(again) << again.error().message;
  for (const TriangleId from : mesh.triangles()) {
    for (const TriangleId to : mesh.triangles())
      ASSERT_EQ(bound(mesh, from, to), (*again)(mesh, from, to));
  }
  numbers[3] = std::nan("");
  EXPECT_FALSE(TerrainBound::of_numbers(mesh, numbers));
  numbers.pop_back();
  EXPECT_FALSE(TerrainBound::of_numbers(mesh, numbers));
}

}  // namespace
}  // namespace portolan::detail
