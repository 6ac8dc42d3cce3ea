#pragma once

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "scenes/random.h"

/// What the tests of the grid world share: small random worlds, and an oracle that knows the
/// rules of moving from their description, not from the code under test.
namespace portolan::detail::test {

using scenes::Random;

inline constexpr std::array<DiagonalRule, 4> kRules{DiagonalRule::both_free,
                                                    DiagonalRule::not_between_blocked,
                                                    DiagonalRule::always, DiagonalRule::never};

inline constexpr std::array<TransitionPolicy, 7> kPolicies{{
    {TransitionKind::middle, 4, 6},
    {TransitionKind::ends, 4, 6},
    {TransitionKind::ends, 4, 2},
    {TransitionKind::every, 1, 6},
    {TransitionKind::every, 3, 6},
    {TransitionKind::every, 8, 6},
    {TransitionKind::all, 4, 6},
}};

inline constexpr TransitionPolicy kAll = kPolicies.back();

inline Grid draw(std::string_view drawing) {
  auto grid = Grid::parse(drawing);
  EXPECT_TRUE(grid.ok());
  return std::move(grid).value();
}

/// `blocked` percent of the tiles are walls, the others letters of `free`, all equally likely.
inline Grid random_grid(Random& random, std::uint32_t width, std::uint32_t height,
                        std::uint32_t blocked, std::string_view free = ".") {
  std::vector<TileLetter> letters;
  for (std::uint32_t i = 0; i < width * height; ++i) {
    const TileLetter letter = free[random.below(static_cast<std::uint32_t>(free.size()))];
    letters.push_back(random.chance(blocked) ? '@' : letter);
  }
  return *Grid::make(width, height, std::move(letters));
}

inline Tile random_tile(Random& random, const Grid& grid) {
  return {static_cast<std::int32_t>(random.below(grid.width())),
          static_cast<std::int32_t>(random.below(grid.height()))};
}

inline GridMetric metric_with(DiagonalRule rule) {
  GridMetric metric;
  metric.diagonals = rule;
  return metric;
}

inline GridBuildOptions options_with(std::uint32_t cell_size, const TransitionPolicy& policy,
                                     std::uint32_t group = 2, std::uint32_t levels = 3,
                                     bool store_steps = true) {
  return {.cell_size = cell_size,
          .group = group,
          .levels = levels,
          .choose_transitions = false,
          .transitions = policy,
          .store_steps = store_steps};
}

inline GridSnapshot build(const Grid& grid, const GridMetric& metric,
                          const GridBuildOptions& options) {
  auto snapshot = GridSnapshot::build(grid, metric, options);
  EXPECT_TRUE(snapshot.ok()) << snapshot.error().message;
  return std::move(snapshot).value();
}

inline GridQueryOptions ask(unsigned level = kAutoLevel, Smoothing smoothing = Smoothing::none,
                            ConnectMethod connect = ConnectMethod::dijkstra) {
  GridQueryOptions options;
  options.search.level = level;
  options.search.connect = connect;
  options.smoothing = smoothing;
  return options;
}

/// The rules of moving a second time, as slow and as plain as can be.
class NaiveWorld {
 public:
  NaiveWorld(const Grid& grid, const GridMetric& metric, Cost straight = 2378, Cost diagonal = 3363)
      : grid_(grid), metric_(metric), straight_(straight), diagonal_(diagonal) {}

  const Grid& grid() const { return grid_; }
  bool free(Tile t) const { return grid_.contains(t) && terrain_cost(t) > 0; }
  /// Whether one move leads from a to b.
  bool may_move(Tile a, Tile b) const;
  /// What that move costs.
  Cost cost(Tile a, Tile b) const;
  /// The cost from a tile to every other, row by row, by Dijkstra's algorithm of Boost.Graph.
  std::vector<Cost> costs_from(Tile from) const;
  Cost cost_at(const std::vector<Cost>& costs, Tile t) const {
    return costs[static_cast<std::size_t>(t.y) * grid_.width() + static_cast<std::size_t>(t.x)];
  }

  /// Whether these nodes lead from a to b by legal moves that cost `cost` together.
  ::testing::AssertionResult is_path(const GridGraph& graph, std::span<const NodeId> nodes, Tile a,
                                     Tile b, Cost cost) const;

 private:
  double terrain_cost(Tile t) const {
    return metric_.cost[static_cast<unsigned char>(grid_.at(t))];
  }

  Grid grid_;
  GridMetric metric_;
  Cost straight_;
  Cost diagonal_;
};

/// Whether two snapshots hold the same cells to the last word.
::testing::AssertionResult same_cells(const GridSnapshot& a, const GridSnapshot& b);

}  // namespace portolan::detail::test
