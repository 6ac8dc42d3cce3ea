#include "portolan/grid/gate_spacing.h"

#include "grid_testing.h"
#include "scenes/grid_scenes.h"

namespace portolan::detail {
namespace {

/// Mean of what paths through the hierarchy are longer than those of A*.
double mean_error(const GridSnapshot& snapshot, int queries) {
  test::Random random(5);
  GridQuery query;
  GridPath path;
  double sum = 0.0;
  for (int k = 0; k < queries; ++k) {
    const Tile start = test::random_tile(random, snapshot.grid());
    const Tile goal = test::random_tile(random, snapshot.grid());
    Cost cost = kInfinite;
    if (query.find_cost(snapshot, start, goal, {}, cost) != Status::complete || cost == 0) continue;
    query.find_path_astar(snapshot, start, goal, path);
    sum += static_cast<double>(cost) / static_cast<double>(path.cost) - 1.0;
  }
  return sum / queries;
}

TEST(GateSpacing, IsWiderWhereWaysLoseLittle) {
  const Grid open = Grid::make(256, 256, std::vector<TileLetter>(256 * 256, '.')).value();
  EXPECT_GT(choose_gate_spacing(open, GridMetric{}, {.cell_size = 16}), 3u);
}

TEST(GateSpacing, IsNarrowWhereNothingIsKnown) {
  const Grid rock = Grid::make(64, 64, std::vector<TileLetter>(64 * 64, '@')).value();
  EXPECT_EQ(choose_gate_spacing(rock, GridMetric{}, {.cell_size = 16}), 3u);
  const Grid one = Grid::make(1, 1, {'.'}).value();
  EXPECT_EQ(choose_gate_spacing(one, GridMetric{}, {.cell_size = 16}), 3u);
}

TEST(GateSpacing, KeepsWaysShortOnScenes) {
  for (const char* scene : {"city", "rooms", "caves"}) {
    SCOPED_TRACE(scene);
    scenes::GridSceneOptions options;
    options.width = options.height = 512;
    const Grid grid = scenes::generate_grid(scene, options).value();
    GridBuildOptions for_tables;
    for_tables.for_tables = true;
    const auto snapshot = GridSnapshot::build(grid, GridMetric{}, for_tables).value();
    EXPECT_LT(mean_error(snapshot, 150), 0.006);
  }
}

}  // namespace
}  // namespace portolan::detail
