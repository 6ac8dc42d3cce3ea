#include "portolan/query/query.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "portolan/hierarchy/customize.h"
#include "tests/hierarchy/random_world.h"

namespace portolan::detail {
namespace {

using test::random_sketch;
using test::Sketch;

/// A world with its hierarchy and the true costs.
struct BuiltSketch {
  explicit BuiltSketch(const Sketch& s)
      : sketch(s),
        world(s.world()),
        hierarchy(build_hierarchy(world, s.partition()).value()),
        optimal(test::all_costs(s)) {}
  Sketch sketch;
  CsrWorld world;
  Hierarchy hierarchy;
  std::vector<std::vector<Cost>> optimal;
  Cost best(NodeId from, NodeId to) const { return optimal[index(from)][index(to)]; }
};

/// The weak component of every node, told by flooding both ways.
std::vector<std::uint32_t> weak_components(const Sketch& s) {
  std::vector<std::uint32_t> component(s.nodes);
  for (std::uint32_t n = 0; n < s.nodes; ++n) component[n] = n;
  for (bool changed = true; changed;) {
    changed = false;
    for (const OwnedEdge& e : s.edges) {
      std::uint32_t& a = component[index(e.from)];
      std::uint32_t& b = component[index(e.to)];
      if (e.cost == kInfinite || a == b) continue;
      a = b = std::min(a, b);
      changed = true;
    }
  }
  return component;
}

void expect_no_effort(const SearchCounts& counts) {
  EXPECT_EQ(counts.expansions, 0u);
  EXPECT_EQ(counts.open_size_sum, 0u);
}

bool same(const Hop& a, const Hop& b) {
  return a.kind == b.kind && a.cell == b.cell && a.from == b.from && a.to == b.to;
}

TEST(Query, OtherComponentsAreToldWithoutASearch) {
  std::uint32_t told = 0;
  for (std::uint64_t seed = 0; seed < 100; ++seed) {
    Sketch s = random_sketch(seed, 30);
    test::Random random(seed);
    for (OwnedEdge& e : s.edges) {
      if (random.chance(20)) e.cost = kInfinite;
    }
    const BuiltSketch built(s);
    const auto component = weak_components(s);
    for (const auto& [from, to] : test::some_pairs(s, 200)) {
      if (component[index(from)] == component[index(to)]) continue;
      QueryCounts counts;
      Query<CsrWorld> query;
      query.count_into(&counts);
      Hops hops;
      ASSERT_EQ(query.find_hops(built.world, built.hierarchy, from, to, {}, hops).status,
                Status::unreachable);
      expect_no_effort(counts.connect);
      expect_no_effort(counts.main);
      ++told;
    }
  }
  EXPECT_GT(told, 1000u);
}

TEST(Query, FromANodeToItselfIsNoWayAtAll) {
  const BuiltSketch built(random_sketch(1, 20));
  Query<CsrWorld> query;
  std::vector<NodeId> path;
  const QueryResult result =
      query.find_path(built.world, built.hierarchy, NodeId{0}, NodeId{0}, {}, path);
  EXPECT_EQ(result.status, Status::complete);
  EXPECT_EQ(result.cost, 0u);
  EXPECT_EQ(path, std::vector<NodeId>{NodeId{0}});
}

TEST(Query, ABudgetThatIsTooSmallIsNeverCalledAnAnswer) {
  std::uint32_t cut_short = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const BuiltSketch built(random_sketch(seed, 40));
    Query<CsrWorld> query;
    QueryCounts counts;
    query.count_into(&counts);
    std::vector<NodeId> path;
    for (const auto& [from, to] : test::some_pairs(built.sketch, 60)) {
      Status last = Status::out_of_budget;
      for (std::uint64_t budget = 0; last == Status::out_of_budget; ++budget) {
        counts = {};
        QueryOptions options;
        options.max_expansions = budget;
        const QueryResult result =
            query.find_path(built.world, built.hierarchy, from, to, options, path);
        last = result.status;
        ASSERT_LE(counts.main.expansions, budget);
        if (last == Status::out_of_budget) {
          ASSERT_EQ(result.cost, kInfinite);
          ASSERT_TRUE(path.empty());
          ++cut_short;
        } else {
          ASSERT_EQ(result.cost, built.best(from, to)) << "seed " << seed << " budget " << budget;
        }
      }
    }
  }
  EXPECT_GT(cut_short, 1000u);
}

TEST(Query, CostsAloneAreThoseOfPaths) {
  Query<CsrWorld> query;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const BuiltSketch built(random_sketch(seed, 60));
    for (const auto& [from, to] : test::some_pairs(random_sketch(seed, 60), 50)) {
      for (unsigned level = kAutoLevel; level <= built.hierarchy.levels(); ++level) {
        const QueryResult alone = query.find_cost(built.world, built.hierarchy, from, to, {level});
        EXPECT_EQ(alone.cost, built.best(from, to));
        Hops hops;
        const QueryResult whole =
            query.find_hops(built.world, built.hierarchy, from, to, {level}, hops);
        EXPECT_EQ(alone.cost, whole.cost);
        EXPECT_EQ(alone.status, whole.status);
      }
    }
  }
}

TEST(Query, KeptConnectionsCostNothingAgain) {
  const BuiltSketch built(random_sketch(3, 200));
  Query<CsrWorld> query(16);
  QueryCounts counts;
  query.count_into(&counts);
  Hops hops;
  const auto ask_all = [&](const Hierarchy& hierarchy) {
    counts = {};
    for (std::uint32_t from = 0; from < 8; ++from) {
      for (std::uint32_t to = 20; to < 28; ++to) {
        const QueryResult result =
            query.find_hops(built.world, hierarchy, NodeId{from}, NodeId{to}, {}, hops);
        EXPECT_EQ(result.cost, built.best(NodeId{from}, NodeId{to}));
      }
    }
    return counts.connect.expansions;
  };
  const std::uint64_t first = ask_all(built.hierarchy);
  EXPECT_GT(first, 0u);
  EXPECT_EQ(ask_all(built.hierarchy), 0u);
  const Hierarchy newer = update_hierarchy(built.hierarchy, built.world, {}).hierarchy;
  EXPECT_EQ(ask_all(newer), first);
  EXPECT_EQ(ask_all(newer), 0u);
}

TEST(Query, HierarchiesOfOneVersionAreNotTakenForEachOther) {
  Sketch s = random_sketch(3, 60);
  const BuiltSketch one(s);
  for (OwnedEdge& e : s.edges) e.cost = 2 * e.cost + 1;
  const BuiltSketch two(s);
  ASSERT_EQ(one.hierarchy.version(), two.hierarchy.version());
  Query<CsrWorld> query(16);
  std::vector<NodeId> path;
  for (const auto& [from, to] : test::some_pairs(s, 300)) {
    for (const BuiltSketch* built : {&one, &two, &one}) {
      const QueryResult result =
          query.find_path(built->world, built->hierarchy, from, to, {}, path);
      ASSERT_EQ(result.cost, built->best(from, to));
    }
  }
}

TEST(Query, FindsTheSameHopsOnEveryRun) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const BuiltSketch built(random_sketch(seed, 60));
    const Hierarchy again = build_hierarchy(built.world, built.sketch.partition()).value();
    Query<CsrWorld> used(16);
    Hops hops;
    Hops other_hops;
    for (const auto& [from, to] : test::some_pairs(built.sketch, 100)) {
      for (unsigned level = kAutoLevel; level <= built.hierarchy.levels(); ++level) {
        Query<CsrWorld> fresh;
        used.find_hops(built.world, built.hierarchy, from, to, {level}, hops);
        fresh.find_hops(built.world, again, from, to, {level}, other_hops);
        ASSERT_TRUE(
            std::equal(hops.begin(), hops.end(), other_hops.begin(), other_hops.end(), same))
            << seed;
      }
    }
  }
}

TEST(Query, HopsCanBeTurnedIntoNodesOneByOneInAnyOrder) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const BuiltSketch built(random_sketch(seed, 40));
    const auto edges = test::edge_costs(built.sketch);
    Query<CsrWorld> query;
    Query<CsrWorld> other;
    Hops hops;
    for (const auto& [from, to] : test::some_pairs(built.sketch, 60)) {
      const unsigned level = built.hierarchy.levels();
      if (query.find_hops(built.world, built.hierarchy, from, to, {level}, hops).status !=
          Status::complete)
        continue;
      Cost sum = 0;
      NodeId at = from;
      for (const Hop& hop : hops) {
        ASSERT_EQ(hop.from, at);
        std::vector<NodeId> path{hop.from};
        other.append_hop(built.world, built.hierarchy, hop, path);  // knows nothing of the query
        ASSERT_EQ(path.back(), hop.to);
        sum += test::path_cost(edges, path);
        at = hop.to;
      }
      ASSERT_EQ(at, to);
      ASSERT_EQ(sum, built.best(from, to)) << "seed " << seed;
    }
  }
}

/// A job system that loses work only makes a query slower.
TEST(Query, ConnectsByItselfWhatAJobSystemForgets) {
  const BuiltSketch b(random_sketch(5, 40));
  const ParallelFor idle = [](std::uint32_t, const std::function<void(std::uint32_t)>&) {};
  const ParallelFor lazy = [](std::uint32_t, const std::function<void(std::uint32_t)>& work) {
    work(1);
  };
  Query<CsrWorld> query;
  Hops hops;
  for (const ParallelFor* parallel : {&idle, &lazy}) {
    QueryOptions options;
    options.connect = ConnectMethod::threads;
    options.parallel = parallel;
    for (std::uint32_t from = 0; from < b.sketch.nodes; ++from) {
      for (std::uint32_t to = 0; to < b.sketch.nodes; ++to) {
        const QueryResult found =
            query.find_hops(b.world, b.hierarchy, NodeId{from}, NodeId{to}, options, hops);
        ASSERT_EQ(found.cost, b.best(NodeId{from}, NodeId{to}));
      }
    }
  }
}

TEST(QueryDeathTest, IsNotEnteredTwiceAtOnce) {
#ifdef NDEBUG
  GTEST_SKIP() << "asserts are off";
#else
  const BuiltSketch b(random_sketch(5, 40));
  Query<CsrWorld> query;
  Hops hops;
  const ParallelFor again = [&](std::uint32_t count,
                                const std::function<void(std::uint32_t)>& work) {
    Hops others;
    query.find_hops(b.world, b.hierarchy, NodeId{1}, NodeId{2}, {}, others);
    for (std::uint32_t k = 0; k < count; ++k) work(k);
  };
  QueryOptions options;
  options.connect = ConnectMethod::threads;
  options.parallel = &again;
  const auto ask_all = [&] {
    for (std::uint32_t to = 0; to < b.sketch.nodes; ++to)
      query.find_hops(b.world, b.hierarchy, NodeId{0}, NodeId{to}, options, hops);
  };
  EXPECT_DEATH(ask_all(), "entered while in use");
#endif
}

TEST(Query, FourThreadsAgreeWithOne) {
  const BuiltSketch built(random_sketch(14, 200));
  const auto pairs = test::some_pairs(built.sketch, 300);
  std::vector<std::vector<NodeId>> paths(pairs.size());
  Query<CsrWorld> query;
  for (std::size_t k = 0; k < pairs.size(); ++k) {
    query.find_path(built.world, built.hierarchy, pairs[k].first, pairs[k].second, {}, paths[k]);
  }
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      Query<CsrWorld> own(t * 8);
      std::vector<NodeId> path;
      for (std::size_t k = 0; k < pairs.size(); ++k) {
        const std::size_t at = (k * (2 * t + 1) + t) % pairs.size();
        const auto& [from, to] = pairs[at];
        const QueryResult result = own.find_path(built.world, built.hierarchy, from, to, {}, path);
        wrong += result.cost != built.best(from, to) || path != paths[at];
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

/// A start or goal that was asked for before is connected without a search, at every level, and the
/// path is what a fresh query finds.
TEST(Query, PopularEndsAreRememberedAtEveryLevel) {
  std::uint32_t climbed = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const BuiltSketch built(random_sketch(seed, 60));
    Query<CsrWorld> popular(8);
    for (unsigned level = 1; level <= built.hierarchy.levels(); ++level) {
      QueryOptions options;
      options.level = level;
      for (unsigned asked = 0; asked < 6; ++asked) {  // three goals, twice
        const NodeId start{0}, goal{(1 + asked % 3) * (built.sketch.nodes - 1) / 3};
        QueryCounts counts, fresh_counts;
        std::vector<NodeId> path, fresh_path;
        popular.count_into(&counts);
        const QueryResult found =
            popular.find_path(built.world, built.hierarchy, start, goal, options, path);
        Query<CsrWorld> fresh;
        fresh.count_into(&fresh_counts);
        const QueryResult expected =
            fresh.find_path(built.world, built.hierarchy, start, goal, options, fresh_path);
        ASSERT_EQ(found.cost, built.best(start, goal));
        ASSERT_EQ(path, fresh_path);
        if (asked < 3) continue;
        ASSERT_EQ(counts.connect.expansions, 0u) << "seed " << seed << ", level " << level;
        climbed += expected.level > 1 && fresh_counts.connect.expansions > 0;
      }
    }
  }
  EXPECT_GT(climbed, 20u);
}

}  // namespace
}  // namespace portolan::detail
