#include "portolan/graph/csr_graph.h"

#include <gtest/gtest.h>

#include <random>
#include <tuple>

namespace portolan::detail {
namespace {

static_assert(Graph<CsrGraph>);
static_assert(!Graph<int>);

constexpr NodeId node(std::uint32_t n) { return NodeId{n}; }
using Triples = std::vector<std::tuple<std::uint32_t, std::uint32_t, Cost>>;

Triples out_edges(const CsrGraph& graph) {
  Triples found;
  for (std::uint32_t n = 0; n < graph.node_count(); ++n) {
    graph.for_each_edge(n, Label{}, [&](std::uint32_t to, Cost cost, std::uint32_t via) {
      EXPECT_EQ(via, found.size());
      found.emplace_back(n, to, cost);
    });
  }
  return found;
}

Triples in_edges(const CsrGraph& graph) {
  Triples found;
  for (std::uint32_t n = 0; n < graph.node_count(); ++n) {
    graph.for_each_edge_back(n, Label{}, [&](std::uint32_t from, Cost cost, std::uint32_t) {
      found.emplace_back(from, n, cost);
    });
  }
  return found;
}

TEST(CsrGraph, KeepsEveryOpenEdgeBothWays) {
  std::mt19937 random(5);
  for (int round = 0; round < 100; ++round) {
    const std::uint32_t nodes = 1 + static_cast<std::uint32_t>(random()) % 20;
    std::vector<Edge> edges;
    Triples expected;
    Cost cheapest = kInfinite;
    Cost most_expensive = 0;
    for (std::uint32_t k = static_cast<std::uint32_t>(random()) % 60; k > 0; --k) {
      const auto pick = [&] { return static_cast<std::uint32_t>(random()) % nodes; };
      edges.push_back({node(pick()), node(pick()), k % 7 == 0 ? kInfinite : k * 3});
      const Edge& e = edges.back();
      if (e.cost == kInfinite) continue;
      expected.emplace_back(index(e.from), index(e.to), e.cost);
      cheapest = std::min(cheapest, e.cost);
      most_expensive = std::max(most_expensive, e.cost);
    }
    std::sort(expected.begin(), expected.end());
    const CsrGraph graph = make_csr_graph(nodes, edges).value();
    EXPECT_EQ(graph.node_count(), nodes);
    EXPECT_EQ(graph.edge_count(), expected.size());
    EXPECT_EQ(graph.cheapest_edge(), expected.empty() ? 0 : cheapest);
    EXPECT_EQ(graph.most_expensive_edge(), most_expensive);
    EXPECT_EQ(out_edges(graph), expected);
    Triples back = in_edges(graph);
    std::sort(back.begin(), back.end());
    EXPECT_EQ(back, expected);
    std::reverse(edges.begin(), edges.end());
    EXPECT_EQ(out_edges(make_csr_graph(nodes, edges).value()), expected) << "order of input";
    EXPECT_EQ(in_edges(make_csr_graph(nodes, edges).value()), in_edges(graph));
  }
}

TEST(CsrGraph, MayBeEmpty) {
  EXPECT_EQ(CsrGraph().node_count(), 0u);
  EXPECT_EQ(make_csr_graph(0, {}).value().node_count(), 0u);
  EXPECT_EQ(make_csr_graph(3, {}).value().edge_count(), 0u);
}

TEST(CsrGraph, RefusesUnknownNodesAndCostsThatCouldOverflow) {
  const auto refused = [](std::uint32_t nodes, const std::vector<Edge>& edges) {
    const auto made = make_csr_graph(nodes, edges);
    return made.ok() ? std::string() : made.error().message;
  };
  EXPECT_NE(refused(2, {{node(0), node(1), 1}, {node(2), node(0), 1}}).find("edge 1"),
            std::string::npos);
  EXPECT_NE(refused(2, {{node(0), node(2), 1}}).find("only 2 nodes"), std::string::npos);
  const Cost most = kInfinite / 4 - 1;
  EXPECT_EQ(refused(2, {{node(0), node(1), most}, {node(0), node(1), most}}), "");
  EXPECT_NE(refused(2, {{node(0), node(1), most}, {node(1), node(0), 1}}).find("2 times"),
            std::string::npos);
  EXPECT_EQ(refused(2, {{node(0), node(1), most}, {node(1), node(0), kInfinite}}), "");
}

}  // namespace
}  // namespace portolan::detail
