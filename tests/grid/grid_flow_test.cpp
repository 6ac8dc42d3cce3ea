#include "portolan/grid/grid_flow.h"

#include <gtest/gtest.h>

#include "grid_testing.h"

namespace portolan::detail {
namespace {

using test::ask;
using test::NaiveWorld;
using test::Random;

/// Follows a flow from a tile; what that costs, kInfinite when it does not get to the goal.
Cost follow(GridFlow& flow, NodeId from, NodeId goal) {
  std::vector<NodeId> nodes{from};
  while (nodes.back() != goal && nodes.size() < 10'000) {
    const NodeId next = flow.next(nodes.back());
    if (next == kNoNode) return kInfinite;
    nodes.push_back(next);
  }
  return nodes.back() == goal ? flow.snapshot().graph().cost(nodes) : kInfinite;
}

struct FlowCase {
  TransitionPolicy policy;
  FarMethod far;  // search: no tables
  unsigned level_alone = 0;
};

/// Asks for some tiles, cost and the tiles that follow: beside single paths, and beside Dijkstra.
void expect_costs_to(Tile goal, GridFlow& flow, Random& random, bool exact) {
  const GridSnapshot& snapshot = flow.snapshot();
  const NaiveWorld naive(snapshot.grid(), snapshot.metric());
  const auto costs = naive.costs_from(goal);
  const NodeId goal_node = snapshot.graph().node(goal);
  GridQuery query;
  for (int i = 0; i < 200; ++i) {
    const Tile from = test::random_tile(random, snapshot.grid());
    if (!naive.free(from)) continue;
    const NodeId node = snapshot.graph().node(from);
    const Cost cost = flow.cost(node);
    Cost of_path = kInfinite;
    query.find_cost(snapshot, from, goal, ask(), of_path);
    ASSERT_EQ(cost, of_path);
    if (exact) {
      ASSERT_EQ(cost, naive.cost_at(costs, from));
    }
    const Cost followed = follow(flow, node, goal_node);
    ASSERT_LE(followed, cost);
    ASSERT_GE(followed, naive.cost_at(costs, from));
    ASSERT_EQ(followed == kInfinite, cost == kInfinite);
  }
}

Grid draw_grid(Random& random, std::uint64_t seed) {
  return test::random_grid(random, 40, 34, 25, seed % 2 == 0 ? "." : "124");
}

void expect_costs(std::uint64_t seed, const FlowCase& c, bool exact) {
  Random random(seed);
  const Grid grid = draw_grid(random, seed);
  GridSnapshot snapshot =
      test::build(grid, test::metric_with(test::kRules[seed % 4]), test::options_with(6, c.policy));
  TableOptions tables;
  tables.far = c.far;
  tables.level_alone = c.level_alone;
  if (c.far != FarMethod::search) snapshot = snapshot.with_tables(tables).value();
  GridFlow flow;
  for (int k = 0; k < 3; ++k) {
    const Tile goal = test::random_tile(random, grid);
    if (!snapshot.passable(goal)) {
      ASSERT_EQ(flow.begin(snapshot, goal), Status::invalid_goal);
      continue;
    }
    ASSERT_EQ(flow.begin(snapshot, goal), Status::complete);
    ASSERT_NO_FATAL_FAILURE(expect_costs_to(goal, flow, random, exact));
  }
}

TEST(GridFlow, CostsAreThoseOfDijkstraWithAllTransitions) {
  for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << " by " << name(far));
      expect_costs(seed, {test::kAll, far}, true);
      if (far == FarMethod::shortcuts) expect_costs(seed, {test::kAll, far, 2}, true);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GridFlow, CostsAreThoseOfSinglePathsWithAnyTransitions) {
  for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels}) {
    for (std::uint64_t seed = 0; seed < 2 * test::kPolicies.size(); ++seed) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << " by " << name(far));
      const TransitionPolicy& policy = test::kPolicies[seed % test::kPolicies.size()];
      expect_costs(seed, {policy, far}, false);
      if (far == FarMethod::shortcuts) expect_costs(seed, {policy, far, 1}, false);
      if (HasFatalFailure()) return;
    }
  }
}

/// Doors open and close all over the map, one or some at a time, the goal's tile among them.
void expect_adopted(std::uint64_t seed, const TransitionPolicy& policy, bool exact) {
  Random random(seed);
  const Grid grid = draw_grid(random, seed);
  GridSnapshot snapshot =
      test::build(grid, test::metric_with(test::kRules[seed % 4]), test::options_with(6, policy));
  const Tile goal = test::random_tile(random, grid);
  GridFlow flow;
  flow.begin(snapshot, goal);
  for (int round = 0; round < 20; ++round) {
    std::vector<TileChange> doors;
    for (std::uint32_t i = 0; i <= random.below(4); ++i) {
      const Tile door = random.chance(5) ? goal : test::random_tile(random, grid);
      doors.push_back({door, snapshot.passable(door) ? '@' : '1'});
    }
    snapshot = snapshot.edit(doors).value().snapshot;
    if (random.chance(20)) continue;  // two edits at once
    const bool free = snapshot.passable(goal);
    ASSERT_EQ(flow.adopt(snapshot), free ? Status::complete : Status::invalid_goal);
    if (free) {
      ASSERT_NO_FATAL_FAILURE(expect_costs_to(goal, flow, random, exact));
    }
  }
}

TEST(GridFlow, AdoptsChangesWithTheCostsOfDijkstra) {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    ASSERT_NO_FATAL_FAILURE(expect_adopted(seed, test::kAll, true));
  }
}

TEST(GridFlow, AdoptsChangesWithTheCostsOfSinglePaths) {
  for (std::uint64_t seed = 0; seed < 3 * test::kPolicies.size(); ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    ASSERT_NO_FATAL_FAILURE(
        expect_adopted(seed, test::kPolicies[seed % test::kPolicies.size()], false));
  }
}

TEST(GridFlow, AdoptsChangesForWideUnits) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Random random(seed);
    const Grid grid = test::random_grid(random, 40, 34, 8);
    GridSnapshot wide = test::build(grid, GridMetric{}, test::options_with(6, test::kAll))
                            .of_unit_size(3, true)
                            .value();
    Tile goal = test::random_tile(random, grid);
    while (!wide.passable(goal)) goal = test::random_tile(random, grid);
    GridFlow flow;
    flow.begin(wide, goal);
    for (int round = 0; round < 20; ++round) {
      const Tile door = test::random_tile(random, grid);
      const TileChange change[] = {{door, wide.grid().at(door) == '@' ? '.' : '@'}};
      wide = wide.edit(change).value().snapshot;
      GridFlow anew;
      ASSERT_EQ(flow.adopt(wide), anew.begin(wide, goal));
      for (std::int32_t i = 0; i < 40 * 34 && wide.passable(goal); ++i) {
        const Tile from{i % 40, i / 40};
        if (!wide.passable(from)) continue;
        const NodeId node = wide.graph().node(from);
        ASSERT_EQ(flow.cost(node), anew.cost(node));
      }
    }
  }
}

TEST(GridFlow, AdoptsTablesAndOtherUnitsByBeginningAnew) {
  Random random(4);
  const GridSnapshot snapshot =
      test::build(draw_grid(random, 0), GridMetric{}, test::options_with(6, test::kAll));
  const GridSnapshot with_tables = snapshot.with_tables({}).value();
  const GridSnapshot wide = snapshot.of_unit_size(2, true).value();
  Tile goal = test::random_tile(random, snapshot.grid());
  while (!wide.passable(goal)) goal = test::random_tile(random, snapshot.grid());
  GridFlow flow;
  EXPECT_EQ(flow.adopt(snapshot), Status::invalid_goal);  // there is none yet
  flow.begin(snapshot, goal);
  for (const GridSnapshot* next : {&with_tables, &snapshot, &wide, &with_tables, &wide}) {
    ASSERT_EQ(flow.adopt(*next), Status::complete);
    GridQuery query;
    for (int i = 0; i < 100; ++i) {
      const Tile from = test::random_tile(random, snapshot.grid());
      if (!next->passable(from)) continue;
      Cost cost = kInfinite;
      query.find_cost(*next, from, goal, ask(), cost);
      ASSERT_EQ(flow.cost(next->graph().node(from)), cost);
    }
  }
}

}  // namespace
}  // namespace portolan::detail
