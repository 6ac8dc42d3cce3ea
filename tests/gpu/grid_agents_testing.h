#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "tests/grid/grid_testing.h"

namespace portolan::detail::test {

struct GridAgents {
  std::vector<NodeId> starts;
  std::vector<NodeId> goals;
};

/// A small world with walls, and with some seeds terrain costs or odd rules.
struct RandomGridWorld {
  explicit RandomGridWorld(std::uint32_t seed)
      : random(seed),
        metric(metric_with(kRules[seed % 4])),
        grid(random_grid(random, 20 + random.below(50), 20 + random.below(50), 5 + 5 * (seed % 8),
                         seed % 3 == 0 ? ".TS" : ".")) {
    metric.cost['T'] = 3.0;
    metric.cost['S'] = 1.5;
    const auto cell_size = 3 + random.below(14);
    const TransitionPolicy& policy = kPolicies[seed % kPolicies.size()];
    auto tables = build(grid, metric, options_with(cell_size, policy)).with_tables({});
    EXPECT_TRUE(tables);
    snapshot = *tables;
  }

  NodeId random_node() { return snapshot.graph().node(random_tile(random, snapshot.grid())); }
  /// All over the grid, some close to each other, and some that stand nowhere.
  GridAgents draw_agents(std::size_t count) {
    GridAgents agents;
    for (std::size_t i = 0; i < count; ++i) {
      const NodeId start = random_node();
      agents.starts.push_back(start);
      agents.goals.push_back(i % 5 == 0 ? NodeId{index(start) + random.below(4)} : random_node());
    }
    agents.starts[0] = kNoNode;
    agents.goals[1] = NodeId{snapshot.graph().node_count()};
    return agents;
  }

  Random random;
  GridMetric metric;
  Grid grid;
  GridSnapshot snapshot;
};

}  // namespace portolan::detail::test
