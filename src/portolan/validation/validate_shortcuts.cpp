#include "portolan/validation/validate_shortcuts.h"

#include <algorithm>
#include <span>
#include <utility>

#include "portolan/core/id_vector.h"

namespace portolan::detail {
namespace {

/// Checks step by step; each step may rely on the ones before.
class TreeChecker {
 public:
  TreeChecker(const GateLinks& links, const GateTree& tree) : links_(links), tree_(tree) {}

  const char* find_problem() const {
    if (!good_groups()) return "the groups are not those of the gates";
    for (const GroupId g : tree_.all_groups())
      if (!good_ups(g)) return "a group lacks shortcuts, or has some that lead nowhere";
    if (!all_edges_fit()) return "an edge lies beside all shortcuts";
    return nullptr;
  }

 private:
  bool good_groups() const {
    if (tree_.group_of.size() != links_.gate_count()) return false;
    IdVector<Depth, GroupId> branch;  // the group of the gate there
    std::uint64_t first = 0;
    std::uint64_t up = 0;
    for (std::uint32_t g = 0; g < tree_.groups.size(); ++g) {
      const GateTree::Group& group = tree_.groups[g];
      if (index(group.first) != first || group.size == 0 ||
          group.size > links_.gate_count() - first || group.up_begin != up || group.up_end < up ||
          group.up_end > tree_.ups.size() || group.depth != links_.gate(group.first).depth) {
        return false;
      }
      branch.resize(index(group.depth));  // no longer than it was: the depths make a tree
      if (group.parent != (branch.empty() ? kNoGroup : branch.back())) return false;
      if (!branch.empty() && !follows(group, tree_.group(group.parent))) return false;
      for (std::uint32_t k = 0; k < group.size; ++k) {
        if (tree_.group_of[first + k] != GroupId{g} ||
            index(links_.gates[first + k].depth) != branch.size()) {
          return false;
        }
        branch.push_back(GroupId{g});
      }
      first += group.size;
      up = group.up_end;
    }
    return first == links_.gate_count() && up == tree_.ups.size();
  }

  /// Whether a group hangs below the last gate of its parent.
  static bool follows(const GateTree::Group& group, const GateTree::Group& parent) {
    return index(group.depth) == std::uint64_t{index(parent.depth)} + parent.size;
  }

  /// Ascending, the parent last, and the others among the parent's too, as an elimination makes
  /// them: so a group has shortcuts between any two groups that shortcuts of one below lead to.
  bool good_ups(GroupId g) const {
    const GateTree::Group& group = tree_.group(g);
    const auto ups = tree_.ups_of(group);
    std::uint64_t column = 0;
    for (std::size_t u = 0; u < ups.size(); ++u) {
      if (ups[u].group >= g || (u > 0 && ups[u - 1].group >= ups[u].group) ||
          ups[u].column != column) {
        return false;
      }
      column += tree_.group(ups[u].group).size;
    }
    if (group.up_width != column) return false;
    if (group.parent == kNoGroup || ups.empty()) return group.parent == kNoGroup && ups.empty();
    const auto theirs = tree_.ups_of(tree_.group(group.parent));
    const auto by_group = [](const GateTree::Up& a, const GateTree::Up& b) {
      return a.group < b.group;
    };
    return ups.back().group == group.parent &&
           std::includes(theirs.begin(), theirs.end(), ups.begin(), ups.end() - 1, by_group);
  }

  bool fits(GateId a, GateId b) const {
    const GroupId below = std::max(tree_.group_of[index(a)], tree_.group_of[index(b)]);
    const GroupId above = std::min(tree_.group_of[index(a)], tree_.group_of[index(b)]);
    const auto ups = tree_.ups_of(tree_.group(below));
    const auto at =
        std::lower_bound(ups.begin(), ups.end(), above,
                         [](const GateTree::Up& up, GroupId g) { return up.group < g; });
    return below == above || (at != ups.end() && at->group == above);
  }

  bool all_edges_fit() const {
    for (const GateId g : links_.all_gates()) {
      for (const GateLinks::Link& link : links_.links_of(g)) {
        for (std::uint32_t j = 0; j < link.count; ++j) {
          const GateId to = links_.targets[link.targets + j];
          if ((to < g || link.cell == GateLinks::Link::kInter) && !fits(g, to)) return false;
        }
      }
    }
    return true;
  }

  const GateLinks& links_;
  const GateTree& tree_;
};

bool is_infinite(std::span<const Cost> costs) {
  return std::all_of(costs.begin(), costs.end(), [](Cost c) { return c == kTableInfinite; });
}

}  // namespace

Result<Done> validate_shortcuts(const Hierarchy& hierarchy, const GateLinks& links,
                                ShortcutTable& table, bool directed, const ParallelFor& parallel) {
  if (const char* problem = TreeChecker(links, table.tree).find_problem()) return Error{problem};
  const Shortcuts& shortcuts = table.shortcuts;
  const std::uint64_t count = table.tree.shortcut_count();
  if (shortcuts.up.size() != count + kRowSlack ||
      shortcuts.down.size() != (directed ? count + kRowSlack : 0))
    return Error{"there are not as many as the groups ask for"};
  const LowerGroups lowers = find_lower_groups(table.tree);
  if (!std::ranges::equal(shortcut_begins(table.tree), shortcuts.begin.span()) ||
      !std::ranges::equal(lowers.begin.span(), table.lowers.begin.span()) ||
      !std::ranges::equal(lowers.groups.span(), table.lowers.groups.span())) {
    return Error{"the groups below are not those of the tree"};
  }
  if (!is_infinite(shortcuts.up.span().subspan(count)) ||
      (directed && !is_infinite(shortcuts.down.span().subspan(count)))) {
    return Error{"there are costs behind the last one"};
  }
  auto vias = find_vias(hierarchy, links, table.tree, table.lowers, shortcuts, parallel);
  if (!vias) return vias.error();
  if (ShortcutVias::suit(links)) table.vias = std::move(*vias);
  return Done{};
}

}  // namespace portolan::detail
