#include <gtest/gtest.h>

#include "grid_testing.h"
#include "scenes/grid_scenes.h"
#include "tests/counted_allocations.h"

namespace portolan::detail {
namespace {

using test::ask;
using test::count_allocations;
using test::Random;

TEST(GridAllocation, IsCounted) {
  EXPECT_EQ(
      count_allocations([] { std::vector<int>(10).swap(*std::make_unique<std::vector<int>>()); }),
      2u);
}

/// The same queries a second time allocate nothing, whatever the options.
TEST(GridAllocation, NoneInQueriesAfterWarmUp) {
  const Grid grid = scenes::generate_grid("caves", {.width = 200, .height = 200}).value();
  for (const bool store_steps : {true, false}) {
    for (const TransitionPolicy& policy : {test::kPolicies[1], test::kPolicies[4], test::kAll}) {
      const GridSnapshot snapshot =
          test::build(grid, GridMetric{}, test::options_with(16, policy, 2, 3, store_steps));
      for (const ConnectMethod method : {ConnectMethod::dijkstra, ConnectMethod::astar,
                                         ConnectMethod::sparse, ConnectMethod::goalward}) {
        for (const Smoothing how : {Smoothing::none, Smoothing::paper, Smoothing::full}) {
          GridQuery query;
          GridPath path;
          Cost cost = 0;
          const auto queries = [&] {
            Random random(8);
            for (int k = 0; k < 25; ++k) {
              const Tile a = test::random_tile(random, grid);
              const Tile b = test::random_tile(random, grid);
              for (unsigned level = 0; level <= 3; ++level) {
                query.find_path(snapshot, a, b, ask(level, how, method), path);
                query.find_cost(snapshot, a, b, ask(level, how, method), cost);
              }
              query.find_path_astar(snapshot, a, b, path);
            }
          };
          queries();
          EXPECT_EQ(count_allocations(queries), 0u)
              << "policy " << int(policy.kind) << " connect " << int(method) << " smoothing "
              << int(how) << (store_steps ? " stored" : " searched");
        }
      }
    }
  }
}

TEST(GridAllocation, NoneInQueriesByShortcutsAloneAfterWarmUp) {
  const Grid grid = scenes::generate_grid("caves", {.width = 200, .height = 200}).value();
  for (const bool store_steps : {true, false}) {
    const GridSnapshot built =
        test::build(grid, GridMetric{}, test::options_with(16, test::kAll, 2, 3, store_steps));
    for (unsigned level = 1; level <= 3; ++level) {
      const GridSnapshot snapshot = built.with_tables({.level_alone = level}).value();
      ASSERT_TRUE(snapshot.tables().answer());
      GridQuery query;
      GridPath path;
      Cost cost = 0;
      const auto queries = [&] {
        Random random(8);
        for (int k = 0; k < 100; ++k) {
          const Tile a = test::random_tile(random, grid);
          const Tile b = test::random_tile(random, grid);
          query.find_path(snapshot, a, b, ask(), path);
          query.find_cost(snapshot, a, b, ask(), cost);
        }
      };
      queries();
      EXPECT_EQ(count_allocations(queries), 0u)
          << "level " << level << (store_steps ? " stored" : " searched");
    }
  }
}

}  // namespace
}  // namespace portolan::detail
