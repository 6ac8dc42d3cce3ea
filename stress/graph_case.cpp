#include <algorithm>
#include <memory>
#include <vector>

#include "portolan/hierarchy/csr_world.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/partition/dissection.h"
#include "portolan/tables/build_tables.h"
#include "stress/answers.h"
#include "stress/cases.h"

namespace portolan::detail::stress {
namespace {

/// A graph and its cells; change it and make its world again.
struct Sketch {
  std::uint32_t nodes = 0;
  std::uint32_t cells = 1;
  std::vector<std::vector<CellId>> parents;
  std::vector<CellId> homes;
  std::vector<OwnedEdge> edges;
  Cost low = 1;
  Cost high = 1;
};

void join(Sketch& s, Random& random, std::uint32_t from, std::uint32_t to, CellId owner) {
  if (owner == kNoCell && s.homes[from] == s.homes[to]) owner = s.homes[from];
  const auto cost = [&] {
    return s.low + static_cast<Cost>(random.next() % (std::uint64_t{s.high} - s.low + 1));
  };
  s.edges.push_back({NodeId{from}, NodeId{to}, cost(), owner});
  if (random.chance(60)) s.edges.push_back({NodeId{to}, NodeId{from}, cost(), owner});
}

CellId draw_owner(const Sketch& s, Random& random, std::uint32_t from, std::uint32_t to) {
  if (random.chance(3)) return CellId{random.below(s.cells)};
  if (random.chance(20)) return kNoCell;
  return s.homes[random.chance(50) ? from : to];
}

/// Mostly neighbours, now and then anyone.
void scatter(Sketch& s, Random& random) {
  s.nodes = 2 + random.below(random.chance(5) ? 2000 : random.chance(40) ? 150 : 20);
  s.cells = 1 + random.below(std::max(1u, s.nodes / (1 + random.below(12))));
  const bool mixed = random.chance(20);
  for (std::uint32_t n = 0; n < s.nodes; ++n)
    s.homes.push_back(CellId{mixed ? random.below(s.cells) : n * s.cells / s.nodes});
  for (std::uint32_t k = s.nodes * (1 + random.below(4)); k > 0; --k) {
    const std::uint32_t from = random.below(s.nodes);
    const std::uint32_t to =
        random.chance(90) ? std::min(s.nodes - 1, from + random.below(5)) : random.below(s.nodes);
    join(s, random, from, to, draw_owner(s, random, from, to));
  }
}

/// A chain, most of it in one cell: as many rows as a cell can have, and more.
void chain(Sketch& s, Random& random) {
  s.nodes = random.chance(3) ? 60'000 + random.below(20'000) : 50 + random.below(500);
  s.cells = 3;
  for (std::uint32_t n = 0; n < s.nodes; ++n)
    s.homes.push_back(CellId{n < 20 ? 0u : n + 20 < s.nodes ? 1u : 2u});
  for (std::uint32_t n = 0; n + 1 < s.nodes; ++n) join(s, random, n, n + 1, s.homes[n]);
}

/// One hub with more neighbours than a byte, or two, can count.
void fan(Sketch& s, Random& random) {
  s.nodes = 2 + random.below(random.chance(2) ? 70'000 : 500);
  s.cells = random.chance(50) ? 2 : std::min(s.nodes, 1 + random.below(400));
  for (std::uint32_t n = 0; n < s.nodes; ++n) s.homes.push_back(CellId{n % s.cells});
  for (std::uint32_t n = 1; n < s.nodes; ++n)
    join(s, random, 0, n, random.chance(50) ? s.homes[n] : kNoCell);
}

/// Two cells with gates on every node between them.
void bipartite(Sketch& s, Random& random) {
  const std::uint32_t half = 2 + random.below(60);
  s.nodes = 2 * half;
  s.cells = 2;
  for (std::uint32_t n = 0; n < s.nodes; ++n) s.homes.push_back(CellId{n / half});
  for (std::uint32_t a = 0; a < half; ++a) {
    for (std::uint32_t b = half; b < s.nodes; ++b) {
      if (random.chance(70)) join(s, random, a, b, random.chance(50) ? kNoCell : s.homes[b]);
    }
  }
}

void nest(Sketch& s, Random& random) {
  for (std::uint32_t below = s.cells; below > 1 && random.chance(70);) {
    const std::uint32_t count = 1 + random.below(below - 1);
    auto& parents = s.parents.emplace_back();
    for (std::uint32_t c = 0; c < below; ++c) parents.push_back(CellId{c * count / below});
    below = count;
  }
}

/// The most that every edge may cost without being refused is a quarter of what a Cost holds,
/// shared by all nodes.
void draw_costs(Sketch& s, Random& random) {
  const Cost most = (kInfinite / 4 - 1) / s.nodes;
  switch (random.below(5)) {
    case 0: s.low = s.high = 1; break;
    case 1: s.low = 0, s.high = 3; break;
    case 2: s.low = most - std::min(most - 1, 3u), s.high = most; break;
    case 3: s.low = 1, s.high = most; break;
    default: s.low = 90, s.high = std::max(90u, std::min(110u, most)); break;
  }
}

Sketch draw_sketch(Random& random) {
  Sketch s;
  static constexpr void (*kMakers[])(Sketch&, Random&) = {scatter, scatter, chain, fan, bipartite};
  const std::uint32_t kind = random.below(5);
  Random sizes = random;  // the same nodes first without costs: these depend on how many there are
  kMakers[kind](s, sizes);
  const std::uint32_t nodes = s.nodes;
  s = {};
  s.nodes = nodes;
  draw_costs(s, sizes);
  kMakers[kind](s, random);
  nest(s, random);
  return s;
}

std::vector<NodeId> draw_ends(const Sketch& s, Random& random) {
  std::vector<NodeId> ends{NodeId{0}, NodeId{s.nodes - 1}};
  const std::uint32_t more = s.nodes > 10'000 ? 2 : 4;
  for (std::uint32_t k = 0; k < more; ++k) ends.push_back(NodeId{random.below(s.nodes)});
  return ends;
}

Oracle oracle_of(const Sketch& s, std::span<const NodeId> ends) {
  PlainGraph graph(s.nodes);
  for (const OwnedEdge& e : s.edges) {
    if (e.cost != kInfinite) graph.add(index(e.from), index(e.to), e.cost);
  }
  return node_oracle(std::move(graph), ends);
}

/// Gives some edges another cost, or closes or opens them, and compares an update with a rebuild.
void check_update(Sketch s, const Hierarchy& old, const CustomizeOptions& options, Random& random,
                  Tally& tally) {
  std::vector<CellId> touched;
  for (std::uint32_t k = 1 + random.below(5); k > 0 && !s.edges.empty(); --k) {
    OwnedEdge& e = s.edges[random.below(static_cast<std::uint32_t>(s.edges.size()))];
    e.cost = e.cost != kInfinite && random.chance(50) ? kInfinite : s.low;
    for (const CellId cell : {e.owner, s.homes[index(e.from)], s.homes[index(e.to)]}) {
      if (cell != kNoCell) touched.push_back(cell);
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  const auto world = make_csr_world(s.nodes, s.cells, s.edges, s.homes);
  expect(world.ok(), "a changed graph was refused");
  const Updated updated = update_hierarchy(old, *world, touched, options);
  const auto rebuilt = build_hierarchy(*world, old.shared_partition(), options);
  for (CellHandle h = 0; h < old.partition().handle_count(); ++h) {
    expect(same_words(updated.hierarchy.cells()[h], rebuilt->cells()[h]),
           "update and rebuild differ in cell ", h);
  }
  const std::vector<NodeId> ends = draw_ends(s, random);
  const Oracle oracle = oracle_of(s, ends);
  check_answers<CsrWorld>({*world, updated.hierarchy, Tables{}, ends, oracle}, random, tally);
  ++tally.edits;
}

}  // namespace

void try_graph(std::uint64_t seed, Tally& tally) {
  Random random(seed);
  const Sketch s = draw_sketch(random);
  ++tally.worlds;
  const auto world = make_csr_world(s.nodes, s.cells, s.edges, s.homes);
  const auto partition = Partition::make(s.cells, s.parents);
  expect(partition.ok(), "a partition was refused");
  if (!world) return tally.refuse(world.error().message);
  const CustomizeOptions customize{.store_steps = random.chance(70)};
  const auto hierarchy =
      build_hierarchy(*world, std::make_shared<const Partition>(*partition), customize);
  expect(hierarchy.ok(), "no hierarchy");
  const TableOptions options = draw_table_options(random);
  const auto order = [](const GateGraph& graph) { return dissect(graph); };
  const auto tables = build_tables(*world, *hierarchy, options, order);
  expect(tables.ok(), "no tables");
  check_budget(*tables, options);
  const std::vector<NodeId> ends = draw_ends(s, random);
  const Oracle oracle = oracle_of(s, ends);
  check_answers<CsrWorld>({*world, *hierarchy, *tables, ends, oracle}, random, tally);
  if (s.nodes < 5000) check_update(s, *hierarchy, customize, random, tally);
}

}  // namespace portolan::detail::stress
