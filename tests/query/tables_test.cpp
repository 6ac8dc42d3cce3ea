#include "portolan/tables/tables.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "portolan/hierarchy/customize.h"
#include "portolan/query/climb.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/query/table_query.h"
#include "portolan/tables/build_tables.h"
#include "tests/hierarchy/random_world.h"

namespace portolan::detail {
namespace {

using test::random_sketch;
using test::Sketch;

/// Any order of the supernodes will do.
Result<SupernodeOrder> shuffled(const GateGraph& graph, std::uint64_t seed) {
  std::vector<std::uint32_t> order(graph.supernode_count());
  for (std::uint32_t g = 0; g < order.size(); ++g) order[g] = g;
  test::Random random(seed);
  for (std::size_t k = order.size(); k > 1; --k)
    std::swap(order[k - 1], order[random.below(static_cast<std::uint32_t>(k))]);
  return SupernodeOrder(std::move(order));
}

/// Every edge with its reverse, and none for nothing.
Sketch symmetric(Sketch s) {
  std::vector<OwnedEdge> edges;
  for (OwnedEdge e : s.edges) {
    e.cost = std::max(e.cost, Cost{1});
    edges.push_back(e);
    std::swap(e.from, e.to);
    edges.push_back(e);
  }
  s.edges = edges;
  return s;
}

Sketch without_free_moves(Sketch s) {
  for (OwnedEdge& e : s.edges) e.cost = std::max(e.cost, Cost{1});
  return s;
}

struct SketchForTables {
  explicit SketchForTables(const Sketch& s)
      : sketch(s), world(s.world()), hierarchy(build_hierarchy(world, s.partition()).value()) {}
  Tables tables(const TableOptions& options, std::uint64_t seed) const {
    return build_tables(world, hierarchy, options,
                        [&](const GateGraph& graph) {
                          return seed % 3 == 0
                                     ? Result<SupernodeOrder>(order_by_levels(hierarchy, graph))
                                     : shuffled(graph, seed);
                        })
        .value();
  }
  Sketch sketch;
  CsrWorld world;
  Hierarchy hierarchy;
};

/// `query` finds costs and paths from a snapshot by its tables.
template <class Q>
void expect_right_answers(const SketchForTables& built, const Tables& tables, Q&& query) {
  const auto optimal = test::all_costs(built.sketch);
  const auto edges = test::edge_costs(built.sketch);
  std::vector<NodeId> path;
  for (const auto& [from, to] : test::some_pairs(built.sketch, 150)) {
    const Cost best = optimal[index(from)][index(to)];
    const QueryResult found =
        query.find_path({built.world, built.hierarchy, tables}, from, to, path);
    ASSERT_EQ(found.cost, best) << index(from) << " to " << index(to);
    ASSERT_EQ(query.find_cost({built.world, built.hierarchy, tables}, from, to).cost, best);
    std::span<const NodeId> nodes;
    ASSERT_EQ(query.find_path({built.world, built.hierarchy, tables}, from, to, nodes).cost, best);
    ASSERT_TRUE(std::ranges::equal(nodes, path));
    if (best == kInfinite) {
      ASSERT_EQ(found.status, Status::unreachable);
      ASSERT_TRUE(path.empty());
      continue;
    }
    ASSERT_EQ(found.status, Status::complete);
    ASSERT_EQ(path.front(), from);
    ASSERT_EQ(path.back(), to);
    ASSERT_EQ(test::path_cost(edges, path), best);
  }
}
void expect_right_answers(const SketchForTables& built, const Tables& tables) {
  expect_right_answers(built, tables, TableQuery<CsrWorld>());
}

/// Asks as a snapshot is asked, and tells that nothing is searched for over the gates that tables
/// know of.
class AskedOfSnapshot {
 public:
  using View = SnapshotView<CsrWorld>;
  AskedOfSnapshot() { query_.count_into(&counts_); }

  template <class Nodes>
  QueryResult find_path(const View& snapshot, NodeId from, NodeId to, Nodes& nodes) {
    const QueryResult result = query_.find_path(snapshot, from, to, true, {}, nodes);
    expect_looked_up(snapshot, from, to, result);
    return result;
  }
  QueryResult find_cost(const View& snapshot, NodeId from, NodeId to) {
    const QueryResult result = query_.find_cost(snapshot, from, to, true, {});
    expect_looked_up(snapshot, from, to, result);
    return result;
  }
  std::uint32_t looked_up = 0;
  std::uint32_t no_path = 0;

 private:
  void expect_looked_up(const View& snapshot, NodeId from, NodeId to, const QueryResult& result) {
    const std::uint64_t searched = std::exchange(counts_.main.expansions, 0);
    const unsigned level = snapshot.tables().level();
    const CellId cells[2] = {snapshot.world().anchor_cell(from), snapshot.world().anchor_cell(to)};
    if ((result.status != Status::complete &&
         3 * snapshot.world().most_expensive_path() >= kTableInfinite) ||
        highest_level_apart(snapshot.hierarchy(), cells[0], cells[1], level) != level ||
        snapshot.hierarchy().partition().ancestor(cells[0], level) ==
            snapshot.hierarchy().partition().ancestor(cells[1], level)) {
      return;
    }
    EXPECT_EQ(searched, 0u);
    ++looked_up;
    no_path += result.status == Status::unreachable;
  }
  SnapshotQuery<CsrWorld> query_;
  QueryCounts counts_;
};

class TablesOnRandomWorlds : public testing::TestWithParam<ConnectPaths> {};

TEST_P(TablesOnRandomWorlds, LabelsTellEveryCostAndPath) {
  std::uint32_t directed = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const SketchForTables built(seed % 2 == 0 ? symmetric(random_sketch(seed, 40))
                                              : without_free_moves(random_sketch(seed, 40)));
    const Tables tables = built.tables({TableOptions::kUnlimited, GetParam()}, seed);
    ASSERT_EQ(tables.choice().far, FarMethod::labels) << tables.choice().reason;
    directed += tables.connect().directed();
    SCOPED_TRACE(seed);
    expect_right_answers(built, tables);
  }
  EXPECT_GT(directed, 20u);
  EXPECT_LT(directed, 100u);
}

TEST_P(TablesOnRandomWorlds, ShortcutsTellTheSame) {
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const SketchForTables built(seed % 2 == 0 ? symmetric(random_sketch(seed, 40))
                                              : without_free_moves(random_sketch(seed, 40)));
    const Tables tables =
        built.tables({TableOptions::kUnlimited, GetParam(), FarMethod::shortcuts}, seed);
    ASSERT_EQ(tables.choice().far, FarMethod::shortcuts) << tables.choice().reason;
    SCOPED_TRACE(seed);
    expect_right_answers(built, tables);
  }
}

/// The same tables with shortcuts whose extras take at most `max_bytes`.
Tables with_extras(const SketchForTables& built, const Tables& tables, std::uint64_t max_bytes) {
  Tables::Parts parts{tables.connect(), tables.links(), {}, tables.shortcuts()};
  parts.shortcuts.vias = {};
  parts.shortcuts.top = {};
  EXPECT_TRUE(add_extras(parts.shortcuts, built.hierarchy, parts.links, max_bytes, false, {}));
  return Tables(std::move(parts), tables.choice(), built.hierarchy);
}

TEST_P(TablesOnRandomWorlds, ShortcutsTellTheSameWhateverHelpsThem) {
  std::uint32_t without_vias = 0, some_labels = 0, all_labels = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const SketchForTables built(seed % 2 == 0 ? symmetric(random_sketch(seed, 40))
                                              : without_free_moves(random_sketch(seed, 40)));
    const Tables plain =
        built.tables({TableOptions::kUnlimited, GetParam(), FarMethod::shortcuts}, seed);
    const std::uint64_t vias = plain.shortcuts().vias.bytes();
    const std::uint64_t most =
        with_extras(built, plain, TableOptions::kUnlimited).shortcuts().extra_bytes();
    for (const std::uint64_t max_bytes :
         {std::uint64_t{0}, vias + (most - vias) / 4, vias + (most - vias) / 2, most}) {
      const Tables tables = with_extras(built, plain, max_bytes);
      const ShortcutTable& shortcuts = tables.shortcuts();
      ASSERT_LE(shortcuts.extra_bytes(), max_bytes);
      ASSERT_EQ(with_extras(built, plain, shortcuts.extra_bytes()).shortcuts().extra_bytes(),
                shortcuts.extra_bytes());
      const auto labelled = std::ranges::count_if(
          shortcuts.top.begin[0].span(), [](std::uint32_t at) { return at != TopLabels::kNone; });
      without_vias += shortcuts.vias.empty() && !shortcuts.empty();
      some_labels += labelled > 0 && labelled < std::ranges::ssize(shortcuts.top.begin[0].span());
      all_labels += labelled > 0 && labelled == std::ranges::ssize(shortcuts.top.begin[0].span());
      SCOPED_TRACE(testing::Message() << seed << ", max_bytes " << max_bytes);
      expect_right_answers(built, tables);
    }
  }
  EXPECT_GT(without_vias, 20u);
  EXPECT_GT(some_labels, 20u);
  EXPECT_GT(all_labels, 20u);
}

TEST(Tables, ShortcutsAloneTellTheSameOverTheGatesOfEveryLevel) {
  AskedOfSnapshot asked;
  std::uint32_t above_level_1 = 0;
  for (std::uint64_t seed = 0; seed < 120; ++seed) {
    const SketchForTables built(seed % 2 == 0 ? symmetric(random_sketch(seed, 60))
                                              : without_free_moves(random_sketch(seed, 60)));
    for (unsigned level = 1; level <= built.hierarchy.levels(); ++level) {
      TableOptions options;
      options.level_alone = level;
      const Tables all = built.tables(options, seed);
      ASSERT_EQ(all.choice().far, FarMethod::shortcuts) << all.choice().reason;
      ASSERT_EQ(all.choice().shortcuts_bytes, all.bytes());
      EXPECT_TRUE(all.answer());
      EXPECT_FALSE(all.complete());
      EXPECT_EQ(all.level(), level);
      const std::uint64_t most = all.shortcuts().extra_bytes();
      for (const std::uint64_t max_bytes : {std::uint64_t{0}, most / 2, most}) {
        SCOPED_TRACE(testing::Message()
                     << "seed " << seed << ", level " << level << ", " << max_bytes);
        expect_right_answers(built, with_extras(built, all, max_bytes), asked);
      }
      above_level_1 += level > 1 && all.links().gate_count() > 0;
    }
  }
  EXPECT_GT(above_level_1, 50u);
  EXPECT_GT(asked.looked_up, 10'000u);
  EXPECT_GT(asked.no_path, 1000u);
}

/// A line of so many nodes, with some short-cuts, in cells of four and above these of eight: so
/// many that few pairs lie together.
Sketch long_line(std::uint32_t nodes, std::uint64_t seed) {
  test::Random random(seed);
  Sketch s;
  s.nodes = nodes;
  s.cells = nodes / 4;
  std::vector<CellId> above;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    s.homes.push_back(CellId{n / 4});
    if (n % 4 == 0) above.push_back(CellId{n / 8});
    for (const std::uint32_t step : {1u, 3u + random.below(3)})
      if (n + step < nodes)
        s.edges.push_back({NodeId{n}, NodeId{n + step}, step + random.below(9), CellId{n / 4}});
  }
  s.parents.push_back(above);
  return symmetric(s);
}

TEST(Tables, ShortcutsAloneStandInWhereThereIsNoRoomForAConnectTable) {
  std::uint32_t alone = 0, above_level_1 = 0;
  for (std::uint64_t seed = 0; seed < 44; ++seed) {
    const SketchForTables built(seed < 40 ? symmetric(random_sketch(seed, 300))
                                          : long_line(416, seed));
    TableOptions options;
    for (options.max_bytes = built.tables({}, seed).bytes(); options.max_bytes > 0;
         options.max_bytes = options.max_bytes * 4 / 5) {
      const Tables tables = built.tables(options, seed);
      ASSERT_LE(tables.bytes(), options.max_bytes);
      if (tables.choice().connect || !tables.answer()) continue;
      EXPECT_GT(tables.links().gate_count(), 0u);  // shortcuts over none answer nothing
      EXPECT_TRUE(tables.choice().short_of_memory);
      alone += tables.level() == 1;
      above_level_1 += tables.level() > 1;
      SCOPED_TRACE(testing::Message() << "seed " << seed << ", " << options.max_bytes);
      expect_right_answers(built, tables, AskedOfSnapshot());
    }
  }
  EXPECT_GT(alone, 10u);
  EXPECT_GT(above_level_1, 5u);
}

/// A strip of nodes, each joined to those around it, in cells of `side` by `side`.
Sketch strip(std::uint32_t length, std::uint32_t side, std::uint64_t seed) {
  test::Random random(seed);
  Sketch s;
  s.nodes = length * side;
  s.cells = length / side;
  for (std::uint32_t n = 0; n < s.nodes; ++n) {
    const CellId cell{n / (side * side)};
    s.homes.push_back(cell);
    const auto join = [&](std::uint32_t other) {
      s.edges.push_back({NodeId{n}, NodeId{other}, 10 + random.below(9), cell});
    };
    if (n % side + 1 < side) join(n + 1);
    if (n + side < s.nodes) join(n + side);
  }
  return symmetric(s);
}

/// Without the way back along an edge.
Sketch with_one_way(Sketch s, std::size_t edge) {
  const OwnedEdge there = s.edges[edge];
  std::erase_if(s.edges,
                [&](const OwnedEdge& e) { return e.from == there.to && e.to == there.from; });
  return s;
}

TEST_P(TablesOnRandomWorlds, ConnectRowsThatAreTheSameBothWaysAreThereOnce) {
  const Sketch plain = strip(160, 4, 1);
  const TableOptions options{TableOptions::kUnlimited, GetParam(), FarMethod::search};
  const std::uint64_t least = SketchForTables(plain).tables(options, 0).connect().bytes();
  for (const std::size_t edge : {0u, 401u, 777u, 1200u}) {
    const SketchForTables built(with_one_way(plain, edge));
    const Tables tables = built.tables({TableOptions::kUnlimited, GetParam()}, 0);
    const ConnectTable& connect = tables.connect();
    ASSERT_TRUE(connect.directed());
    EXPECT_LE(connect.bytes(), least + least / 10);
    std::size_t shared = 0;
    for (std::size_t c = 0; c < plain.cells; ++c)
      shared += connect.cells(false)[c] == connect.cells(true)[c];
    EXPECT_EQ(shared, plain.cells - 1);
    expect_right_answers(built, tables);
    TableOptions exact = options;  // what it takes is what it needs
    exact.max_bytes = connect.bytes();
    EXPECT_TRUE(built.tables(exact, 0).choice().connect);
    --exact.max_bytes;
    EXPECT_FALSE(built.tables(exact, 0).choice().connect);
  }
}

/// Orders the supernodes along a strip: every other one, then every other one of the rest, and so
/// on.
Result<SupernodeOrder> by_halves(const GateGraph& graph) {
  std::vector<std::uint32_t> place(graph.supernode_count());
  std::uint32_t next = 0;
  for (std::uint32_t step = 1; step <= place.size(); step *= 2)
    for (std::uint32_t g = step - 1; g < place.size(); g += 2 * step) place[g] = next++;
  return SupernodeOrder(std::move(place));
}

TEST(Tables, OneOneWayEdgeTakesLittleMore) {
  const Sketch plain_sketch = strip(320, 4, 2);
  const SketchForTables plain(plain_sketch);
  const SketchForTables one_way(with_one_way(plain_sketch, 1000));
  const auto build = [](const SketchForTables& built, const TableOptions& options) {
    return build_tables(built.world, built.hierarchy, options, by_halves).value();
  };
  const Tables by_shortcuts = build(one_way, {.far = FarMethod::shortcuts});
  const auto& [tree, shortcuts, lowers, vias, top] = by_shortcuts.shortcuts();
  ASSERT_TRUE(shortcuts.directed());
  EXPECT_LE(shortcuts.entries.size(), (tree.shortcut_count() + kRowSlack) * 11 / 10);
  EXPECT_LE(vias.entries.size(), (tree.shortcut_count() + kRowSlack) * 11 / 10);
  expect_right_answers(one_way, by_shortcuts);
  std::uint32_t kinds[3] = {};
  std::uint32_t top_labels = 0, alone = 0;
  TableOptions least;  // what the world has without that edge
  for (least.max_bytes = build(plain, {}).bytes(); least.max_bytes > 5000;
       least.max_bytes = least.max_bytes * 9 / 10) {
    TableOptions options = least;
    options.max_bytes = least.max_bytes * 11 / 10;
    const Tables tables = build(one_way, options);
    const Tables same = build(plain, least);
    SCOPED_TRACE(options.max_bytes);
    ASSERT_LE(tables.bytes(), options.max_bytes);
    EXPECT_GE(tables.choice().far, same.choice().far) << tables.choice().reason;
    EXPECT_GE(tables.choice().connect, same.choice().connect);
    EXPECT_GE(tables.shortcuts().top.bytes(), same.shortcuts().top.bytes() / 2);
    if (tables.complete()) {
      expect_right_answers(one_way, tables);
    } else if (tables.answer()) {
      expect_right_answers(one_way, tables, AskedOfSnapshot());
    }
    ++kinds[static_cast<std::size_t>(tables.choice().far)];
    top_labels += !tables.shortcuts().top.empty();
    alone += tables.answer() && !tables.choice().connect;
  }
  EXPECT_GT(kinds[1], 2u);
  EXPECT_GT(kinds[2], 0u);
  EXPECT_GT(top_labels, 1u);
  EXPECT_GT(alone, 1u);
}

/// So many copies of a line of nodes, each with a cell of its own at the top level, which has no
/// gates then.
Sketch islands(std::uint32_t count, std::uint32_t nodes, std::uint32_t nodes_per_cell) {
  Sketch s;
  s.nodes = count * nodes;
  s.cells = s.nodes / nodes_per_cell;
  s.islands = count;
  std::vector<CellId> top;
  for (std::uint32_t n = 0; n < s.nodes; ++n) {
    s.homes.push_back(CellId{n / nodes_per_cell});
    if (n % nodes_per_cell == 0) top.push_back(CellId{n / nodes});
    if ((n + 1) % nodes != 0)
      s.edges.push_back({NodeId{n}, NodeId{n + 1}, 1 + n % 7, CellId{n / nodes_per_cell}});
  }
  s.parents.push_back(top);
  return symmetric(s);
}

TEST(Tables, ShortcutsOverFewGatesDoNotStandInForAConnectTable) {
  const SketchForTables built(islands(3, 120, 6));
  const Tables all = built.tables({}, 1);
  ASSERT_GT(all.links().gate_count(), 0u);
  ASSERT_EQ(built.tables({.level_alone = 2}, 1).links().gate_count(), 0u);
  const Tables shortcuts = built.tables({.far = FarMethod::shortcuts}, 1);
  bool connect_alone = false;
  for (std::uint64_t budget = all.bytes(); budget > 0;
       budget -= std::min<std::uint64_t>(budget, 40)) {
    const Tables tables = built.tables({.max_bytes = budget}, 1);
    EXPECT_TRUE(!tables.answer() || tables.level() == 1) << budget;
    connect_alone |= tables.choice().connect && !tables.answer();
    if (budget > shortcuts.bytes() * 9 / 8) {  // with some labels
      EXPECT_TRUE(tables.complete()) << budget;
    }
  }
  EXPECT_TRUE(connect_alone);
}

TEST(Tables, WhyThereAreNoShortcutsAloneIsTold) {
  const SketchForTables built(islands(3, 120, 6));
  const Tables none = built.tables({.max_bytes = 100, .level_alone = 1}, 1);
  EXPECT_EQ(none.bytes(), 0u);
  EXPECT_EQ(none.choice().reason, "shortcuts do not fit the budget");
  const Tables connect = built.tables({.far = FarMethod::search, .level_alone = 1}, 1);
  EXPECT_TRUE(connect.choice().connect);
  EXPECT_FALSE(connect.answer());
}

INSTANTIATE_TEST_SUITE_P(StoredPaths, TablesOnRandomWorlds,
                         testing::Values(ConnectPaths::descend, ConnectPaths::steps),
                         [](const auto& tested) {
                           return tested.param == ConnectPaths::descend ? "descend" : "steps";
                         });

TEST(Tables, CountTheMostTargetsOfAGate) {
  std::size_t largest = 0;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const SketchForTables built(without_free_moves(random_sketch(seed, 40)));
    const GateGraph graph = make_gate_graph(built.hierarchy);
    std::size_t most = 0;
    for (const GraphGateId g : graph.gates()) {
      std::size_t count = graph.inters_of(g).size();
      for (const GateGraph::Member& m : graph.members_of(g))
        count += built.hierarchy.cell(m.cell).gate_count();
      most = std::max(most, count);
    }
    EXPECT_EQ(built.tables({}, 1).links().most_targets(), most);
    largest = std::max(largest, most);
  }
  EXPECT_GT(largest, 4u);
}

TEST(Tables, ABudgetIsKept) {
  const SketchForTables built(symmetric(random_sketch(12, 200)));
  const std::size_t all = built.tables({}, 1).bytes();
  FarMethod last = FarMethod::labels;
  for (std::size_t budget = all; budget > 0; budget -= std::min(budget, all / 20 + 1)) {
    const Tables tables = built.tables({budget, ConnectPaths::steps}, 1);
    EXPECT_LE(tables.bytes(), budget);
    EXPECT_LE(tables.choice().far, last);  // less memory never brings more
    EXPECT_FALSE(tables.choice().reason.empty());
    last = tables.choice().far;
  }
  EXPECT_EQ(built.tables({0, ConnectPaths::steps}, 1).bytes(), 0u);
}

TEST(Tables, WhatShortcutsTakeIsKnownToTheByte) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Sketch s = random_sketch(seed, 60);
    const SketchForTables built(seed % 2 == 0 ? symmetric(s) : without_free_moves(s));
    TableOptions options;
    options.far = FarMethod::shortcuts;
    const Tables tables = built.tables(options, seed);
    ASSERT_EQ(tables.choice().far, FarMethod::shortcuts) << tables.choice().reason;
    EXPECT_EQ(tables.choice().connect_bytes + tables.choice().shortcuts_bytes, tables.bytes());
    options.max_bytes = tables.bytes() - 1;
    EXPECT_LE(built.tables(options, seed).bytes(), options.max_bytes) << "seed " << seed;
  }
}

TEST(Tables, MovesThatCostNothingAreLeftToTheSearch) {
  Sketch s = without_free_moves(random_sketch(3, 30));
  s.edges.front().cost = 0;
  const Tables tables = SketchForTables(s).tables({}, 1);
  EXPECT_EQ(tables.choice().far, FarMethod::search);
  EXPECT_NE(tables.choice().reason.find("costs nothing"), std::string::npos);
}

TEST(Tables, ThreadsMakeNoDifference) {
  const SketchForTables built(symmetric(random_sketch(7, 300)));
  const ParallelFor backwards = [](std::uint32_t count,
                                   const std::function<void(std::uint32_t)>& work) {
    for (std::uint32_t k = count; k-- > 0;) work(k);
  };
  const auto order = [](const GateGraph& graph) { return shuffled(graph, 5); };
  const Tables one = build_tables(built.world, built.hierarchy, {}, order).value();
  const Tables other = build_tables(built.world, built.hierarchy, {}, order, backwards).value();
  EXPECT_TRUE(std::ranges::equal(one.labels().costs.span(), other.labels().costs.span()));
  EXPECT_TRUE(std::ranges::equal(one.labels().steps.span(), other.labels().steps.span()));
  EXPECT_TRUE(std::ranges::equal(one.connect().entries().narrow.span(),
                                 other.connect().entries().narrow.span()));
}

TEST(Tables, ProgressDoesNotGoBackFromLevelToLevel) {
  const SketchForTables built(symmetric(random_sketch(17, 300)));
  const auto order = [](const GateGraph& graph) { return shuffled(graph, 5); };
  TableOptions options;
  options.far = FarMethod::shortcuts;
  std::uint32_t ends = 0;
  for (options.max_bytes = built.tables({}, 5).bytes(); options.max_bytes > 500;
       options.max_bytes = options.max_bytes * 4 / 5) {
    std::map<std::string, std::uint64_t> last;
    const Progress watch{[&](std::uint64_t done, std::uint64_t total, const char* what) {
      EXPECT_GE(done, last[what]) << what;
      EXPECT_LE(done, total) << what;
      last[what] = done;
      ends += done == total;
      return true;
    }};
    ASSERT_TRUE(build_tables(built.world, built.hierarchy, options, order, {}, watch));
  }
  EXPECT_GE(ends, 10u);
}

TEST(Tables, CancellingIsAnError) {
  const SketchForTables built(random_sketch(7, 100));
  const Progress cancel{[](std::uint64_t, std::uint64_t, const char*) { return false; }};
  const auto order = [](const GateGraph& graph) { return shuffled(graph, 5); };
  EXPECT_FALSE(build_tables(without_free_moves(built.sketch).world(), built.hierarchy, {}, order,
                            {}, cancel));
}

}  // namespace
}  // namespace portolan::detail
