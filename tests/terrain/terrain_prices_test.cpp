#include "portolan/terrain/terrain_prices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include "terrain_testing.h"

namespace portolan::detail {
namespace {

/// The price of the one step from a triangle of two to the other, in metres.
struct Step {
  double weighted;
  double unweighted;
};
Step step(const TriangleMesh& mesh, PriceSettings settings, std::uint32_t number) {
  settings.units_per_metre = 1 << 16;
  const auto prices = make_prices(mesh, settings);
  const TriangleId from{number};
  const std::size_t at = step_index(from, find_edge(mesh, from, TriangleId{1 - number}));
  return {prices->weighted[at] / prices->units_per_metre,
          prices->unweighted[at] / prices->units_per_metre};
}
constexpr double kUnit = 1.0 / (1 << 16);

TEST(TerrainPrices, UphillCostsMoreThanDownhill) {
  // One plane, so no angle. It rises 4 on 3: the normal's height is 3/5, steepness 0.4.
  const TriangleMesh mesh = two_triangles({-3, -4, 0}, {3, 4, 0});
  const Step up = step(mesh, PriceSettings{}, 0);
  EXPECT_NEAR(up.unweighted, 5.0, kUnit);
  EXPECT_NEAR(up.weighted, std::hypot(3.0, 4.0 * 10.0) * 1.4, kUnit);
  const Step down = step(mesh, PriceSettings{}, 1);
  EXPECT_NEAR(down.unweighted, 5.0, kUnit);
  EXPECT_NEAR(down.weighted, std::hypot(3.0, 4.0 * 5.0) * 1.4, kUnit);
}

TEST(TerrainPrices, OnlyTheCommonEdgeIsBoxed) {
  // The target lies within the box of the whole start triangle; of the edge it does not.
  const TriangleMesh mesh = two_triangles({2, 3, 0.5}, {1, 1, 0.5});
  EXPECT_NEAR(step(mesh, PriceSettings::plain(), 0).unweighted, std::sqrt(2.0), kUnit);
}

TEST(TerrainPrices, AxesAndSignsCountByTheirMultipliers) {
  PriceSettings settings = PriceSettings::plain();
  settings.x = {2.0, 3.0};
  settings.z = {5.0, 7.0};
  settings.steepness_respect = settings.steepness_difference_respect = 0;
  settings.angle_respect = 0;
  EXPECT_NEAR(step(two_triangles({-1, 0, 0}, {1, 0, 2}), settings, 0).weighted,
              std::hypot(3.0, 7.0), kUnit);
  EXPECT_NEAR(step(two_triangles({-1, 0, -3}, {1, 0, 0}), settings, 1).weighted,
              std::hypot(2.0, 15.0), kUnit);
}

TEST(TerrainPrices, TurningDownIsConcaveTurningUpConvex) {
  // 45 degrees are a quarter of 180. The target's normal is 1 / sqrt(2) high.
  const double steep = 1.0 - 1.0 / std::numbers::sqrt2;
  const TriangleMesh crest = two_triangles({-1, 0, 0}, {1, -1, 0});
  EXPECT_NEAR(step(crest, PriceSettings{}, 0).weighted,
              std::hypot(1.0, 5.0) * (1.0 + 2.0 * steep + 0.25 * 1.05), kUnit);
  const TriangleMesh dip = two_triangles({-1, 0, 0}, {1, 1, 0});
  EXPECT_NEAR(step(dip, PriceSettings{}, 0).weighted,
              std::hypot(1.0, 10.0) * (1.0 + 2.0 * steep + 0.25 * 0.95), kUnit);
  // From the slope to the level: the same edge, but the target is not steep.
  EXPECT_NEAR(step(crest, PriceSettings{}, 1).weighted, 1.0 + steep + 0.25 * 1.05, kUnit);
  EXPECT_NEAR(step(dip, PriceSettings{}, 1).weighted, 1.0 + steep + 0.25 * 0.95, kUnit);
}

TEST(TerrainPrices, DifficultyCountsThatOfTheTargetAndTheDifference) {
  TriangleMesh mesh = two_triangles({-1, 0, 0}, {1, 0, 0});
  mesh.difficulty = {0.25f, 1.0f};
  EXPECT_NEAR(step(mesh, PriceSettings{}, 0).weighted, 1.0 + 1.0 + 0.75, kUnit);
  EXPECT_NEAR(step(mesh, PriceSettings{}, 1).weighted, 1.0 + 0.25 + 0.75, kUnit);
  PriceSettings settings;
  settings.difficulty_respect = 2.0;
  settings.difficulty_difference_respect = 0.0;
  EXPECT_NEAR(step(mesh, settings, 0).weighted, 1.0 + 2.0, kUnit);
}

TEST(TerrainPrices, SteepnessRunsFromLevelToVertical) {
  PriceSettings settings = PriceSettings::plain();
  settings.angle_respect = settings.steepness_difference_respect = 0.0;
  const TriangleMesh wall = two_triangles({-1, 0, 0}, {0, 2, 0});
  EXPECT_NEAR(step(wall, settings, 0).weighted, 2.0 * 2.0, kUnit);
  EXPECT_NEAR(step(wall, settings, 1).weighted, 1.0, kUnit);
}

/// A strip along x, one metre wide, through points (x, height); the path along it.
PathLengths strip(const std::vector<Vec3>& profile,
                  const PriceSettings& settings = PriceSettings::plain()) {
  Geometry geometry;
  std::vector<std::uint32_t> path;
  for (const Vec3& p : profile) {
    geometry.vertices.push_back(p);
    geometry.vertices.push_back({p.x, p.y, 1.0f});
  }
  for (std::uint32_t k = 0; k + 2 < geometry.vertices.size(); k += 2) {
    geometry.triangles.push_back({k, k + 1, k + 2});
    geometry.triangles.push_back({k + 1, k + 3, k + 2});
  }
  path.resize(geometry.triangles.size());
  std::iota(path.begin(), path.end(), 0u);
  const auto mesh = make_triangle_mesh(geometry);
  return *measure_path(*mesh, settings, path);
}

TEST(TerrainPrices, ZigzagIsLongerThanOneWithItsPeaksCutOff) {
  // Picture 5.4. Each slope that is entered costs its length; within a square nothing is added. If
  // whole start triangles were boxed, a zigzag would cost its ground only, and a cut peak more.
  const PathLengths sharp = strip({{0, 0, 0}, {1, 1, 0}, {2, 0, 0}, {3, 1, 0}, {4, 0, 0}});
  const PathLengths cut = strip({{0, 0, 0},
                                 {0.75f, 0.75f, 0},
                                 {1.25f, 0.75f, 0},
                                 {2, 0, 0},
                                 {2.75f, 0.75f, 0},
                                 {3.25f, 0.75f, 0},
                                 {4, 0, 0}});
  EXPECT_NEAR(sharp.xyz, 3 * std::numbers::sqrt2, 1e-9);  // the path begins on the first slope
  EXPECT_NEAR(cut.xyz, 3 * 0.75 * std::numbers::sqrt2 + 2 * 0.5, 1e-9);
  EXPECT_LT(cut.xyz, sharp.xyz);
  EXPECT_NEAR(sharp.xz, 3.0, 1e-9);
  EXPECT_NEAR(sharp.y, 3.0, 1e-9);
}

TEST(TerrainPrices, DistancesOfTheThesisHaveTheMultipliersOfTheAxes) {
  // Three slopes are entered: down, up, down, each a metre high and a metre long. Without the
  // multipliers XYZ could not be more than 2 times XY, as it is in the thesis' table 9.1.
  const PathLengths measured =
      strip({{0, 0, 0}, {1, 1, 0}, {2, 0, 0}, {3, 1, 0}, {4, 0, 0}}, PriceSettings{});
  EXPECT_NEAR(measured.xz, 3.0, 1e-9);
  EXPECT_NEAR(measured.y, 2 * 5.0 + 10.0, 1e-9);
  EXPECT_NEAR(measured.xyz, 2 * std::hypot(1.0, 5.0) + std::hypot(1.0, 10.0), 1e-9);
  EXPECT_GT(measured.weighted, measured.xyz);
}

TEST(TerrainPrices, LevelStepsAreExactAndNeverFree) {
  const HeightMap flat = height_map(3, std::vector<float>(9, 4.0f));
  MapPlacement placement;
  placement.spacing = 90.0f;
  for (const Triangulation triangulation : {Triangulation::two, Triangulation::four}) {
    const auto mesh = make_triangle_mesh(flat, triangulation, placement);
    const auto prices = make_prices(*mesh, PriceSettings{});
    ASSERT_TRUE(prices.ok());
    for (const TriangleId t : mesh->triangles()) {
      for (unsigned k = 0; k < 3; ++k) {
        const Cost price = prices->weighted[step_index(t, k)];
        const double metres = triangulation == Triangulation::four ? 45.0 : k == 2 ? 0.0 : 90.0;
        EXPECT_EQ(price, mesh->neighbours[t][k] == kNoTriangle ? kInfinite
                         : metres == 0.0                       ? 1
                                         : static_cast<Cost>(metres * prices->units_per_metre));
      }
    }
  }
}

TEST(TerrainPrices, NoPathIsMoreExpensiveThanTold) {
  for (unsigned seed = 1; seed <= 4; ++seed) {
    const auto mesh =
        make_triangle_mesh(random_map(8, 6, seed, seed % 2 * 0.2), Triangulation::four);
    const auto prices = make_prices(*mesh, PriceSettings{});
    ASSERT_TRUE(prices.ok());
    std::uint64_t most_expensive = 0;
    for (const TriangleId from : mesh->triangles()) {
      for (const std::uint64_t cost : relaxed_costs(*mesh, prices->weighted, from))
        if (cost != ~std::uint64_t{0}) most_expensive = std::max(most_expensive, cost);
    }
    EXPECT_LE(most_expensive, prices->most_expensive_path);
    EXPECT_GE(4 * most_expensive, prices->most_expensive_path) << "and not by much";
  }
}

TEST(TerrainPrices, ThreadsGiveTheSame) {
  const auto mesh = make_triangle_mesh(random_map(120, 90, 5), Triangulation::four);
  const auto backwards = [](std::uint32_t count, const std::function<void(std::uint32_t)>& work) {
    for (std::uint32_t k = count; k-- > 0;) work(k);
  };
  const auto one = make_prices(*mesh, PriceSettings{});
  const auto other = make_prices(*mesh, PriceSettings{}, backwards);
  EXPECT_EQ(one->weighted, other->weighted);
  EXPECT_EQ(one->unweighted, other->unweighted);
}

TEST(TerrainPrices, RefusesWhatCannotBeAddedUp) {
  const auto mesh = make_triangle_mesh(random_map(8, 6, 1), Triangulation::four);
  PriceSettings settings;
  settings.units_per_metre = 1e7;
  const auto prices = make_prices(*mesh, settings);
  ASSERT_FALSE(prices.ok());
  EXPECT_NE(prices.error().message.find("units per metre"), std::string::npos);
  settings = PriceSettings{};
  settings.y.up = -1;
  EXPECT_FALSE(make_prices(*mesh, settings).ok());
  // One wall a million times as expensive as the rest, which then costs less than a unit.
  HeightMap map = height_map(2, std::vector<float>(200'000, 0.0f));
  for (std::size_t k = map.values.size() - 2; k < map.values.size(); ++k) map.values[k] = 1e12f;
  EXPECT_FALSE(make_prices(*make_triangle_mesh(map, Triangulation::four), PriceSettings{}).ok());
}

TEST(TerrainPrices, MeasuresOnlyPaths) {
  const TriangleMesh mesh = two_triangles({-1, 0, 0}, {1, 0, 0});
  const std::uint32_t broken[] = {0, 0};
  EXPECT_FALSE(measure_path(mesh, PriceSettings{}, broken).ok());
  const std::uint32_t outside[] = {0, index(kNoTriangle)};
  EXPECT_FALSE(measure_path(mesh, PriceSettings{}, outside).ok());
}

}  // namespace
}  // namespace portolan::detail
