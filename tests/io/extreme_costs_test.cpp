#include <gtest/gtest.h>

#include <random>
#include <string>

#include "portolan/partition/nested_cells.h"
#include "quad_mesh.h"
#include "round_trip.h"

/// Whatever costs a world has: a build either refuses it, or makes something that can be loaded.
namespace portolan::detail {
namespace {

using test::expect_round_trip;

std::uint32_t below(std::uint32_t count, std::mt19937& random) {
  return static_cast<std::uint32_t>(random() % count);
}

Grid random_letters(std::uint32_t width, std::uint32_t height, std::string_view free,
                    std::mt19937& random) {
  std::vector<TileLetter> letters;
  for (std::uint32_t k = 0; k < width * height; ++k)
    letters.push_back(free[random() % free.size()]);
  return *Grid::make(width, height, std::move(letters));
}

void expect_loadable(const Grid& grid, const GridMetric& metric, const GridBuildOptions& options) {
  const auto built = GridSnapshot::build(grid, metric, options);
  if (!built) return;
  expect_round_trip(*built);
  const auto tabled = built->with_tables({});
  ASSERT_TRUE(tabled) << tabled.error().message;
  expect_round_trip(*tabled);
}

/// A map that used to be built and could not be loaded.
TEST(ExtremeCosts, AMapOfTheMostExpensiveTerrainCanBeLoaded) {
  std::mt19937 random(1);
  GridMetric metric;
  metric.cost['w'] = 1000.0;
  const Grid grid = random_letters(30, 30, ".w", random);
  for (const bool for_tables : {false, true}) {
    GridBuildOptions options;
    options.for_tables = for_tables;
    const auto built = GridSnapshot::build(grid, metric, options);
    ASSERT_TRUE(built) << built.error().message;
    expect_loadable(grid, metric, options);
  }
}

TEST(ExtremeCosts, GridsThatAreBuiltCanBeLoaded) {
  std::mt19937 random(2);
  const double costs[] = {0.01, 0.5, 1.0, 37.0, 999.0, 1000.0};
  for (unsigned k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    GridMetric metric;
    for (const char letter : {'.', 'v', 'w'})
      metric.cost[static_cast<std::size_t>(letter)] = costs[random() % 6];
    metric.diagonals = static_cast<DiagonalRule>(k % 4);
    metric.diagonal_length = k % 3 == 0 ? 0.0 : k % 3 == 1 ? 0.5 : 4.0;
    const Grid grid = random_letters(1 + below(50, random), 1 + below(50, random),
                                     k % 2 == 0 ? ".vw@@" : "w", random);
    GridBuildOptions options;
    options.cell_size = k % 5 == 0 ? 0 : 4 + below(20, random);
    options.store_steps = k % 7 != 0;
    expect_loadable(grid, metric, options);
  }
}

/// One long path of the most expensive terrain: the most that costs can add up to.
TEST(ExtremeCosts, ASnakeCanBeLoadedAndEdited) {
  std::string drawing;
  constexpr std::uint32_t kSide = 49;
  for (std::uint32_t y = 0; y < kSide; ++y) {
    std::string row(kSide, y % 2 == 0 ? 'w' : '@');
    if (y % 2 == 1) row[y % 4 == 1 ? kSide - 1 : 0] = 'w';
    drawing += row + "\n";
  }
  GridMetric metric;
  metric.cost['w'] = 1000.0;
  for (const std::uint32_t cell_size : {4u, 8u, 16u}) {
    GridBuildOptions options;
    options.cell_size = cell_size;
    options.levels = 4;
    options.group = 2;
    const auto built = GridSnapshot::build(*Grid::parse(drawing), metric, options);
    ASSERT_TRUE(built) << built.error().message;
    expect_round_trip(*built);
    const TileChange change{{24, 24}, '@'};
    const auto edited = built->edit({&change, 1});
    ASSERT_TRUE(edited);
    expect_round_trip(edited->snapshot);
  }
}

HeightMap random_heights(std::uint32_t width, std::uint32_t height, float most,
                         std::mt19937& random) {
  HeightMap map{width, height, {}};
  for (std::uint32_t k = 0; k < width * height; ++k) {
    const float share = static_cast<float>(random() % 1000) / 1000.0f;
    map.values.push_back(random() % 12 == 0 ? kMissingHeight : share * share * most);
  }
  return map;
}

PriceSettings random_settings(std::mt19937& random) {
  const double values[] = {0.0, 1e-3, 1.0, 10.0, 1e6};
  PriceSettings settings = PriceSettings::plain();
  for (AxisMultiplier* axis : {&settings.x, &settings.y, &settings.z})
    *axis = {values[random() % 5], values[random() % 5]};
  for (double* respect : {&settings.steepness_respect, &settings.angle_respect, &settings.concave,
                          &settings.convex, &settings.steepness_difference_respect}) {
    *respect = values[random() % 5];
  }
  return settings;
}

TEST(ExtremeCosts, TerrainThatIsBuiltCanBeLoaded) {
  std::mt19937 random(3);
  unsigned built_count = 0;
  for (unsigned k = 0; k < 72; ++k) {
    SCOPED_TRACE(k);
    const float most[] = {0.0f, 1.0f, 1e4f, 1e9f};
    const auto mesh =
        make_triangle_mesh(random_heights(4 + below(9, random), 12, most[k % 4], random),
                           static_cast<Triangulation>(k % 3));
    if (!mesh) continue;
    const auto built = TerrainSnapshot::build(*mesh, random_settings(random), {});
    if (!built) continue;
    ++built_count;
    expect_round_trip(*built);
    const auto tabled = built->with_tables({});
    ASSERT_TRUE(tabled) << tabled.error().message;
    expect_round_trip(*tabled);
  }
  EXPECT_GT(built_count, 16u);
}

/// Unweighted prices are not needed; they may have been what the most expensive path was found by.
TEST(ExtremeCosts, TerrainWithoutUnweightedPricesCanBeLoaded) {
  std::mt19937 random(4);
  PriceSettings settings = PriceSettings::plain();
  settings.x = settings.y = settings.z = {0.01, 0.01};
  const auto mesh = std::make_shared<const TriangleMesh>(
      *make_triangle_mesh(random_heights(12, 12, 5.0f, random), Triangulation::two));
  auto prices = make_prices(*mesh, settings);
  ASSERT_TRUE(prices);
  prices->unweighted.clear();
  const auto built = TerrainSnapshot::build(
      mesh, std::make_shared<const TerrainPrices>(std::move(*prices)), settings, {});
  ASSERT_TRUE(built) << built.error().message;
  expect_round_trip(*built);
}

/// What loading would refuse, building refuses too.
TEST(ExtremeCosts, TerrainOfForeignPricesIsRefusedAtOnce) {
  std::mt19937 random(5);
  const auto mesh = std::make_shared<const TriangleMesh>(
      *make_triangle_mesh(random_heights(8, 8, 5.0f, random), Triangulation::two));
  auto prices = make_prices(*mesh, PriceSettings::plain());
  ASSERT_TRUE(prices);
  prices->most_expensive_path = 1;
  EXPECT_FALSE(TerrainSnapshot::build(
                   mesh, std::make_shared<const TerrainPrices>(std::move(*prices)), {}, {})
                   .ok());
}

TEST(ExtremeCosts, MeshesThatAreBuiltCanBeLoaded) {
  std::mt19937 random(6);
  unsigned built_count = 0;
  for (unsigned k = 0; k < 60; ++k) {
    SCOPED_TRACE(k);
    const float costs[] = {NavMeshMetric::kLeast, 1.0f, 77.0f, NavMeshMetric::kMost};
    const float scales[] = {1e-3f, 1.0f, 1e3f, 1e5f};
    PolygonMesh mesh = make_quads(7, 6, k % 6, k);
    for (Vec3& v : mesh.vertices) v = v * scales[k % 4];
    for (Portal& portal : mesh.portals)
      for (Vec3& end : portal.ends) end = end * scales[k % 4];
    for (PolygonLink& l : mesh.links) {
      l.link.from = l.link.from * scales[k % 4];
      l.link.to = l.link.to * scales[k % 4];
    }
    NavMeshMetric metric;
    for (std::size_t area = 0; area < 3; ++area) metric.cost[area] = costs[random() % 4];
    const auto made = NavMesh::make(std::move(mesh));
    if (!made) continue;
    const auto built = NavMeshSnapshot::build(*made, metric, small_cells(k % 3 != 0));
    if (!built) continue;
    ++built_count;
    expect_round_trip(*built);
    const auto tabled = built->with_tables({});
    ASSERT_TRUE(tabled) << tabled.error().message;
    expect_round_trip(*tabled);
  }
  EXPECT_GT(built_count, 20u);
}

}  // namespace
}  // namespace portolan::detail
