#include "portolan/search/search.h"

#include <gtest/gtest.h>

#include "portolan/graph/csr_graph.h"

namespace portolan::detail {
namespace {

struct RandomGraph {
  CsrGraph graph;
  std::vector<std::vector<Cost>> costs;  ///< Of every cheapest path, by Floyd and Warshall.
};

RandomGraph random_graph(std::uint32_t seed, Cost low, Cost high) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random()) % n; };
  const std::uint32_t nodes = 1 + below(25);
  std::vector<Edge> edges;
  RandomGraph made;
  made.costs.assign(nodes, std::vector<Cost>(nodes, kInfinite));
  for (std::uint32_t n = 0; n < nodes; ++n) made.costs[n][n] = 0;
  for (std::uint32_t k = nodes * (1 + below(4)); k > 0; --k) {
    const std::uint32_t from = below(nodes);
    const std::uint32_t to = below(nodes);
    const Cost cost = low + below(high - low + 1);
    edges.push_back({NodeId{from}, NodeId{to}, cost});
    made.costs[from][to] = std::min(made.costs[from][to], cost);
  }
  for (std::uint32_t k = 0; k < nodes; ++k) {
    for (std::uint32_t a = 0; a < nodes; ++a) {
      for (std::uint32_t b = 0; b < nodes; ++b) {
        made.costs[a][b] = std::min(made.costs[a][b], add(made.costs[a][k], made.costs[k][b]));
      }
    }
  }
  made.graph = make_csr_graph(nodes, edges).value();
  return made;
}

const auto everything = [](const OpenEntry&) { return Settle::expand; };

constexpr std::pair<Cost, Cost> kRanges[] = {{1, 1}, {0, 5}, {3, 40}, {90, 110}, {1000, 200000}};

template <class Open>
void expect_all_costs(const RandomGraph& r, Open& open) {
  Labels labels;
  labels.reserve(r.graph.node_count());
  for (std::uint32_t from = 0; from < r.graph.node_count(); ++from) {
    labels.clear();
    open.clear();
    add_source(labels, open, NoHeuristic{}, from, 0);
    std::vector<std::uint32_t> settled(r.graph.node_count(), 0);
    search(
        r.graph, labels, open, NoHeuristic{},
        [&](const OpenEntry& e) {
          EXPECT_EQ(e.cost(), r.costs[from][e.node]) << "not final when settled";
          ++settled[e.node];
          return Settle::expand;
        },
        Uncounted{});
    for (std::uint32_t to = 0; to < r.graph.node_count(); ++to) {
      ASSERT_EQ(labels.cost(to), r.costs[from][to]);
      ASSERT_EQ(settled[to], r.costs[from][to] == kInfinite ? 0u : 1u);
    }
  }
}

TEST(Search, DijkstraWithEitherOpenList) {
  OpenList open;
  BucketOpenList buckets;
  for (std::uint32_t seed = 0; seed < 200; ++seed) {
    const auto [low, high] = kRanges[seed % std::size(kRanges)];
    const RandomGraph r = random_graph(seed, low, high);
    expect_all_costs(r, open);
    ASSERT_TRUE(BucketOpenList::suits(r.graph.cheapest_edge(), r.graph.most_expensive_edge()));
    buckets.configure(r.graph.cheapest_edge(), r.graph.most_expensive_edge());
    expect_all_costs(r, buckets);
    if (HasFatalFailure()) return;
  }
}

TEST(Search, AConsistentHeuristicSavesWorkAndKeepsTheCost) {
  std::uint64_t plain = 0;
  std::uint64_t guided = 0;
  OpenList open;
  Labels labels;
  labels.reserve(100);
  for (std::uint32_t seed = 0; seed < 100; ++seed) {
    const RandomGraph r = random_graph(seed, 3, 40);
    const std::uint32_t goal = 0;
    // Half of the true rest of the way, rounded down; more than any real one where there is none.
    const auto heuristic = [&](std::uint32_t n) {
      return r.costs[n][goal] == kInfinite ? kInfinite / 2 : r.costs[n][goal] / 2;
    };
    for (std::uint32_t from = 0; from < r.graph.node_count(); ++from) {
      const auto to_goal = [&](const OpenEntry& e) {
        return e.node == goal ? Settle::stop : Settle::expand;
      };
      SearchCounts counts;
      labels.clear();
      open.clear();
      add_source(labels, open, NoHeuristic{}, from, 0);
      search(r.graph, labels, open, NoHeuristic{}, to_goal, counts);
      if (r.costs[from][goal] == kInfinite) continue;
      plain += counts.expansions;
      counts = {};
      labels.clear();
      open.clear();
      add_source(labels, open, heuristic, from, 0);
      search(r.graph, labels, open, heuristic, to_goal, counts);
      guided += counts.expansions;
      ASSERT_EQ(labels.cost(goal), r.costs[from][goal]);
    }
  }
  EXPECT_LT(guided, plain);
}

TEST(Search, SkipsAndStopsAsTold) {
  const std::vector<Edge> line{
      {NodeId{0}, NodeId{1}, 1}, {NodeId{1}, NodeId{2}, 1}, {NodeId{2}, NodeId{3}, 1}};
  const CsrGraph graph = make_csr_graph(4, line).value();
  Labels labels;
  labels.reserve(4);
  OpenList open;
  for (const Settle decision : {Settle::skip, Settle::stop}) {
    labels.clear();
    open.clear();
    SearchCounts counts;
    add_source(labels, open, NoHeuristic{}, 0, 5);
    search(
        graph, labels, open, NoHeuristic{},
        [&](const OpenEntry& e) { return e.node == 1 ? decision : Settle::expand; }, counts);
    EXPECT_EQ(labels.cost(1), 6u);
    EXPECT_FALSE(labels.reached(2));
    EXPECT_EQ(counts.expansions, 1u);
  }
}

TEST(Search, CountsWhatItIsAskedToCount) {
  const std::vector<Edge> star{
      {NodeId{0}, NodeId{1}, 1}, {NodeId{0}, NodeId{2}, 2}, {NodeId{0}, NodeId{3}, 3}};
  const CsrGraph graph = make_csr_graph(4, star).value();
  Labels labels;
  labels.reserve(4);
  labels.clear();
  OpenList open;
  SearchCounts counts;
  add_source(labels, open, NoHeuristic{}, 0, 0);
  search(graph, labels, open, NoHeuristic{}, everything, CountedIf{&counts});
  EXPECT_EQ(counts.expansions, 4u);
  EXPECT_EQ(counts.open_size_sum, 0u + 2u + 1u + 0u);
  EXPECT_DOUBLE_EQ(counts.mean_open_size(), 0.75);
  SearchCounts twice = counts;
  twice += counts;
  EXPECT_EQ(twice.expansions, 8u);
  EXPECT_EQ(twice.open_size_sum, 6u);
  EXPECT_DOUBLE_EQ(SearchCounts{}.mean_open_size(), 0.0);
  labels.clear();
  add_source(labels, open, NoHeuristic{}, 0, 0);
  search(graph, labels, open, NoHeuristic{}, everything, CountedIf{nullptr});
  EXPECT_EQ(labels.cost(3), 3u);
}

}  // namespace
}  // namespace portolan::detail
