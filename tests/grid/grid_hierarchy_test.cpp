#include <gtest/gtest.h>

#include "grid_testing.h"

/// The hierarchy of a grid against Dijkstra on level 0: exact with all transitions, complete,
/// legal and the same at every level with the others.
namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

struct Case {
  Grid grid;
  GridMetric metric;
  GridBuildOptions options;
};

/// A random world of up to 30 x 30 tiles under one policy.
Case random_case(std::uint64_t seed, DiagonalRule rule, std::uint32_t cell_size,
                 const TransitionPolicy& policy) {
  Random random(seed * 977 + cell_size);
  const auto width = static_cast<std::uint32_t>(random.between(1, 30));
  const auto height = static_cast<std::uint32_t>(random.between(1, 30));
  // Dense worlds have the squeezes and corners, open ones the wide entrances.
  const std::uint32_t blocked = seed % 3 == 0 ? 48 : seed % 3 == 1 ? 25 : 8;
  const Grid grid = test::random_grid(random, width, height, blocked, seed % 2 == 0 ? "." : "124");
  return {grid, test::metric_with(rule),
          test::options_with(cell_size, policy, static_cast<std::uint32_t>(random.between(2, 4)),
                             static_cast<std::uint32_t>(random.between(1, 4)), seed % 5 != 0)};
}

/// Asks a few pairs at every level and compares with Dijkstra.
void expect_answers(const Case& c, Random& random, int pairs) {
  const GridSnapshot snapshot = test::build(c.grid, c.metric, c.options);
  const NaiveWorld naive(c.grid, c.metric);
  const bool exact = c.options.transitions.kind == TransitionKind::all;
  GridQuery query;
  GridPath path;
  const Tile from = test::random_tile(random, c.grid);
  if (!naive.free(from)) return;
  const std::vector<Cost> costs = naive.costs_from(from);
  for (int k = 0; k < pairs; ++k) {
    const Tile to = test::random_tile(random, c.grid);
    if (!naive.free(to)) continue;
    const Cost best = naive.cost_at(costs, to);
    Cost first = kInfinite;
    for (unsigned level = kAutoLevel; level <= snapshot.hierarchy().levels(); ++level) {
      SCOPED_TRACE(::testing::Message() << "from " << from.x << "," << from.y << " to " << to.x
                                        << "," << to.y << " at level " << level);
      const Status status = query.find_path(snapshot, from, to, ask(level), path);
      ASSERT_EQ(status, best == kInfinite ? Status::unreachable : Status::complete);
      ASSERT_EQ(path.status, status);
      if (best == kInfinite) {
        ASSERT_TRUE(path.nodes.empty());
        continue;
      }
      ASSERT_TRUE(naive.is_path(snapshot.graph(), path.nodes, from, to, path.cost));
      ASSERT_GE(path.cost, best);
      ASSERT_TRUE(!exact || path.cost == best) << path.cost << " instead of " << best;
      if (level == kAutoLevel) first = path.cost;
      ASSERT_EQ(path.cost, first) << "another level, another cost";
      Cost cost = 0;
      ASSERT_EQ(query.find_cost(snapshot, from, to, ask(level), cost), Status::complete);
      ASSERT_EQ(cost, path.cost);
      ASSERT_EQ(query.find_cost(snapshot, to, from, ask(level), cost), Status::complete);
      ASSERT_EQ(cost, path.cost) << "the way back costs something else";
    }
  }
}

void expect_policy(const TransitionPolicy& policy, std::uint64_t seeds) {
  for (const DiagonalRule rule : test::kRules) {
    for (const std::uint32_t cell_size : {2u, 3u, 5u, 8u, 10u, 16u, 256u}) {
      for (std::uint64_t seed = 0; seed < seeds; ++seed) {
        const Case c = random_case(seed, rule, cell_size, policy);
        SCOPED_TRACE(::testing::Message()
                     << "rule " << int(rule) << " cells " << cell_size << " seed " << seed
                     << " policy " << int(policy.kind) << ":" << policy.spacing);
        Random random(seed);
        for (int k = 0; k < 3; ++k) expect_answers(c, random, 8);
        if (::testing::Test::HasFatalFailure()) return;
      }
    }
  }
}

TEST(GridHierarchy, AllTransitionsAreExact) { expect_policy(test::kAll, 20); }

TEST(GridHierarchy, FewerTransitionsAreCompleteAndEqualAtEveryLevel) {
  for (const TransitionPolicy& policy : test::kPolicies) {
    expect_policy(policy, 7);
    if (HasFatalFailure()) return;
  }
}

TEST(GridHierarchy, SqueezesThroughCornersOnlyUnderTheRuleThatAllowsThem) {
  // One way only, diagonally across the corner where four squares of 2 x 2 meet.
  const Grid grid = test::draw(R"(
..@@
..@@
@@..
@@..
)");
  GridQuery query;
  GridPath path;
  for (const TransitionPolicy& policy : test::kPolicies) {
    for (const DiagonalRule rule : test::kRules) {
      const GridSnapshot snapshot =
          test::build(grid, test::metric_with(rule), test::options_with(2, policy));
      const Status status = query.find_path(snapshot, {0, 0}, {3, 3}, ask(), path);
      EXPECT_EQ(status, rule == DiagonalRule::always ? Status::complete : Status::unreachable);
      query = GridQuery();
    }
  }
}

TEST(GridHierarchy, LevelsShrinkUntilOneCellHoldsEverything) {
  Random random(5);
  const Grid grid = test::random_grid(random, 100, 70, 20);
  for (const std::uint32_t group : {2u, 3u, 4u}) {
    const GridSnapshot snapshot =
        test::build(grid, GridMetric{}, test::options_with(5, test::kAll, group, 8));
    const Partition& partition = snapshot.hierarchy().partition();
    EXPECT_EQ(partition.cell_count(1), 20u * 14u);
    for (unsigned level = 2; level <= partition.levels(); ++level) {
      EXPECT_LT(partition.cell_count(level), partition.cell_count(level - 1));
    }
    EXPECT_EQ(partition.cell_count(partition.levels()), 1u);
    EXPECT_EQ(snapshot.hierarchy().level_size(1).cells, 20u * 14u);
  }
}

TEST(GridHierarchy, StoredStepsChangeNoCost) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    Random random(seed);
    const TransitionPolicy policy = test::kPolicies[seed % test::kPolicies.size()];
    const Grid grid = test::random_grid(random, 40, 40, 25, seed % 2 == 0 ? "." : "139");
    const auto options = [&](bool store) { return test::options_with(8, policy, 2, 3, store); };
    const GridSnapshot stored = test::build(grid, GridMetric{}, options(true));
    const GridSnapshot searched = test::build(grid, GridMetric{}, options(false));
    EXPECT_LT(searched.hierarchy().bytes(), stored.hierarchy().bytes());
    GridQuery queries[2];
    GridPath paths[2];
    for (int k = 0; k < 40; ++k) {
      const Tile a = test::random_tile(random, grid);
      const Tile b = test::random_tile(random, grid);
      queries[0].find_path(stored, a, b, ask(), paths[0]);
      queries[1].find_path(searched, a, b, ask(), paths[1]);
      ASSERT_EQ(paths[0].status, paths[1].status);
      ASSERT_EQ(paths[0].cost, paths[1].cost);
    }
  }
}

TEST(GridHierarchy, BlockedAndOutsideEndsAreToldApart) {
  const Grid grid = test::draw(R"(
..@.
..@.
)");
  const GridSnapshot snapshot = test::build(grid, GridMetric{}, test::options_with(2, test::kAll));
  GridQuery query;
  GridPath path;
  EXPECT_EQ(query.find_path(snapshot, {2, 0}, {0, 0}, ask(), path), Status::invalid_start);
  EXPECT_EQ(query.find_path(snapshot, {0, 0}, {2, 1}, ask(), path), Status::invalid_goal);
  for (const Tile outside : {Tile{-1, 0}, Tile{4, 0}, Tile{0, 2}, Tile{0, -1}}) {
    EXPECT_EQ(query.find_path(snapshot, outside, {0, 0}, ask(), path), Status::invalid_start);
    EXPECT_EQ(query.find_path(snapshot, {0, 0}, outside, ask(), path), Status::invalid_goal);
    EXPECT_EQ(query.find_path_astar(snapshot, outside, {0, 0}, path), Status::invalid_start);
  }
  EXPECT_TRUE(path.nodes.empty());
  Cost cost = 0;
  EXPECT_EQ(query.find_cost(snapshot, {0, 0}, {2, 0}, ask(), cost), Status::invalid_goal);
  EXPECT_EQ(cost, kInfinite);
}

TEST(GridHierarchy, AnUnreachableGoalTakesNoSearch) {
  const Grid grid = test::draw(R"(
....@...
....@...
....@...
....@...
)");
  GridQuery query;
  QueryCounts counts;
  query.count_into(&counts);
  GridPath path;
  const GridSnapshot snapshot = test::build(grid, GridMetric{}, test::options_with(2, test::kAll));
  EXPECT_EQ(query.find_path(snapshot, {0, 0}, {7, 3}, ask(), path), Status::unreachable);
  EXPECT_EQ(path.cost, kInfinite);
  EXPECT_EQ(counts.connect.expansions + counts.main.expansions + counts.refine.expansions, 0u);
  EXPECT_EQ(query.find_path(snapshot, {0, 0}, {3, 3}, ask(), path), Status::complete);
  EXPECT_GT(counts.connect.expansions, 0u);
}

TEST(GridHierarchy, StartIsGoal) {
  const GridSnapshot snapshot =
      test::build(test::draw("..\n.."), GridMetric{}, test::options_with(2, test::kAll));
  GridQuery query;
  GridPath path;
  for (unsigned level = 0; level <= 1; ++level) {
    EXPECT_EQ(query.find_path(snapshot, {1, 1}, {1, 1}, ask(level), path), Status::complete);
    EXPECT_EQ(path.cost, 0u);
    EXPECT_EQ(path.nodes, std::vector<NodeId>{snapshot.graph().node({1, 1})});
  }
  EXPECT_EQ(query.find_path_astar(snapshot, {1, 1}, {1, 1}, path), Status::complete);
  EXPECT_EQ(path.nodes.size(), 1u);
}

TEST(GridHierarchy, TheSmallestAndThinnestWorlds) {
  GridQuery query;
  GridPath path;
  const GridSnapshot one =
      test::build(test::draw("."), GridMetric{}, test::options_with(2, test::kAll));
  EXPECT_EQ(query.find_path(one, {0, 0}, {0, 0}, ask(), path), Status::complete);
  const std::string line(100, '.');
  std::string column;
  for (int i = 0; i < 100; ++i) column += ".\n";
  for (const TransitionPolicy& policy : test::kPolicies) {
    const auto options = test::options_with(8, policy);
    query = GridQuery();
    const GridSnapshot wide = test::build(test::draw(line), GridMetric{}, options);
    EXPECT_EQ(query.find_path(wide, {0, 0}, {99, 0}, ask(), path), Status::complete);
    EXPECT_EQ(path.cost, 99 * wide.graph().straight());
    query = GridQuery();
    const GridSnapshot high = test::build(test::draw(column), GridMetric{}, options);
    EXPECT_EQ(query.find_path(high, {0, 99}, {0, 0}, ask(), path), Status::complete);
    EXPECT_EQ(path.cost, 99 * high.graph().straight());
  }
}

TEST(GridHierarchy, AllBlockedAndAllFree) {
  Random random(1);
  GridPath path;
  for (const TransitionPolicy& policy : test::kPolicies) {
    GridQuery query;
    const GridSnapshot walls = test::build(test::random_grid(random, 20, 20, 100), GridMetric{},
                                           test::options_with(5, policy));
    EXPECT_EQ(query.find_path(walls, {0, 0}, {9, 9}, ask(), path), Status::invalid_start);
    EXPECT_EQ(walls.hierarchy().level_size(1).gates, 0u);
    const GridSnapshot open = test::build(test::random_grid(random, 20, 20, 0), GridMetric{},
                                          test::options_with(5, policy));
    EXPECT_EQ(query.find_path(open, {0, 0}, {19, 19}, ask(), path), Status::complete);
    EXPECT_GE(path.cost, 19 * open.graph().diagonal());
  }
}

TEST(GridHierarchy, OptionsOutOfRangeAreRefused) {
  const Grid grid = test::draw("..\n..");
  const auto refused = [&](const GridBuildOptions& options) {
    return !GridSnapshot::build(grid, GridMetric{}, options).ok();
  };
  EXPECT_TRUE(refused(test::options_with(1, test::kAll)));
  EXPECT_TRUE(refused(test::options_with(257, test::kAll)));
  EXPECT_TRUE(refused(test::options_with(8, test::kAll, 1)));
  EXPECT_TRUE(refused(test::options_with(8, test::kAll, 17)));
  EXPECT_TRUE(refused(test::options_with(8, test::kAll, 2, 9)));
  EXPECT_TRUE(refused(test::options_with(8, {TransitionKind::every, 0, 6})));
  EXPECT_TRUE(refused(test::options_with(8, {TransitionKind::ends, 4, 257})));
  EXPECT_FALSE(refused(GridBuildOptions{}));
}

TEST(GridHierarchy, ABudgetThatIsTooSmallIsNotCalledUnreachable) {
  Random random(2);
  const GridSnapshot snapshot = test::build(test::random_grid(random, 60, 60, 10), GridMetric{},
                                            test::options_with(8, test::kAll));
  GridQuery query;
  GridPath path;
  std::vector<Tile> free;
  for (std::int32_t i = 0; i < 60; ++i) {
    if (snapshot.graph().passable(Tile{i, i})) free.push_back({i, i});
  }
  ASSERT_EQ(query.find_path(snapshot, free.front(), free.back(), ask(), path), Status::complete);
  GridQueryOptions options = ask();
  options.search.max_expansions = 1;
  EXPECT_EQ(query.find_path(snapshot, free.front(), free.back(), options, path),
            Status::out_of_budget);
  EXPECT_TRUE(path.nodes.empty());
  EXPECT_EQ(query.find_path_astar(snapshot, free.front(), free.back(), path, 3),
            Status::out_of_budget);
}

TEST(GridHierarchy, ABuildCanBeCancelled) {
  Random random(2);
  Progress progress;
  progress.report = [](std::uint64_t done, std::uint64_t, const char*) { return done < 64; };
  EXPECT_FALSE(GridSnapshot::build(test::random_grid(random, 200, 200, 10), GridMetric{},
                                   test::options_with(8, test::kAll), progress)
                   .ok());
}

/// One query object may be asked about any snapshot in any order, also when two of them, built
/// or edited apart, carry the same version.
TEST(GridHierarchy, OneQueryServesSeveralWorlds) {
  Random random(11);
  const auto options = test::options_with(8, test::kAll);
  std::vector<GridSnapshot> worlds;
  for (int k = 0; k < 3; ++k) {
    worlds.push_back(test::build(test::random_grid(random, 24, 24, 30), GridMetric{}, options));
  }
  for (int k = 0; k < 3; ++k) {
    std::vector<TileChange> changes;
    for (int i = 0; i < 40; ++i)
      changes.push_back({test::random_tile(random, worlds[0].grid()), '@'});
    worlds.push_back(worlds[0].edit(changes).value().snapshot);
  }
  GridQuery query(8);
  GridPath path;
  GridPath best;
  for (int k = 0; k < 200; ++k) {
    const Tile a = test::random_tile(random, worlds[0].grid());
    const Tile b = test::random_tile(random, worlds[0].grid());
    for (const GridSnapshot& world : worlds) {
      query.find_path(world, a, b, ask(), path);
      query.find_path_astar(world, a, b, best);
      ASSERT_EQ(path.status, best.status);
      ASSERT_EQ(path.cost, best.cost);
      ASSERT_EQ(path.nodes.empty() ? kInfinite : world.graph().cost(path.nodes), best.cost);
    }
  }
}

TEST(GridConnect, AStarAndDijkstraConnectAlikeTheOthersCompletely) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Grid grid =
        test::random_grid(random, 40, 36, seed % 3 == 0 ? 40 : 20, seed % 2 == 0 ? "." : "124");
    const GridMetric metric = test::metric_with(test::kRules[seed % 4]);
    const TransitionPolicy policy = test::kPolicies[seed % test::kPolicies.size()];
    const GridSnapshot snapshot = test::build(grid, metric, test::options_with(9, policy));
    const NaiveWorld naive(grid, metric);
    GridQuery query;
    GridPath path;
    GridPath best;
    for (int k = 0; k < 20; ++k) {
      const Tile a = test::random_tile(random, grid);
      const Tile b = test::random_tile(random, grid);
      for (unsigned level = 0; level <= snapshot.hierarchy().levels(); ++level) {
        query.find_path(snapshot, a, b, ask(level), best);
        const auto by = [&](ConnectMethod method) {
          query.find_path(snapshot, a, b, ask(level, Smoothing::none, method), path);
          EXPECT_EQ(path.status, best.status);
          if (path.status != Status::complete) return;
          EXPECT_TRUE(naive.is_path(snapshot.graph(), path.nodes, a, b, path.cost));
        };
        by(ConnectMethod::astar);
        ASSERT_EQ(path.cost, best.cost);
        for (const ConnectMethod method : {ConnectMethod::sparse, ConnectMethod::goalward}) {
          by(method);
          ASSERT_GE(path.cost, best.cost);
        }
        if (HasFailure()) return;
      }
    }
  }
}

TEST(GridConnect, PopularEndsAreRemembered) {
  Random random(4);
  const GridSnapshot snapshot = test::build(test::random_grid(random, 64, 64, 0), GridMetric{},
                                            test::options_with(16, test::kAll));
  GridQuery query(8);
  QueryCounts counts;
  query.count_into(&counts);
  Cost cost = 0;
  query.find_cost(snapshot, {0, 0}, {60, 60}, ask(), cost);
  const std::uint64_t both_ends = counts.connect.expansions;
  EXPECT_GT(both_ends, 0u);
  query.find_cost(snapshot, {0, 0}, {60, 60}, ask(), cost);
  query.find_cost(snapshot, {60, 60}, {0, 0}, ask(), cost);
  EXPECT_EQ(counts.connect.expansions, both_ends);
  query.find_cost(snapshot, {30, 30}, {60, 60}, ask(), cost);
  EXPECT_GT(counts.connect.expansions, both_ends);
}

}  // namespace
}  // namespace portolan::detail
