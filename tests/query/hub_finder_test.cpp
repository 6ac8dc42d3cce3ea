#include "portolan/query/hub_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/query/table_query.h"
#include "tests/hierarchy/random_world.h"
#include "tests/query/large_worlds.h"

/// Hubs of no use are not read: what is found must be the same, and fewer must be read.
namespace portolan::detail {
namespace {

using test::Built;
using test::Random;

/// A lattice of streets, `side` nodes a side, in cells of 4x4.
Built make_lattice(std::uint32_t side) {
  Random random(7);
  std::vector<CellId> homes;
  std::vector<OwnedEdge> edges;
  const std::uint32_t cells = side / 4;
  const auto node = [&](std::uint32_t x, std::uint32_t y) { return y * side + x; };
  const auto join = [&](std::uint32_t a, std::uint32_t b) {
    const Cost cost = 1 + random.below(20);
    edges.push_back({NodeId{a}, NodeId{b}, cost, homes[a]});
    edges.push_back({NodeId{b}, NodeId{a}, cost, homes[a]});
  };
  for (std::uint32_t i = 0; i < side * side; ++i)
    homes.push_back(CellId{i / side / 4 * cells + i % side / 4});
  for (std::uint32_t y = 0; y < side; ++y) {
    for (std::uint32_t x = 0; x < side; ++x) {
      if (x + 1 < side) join(node(x, y), node(x + 1, y));
      if (y + 1 < side) join(node(x, y), node(x, y + 1));
    }
  }
  return {side * side, cells * cells, edges, homes};
}

/// The cheapest path over gates, over all hubs.
Least least_over_all(HubFinder& finder, const Tables& tables, TableEnds& ends) {
  const GateLinks& links = tables.links();
  const std::uint32_t hubs = links.common_hubs(ends[0].cell, ends[1].cell);
  for (TableEnd& end : ends) finder.reach(tables, end, hubs);
  return least_sum(ends[0].hubs.data(), ends[1].hubs.data(), hubs);
}

/// Asks of pairs in different cells; returns which share of the hubs was left out.
double expect_same_hub(const Built& built, const Tables& tables) {
  Random random(1);
  HubFinder finder;
  TableEnds ends;
  std::uint64_t asked = 0, left_out = 0;
  for (int i = 0; i < 300; ++i) {
    for (const bool is_goal : {false, true}) {
      const NodeId node{random.below(built.world.node_count())};
      ends[is_goal].connect(built.world, tables, node, is_goal);
    }
    if (ends[0].cell == ends[1].cell) continue;
    const Least all = least_over_all(finder, tables, ends);
    const HubPath path = finder.find(tables, ends);
    EXPECT_EQ(path.cost, all.cost);
    EXPECT_EQ(index(path.hub), all.at);
    const std::uint32_t hubs = tables.links().common_hubs(ends[0].cell, ends[1].cell);
    asked += hubs;
    left_out += static_cast<std::uint64_t>(
        std::count(ends[0].hubs.data(), ends[0].hubs.data() + hubs, kTableInfinite));
  }
  return static_cast<double>(left_out) / static_cast<double>(asked);
}

/// Within so many bytes of tables.
Tables tables_within(const Built& built, std::uint64_t max_bytes) {
  TableOptions options;
  options.max_bytes = max_bytes;
  return built.tables(options, [&](const GateGraph& graph) {
    return Result<SupernodeOrder>(order_by_levels(built.hierarchy, graph));
  });
}

TEST(HubFinder, FindsTheSameHubWithoutReadingAllLabels) {
  const Built built = make_lattice(64);
  const Tables labels = tables_within(built, TableOptions::kUnlimited);
  ASSERT_EQ(labels.choice().far, FarMethod::labels) << labels.choice().reason;
  ASSERT_GT(labels.most_hubs(), 200u);
  EXPECT_GT(expect_same_hub(built, labels), 0.1);
  const Tables fewer = tables_within(built, labels.bytes() * 8 / 10);
  ASSERT_FALSE(fewer.shortcuts().top.empty()) << fewer.choice().reason;
  EXPECT_GT(expect_same_hub(built, fewer), 0.1);
}

}  // namespace
}  // namespace portolan::detail
