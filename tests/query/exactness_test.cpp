#include <gtest/gtest.h>

#include "portolan/graph/csr_graph.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/query/query.h"
#include "tests/hierarchy/random_world.h"

/// With all gates kept the hierarchy gives the cost of Dijkstra on level 0, at every level.
namespace portolan::detail {
namespace {

using test::all_costs;
using test::random_sketch;
using test::Sketch;

constexpr ConnectMethod kExact[] = {ConnectMethod::dijkstra, ConnectMethod::astar};
constexpr ConnectMethod kInexact[] = {ConnectMethod::sparse, ConnectMethod::goalward};

Hierarchy build(const Sketch& s, bool store_steps = true) {
  return build_hierarchy(s.world(), s.partition(), {store_steps}).value();
}

/// Asks every pair by `methods` at every level and compares with `optimal`.
template <class Methods>
void expect_answers(const Sketch& s, bool store_steps, const Methods& methods, bool exact,
                    std::uint32_t pairs) {
  const CsrWorld world = s.world();
  const Hierarchy hierarchy = build(s, store_steps);
  const auto optimal = all_costs(s);
  const test::EdgeCosts edges = test::edge_costs(s);
  Query<CsrWorld> query;
  std::vector<NodeId> path;
  for (const auto& [from, to] : test::some_pairs(s, pairs)) {
    const Cost best = optimal[index(from)][index(to)];
    for (unsigned level = kAutoLevel; level <= hierarchy.levels(); ++level) {
      for (const ConnectMethod method : methods) {
        SCOPED_TRACE(::testing::Message()
                     << "from " << index(from) << " to " << index(to) << " at level " << level
                     << " by method " << static_cast<int>(method));
        const QueryResult result =
            query.find_path(world, hierarchy, from, to, {level, method}, path);
        ASSERT_EQ(result.status, best == kInfinite ? Status::unreachable : Status::complete);
        if (best == kInfinite) {
          ASSERT_EQ(result.cost, kInfinite);
          ASSERT_TRUE(path.empty());
          continue;
        }
        ASSERT_FALSE(path.empty());
        ASSERT_EQ(path.front(), from);
        ASSERT_EQ(path.back(), to);
        const Cost walked = test::path_cost(edges, path);
        if (exact) {
          ASSERT_EQ(result.cost, best);
          ASSERT_EQ(walked, best);
        } else {
          ASSERT_GE(result.cost, best);
          ASSERT_LE(walked, result.cost);
        }
      }
    }
  }
}

TEST(Exactness, EveryPairOfSmallWorldsCostsWhatDijkstraSays) {
  for (std::uint64_t seed = 0; seed < 400; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_answers(random_sketch(seed, 14), seed % 2 == 0, kExact, true, 200);
    if (HasFatalFailure()) return;
  }
}

TEST(Exactness, LargerWorldsTooSlow) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_answers(random_sketch(seed, 300), seed % 2 == 0, kExact, true, 60);
    if (HasFatalFailure()) return;
  }
}

TEST(Exactness, FewerGatesStillFindAWayAndNeverACheaperOne) {
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    expect_answers(random_sketch(seed, 30), seed % 2 == 0, kInexact, false, 60);
    if (HasFatalFailure()) return;
  }
}

TEST(Exactness, TheSearchLoopAgreesWithBoost) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    const Sketch s = random_sketch(seed, 40);
    std::vector<Edge> edges;
    for (const OwnedEdge& e : s.edges) edges.push_back({e.from, e.to, e.cost});
    const CsrGraph graph = make_csr_graph(s.nodes, edges).value();
    const auto optimal = all_costs(s);
    Labels labels;
    labels.reserve(s.nodes);
    OpenList open(s.high);
    for (std::uint32_t from = 0; from < s.nodes; ++from) {
      labels.clear();
      open.clear();
      add_source(labels, open, NoHeuristic{}, from, 0);
      search(
          graph, labels, open, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; },
          Uncounted{});
      for (std::uint32_t to = 0; to < s.nodes; ++to)
        ASSERT_EQ(labels.cost(to), optimal[from][to]) << "seed " << seed;
    }
  }
}

TEST(Exactness, ClosedEdgesAreNotTaken) {
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Sketch s = random_sketch(seed, 20);
    test::Random random(seed);
    for (OwnedEdge& e : s.edges) {
      if (random.chance(30)) e.cost = kInfinite;
    }
    expect_answers(s, true, kExact, true, 200);
    if (HasFatalFailure()) return;
  }
}

TEST(Exactness, HomesCanBeLeftToTheWorld) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed);
    Sketch s = random_sketch(seed, 20);
    std::erase_if(s.edges, [](const OwnedEdge& e) { return e.owner == kNoCell; });
    s.homes.clear();
    expect_answers(s, true, kExact, true, 200);
    if (HasFatalFailure()) return;
  }
}

TEST(Exactness, AGateMayHaveBothEdgesInAnotherCellAndAnInterEdgeIntoIt) {
  // Node 0 lies in cell 0 and has an edge in cell 1 as well as an inter-edge to node 2 there; the
  // goal 3 can only be reached by that inter-edge. Cells 1 and 2 form one of level 2.
  Sketch s;
  s.nodes = 5;
  s.cells = 3;
  s.homes = {CellId{0}, CellId{1}, CellId{1}, CellId{2}, CellId{0}};
  s.parents = {{CellId{0}, CellId{1}, CellId{1}}};
  s.edges = {{NodeId{4}, NodeId{0}, 1, CellId{0}},
             {NodeId{0}, NodeId{1}, 1, CellId{1}},
             {NodeId{0}, NodeId{2}, 1, kNoCell},
             {NodeId{2}, NodeId{3}, 1, kNoCell},
             {NodeId{3}, NodeId{2}, 7, CellId{2}}};
  expect_answers(s, true, kExact, true, 100);
}

}  // namespace
}  // namespace portolan::detail
