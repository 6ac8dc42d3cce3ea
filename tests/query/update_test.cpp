#include <gtest/gtest.h>

#include <set>

#include "portolan/hierarchy/customize.h"
#include "portolan/query/query.h"
#include "tests/hierarchy/random_world.h"

/// Updating gives the very words of a rebuild and shares what did not change.
namespace portolan::detail {
namespace {

using test::Random;
using test::random_sketch;
using test::Sketch;

/// Changes, closes, removes or adds an edge; returns the cells of level 1 that it touches.
std::set<CellId> change(Sketch& s, Random& random) {
  OwnedEdge edge;
  const std::uint32_t kind = random.below(4);
  if (kind == 0 || s.edges.empty()) {
    edge = s.edges.emplace_back(test::random_edge(s, random));
  } else {
    const std::uint32_t at = random.below(static_cast<std::uint32_t>(s.edges.size()));
    edge = s.edges[at];
    if (kind == 1) s.edges.erase(s.edges.begin() + at);
    if (kind == 2) s.edges[at].cost = kInfinite;
    if (kind == 3) s.edges[at].cost = random.between(s.low, s.high);
  }
  std::set<CellId> touched{s.homes[index(edge.from)], s.homes[index(edge.to)]};
  if (edge.owner != kNoCell) touched.insert(edge.owner);
  return touched;
}

bool same_block(const Hierarchy& a, const Hierarchy& b, CellHandle h) {
  const std::uint32_t words = a.cell(h).word_count();
  return words == b.cell(h).word_count() &&
         std::equal(a.cells()[h].get(), a.cells()[h].get() + words, b.cells()[h].get());
}

/// Compares an update of `old` with a rebuild, cell by cell.
void expect_same_as_rebuild(const Hierarchy& old, const Updated& updated, const Hierarchy& rebuilt,
                            const std::set<CellId>& touched) {
  const Partition& partition = old.partition();
  std::vector<std::set<CellHandle>> changed(partition.levels());
  std::vector<std::set<CellHandle>> above(partition.levels());
  for (CellHandle h = 0; h < partition.handle_count(); ++h) {
    ASSERT_TRUE(same_block(updated.hierarchy, rebuilt, h))
        << "cell " << h << " of level " << partition.level(h);
    const bool shared = updated.hierarchy.cells()[h] == old.cells()[h];
    ASSERT_EQ(shared, same_block(rebuilt, old, h)) << "cell " << h;
    if (!shared) changed[partition.level(h) - 1].insert(h);
  }
  for (const CellId c : touched) {
    for (unsigned level = 1; level <= partition.levels(); ++level)
      above[level - 1].insert(partition.ancestor(c, level));
  }
  const auto& counts = updated.counts.cells;
  ASSERT_EQ(counts.size(), partition.levels());
  ASSERT_EQ(counts[0], touched.size());
  for (unsigned level = 0; level < partition.levels(); ++level) {
    ASSERT_GE(counts[level], changed[level].size());
    ASSERT_LE(counts[level], above[level].size());
    ASSERT_TRUE(std::includes(above[level].begin(), above[level].end(), changed[level].begin(),
                              changed[level].end()));
  }
  ASSERT_EQ(updated.hierarchy.version(), old.version() + 1);
  ASSERT_EQ(updated.hierarchy.components()->root, rebuilt.components()->root);
  ASSERT_EQ(updated.hierarchy.components()->first, rebuilt.components()->first);
}

void follow_changes(std::uint64_t seed, std::uint32_t most_nodes, unsigned steps,
                    unsigned changes_a_step) {
  Sketch s = random_sketch(seed, most_nodes);
  const CustomizeOptions options{seed % 3 != 0};
  const auto partition = s.partition();
  Hierarchy now = build_hierarchy(s.world(), partition, options).value();
  Random random(seed + 77);
  for (unsigned step = 0; step < steps; ++step) {
    SCOPED_TRACE(::testing::Message() << "seed " << seed << " step " << step);
    std::set<CellId> touched;
    for (unsigned k = 0; k < changes_a_step; ++k) touched.merge(change(s, random));
    const CsrWorld world = s.world();
    const std::vector<CellId> cells(touched.begin(), touched.end());
    Updated updated = update_hierarchy(now, world, cells, options);
    expect_same_as_rebuild(now, updated, build_hierarchy(world, partition, options).value(),
                           touched);
    if (::testing::Test::HasFatalFailure()) return;
    now = std::move(updated.hierarchy);
  }
}

TEST(Update, EqualsARebuildToTheLastWord) {
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    follow_changes(seed, 25, 15, 1);
    if (HasFatalFailure()) return;
  }
}

TEST(Update, EqualsARebuildAfterManyChangesInLargerWorldsSlow) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    follow_changes(seed, 150, 10, 1 + seed % 4);
    if (HasFatalFailure()) return;
  }
}

TEST(Update, AnswersAsDijkstraDoes) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Sketch s = random_sketch(seed, 20);
    Hierarchy now = build_hierarchy(s.world(), s.partition()).value();
    Random random(seed);
    Query<CsrWorld> query(8);  // kept over all versions
    std::vector<NodeId> path;
    for (int step = 0; step < 5; ++step) {
      const std::set<CellId> touched = change(s, random);
      const CsrWorld world = s.world();
      now = update_hierarchy(now, world, std::vector<CellId>(touched.begin(), touched.end()))
                .hierarchy;
      const auto optimal = test::all_costs(s);
      for (const auto& [from, to] : test::some_pairs(s, 100)) {
        const QueryResult result = query.find_path(world, now, from, to, {}, path);
        ASSERT_EQ(result.cost, optimal[index(from)][index(to)]) << "seed " << seed;
        ASSERT_EQ(result.version, now.version());
      }
    }
  }
}

TEST(Update, OfNothingSharesEverything) {
  const Sketch s = random_sketch(11, 60);
  const CsrWorld world = s.world();
  const Hierarchy old = build_hierarchy(world, s.partition()).value();
  std::vector<CellId> all;
  for (std::uint32_t c = 0; c < s.cells; ++c) all.push_back(CellId{c});
  const Updated updated = update_hierarchy(old, world, all);
  EXPECT_EQ(updated.hierarchy.cells(), old.cells());
  EXPECT_EQ(updated.hierarchy.components(), old.components());
  EXPECT_EQ(updated.counts.cells[0], s.cells);
  for (std::size_t k = 1; k < updated.counts.cells.size(); ++k)
    EXPECT_EQ(updated.counts.cells[k], 0u);
}

/// Two cells in each of two cells of level 2, all in one of level 3. Each has one node.
Sketch four_cells() {
  Sketch s;
  s.nodes = 4;
  s.cells = 4;
  s.homes = {CellId{0}, CellId{1}, CellId{2}, CellId{3}};
  s.parents = {{CellId{0}, CellId{0}, CellId{1}, CellId{1}}, {CellId{0}, CellId{0}}};
  s.edges = {{NodeId{0}, NodeId{1}, 5, kNoCell},
             {NodeId{1}, NodeId{2}, 5, kNoCell},
             {NodeId{2}, NodeId{3}, 5, kNoCell}};
  return s;
}

TEST(Update, AnInterEdgeOfAHighLevelReachesThatLevelAlthoughNothingBetweenChanged) {
  // The edge from 1 to 2 joins two cells of level 2. Its cost appears in neither of their blocks,
  // but in that of a third level that has a way out of both ends.
  Sketch s = four_cells();
  s.nodes = 6;
  s.cells = 6;
  s.homes = {CellId{0}, CellId{1}, CellId{2}, CellId{3}, CellId{4}, CellId{5}};
  s.parents = {{CellId{0}, CellId{0}, CellId{1}, CellId{1}, CellId{2}, CellId{2}},
               {CellId{0}, CellId{0}, CellId{1}}};
  s.edges.push_back({NodeId{4}, NodeId{1}, 5, kNoCell});
  s.edges.push_back({NodeId{2}, NodeId{5}, 5, kNoCell});
  const auto partition = s.partition();
  const Hierarchy old = build_hierarchy(s.world(), partition).value();
  s.edges[1].cost = 9;
  const CsrWorld world = s.world();
  const std::vector<CellId> touched{CellId{1}, CellId{2}};
  expect_same_as_rebuild(old, update_hierarchy(old, world, touched),
                         build_hierarchy(world, partition).value(), {CellId{1}, CellId{2}});
}

TEST(Update, AGateOfALowLevelMayBecomeOneOfAHighLevel) {
  // Node 1 is a gate of its cell of level 2 by its edge in cell 2; an edge in cell 4 makes it one
  // of level 3 too, although its block of level 2 stays the same.
  Sketch s = four_cells();
  s.nodes = 5;
  s.cells = 5;
  s.homes.push_back(CellId{4});
  s.parents = {{CellId{0}, CellId{0}, CellId{1}, CellId{1}, CellId{2}},
               {CellId{0}, CellId{0}, CellId{1}}};
  s.edges[1] = {NodeId{1}, NodeId{2}, 5, CellId{2}};
  const auto partition = s.partition();
  const Hierarchy old = build_hierarchy(s.world(), partition).value();
  s.edges.push_back({NodeId{1}, NodeId{4}, 5, CellId{4}});
  const CsrWorld world = s.world();
  const std::vector<CellId> touched{CellId{1}, CellId{4}};
  expect_same_as_rebuild(old, update_hierarchy(old, world, touched),
                         build_hierarchy(world, partition).value(), {CellId{1}, CellId{4}});
}

}  // namespace
}  // namespace portolan::detail
