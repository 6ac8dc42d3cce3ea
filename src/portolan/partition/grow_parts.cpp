#include "portolan/partition/grow_parts.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "portolan/partition/mixed_bits.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kUnpaired = 0xFFFF'FFFFu;
constexpr std::uint32_t kLeastShare = 64;  // a round that joins less is the last: a star

/// The lightest first, in an order by chance among equals.
std::vector<std::uint32_t> matching_order(const AtomGraph& graph, std::uint64_t seed) {
  std::vector<std::pair<std::uint64_t, std::uint32_t>> keys(graph.count());
  for (std::uint32_t a = 0; a < graph.count(); ++a)
    keys[a] = {(std::uint64_t{graph.atom_weight(a)} << 32) | (mixed_bits(seed ^ a) >> 32), a};
  std::sort(keys.begin(), keys.end());
  std::vector<std::uint32_t> order(graph.count());
  for (std::uint32_t i = 0; i < order.size(); ++i) order[i] = keys[i].second;
  return order;
}

/// Pairs of neighbours; an atom without a partner stays alone.
Parts match(const AtomGraph& graph, std::uint32_t wanted, const PartSize& size,
            std::uint64_t seed) {
  Parts pairs{std::vector<std::uint32_t>(graph.count(), kUnpaired), 0};
  std::uint32_t left = graph.count();
  for (const std::uint32_t a : matching_order(graph, seed)) {
    if (pairs.of[a] != kUnpaired) continue;
    pairs.of[a] = pairs.count++;
    if (left <= wanted) continue;
    std::uint32_t partner = kUnpaired;
    double best = 0;
    for (std::uint32_t i = graph.begin[a]; i < graph.begin[a + 1]; ++i) {
      const std::uint32_t b = graph.neighbours[i];
      if (pairs.of[b] != kUnpaired) continue;
      if (std::uint64_t{graph.atom_weight(a)} + graph.atom_weight(b) > size.most) continue;
      const double rating = static_cast<double>(graph.edge_weight(i)) / graph.atom_weight(b);
      if (rating > best) {
        best = rating;
        partner = b;
      }
    }
    if (partner == kUnpaired) continue;
    pairs.of[partner] = pairs.of[a];
    --left;
  }
  return pairs;
}

}  // namespace

Parts grow_parts(const AtomGraph& graph, std::uint32_t wanted, const PartSize& size,
                 std::uint64_t seed) {
  std::vector<AtomGraph> graphs;  // by round; that of the first is `graph`
  std::vector<Parts> rounds;
  const auto at = [&](std::size_t round) -> const AtomGraph& {
    return round == 0 ? graph : graphs[round - 1];
  };
  while (at(rounds.size()).count() > wanted) {
    const AtomGraph& now = at(rounds.size());
    Parts pairs = match(now, wanted, size, mixed_bits(seed + rounds.size()));
    const std::uint32_t joined = now.count() - pairs.count;
    if (joined == 0) break;
    const bool stuck = joined < now.count() / kLeastShare && pairs.count > wanted;
    AtomGraph next = make_contracted(now, pairs);
    rounds.push_back(std::move(pairs));
    graphs.push_back(std::move(next));
    if (stuck) break;
  }
  Parts parts{std::vector<std::uint32_t>(at(rounds.size()).count()), at(rounds.size()).count()};
  std::iota(parts.of.begin(), parts.of.end(), 0u);
  while (!rounds.empty()) {
    Parts finer{std::move(rounds.back().of), parts.count};
    for (std::uint32_t& part : finer.of) part = parts.of[part];
    parts = std::move(finer);
    rounds.pop_back();
    graphs.pop_back();
    refine_borders(at(rounds.size()), parts, size);
  }
  return parts;
}

}  // namespace portolan::detail
