#include "portolan/tables/shortcut_climb.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "portolan/core/platform.h"

namespace portolan::detail {
namespace {

/// What is told of the shortcut between a gate and one above it, in either direction; null where
/// there is none.
template <class T>
const T* find_shortcut(const GateTree& tree, const SupernodeRows<T>& told, GateId from, GateId to) {
  const GateId below = std::max(from, to);
  const auto column = tree.column(tree.supernode_of[index(below)], std::min(from, to));
  return column ? told.row(tree, below, from < to) + *column : nullptr;
}

Cost shortcut(const ShortcutTable& table, GateId from, GateId to) {
  const Cost* const found = find_shortcut(table.tree, table.shortcuts, from, to);
  return found != nullptr ? *found : kTableInfinite;
}

/// An edge of that cost, as ShortcutVias tell it; 0 where there is none.
std::uint32_t search_edge(const Hierarchy& hierarchy, const GateLinks& links, GateId from,
                          GateId to, Cost cost) {
  const GateId below = std::max(from, to);
  for (const GateLinks::Link& link : links.links_of(below)) {
    for (std::uint32_t j = 0; j < link.count; ++j) {
      if (links.targets[link.targets + j] == std::min(from, to) &&
          step_cost(hierarchy, links, below, link, j, from < to) == cost) {
        return ShortcutVias::kEdge | (link.targets + j);
      }
    }
  }
  return 0;
}

/// A gate below both that a shortcut of that cost leads over: one of the same supernode, or of a
/// supernode with shortcuts to it.
GateId search_via(const ShortcutTable& table, GateId from, GateId to, Cost cost) {
  const GateTree& tree = table.tree;
  const GateId below = std::max(from, to);
  const SupernodeId own = tree.supernode_of[index(below)];
  GateId found = kNoGate;
  const auto over = [&](const GateTree::Supernode& supernode, std::uint32_t first_row) {
    for (std::uint32_t row = first_row; row < supernode.size && found == kNoGate; ++row) {
      const Cost there = shortcut(table, from, supernode.gate(row));
      if (there < cost && there + shortcut(table, supernode.gate(row), to) == cost)
        found = supernode.gate(row);
    }
    return found != kNoGate;
  };
  if (over(tree.supernode(own), tree.supernode(own).row(below) + 1)) return found;
  for (const SupernodeId lower : table.lowers.of(own))
    if (over(tree.supernode(lower), 0)) break;
  assert(found != kNoGate);  // every shortcut is an edge, or leads over a gate below
  return found;
}

/// What a shortcut stands for: see ShortcutVias.
std::uint32_t via_of(const ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links,
                     GateId from, GateId to) {
  if (!table.vias.empty()) return *find_shortcut(table.tree, table.vias, from, to);
  const Cost cost = shortcut(table, from, to);
  const std::uint32_t edge = search_edge(hierarchy, links, from, to, cost);
  return edge != 0 ? edge : index(search_via(table, from, to, cost));
}

}  // namespace

Result<Done> add_extras(ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links,
                        std::uint64_t max_bytes, bool vias_alone, const ParallelFor& parallel) {
  const std::uint64_t least = table.tree.shortcut_count() * sizeof(std::uint32_t);
  if (table.empty() || max_bytes < least || !ShortcutVias::suit(links)) {
    table.vias = {};
    return Done{};
  }
  if (table.vias.empty()) {
    auto found = find_vias(hierarchy, links, table.tree, table.lowers, table.shortcuts, parallel);
    if (!found) return found.error();
    table.vias = std::move(*found);
  }
  if (table.vias.bytes() > max_bytes) table.vias = {};
  if (vias_alone || table.vias.empty()) return Done{};
  auto top = make_top_labels(table.tree, table.shortcuts, max_bytes - table.vias.bytes(), parallel);
  if (!top) return top.error();
  table.top = std::move(*top);
  return Done{};
}

/// Up to the first supernode with labels, or the root.
void ShortcutClimb::climb(const ShortcutTable& table, const End& end, bool backward) {
  const GateTree& tree = table.tree;
  backward_ = backward;
  const GateId deepest = *std::max_element(end.gates.begin(), end.gates.end());
  reached_.assign(index(tree.depth(deepest)) + 1, kTableInfinite);
  for (std::size_t i = 0; i < end.gates.size(); ++i)
    reached_[tree.depth(end.gates[i])] = std::min(end.costs[i], kTableInfinite);
  SupernodeId g = tree.supernode_of[index(deepest)];
  climbed_rows_ = tree.supernode(g).row(deepest) + 1;
  climbed_.clear();
  for (; g != kNoSupernode && !table.top.has(g); g = tree.supernode(g).parent) {
    climbed_.push_back(g);
    prefetch_rows(table, g);
  }
  const auto rows_of = [&](SupernodeId supernode, bool deepest_one) {
    return deepest_one ? climbed_rows_ : tree.supernode(supernode).size;
  };
  for (const SupernodeId supernode : climbed_)
    climb_over(table, supernode, rows_of(supernode, supernode == climbed_.front()));
  labelled_ = g == kNoSupernode ? 0 : index(tree.supernode(g).depth) + rows_of(g, climbed_.empty());
  find_arrivals(table, end);
}

/// So that the memory of one supernode need not be waited for before the next is asked for.
void ShortcutClimb::prefetch_rows(const ShortcutTable& table, SupernodeId id) const {
  const GateTree::Supernode& supernode = table.tree.supernode(id);
  const Cost* const rows = table.shortcuts.row(table.tree, supernode.first, backward_);
  const std::size_t count = std::size_t{supernode.size} * table.tree.width(supernode);
  constexpr std::size_t kCacheLine = 64;
  for (std::size_t k = 0; k < count; k += kCacheLine / sizeof(Cost)) prefetch(rows + k);
  const auto ups = table.tree.ups_of(supernode);
  for (std::size_t u = 0; u < ups.size(); u += kCacheLine / sizeof(GateTree::Up)) prefetch(&ups[u]);
}

/// Over the shortcuts of a supernode's topmost `rows` gates: from the deepest to the others, then
/// from all of them at once to the gates above.
void ShortcutClimb::climb_over(const ShortcutTable& table, SupernodeId id, std::uint32_t rows) {
  const GateTree& tree = table.tree;
  const GateTree::Supernode& supernode = tree.supernode(id);
  const Cost* const first = table.shortcuts.row(tree, supernode.first, backward_);
  const std::uint32_t width = tree.width(supernode);
  rows_.clear();
  row_costs_.clear();
  while (rows-- > 0) {
    const Cost cost = reached_[supernode.depth_of(rows)];
    if (cost >= kTableInfinite) continue;
    const RowOf row{rows * width, width};
    rows_.push_back(row);
    row_costs_.push_back(cost);
    const Cost* own = first + row.begin + supernode.up_width;
    for (std::uint32_t k = 0; k < rows; ++k)
      reached_[supernode.depth_of(k)] = std::min(reached_[supernode.depth_of(k)], cost + own[k]);
  }
  if (rows_.empty()) return;
  if (columns_.size() < supernode.up_width + kRowSlack)
    columns_.resize(supernode.up_width + kRowSlack);
  least_of_rows(first, rows_, row_costs_.data(), supernode.up_width, columns_.data());
  for (const GateTree::Up& up : tree.ups_of(supernode)) {
    const GateTree::Supernode& above = tree.supernode(up.supernode);
    Cost* const reached = reached_.data() + index(above.depth);
    const Cost* const columns = columns_.data() + up.column;
    for (std::uint32_t k = 0; k < above.size; ++k) reached[k] = std::min(reached[k], columns[k]);
  }
}

/// Shortcuts of the last supernode climbed lead to all gates with labels that were reached.
void ShortcutClimb::find_arrivals(const ShortcutTable& table, const End& end) {
  const GateTree& tree = table.tree;
  arrivals_.clear();
  arrival_rows_.clear();
  arrival_costs_.clear();
  if (labelled_ == 0) return;
  const auto take = [&](GateId gate, Depth depth) {
    const Cost cost = reached_[depth];
    if (cost >= kTableInfinite) return;
    arrivals_.push_back(gate);
    arrival_rows_.push_back(table.top.row_of(tree, gate, backward_));
    arrival_costs_.push_back(cost);
  };
  if (climbed_.empty()) {
    for (const GateId gate : end.gates) take(gate, tree.depth(gate));
    return;
  }
  for (const GateTree::Up& up : tree.ups_of(tree.supernode(climbed_.back()))) {
    const GateTree::Supernode& above = tree.supernode(up.supernode);
    for (std::uint32_t k = 0; k < above.size; ++k) take(above.gate(k), above.depth_of(k));
  }
}

GatePlace ShortcutClimb::append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                                      const GateLinks& links, const End& end, Depth hub, Cost cost,
                                      std::vector<GateStep>& steps) {
  GatePlace entry{};
  if (index(hub) < labelled_) {
    const Cost* const labels = table.top.costs.data() + index(hub);
    std::size_t i = 0;
    while (arrival_rows_[i].count <= index(hub) ||
           arrival_costs_[i] + labels[arrival_rows_[i].begin] != cost) {
      ++i;
    }
    entry = trace_climb(table, end, arrivals_[i], arrival_costs_[i]);
    trace_labels(table, arrivals_[i], hub);
  } else {
    const auto supernode = std::find_if(climbed_.begin(), climbed_.end(), [&](SupernodeId g) {
      return table.tree.supernode(g).depth <= hub;
    });
    const GateTree::Supernode& own = table.tree.supernode(*supernode);
    entry = trace_climb(table, end, own.gate(index(hub) - index(own.depth)), cost);
  }
  pieces_.clear();
  for (std::size_t k = 1; k < trail_.size(); ++k)
    pieces_.push_back({trail_[k - 1], trail_[k], Piece::kOpen});
  if (backward_) {
    std::reverse(pieces_.begin(), pieces_.end());
    for (Piece& piece : pieces_) std::swap(piece.from, piece.to);
  }
  while (split_pieces(table, hierarchy, links)) {
  }
  for (const Piece& piece : pieces_) {
    const GateId below = std::max(piece.from, piece.to);
    steps.push_back(edge_step(links, below, piece.edge, piece.from > piece.to));
  }
  return entry;
}

/// Sets the trail to one that leads to a gate at its cost, by shortcuts of the supernodes climbed.
GatePlace ShortcutClimb::trace_climb(const ShortcutTable& table, const End& end, GateId gate,
                                     Cost cost) {
  const GateTree& tree = table.tree;
  trail_.assign(1, gate);
  for (;;) {
    for (std::uint32_t i = 0; i < end.gates.size(); ++i) {
      if (end.gates[i] != trail_.back() || end.costs[i] != cost) continue;
      std::reverse(trail_.begin(), trail_.end());
      return GatePlace{i};
    }
    const GateId to = trail_.back();
    for (std::size_t g = 0; g < climbed_.size() && trail_.back() == to; ++g) {
      const GateTree::Supernode& supernode = tree.supernode(climbed_[g]);
      const auto column = tree.column(climbed_[g], to);
      if (!column) continue;
      const std::uint32_t rows = g == 0 ? climbed_rows_ : supernode.size;
      for (std::uint32_t r = 0; r < rows; ++r) {
        const Cost before = reached_[supernode.depth_of(r)];
        if (supernode.gate(r) <= to || before >= cost ||
            before + table.shortcuts.row(tree, supernode.gate(r), backward_)[*column] != cost) {
          continue;
        }
        trail_.push_back(supernode.gate(r));
        cost = before;
        break;
      }
    }
    assert(trail_.back() != to);  // every cost is that of an end's gate, or leads over one below
  }
}

/// Continues the trail from a gate with labels to a hub.
void ShortcutClimb::trace_labels(const ShortcutTable& table, GateId gate, Depth hub) {
  const GateTree& tree = table.tree;
  const auto label = [&](GateId g) { return table.top.row(tree, g, backward_)[index(hub)]; };
  for (Cost cost = label(gate); cost > 0; cost = label(gate)) {
    const GateTree::Supernode& supernode = tree.supernode(tree.supernode_of[index(gate)]);
    const Cost* row = table.shortcuts.row(tree, gate, backward_);
    const auto leads_over = [&](const GateTree::Supernode& above, std::uint32_t k, Cost step) {
      if (above.depth_of(k) < hub || step > cost || step + label(above.gate(k)) != cost)
        return false;
      gate = above.gate(k);
      return true;
    };
    bool found = false;
    for (std::uint32_t k = supernode.row(gate); k-- > 0 && !found;)
      found = leads_over(supernode, k, row[supernode.up_width + k]);
    const auto ups = tree.ups_of(supernode);
    for (std::size_t u = ups.size(); u-- > 0 && !found;) {
      const GateTree::Supernode& above = tree.supernode(ups[u].supernode);
      for (std::uint32_t k = above.size; k-- > 0 && !found;)
        found = leads_over(above, k, row[ups[u].column + k]);
    }
    assert(found);
    trail_.push_back(gate);
  }
}

/// Replaces each shortcut by the two that it stands for, all of them in turn, so that the memory
/// of one need not be waited for before the next is asked for. False where all are edges.
bool ShortcutClimb::split_pieces(const ShortcutTable& table, const Hierarchy& hierarchy,
                                 const GateLinks& links) {
  bool any = false;
  split_.clear();
  for (const Piece& piece : pieces_) {
    if (piece.edge != Piece::kOpen) {
      split_.push_back(piece);
      continue;
    }
    const std::uint32_t via = via_of(table, hierarchy, links, piece.from, piece.to);
    if ((via & ShortcutVias::kEdge) != 0) {
      split_.push_back({piece.from, piece.to, via});
    } else {
      split_.push_back({piece.from, GateId{via}, Piece::kOpen});
      split_.push_back({GateId{via}, piece.to, Piece::kOpen});
      any = true;
    }
  }
  std::swap(pieces_, split_);
  return any;
}

}  // namespace portolan::detail
