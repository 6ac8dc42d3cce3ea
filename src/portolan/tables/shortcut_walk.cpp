#include "portolan/tables/shortcut_walk.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace portolan::detail {
namespace {

/// The cost of the shortcut between a gate and one above it, in either direction.
Cost shortcut(const ShortcutTable& table, GateId from, GateId to) {
  const GateTree& tree = table.tree;
  const bool backward = from < to;
  const GateId below = std::max(from, to);
  const std::uint32_t own = tree.group_of[index(below)];
  const std::uint32_t above = index(std::min(from, to));
  const GateTree::Group& group = tree.groups[own];
  const std::uint32_t other = tree.group_of[above];
  const std::uint32_t k = above - tree.groups[other].first;
  const Cost* row = table.shortcuts.row(tree, below, backward);
  if (other == own) return row[group.up_width + k];
  const auto ups = tree.ups_of(group);
  const auto at = std::lower_bound(
      ups.begin(), ups.end(), other,
      [](const GateTree::Up& up, std::uint32_t number) { return up.group < number; });
  return at == ups.end() || at->group != other ? kTableInfinite : row[at->column + k];
}

}  // namespace

ShortcutTable make_shortcut_table(GateTree tree, Shortcuts shortcuts) {
  std::vector<std::uint32_t> begin(tree.groups.size() + 1, 0);
  for (const GateTree::Up& up : tree.ups.span()) ++begin[up.group + 1];
  for (std::size_t g = 1; g < begin.size(); ++g) begin[g] += begin[g - 1];
  std::vector<std::uint32_t> lowers(tree.ups.size());
  std::vector<std::uint32_t> next = begin;
  for (std::uint32_t g = 0; g < tree.groups.size(); ++g)
    for (const GateTree::Up& up : tree.ups_of(tree.groups[g])) lowers[next[up.group]++] = g;
  return {std::move(tree), std::move(shortcuts), SharedArray(std::move(begin)),
          SharedArray(std::move(lowers))};
}

void ShortcutWalk::climb(const ShortcutTable& table, std::span<const GateId> gates,
                         const Cost* costs, bool backward, Cost* hubs) {
  const GateTree& tree = table.tree;
  backward_ = backward;
  const GateId deepest = *std::max_element(gates.begin(), gates.end());
  const std::uint32_t count = tree.depth(deepest) + 1;
  std::fill_n(hubs, count, kTableInfinite);
  gate_at_.resize(count);
  from_.resize(count);
  place_.resize(count);
  for (std::uint32_t i = 0; i < gates.size(); ++i) {
    const std::uint32_t depth = tree.depth(gates[i]);
    hubs[depth] = std::min(costs[i], kTableInfinite);
    from_[depth] = depth;
    place_[depth] = GatePlace{i};
  }
  std::uint32_t gate = index(deepest);
  for (std::uint32_t g = tree.group_of[gate]; g != GateTree::kNoGroup;) {
    const GateTree::Group& group = tree.groups[g];
    for (; gate + 1 > group.first; --gate) {
      const std::uint32_t depth = group.depth + (gate - group.first);
      gate_at_[depth] = GateId{gate};
      const Cost cost = hubs[depth];
      if (cost < kTableInfinite) {
        const Cost* row = table.shortcuts.row(tree, GateId{gate}, backward);
        const auto take = [&](std::uint32_t at, const Cost* columns, std::uint32_t size) {
          for (std::uint32_t k = 0; k < size; ++k) {
            if (cost + columns[k] >= hubs[at + k]) continue;
            hubs[at + k] = cost + columns[k];
            from_[at + k] = depth;
          }
        };
        for (const GateTree::Up& up : tree.ups_of(group))
          take(tree.groups[up.group].depth, row + up.column, tree.groups[up.group].size);
        take(group.depth, row + group.up_width, gate - group.first);
      }
      if (gate == 0) break;
    }
    g = group.parent;
    if (g != GateTree::kNoGroup) gate = tree.groups[g].first + tree.groups[g].size - 1;
  }
}

GatePlace ShortcutWalk::append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                                     const GateLinks& links, std::uint32_t depth,
                                     std::vector<GateStep>& steps) {
  if (backward_) {
    for (; from_[depth] != depth; depth = from_[depth])
      unpack(table, hierarchy, links, gate_at_[depth], gate_at_[from_[depth]], steps);
    return place_[depth];
  }
  depths_.assign(1, depth);
  for (; from_[depth] != depth; depth = from_[depth]) depths_.push_back(from_[depth]);
  for (std::size_t k = depths_.size(); k-- > 1;)
    unpack(table, hierarchy, links, gate_at_[depths_[k]], gate_at_[depths_[k - 1]], steps);
  return place_[depth];
}

void ShortcutWalk::unpack(const ShortcutTable& table, const Hierarchy& hierarchy,
                          const GateLinks& links, GateId from, GateId to,
                          std::vector<GateStep>& steps) const {
  const Cost cost = shortcut(table, from, to);
  for (const GateLinks::Link& link : links.links_of(from)) {
    for (std::uint32_t j = 0; j < link.count; ++j) {
      if (links.targets[link.targets + j] != to ||
          step_cost(hierarchy, links, from, link, j, false) != cost) {
        continue;
      }
      steps.push_back({link.cell, link.own, GatePlace{j}, to});
      return;
    }
  }
  // Over a gate below both: one of the same group, or of a group with shortcuts to it.
  const GateTree& tree = table.tree;
  const std::uint32_t below = index(std::max(from, to));
  const std::uint32_t group = tree.group_of[below];
  const auto over = [&](std::uint32_t first, std::uint32_t last) {
    for (std::uint32_t k = first; k < last; ++k) {
      const GateId v{k};
      const Cost there = shortcut(table, from, v);
      if (there >= cost || there + shortcut(table, v, to) != cost) continue;
      unpack(table, hierarchy, links, from, v, steps);
      unpack(table, hierarchy, links, v, to, steps);
      return true;
    }
    return false;
  };
  if (over(below + 1, tree.groups[group].first + tree.groups[group].size)) return;
  for (std::uint32_t k = table.lower_begin[group]; k < table.lower_begin[group + 1]; ++k) {
    const GateTree::Group& lower = tree.groups[table.lowers[k]];
    if (over(lower.first, lower.first + lower.size)) return;
  }
  assert(false);  // every shortcut is an edge, or leads over a gate below
}

}  // namespace portolan::detail
