#include "portolan/partition/grow_parts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/partition/mixed_bits.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kLeastShare = 64;  // a round that joins less is the last: a star

/// The lightest first, in an order by chance among equals.
std::vector<AtomId> matching_order(const AtomGraph& graph, std::uint64_t seed) {
  IdVector<AtomId, std::pair<std::uint64_t, AtomId>> keys(graph.count());
  for (const AtomId a : graph.atoms()) {
    const std::uint64_t chance = mixed_bits(seed ^ index(a)) >> 32;
    keys[a] = {(std::uint64_t{graph.atom_weight(a)} << 32) | chance, a};
  }
  std::sort(keys.begin(), keys.end());
  std::vector<AtomId> order(graph.count());
  std::transform(keys.begin(), keys.end(), order.begin(),
                 [](const auto& key) { return key.second; });
  return order;
}

/// Pairs of neighbours; an atom without a partner stays alone.
Parts match(const AtomGraph& graph, std::uint32_t wanted, const PartSize& size,
            std::uint64_t seed) {
  Parts pairs{IdVector<AtomId, AtomPartId>(graph.count(), kNoAtomPart), 0};
  std::uint32_t left = graph.count();
  for (const AtomId a : matching_order(graph, seed)) {
    if (pairs.of[a] != kNoAtomPart) continue;
    pairs.of[a] = AtomPartId{pairs.count++};
    if (left <= wanted) continue;
    AtomId partner = kNoAtom;
    double best = 0;
    for (std::uint32_t i = graph.row_begin(a); i < graph.row_end(a); ++i) {
      const AtomId b = graph.neighbours[i];
      if (pairs.of[b] != kNoAtomPart) continue;
      if (std::uint64_t{graph.atom_weight(a)} + graph.atom_weight(b) > size.most) continue;
      const double rating = static_cast<double>(graph.edge_weight(i)) / graph.atom_weight(b);
      if (rating > best) {
        best = rating;
        partner = b;
      }
    }
    if (partner == kNoAtom) continue;
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
  Parts parts;
  parts.count = at(rounds.size()).count();
  parts.of.reserve(parts.count);
  for (const AtomPartId part : parts.all()) parts.of.push_back(part);
  while (!rounds.empty()) {
    Parts finer{std::move(rounds.back().of), parts.count};
    for (AtomPartId& part : finer.of) part = parts.of[atom_of(part)];
    parts = std::move(finer);
    rounds.pop_back();
    graphs.pop_back();
    refine_borders(at(rounds.size()), parts, size);
  }
  return parts;
}

}  // namespace portolan::detail
