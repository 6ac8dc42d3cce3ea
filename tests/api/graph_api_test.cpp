#include <gtest/gtest.h>

#include <queue>
#include <vector>

#include "portolan/graph.h"
#include "scenes/random.h"

namespace portolan {
namespace {

using detail::scenes::Random;

std::vector<GraphEdge> random_edges(std::uint32_t nodes, Random& random) {
  std::vector<GraphEdge> edges;
  for (std::uint32_t i = 0; i < 3 * nodes; ++i) {
    const std::uint32_t from = random.below(nodes);
    const std::uint32_t to = (from + 1 + random.below(std::min(nodes - 1, 12u))) % nodes;
    if (from != to) edges.push_back({from, to, 1 + random.below(100)});
  }
  return edges;
}

/// Plain Dijkstra with 64-bit costs.
std::vector<std::uint64_t> costs_from(std::uint32_t nodes, const std::vector<GraphEdge>& edges,
                                      std::uint32_t start) {
  std::vector<std::uint64_t> costs(nodes, ~std::uint64_t{0});
  std::vector<std::vector<GraphEdge>> out(nodes);
  for (const GraphEdge& e : edges) out[e.from].push_back(e);
  std::priority_queue<std::pair<std::uint64_t, std::uint32_t>,
                      std::vector<std::pair<std::uint64_t, std::uint32_t>>, std::greater<>>
      open;
  costs[start] = 0;
  open.push({0, start});
  while (!open.empty()) {
    const auto [cost, node] = open.top();
    open.pop();
    if (cost != costs[node]) continue;
    for (const GraphEdge& e : out[node]) {
      if (e.cost == kInfinite || cost + e.cost >= costs[e.to]) continue;
      costs[e.to] = cost + e.cost;
      open.push({costs[e.to], e.to});
    }
  }
  return costs;
}

void expect_exact(const GraphSnapshot& world, const std::vector<GraphEdge>& edges,
                  std::uint32_t start) {
  const auto costs = costs_from(world.node_count(), edges, start);
  GraphQuery query;
  for (std::uint32_t goal = 0; goal < world.node_count(); ++goal) {
    const Cost right =
        costs[goal] == ~std::uint64_t{0} ? kInfinite : static_cast<Cost>(costs[goal]);
    for (const Method method : {Method::automatic, Method::hierarchy, Method::astar}) {
      const GraphPath path = query.find_path(world, start, goal, {.method = method});
      ASSERT_EQ(path.cost, right);
      ASSERT_EQ(query.find_cost(world, start, goal, {.method = method}), right);
      if (!path) continue;
      ASSERT_EQ(path.nodes.front(), start);
      ASSERT_EQ(path.nodes.back(), goal);
      std::uint64_t sum = 0;
      for (std::size_t i = 1; i < path.nodes.size(); ++i) {
        Cost step = kInfinite;
        for (const GraphEdge& e : edges) {
          if (e.from == path.nodes[i - 1] && e.to == path.nodes[i]) step = std::min(step, e.cost);
        }
        ASSERT_NE(step, kInfinite);
        sum += step;
      }
      ASSERT_EQ(sum, right);
    }
  }
}

TEST(GraphApi, ExactOnRandomGraphsAndAfterChangesOfCosts) {
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    Random random(seed);
    const std::uint32_t nodes = 2 + random.below(150);
    std::vector<GraphEdge> edges = random_edges(nodes, random);
    GraphOptions options;
    options.merge = {2 + random.below(20), 2 + random.below(4)};
    if (seed % 4 == 0) options.table_bytes = 0;
    const auto world = GraphSnapshot::build(nodes, edges, options);
    ASSERT_TRUE(world);
    EXPECT_EQ(world->info().tables, seed % 4 != 0);
    expect_exact(*world, edges, random.below(nodes));
    std::vector<Cost> costs;
    for (GraphEdge& e : edges) {
      if (random.chance(10)) e.cost = random.chance(50) ? kInfinite : 1 + random.below(300);
      costs.push_back(e.cost);
    }
    const auto changed = world->with_costs(costs);
    ASSERT_TRUE(changed);
    expect_exact(*changed, edges, random.below(nodes));
  }
}

TEST(GraphApi, TakesCellsOfTheCallersOwn) {
  Random random(5);
  const std::vector<GraphEdge> edges = random_edges(40, random);
  GraphOptions options;
  for (std::uint32_t n = 0; n < 40; ++n) options.cells.of_node.push_back(n / 8);
  options.cells.parents = {{0, 0, 0, 1, 1}};
  const auto world = GraphSnapshot::build(40, edges, options);
  ASSERT_TRUE(world);
  EXPECT_EQ(world->info().cells, 5u);
  EXPECT_EQ(world->info().levels, 2u);
  expect_exact(*world, edges, 3);
}

TEST(GraphApi, MistakesAreNamed) {
  const auto message = [](const auto& result) {
    return result ? std::string() : result.error().message;
  };
  const std::vector<GraphEdge> loop = {{1, 1, 5}}, far = {{0, 7, 5}}, good = {{0, 1, 5}};
  EXPECT_NE(message(GraphSnapshot::build(3, loop)).find("edge 0"), std::string::npos);
  EXPECT_NE(message(GraphSnapshot::build(3, far)).find("node 7"), std::string::npos);
  EXPECT_NE(message(GraphSnapshot::build(0, {})).find("no nodes"), std::string::npos);
  GraphOptions cells;
  cells.cells.of_node = {0};
  EXPECT_NE(message(GraphSnapshot::build(3, good, cells)).find("one for each of the 3 nodes"),
            std::string::npos);
  cells.cells.of_node = {0, 0, 9};
  EXPECT_NE(message(GraphSnapshot::build(3, good, cells)).find("cell 9"), std::string::npos);
  cells.cells.of_node = {0, 0, 2};
  EXPECT_NE(message(GraphSnapshot::build(3, good, cells)).find("cell 1 holds no nodes"),
            std::string::npos);
  cells.cells = {{0, 0, 1}, {{0, 7}}};
  EXPECT_FALSE(GraphSnapshot::build(3, good, cells));
  const auto world = GraphSnapshot::build(3, good);
  ASSERT_TRUE(world);
  EXPECT_FALSE(world->with_costs(std::vector<Cost>{}));
  GraphQuery query;
  EXPECT_EQ(query.find_path(*world, 3, 0).status, Status::invalid_start);
  EXPECT_EQ(query.find_path(*world, 0, 3).status, Status::invalid_goal);
  EXPECT_EQ(query.find_path(*world, 1, 0).status, Status::unreachable);
}

}  // namespace
}  // namespace portolan
