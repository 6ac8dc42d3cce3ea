#include "portolan/validation/validate_tables.h"

#include <gtest/gtest.h>

#include <cstring>

#include "portolan/hierarchy/customize.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/tables/build_tables.h"
#include "tests/hierarchy/random_world.h"
#include "tests/query/large_worlds.h"

namespace portolan::detail {
namespace {

using test::Random;
using test::random_sketch;
using test::Sketch;

/// Without moves that cost nothing; `both_ways`: every edge with its reverse.
Sketch prepared(Sketch s, bool both_ways) {
  std::vector<OwnedEdge> edges;
  for (OwnedEdge e : s.edges) {
    e.cost = std::max(e.cost, Cost{1});
    edges.push_back(e);
    std::swap(e.from, e.to);
    if (both_ways) edges.push_back(e);
  }
  s.edges = edges;
  return s;
}

struct Built {
  /// `level_alone`: see TableOptions; the top one where there are not so many.
  Built(std::uint64_t seed, ConnectPaths paths, FarMethod far, unsigned level_alone = 0)
      : sketch(prepared(random_sketch(seed, 40), seed % 2 == 0)),
        world(sketch.world()),
        hierarchy(build_hierarchy(world, sketch.partition()).value()) {
    TableOptions options;
    options.paths = paths;
    options.far = far;
    options.level_alone = std::min(level_alone, hierarchy.levels());
    const auto order = [&](const GateGraph& graph) {
      return Result<SupernodeOrder>(order_by_levels(hierarchy, graph));
    };
    tables = build_tables(world, hierarchy, options, order).value();
  }
  Result<Done> validate(Tables::Parts parts) const {
    return validate_tables(world, hierarchy, parts, tables.choice());
  }
  Tables::Parts parts() const {
    return {tables.connect(), tables.links(), tables.labels(), tables.shortcuts()};
  }
  Sketch sketch;
  CsrWorld world;
  Hierarchy hierarchy;
  Tables tables;
};

template <class F>
void for_each_kind(F&& f) {
  for (const ConnectPaths paths : {ConnectPaths::descend, ConnectPaths::steps}) {
    for (const FarMethod far : {FarMethod::search, FarMethod::shortcuts, FarMethod::labels})
      f(paths, far);
  }
}

TEST(ValidateTables, AcceptsWhatWasBuilt) {
  for_each_kind([](ConnectPaths paths, FarMethod far) {
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      const Built built(seed, paths, far);
      ASSERT_EQ(built.tables.choice().far, far) << built.tables.choice().reason;
      const auto good = built.validate(built.parts());
      ASSERT_TRUE(good) << "seed " << seed << ": " << good.error().message;
    }
  });
}

TEST(ValidateTables, AcceptsShortcutsAloneOfEveryLevel) {
  std::uint32_t above_level_1 = 0;
  for (const unsigned level : {1u, 2u, 3u}) {
    for (std::uint64_t seed = 0; seed < 80; ++seed) {
      const Built built(seed, ConnectPaths::steps, FarMethod::shortcuts, level);
      Tables::Parts parts = built.parts();
      parts.links.first_cell = 0;  // which no file tells
      const auto good = validate_tables(built.world, built.hierarchy, parts, built.tables.choice());
      ASSERT_TRUE(good) << "seed " << seed << ": " << good.error().message;
      ASSERT_EQ(parts.links.first_cell, built.tables.links().first_cell);
      above_level_1 += parts.links.first_cell > 0;
    }
  }
  EXPECT_GT(above_level_1, 40u);
}

/// Changes one entry, or the length.
template <class T>
void spoil(SharedArray<T>& array, Random& random) {
  std::vector<T> values(array.span().begin(), array.span().end());
  if (values.empty() || random.chance(3)) {
    const bool longer = values.empty() || random.chance(50);
    values.resize(longer ? values.size() + 1 : values.size() - 1);
  } else {
    T& value = values[random.below(static_cast<std::uint32_t>(values.size()))];
    auto* bytes = reinterpret_cast<unsigned char*>(&value);
    switch (random.below(4)) {
      case 0:
        bytes[random.below(sizeof(T))] ^= static_cast<unsigned char>(1u << random.below(8));
        break;
      case 1: bytes[random.below(sizeof(T))] = static_cast<unsigned char>(random.below(8)); break;
      case 2: std::memset(bytes, 0xFF, sizeof(T)); break;
      default: value = values[random.below(static_cast<std::uint32_t>(values.size()))];
    }
  }
  array = SharedArray<T>(std::move(values));
}

void spoil_connect(ConnectTable& table, Random& random) {
  SharedArray<ConnectTable::Cell> cells[2] = {table.cells(false), {}};
  if (table.directed()) cells[1] = table.cells(true);
  ConnectTable::Entries entries = table.entries();
  switch (random.below(6)) {
    case 0: spoil(cells[table.directed() ? random.below(2) : 0], random); break;
    case 1: spoil(entries.narrow, random); break;
    case 2: spoil(entries.wide, random); break;
    case 3: spoil(entries.ranks, random); break;
    case 4: spoil(entries.steps, random); break;
    default: spoil(entries.wide_steps, random);
  }
  table = ConnectTable(table.paths(), cells[0], cells[1], entries);
}

void spoil_links(GateLinks& links, Random& random) {
  switch (random.below(7)) {
    case 0: spoil(links.gates, random); break;
    case 1: spoil(links.links, random); break;
    case 2: spoil(links.targets, random); break;
    case 3: spoil(links.cell_begin, random); break;
    case 4: spoil(links.rows, random); break;
    case 5: spoil(links.cell_place, random); break;
    default: spoil(links.least_common, random);
  }
}

void spoil_labels(GateLabels& labels, Random& random) {
  GateLabels::Exits& exits = labels.exits[labels.directed() ? random.below(2) : 0];
  switch (random.below(6)) {
    case 0: spoil(labels.costs, random); break;
    case 1: spoil(labels.steps, random); break;
    case 2: spoil(labels.back_begin, random); break;
    case 3: spoil(exits.begin, random); break;
    case 4: spoil(exits.targets, random); break;
    default: spoil(labels.wide_steps, random);
  }
}

void spoil_shortcuts(ShortcutTable& table, Random& random) {
  switch (random.below(8)) {
    case 0: spoil(table.tree.supernodes, random); break;
    case 1: spoil(table.tree.ups, random); break;
    case 2: spoil(table.tree.supernode_of, random); break;
    case 3: spoil(table.shortcuts.begin[0], random); break;
    case 4: spoil(table.shortcuts.begin[1], random); break;
    case 5: spoil(table.shortcuts.entries, random); break;
    case 6: spoil(table.lowers.begin, random); break;
    default: spoil(table.lowers.supernodes, random);
  }
}

/// Queries on accepted tables end with paths along edges, of the cost that was told, and none is
/// cheaper than the cheapest.
void expect_legal_answers(const Built& built, const Tables& tables) {
  SnapshotQuery<CsrWorld> query;
  const auto optimal = test::all_costs(built.sketch);
  const auto edges = test::edge_costs(built.sketch);
  std::vector<NodeId> path;
  for (const auto& [from, to] : test::some_pairs(built.sketch, 30)) {
    const QueryResult found =
        query.find_path({built.world, built.hierarchy, tables}, from, to, true, {}, path);
    if (found.status != Status::complete) continue;
    ASSERT_GE(found.cost, optimal[index(from)][index(to)]);
    ASSERT_EQ(path.front(), from);
    ASSERT_EQ(path.back(), to);
    ASSERT_EQ(test::path_cost(edges, path), found.cost);
  }
}

TEST(ValidateTables, WhatIsAcceptedGivesLegalPaths) {
  Random random(5);
  unsigned refused = 0;
  unsigned accepted = 0;
  for_each_kind([&](ConnectPaths paths, FarMethod far) {
    if (far == FarMethod::search) return;
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
      const Built built(seed, paths, far);
      for (unsigned k = 0; k < 60; ++k) {
        Tables::Parts parts = built.parts();
        switch (random.below(3)) {
          case 0: spoil_connect(parts.connect, random); break;
          case 1: spoil_links(parts.links, random); break;
          default:
            if (far == FarMethod::labels) {
              spoil_labels(parts.labels, random);
            } else {
              spoil_shortcuts(parts.shortcuts, random);
            }
        }
        if (!built.validate(parts)) {
          ++refused;
          continue;
        }
        ++accepted;  // an array that is not used, a step of no path, a place of nothing
        SCOPED_TRACE(seed);
        expect_legal_answers(built, Tables(parts, built.tables.choice(), built.hierarchy));
      }
    }
  });
  EXPECT_GT(refused, accepted);
}

TEST(ValidateTables, WhatIsAcceptedOfShortcutsAloneGivesLegalPaths) {
  Random random(6);
  unsigned refused = 0;
  unsigned accepted = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    const Built built(seed, ConnectPaths::steps, FarMethod::shortcuts,
                      1 + static_cast<unsigned>(seed % 3));
    for (unsigned k = 0; k < 60; ++k) {
      Tables::Parts parts = built.parts();
      random.chance(50) ? spoil_links(parts.links, random)
                        : spoil_shortcuts(parts.shortcuts, random);
      if (!validate_tables(built.world, built.hierarchy, parts, built.tables.choice())) {
        ++refused;
        continue;
      }
      ++accepted;
      SCOPED_TRACE(seed);
      expect_legal_answers(built, Tables(parts, built.tables.choice(), built.hierarchy));
    }
  }
  EXPECT_GT(refused, accepted);
}

TEST(ValidateTables, RefusesEveryOtherCostOfAShortcut) {
  std::size_t directed = 0;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const Built built(seed, ConnectPaths::descend, FarMethod::shortcuts);
    directed += built.tables.shortcuts().shortcuts.directed();
    const auto costs = built.tables.shortcuts().shortcuts.entries.span();
    for (std::size_t at = 0; at < costs.size(); ++at) {
      for (const Cost other : {costs[at] - 1, costs[at] + 1, Cost{0}, kTableInfinite}) {
        if (other == costs[at]) continue;
        std::vector<Cost> changed(costs.begin(), costs.end());
        changed[at] = other;
        Tables::Parts parts = built.parts();
        parts.shortcuts.shortcuts.entries = SharedArray<Cost>(std::move(changed));
        ASSERT_FALSE(validate_far_tables(built.hierarchy, parts, FarMethod::shortcuts,
                                         built.world.directed()))
            << "seed " << seed << ", entry " << at << ": " << other << " for " << costs[at];
      }
    }
  }
  EXPECT_GT(directed, 3u);
}

/// Calls use(array) with every entry changed to each of some others, and undoes it.
template <class T, class Use>
void with_other_places(SharedArray<T>& array, const Use& use) {
  const SharedArray<T> right = array;
  for (std::size_t at = 0; at < right.size(); ++at) {
    const T same = right[at];
    for (const T other : {T{0}, right[0], right[right.size() - 1], same + 1, same - 1, ~T{0}}) {
      if (other == same) continue;
      std::vector<T> changed(right.span().begin(), right.span().end());
      changed[at] = other;
      array = SharedArray<T>(std::move(changed));
      use(testing::Message() << at << ": " << other << " for " << same);
    }
  }
  array = right;
}

TEST(ValidateTables, RefusesEveryOtherPlaceOfRowsBack) {
  std::size_t places = 0;
  for (const FarMethod far : {FarMethod::shortcuts, FarMethod::labels}) {
    for (std::uint64_t seed = 1; seed < 24; seed += 2) {
      const Built built(seed, ConnectPaths::steps, far);
      Tables::Parts parts = built.parts();
      const auto refused = [&](const testing::Message& change) {
        ++places;
        EXPECT_FALSE(built.validate(parts)) << "seed " << seed << ", entry " << change;
      };
      with_other_places(parts.shortcuts.shortcuts.begin[1], refused);
      with_other_places(parts.labels.back_begin, refused);
    }
  }
  EXPECT_GT(places, 100u);
}

TEST(ValidateTables, AcceptsShortcutsOfMoreGatesThanLabelsCanServe) {
  const test::Star star(3, 60'000);
  const Tables tables = star.built.tables({.max_bytes = 64'000'000}, test::Star::from_far_ends);
  ASSERT_EQ(tables.choice().reason, "there are more labels than 32 bits count");
  Tables::Parts parts{tables.connect(), tables.links(), tables.labels(), tables.shortcuts()};
  EXPECT_TRUE(validate_far_tables(star.built.hierarchy, parts, FarMethod::shortcuts, false));
}

}  // namespace
}  // namespace portolan::detail
