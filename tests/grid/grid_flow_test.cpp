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

struct Case {
  TransitionPolicy policy;
  FarMethod far;  // search: no tables
};

void expect_costs(std::uint64_t seed, const Case& c, bool exact) {
  Random random(seed);
  const Grid grid = test::random_grid(random, 40, 34, 25, seed % 2 == 0 ? "." : "124");
  const GridMetric metric = test::metric_with(test::kRules[seed % 4]);
  GridSnapshot snapshot = test::build(grid, metric, test::options_with(6, c.policy));
  TableOptions tables;
  tables.far = c.far;
  if (c.far != FarMethod::search) snapshot = snapshot.with_tables(tables).value();
  const NaiveWorld naive(grid, metric);
  GridFlow flow;
  GridQuery query;
  for (int k = 0; k < 3; ++k) {
    const Tile goal = test::random_tile(random, grid);
    if (!naive.free(goal)) {
      ASSERT_EQ(flow.begin(snapshot, goal), Status::invalid_goal);
      continue;
    }
    ASSERT_EQ(flow.begin(snapshot, goal), Status::complete);
    const auto costs = naive.costs_from(goal);
    const NodeId goal_node = snapshot.graph().node(goal);
    for (int i = 0; i < 200; ++i) {
      const Tile from = test::random_tile(random, grid);
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
}

TEST(GridFlow, CostsAreThoseOfDijkstraWithAllTransitions) {
  for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels}) {
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << " by " << name(far));
      expect_costs(seed, {test::kAll, far}, true);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(GridFlow, CostsAreThoseOfSinglePathsWithAnyTransitions) {
  for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels}) {
    for (std::uint64_t seed = 0; seed < 2 * test::kPolicies.size(); ++seed) {
      SCOPED_TRACE(::testing::Message() << "seed " << seed << " by " << name(far));
      expect_costs(seed, {test::kPolicies[seed % test::kPolicies.size()], far}, false);
      if (HasFatalFailure()) return;
    }
  }
}

}  // namespace
}  // namespace portolan::detail
