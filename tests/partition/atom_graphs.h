#pragma once

#include <algorithm>
#include <cstdint>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include "portolan/partition/atom_graph.h"

/// Graphs of atoms for tests.
namespace portolan::detail::test {

using Edges = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Numbers = std::vector<std::uint32_t>;

template <class Id>
std::vector<Id> ids_of(const Numbers& numbers) {
  std::vector<Id> ids;
  for (const std::uint32_t number : numbers) ids.push_back(Id{number});
  return ids;
}

template <class Id>
Numbers numbers_of(const std::vector<Id>& ids) {
  Numbers numbers;
  for (const Id id : ids) numbers.push_back(index(id));
  return numbers;
}

/// A graph as it is given, sound or not.
inline AtomGraph graph_of_rows(Numbers begin, const Numbers& neighbours, Numbers edge_weights = {},
                               Numbers atom_weights = {}) {
  return {std::move(begin), ids_of<AtomId>(neighbours), std::move(edge_weights),
          std::move(atom_weights)};
}

inline Parts parts_of(const Numbers& parts, std::uint32_t count) {
  return {ids_of<AtomPartId>(parts), count};
}

/// Each edge is given once, in either direction; loops and doubles are dropped.
inline AtomGraph graph_of(std::uint32_t atoms, const Edges& edges) {
  std::set<std::pair<std::uint32_t, std::uint32_t>> both;
  for (const auto& [a, b] : edges) {
    if (a == b) continue;
    both.insert({a, b});
    both.insert({b, a});
  }
  AtomGraph g;
  g.begin.assign(atoms + 1, 0);
  for (const auto& [a, b] : both) {
    ++g.begin[a + 1];
    g.neighbours.push_back(AtomId{b});
  }
  for (std::uint32_t a = 0; a < atoms; ++a) g.begin[a + 1] += g.begin[a];
  return g;
}

inline AtomGraph path(std::uint32_t atoms) {
  Edges edges;
  for (std::uint32_t a = 1; a < atoms; ++a) edges.push_back({a - 1, a});
  return graph_of(atoms, edges);
}

inline AtomGraph star(std::uint32_t leaves) {
  Edges edges;
  for (std::uint32_t a = 1; a <= leaves; ++a) edges.push_back({0, a});
  return graph_of(leaves + 1, edges);
}

inline AtomGraph complete(std::uint32_t atoms) {
  Edges edges;
  for (std::uint32_t a = 0; a < atoms; ++a)
    for (std::uint32_t b = 0; b < a; ++b) edges.push_back({a, b});
  return graph_of(atoms, edges);
}

/// A grid of side x side squares, about one of `holes` missing (0: none): those are isolated.
inline AtomGraph grid(std::uint32_t side, std::uint32_t holes = 0, std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  std::vector<bool> open(side * side, true);
  if (holes > 0)
    for (std::size_t a = 0; a < open.size(); ++a) open[a] = random() % holes != 0;
  Edges edges;
  for (std::uint32_t a = 0; a < side * side; ++a) {
    if (!open[a]) continue;
    if ((a + 1) % side != 0 && open[a + 1]) edges.push_back({a, a + 1});
    if (a + side < side * side && open[a + side]) edges.push_back({a, a + side});
  }
  return graph_of(side * side, edges);
}

/// Paths of 1, 2, ..., `longest` atoms, over and over.
inline AtomGraph many_components(std::uint32_t components, std::uint32_t longest) {
  Edges edges;
  std::uint32_t atoms = 0;
  for (std::uint32_t c = 0; c < components; ++c) {
    for (std::uint32_t i = 0; i <= c % longest; ++i, ++atoms)
      if (i > 0) edges.push_back({atoms - 1, atoms});
  }
  return graph_of(atoms, edges);
}

/// Any graph: sparse or dense, connected or not, at times with hubs and weights.
inline AtomGraph random_graph(std::uint32_t seed) {
  std::mt19937 random(seed);
  const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
  const std::uint32_t atoms = 1 + below(seed % 4 == 0 ? 12 : 400);
  const std::uint32_t hubs = 1 + below(5);
  Edges edges;
  for (std::uint32_t e = below(3 * atoms + 1); e > 0; --e) {
    const std::uint32_t b = below(3) == 0 ? below(std::min(hubs, atoms)) : below(atoms);
    edges.push_back({below(atoms), b});
  }
  AtomGraph g = graph_of(atoms, edges);
  if (seed % 2 == 0) return g;
  const std::uint32_t heaviest = seed % 3 == 0 ? 3 : 1000;
  for (std::uint32_t a = 0; a < atoms; ++a)
    g.atom_weights.push_back(1 + (below(10) == 0 ? below(heaviest) : 0));
  for (const AtomId a : g.atoms()) {
    for (const AtomId b : g.neighbours_of(a))
      g.edge_weights.push_back(1 + (index(a) ^ index(b)) % 7);
  }
  return g;
}

}  // namespace portolan::detail::test
