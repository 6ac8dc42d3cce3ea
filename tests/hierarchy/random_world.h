#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/csr_world.h"
#include "portolan/hierarchy/partition.h"

/// Random directed graphs with random nested partitions, the same on every machine.
namespace portolan::detail::test {

/// The generator of Vigna's "splitmix64".
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next() {
    std::uint64_t z = state_ += 0x9E37'79B9'7F4A'7C15u;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9u;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EBu;
    return z ^ (z >> 31);
  }
  std::uint32_t below(std::uint32_t count) { return static_cast<std::uint32_t>(next() % count); }
  std::uint32_t between(std::uint32_t low, std::uint32_t high) {
    return low + below(high - low + 1);
  }
  bool chance(std::uint32_t percent) { return below(100) < percent; }

 private:
  std::uint64_t state_;
};

/// What a random world is made of; change it and make it again.
struct Sketch {
  std::uint32_t nodes = 0;
  std::uint32_t cells = 0;
  std::vector<std::vector<CellId>> parents;
  std::vector<CellId> homes;
  std::vector<OwnedEdge> edges;
  Cost low = 1;  ///< Edge costs lie between these two.
  Cost high = 1;
  std::uint32_t islands = 1;  ///< Nodes are joined only to nodes of the same remainder.

  CsrWorld world() const { return make_csr_world(nodes, cells, edges, homes).value(); }
  std::shared_ptr<const Partition> partition() const {
    return std::make_shared<const Partition>(Partition::make(cells, parents).value());
  }
};

/// Which cell a new edge lies in: the home of one of its ends as a rule; no cell, or one that has
/// nothing to do with either end, now and then.
inline CellId random_owner(const Sketch& s, Random& random, NodeId from, NodeId to) {
  const CellId a = s.homes[index(from)];
  const CellId b = s.homes[index(to)];
  if (random.chance(4)) return CellId{random.below(s.cells)};
  if (a != b && random.chance(30)) return kNoCell;
  return random.chance(50) ? a : b;
}

/// An edge between nodes of one island, near each other as a rule.
inline OwnedEdge random_edge(const Sketch& s, Random& random) {
  const std::uint32_t from = random.below(s.nodes);
  const std::uint32_t reach = random.chance(90) ? 4 : s.nodes;
  const std::uint32_t ahead = random.below(reach) * s.islands;
  const std::uint32_t wrapped =
      (random.chance(50) ? from + ahead : from + s.nodes * s.islands - ahead) % s.nodes;
  const std::uint32_t to = wrapped % s.islands == from % s.islands ? wrapped : from;
  const CellId owner = random_owner(s, random, NodeId{from}, NodeId{to});
  return {NodeId{from}, NodeId{to}, random.between(s.low, s.high), owner};
}

/// A world of up to `most_nodes` nodes; small seeds cover every kind of it.
inline Sketch random_sketch(std::uint64_t seed, std::uint32_t most_nodes) {
  static constexpr std::pair<Cost, Cost> kCosts[] = {
      {1, 1}, {1, 9}, {0, 3}, {90, 110}, {1, 1000000}};
  Random random(seed);
  Sketch s;
  s.nodes = random.between(2, most_nodes);
  s.cells = random.between(1, std::max(2u, s.nodes / 3));
  std::tie(s.low, s.high) = kCosts[seed % std::size(kCosts)];
  s.islands = random.chance(70) ? 1 : random.between(2, 3);
  const bool scattered = random.chance(20);
  for (std::uint32_t n = 0; n < s.nodes; ++n) {
    s.homes.push_back(CellId{scattered ? random.below(s.cells) : n * s.cells / s.nodes});
  }
  const std::uint32_t edges = s.nodes * random.between(1, 5);
  for (std::uint32_t k = 0; k < edges; ++k) {
    s.edges.push_back(random_edge(s, random));
    if (random.chance(40)) {  // a way back
      OwnedEdge back = s.edges.back();
      std::swap(back.from, back.to);
      if (random.chance(50)) back.cost = random.between(s.low, s.high);
      s.edges.push_back(back);
    }
  }
  const std::uint32_t levels = random.between(1, 4);
  for (std::uint32_t below = s.cells; s.parents.size() + 1 < levels && below > 1;) {
    const std::uint32_t count = random.between(std::max(1u, below / 4), below - 1);
    auto& parents = s.parents.emplace_back();
    const bool mixed = random.chance(20);
    for (std::uint32_t c = 0; c < below; ++c) {
      parents.push_back(CellId{mixed && c >= count ? random.below(count)
                               : mixed             ? c
                                                   : c * count / below});
    }
    below = count;
  }
  return s;
}

/// The cheapest open edge between each pair of nodes.
using EdgeCosts = std::map<std::pair<NodeId, NodeId>, Cost>;

inline EdgeCosts edge_costs(const Sketch& s) {
  EdgeCosts costs;
  for (const OwnedEdge& e : s.edges) {
    if (e.cost == kInfinite) continue;
    const auto at = costs.try_emplace({e.from, e.to}, e.cost).first;
    at->second = std::min(at->second, e.cost);
  }
  return costs;
}

/// The sum of a path's edges; kInfinite when one of them does not exist.
inline Cost path_cost(const EdgeCosts& costs, const std::vector<NodeId>& path) {
  Cost sum = 0;
  for (std::size_t i = 1; i < path.size(); ++i) {
    const auto found = costs.find({path[i - 1], path[i]});
    if (found == costs.end()) return kInfinite;
    sum += found->second;
  }
  return sum;
}

/// Some pairs of nodes; all of them in a small world.
inline std::vector<std::pair<NodeId, NodeId>> some_pairs(const Sketch& s, std::uint32_t most) {
  std::vector<std::pair<NodeId, NodeId>> pairs;
  Random random(s.nodes + 1000u);
  for (std::uint32_t k = 0; k < std::min(most, s.nodes * s.nodes); ++k) {
    const std::uint32_t pair = s.nodes * s.nodes <= most ? k : random.below(s.nodes * s.nodes);
    pairs.emplace_back(NodeId{pair / s.nodes}, NodeId{pair % s.nodes});
  }
  return pairs;
}

/// The cost of every cheapest path, by Boost.Graph: [from][to].
std::vector<std::vector<Cost>> all_costs(const Sketch& s);

}  // namespace portolan::detail::test
