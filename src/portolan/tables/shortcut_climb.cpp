#include "portolan/tables/shortcut_climb.h"

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
  const GateId above = std::min(from, to);
  const GroupId own = tree.group_of[index(below)];
  const GroupId other = tree.group_of[index(above)];
  const GateTree::Group& group = tree.group(own);
  const std::uint32_t k = tree.group(other).row(above);
  const Cost* row = table.shortcuts.row(tree, below, backward);
  if (other == own) return row[group.up_width + k];
  const auto ups = tree.ups_of(group);
  const auto at =
      std::lower_bound(ups.begin(), ups.end(), other,
                       [](const GateTree::Up& up, GroupId id) { return up.group < id; });
  return at == ups.end() || at->group != other ? kTableInfinite : row[at->column + k];
}

}  // namespace

ShortcutTable make_shortcut_table(GateTree tree, Shortcuts shortcuts) {
  std::vector<std::uint32_t> begin(tree.groups.size() + 1, 0);
  for (const GateTree::Up& up : tree.ups.span()) ++begin[index(up.group) + 1];
  for (std::size_t g = 1; g < begin.size(); ++g) begin[g] += begin[g - 1];
  std::vector<GroupId> lowers(tree.ups.size());
  std::vector<std::uint32_t> next = begin;
  for (std::uint32_t g = 0; g < tree.groups.size(); ++g)
    for (const GateTree::Up& up : tree.ups_of(tree.groups[g]))
      lowers[next[index(up.group)]++] = GroupId{g};
  return {std::move(tree), std::move(shortcuts), SharedArray(std::move(begin)),
          SharedArray(std::move(lowers))};
}

void ShortcutClimb::reach_hubs(const ShortcutTable& table, std::span<const GateId> gates,
                               const Cost* costs, bool backward, Cost* hubs) {
  const GateTree& tree = table.tree;
  backward_ = backward;
  const GateId deepest = *std::max_element(gates.begin(), gates.end());
  const std::uint32_t count = index(tree.depth(deepest)) + 1;
  std::fill_n(hubs, count, kTableInfinite);
  gate_at_.resize(count);
  from_.resize(count);
  place_.resize(count);
  for (std::uint32_t i = 0; i < gates.size(); ++i) {
    const Depth depth = tree.depth(gates[i]);
    hubs[index(depth)] = std::min(costs[i], kTableInfinite);
    from_[depth] = depth;
    place_[depth] = GatePlace{i};
  }
  std::uint32_t rows = tree.group(tree.group_of[index(deepest)]).row(deepest) + 1;
  for (GroupId g = tree.group_of[index(deepest)]; g != kNoGroup;) {
    const GateTree::Group& group = tree.group(g);
    while (rows-- > 0) {
      const GateId gate = group.gate(rows);
      const Depth depth = group.depth_of(rows);
      gate_at_[depth] = gate;
      const Cost cost = hubs[index(depth)];
      if (cost >= kTableInfinite) continue;
      const Cost* row = table.shortcuts.row(tree, gate, backward);
      const auto take = [&](const GateTree::Group& above, const Cost* columns, std::uint32_t size) {
        Cost* const theirs = hubs + index(above.depth);
        for (std::uint32_t k = 0; k < size; ++k) {
          if (cost + columns[k] >= theirs[k]) continue;
          theirs[k] = cost + columns[k];
          from_[above.depth_of(k)] = depth;
        }
      };
      for (const GateTree::Up& up : tree.ups_of(group))
        take(tree.group(up.group), row + up.column, tree.group(up.group).size);
      take(group, row + group.up_width, rows);
    }
    g = group.parent;
    if (g != kNoGroup) rows = tree.group(g).size;
  }
}

GatePlace ShortcutClimb::append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                                      const GateLinks& links, Depth hub,
                                      std::vector<GateStep>& steps) {
  Depth at = hub;
  if (backward_) {
    for (; from_[at] != at; at = from_[at])
      unpack(table, hierarchy, links, gate_at_[at], gate_at_[from_[at]], steps);
    return place_[at];
  }
  depths_.assign(1, hub);
  for (; from_[at] != at; at = from_[at]) depths_.push_back(from_[at]);
  for (std::size_t k = depths_.size(); k-- > 1;)
    unpack(table, hierarchy, links, gate_at_[depths_[k]], gate_at_[depths_[k - 1]], steps);
  return place_[at];
}

void ShortcutClimb::unpack(const ShortcutTable& table, const Hierarchy& hierarchy,
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
  const GateId below = std::max(from, to);
  const GroupId own = tree.group_of[index(below)];
  const auto over = [&](const GateTree::Group& group, std::uint32_t first_row) {
    for (std::uint32_t row = first_row; row < group.size; ++row) {
      const GateId v = group.gate(row);
      const Cost there = shortcut(table, from, v);
      if (there >= cost || there + shortcut(table, v, to) != cost) continue;
      unpack(table, hierarchy, links, from, v, steps);
      unpack(table, hierarchy, links, v, to, steps);
      return true;
    }
    return false;
  };
  if (over(tree.group(own), tree.group(own).row(below) + 1)) return;
  for (std::uint32_t k = table.lower_begin[index(own)]; k < table.lower_begin[index(own) + 1]; ++k)
    if (over(tree.group(table.lowers[k]), 0)) return;
  assert(false);  // every shortcut is an edge, or leads over a gate below
}

}  // namespace portolan::detail
