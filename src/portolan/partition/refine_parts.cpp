#include "portolan/partition/refine_parts.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace portolan::detail {
namespace {

constexpr unsigned kPasses = 4;  // later passes move next to nothing

/// Moves single atoms between parts.
class Mover {
 public:
  Mover(const AtomGraph& graph, Parts& parts, const PartSize& size)
      : graph_(graph), parts_(parts), size_(size), weight_(parts.count), seen_(graph.count()) {
    for (const AtomId a : graph.atoms()) weight_[parts.of[a]] += graph.atom_weight(a);
    shared_.resize(parts.count);
  }

  /// One pass over all atoms; the number of moves.
  std::uint32_t pass() {
    std::uint32_t moves = 0;
    for (const AtomId a : graph_.atoms()) moves += try_move(a) ? 1 : 0;
    return moves;
  }

 private:
  bool try_move(AtomId a) {
    const AtomPartId from = parts_.of[a];
    near_.clear();
    for (std::uint32_t i = graph_.row_begin(a); i < graph_.row_end(a); ++i) {
      const AtomPartId part = parts_.of[graph_.neighbours[i]];
      if (shared_[part] == 0) near_.push_back(part);
      shared_[part] += graph_.edge_weight(i);
    }
    const std::uint64_t weight = graph_.atom_weight(a);
    AtomPartId to = from;
    for (const AtomPartId part : near_) {
      if (part == from || weight_[part] + weight > size_.most) continue;
      const bool more = shared_[part] > shared_[to];
      const bool evens =
          shared_[part] == shared_[to] && weight_[part] + (to == from ? weight : 0) < weight_[to];
      if (more || evens) to = part;
    }
    const bool stays =
        to == from || weight_[from] < weight + size_.least || !stays_connected(a, from);
    for (const AtomPartId part : near_) shared_[part] = 0;
    if (stays) return false;
    weight_[from] -= weight;
    weight_[to] += weight;
    parts_.of[a] = to;
    return true;
  }

  /// Whether the part holds together without the atom: its neighbours there reach each other.
  bool stays_connected(AtomId without, AtomPartId part) {
    stack_.clear();
    std::uint32_t missing = 0;
    for (const AtomId b : graph_.neighbours_of(without)) {
      if (parts_.of[b] != part) continue;
      if (stack_.empty()) stack_.push_back(b);
      ++missing;
    }
    if (missing <= 1) return missing == 1;
    stamp_ += 2;
    seen_[without] = stamp_ + 1;
    for (const AtomId b : graph_.neighbours_of(without))
      if (parts_.of[b] == part) seen_[b] = stamp_;
    seen_[stack_.front()] = stamp_ + 1;
    --missing;
    while (!stack_.empty() && missing > 0) {
      const AtomId a = stack_.back();
      stack_.pop_back();
      for (const AtomId b : graph_.neighbours_of(a)) {
        if (parts_.of[b] != part || seen_[b] == stamp_ + 1) continue;
        if (seen_[b] == stamp_) --missing;
        seen_[b] = stamp_ + 1;
        stack_.push_back(b);
      }
    }
    return missing == 0;
  }

  const AtomGraph& graph_;
  Parts& parts_;
  PartSize size_;
  IdVector<AtomPartId, std::uint64_t> weight_;
  IdVector<AtomPartId, std::uint32_t> shared_;  // edge weight to the atom at hand, else 0
  std::vector<AtomPartId> near_;                // those with shared_ > 0
  IdVector<AtomId, std::uint32_t> seen_;        // stamp_: a place to reach, stamp_ + 1: reached
  std::uint32_t stamp_ = 0;
  std::vector<AtomId> stack_;
};

}  // namespace

PartSize PartSize::around(std::uint32_t merge, double mean) {
  const double target = merge * mean;
  return {static_cast<std::uint64_t>(std::ceil(target * 0.5)),
          static_cast<std::uint64_t>(std::llround(target)),
          static_cast<std::uint64_t>(target * 1.5)};
}

std::uint32_t split_disconnected(const AtomGraph& graph, Parts& parts) {
  IdVector<AtomId, AtomPartId> piece(graph.count(), kNoAtomPart);
  IdVector<AtomPartId, std::uint8_t> pieces_of(parts.count, 0);  // 2 stands for more, too
  std::vector<AtomId> stack;
  std::uint32_t pieces = 0;
  std::uint32_t split = 0;
  for (const AtomId root : graph.atoms()) {
    if (piece[root] != kNoAtomPart) continue;
    const AtomPartId part = parts.of[root];
    if (pieces_of[part] == 1) ++split;
    if (pieces_of[part] < 2) ++pieces_of[part];
    const AtomPartId own{pieces++};
    piece[root] = own;
    stack.push_back(root);
    while (!stack.empty()) {
      const AtomId a = stack.back();
      stack.pop_back();
      for (const AtomId b : graph.neighbours_of(a)) {
        if (piece[b] != kNoAtomPart || parts.of[b] != part) continue;
        piece[b] = own;
        stack.push_back(b);
      }
    }
  }
  parts = {std::move(piece), pieces};
  return split;
}

std::uint32_t join_small(const AtomGraph& graph, Parts& parts, const PartSize& size) {
  const AtomGraph coarse = make_contracted(graph, parts);
  std::vector<AtomPartId> small;
  for (const AtomPartId p : parts.all())
    if (coarse.atom_weight(atom_of(p)) < size.least) small.push_back(p);
  if (small.empty()) return 0;
  std::stable_sort(small.begin(), small.end(), [&](AtomPartId a, AtomPartId b) {
    return coarse.atom_weight(atom_of(a)) < coarse.atom_weight(atom_of(b));
  });
  IdVector<AtomPartId, AtomPartId> into(parts.count);
  for (const AtomPartId p : parts.all()) into[p] = p;
  const auto find = [&](AtomPartId p) {
    while (into[p] != p) p = into[p] = into[into[p]];
    return p;
  };
  IdVector<AtomPartId, std::uint64_t> weight(coarse.atom_weights.begin(),
                                             coarse.atom_weights.end());
  std::uint32_t joined = 0;
  for (const AtomPartId p : small) {
    if (find(p) != p || weight[p] >= size.least) continue;
    AtomPartId best = p;
    std::uint32_t shared = 0;
    for (std::uint32_t i = coarse.row_begin(atom_of(p)); i < coarse.row_end(atom_of(p)); ++i) {
      const AtomPartId q = find(part_of(coarse.neighbours[i]));
      if (q == p || weight[p] + weight[q] > size.most || coarse.edge_weight(i) <= shared) continue;
      best = q;
      shared = coarse.edge_weight(i);
    }
    if (best == p) continue;
    into[p] = best;
    weight[best] += weight[p];
    ++joined;
  }
  for (AtomPartId& part : parts.of) part = find(part);
  parts.renumber();
  return joined;
}

void join_singles(const AtomGraph& graph, Parts& parts) {
  IdVector<AtomPartId, std::uint32_t> atoms(parts.count, 0);
  for (const AtomPartId part : parts.of) ++atoms[part];
  for (const AtomId a : graph.atoms()) {
    const AtomPartId part = parts.of[a];
    if (atoms[part] != 1 || graph.isolated(a)) continue;
    std::uint32_t best = graph.row_begin(a);
    for (std::uint32_t i = best; i < graph.row_end(a); ++i)
      if (graph.edge_weight(i) > graph.edge_weight(best)) best = i;
    parts.of[a] = parts.of[graph.neighbours[best]];
    atoms[part] = 0;
    ++atoms[parts.of[a]];
  }
  parts.renumber();
}

void refine_borders(const AtomGraph& graph, Parts& parts, const PartSize& size) {
  Mover mover(graph, parts, size);
  for (unsigned pass = 0; pass < kPasses; ++pass)
    if (mover.pass() == 0) break;
}

}  // namespace portolan::detail
