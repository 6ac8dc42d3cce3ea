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
    if (!good_supernodes()) return "the supernodes are not those of the gates";
    for (const SupernodeId g : tree_.all_supernodes())
      if (!good_ups(g)) return "a supernode lacks shortcuts, or has some that lead nowhere";
    if (!all_edges_fit()) return "an edge lies beside all shortcuts";
    return nullptr;
  }

 private:
  bool good_supernodes() const {
    if (tree_.supernode_of.size() != links_.gate_count()) return false;
    IdVector<Depth, SupernodeId> branch;  // the supernode of the gate there
    std::uint64_t first = 0;
    std::uint64_t up = 0;
    for (std::uint32_t g = 0; g < tree_.supernodes.size(); ++g) {
      const GateTree::Supernode& supernode = tree_.supernodes[g];
      if (index(supernode.first) != first || supernode.size == 0 ||
          supernode.size > links_.gate_count() - first || supernode.up_begin != up ||
          supernode.up_end < up || supernode.up_end > tree_.ups.size() ||
          supernode.depth != links_.gate(supernode.first).depth) {
        return false;
      }
      branch.resize(index(supernode.depth));  // no longer than it was: the depths make a tree
      if (supernode.parent != (branch.empty() ? kNoSupernode : branch.back())) return false;
      if (!branch.empty() && !follows(supernode, tree_.supernode(supernode.parent))) return false;
      for (std::uint32_t k = 0; k < supernode.size; ++k) {
        if (tree_.supernode_of[first + k] != SupernodeId{g} ||
            index(links_.gates[first + k].depth) != branch.size()) {
          return false;
        }
        branch.push_back(SupernodeId{g});
      }
      first += supernode.size;
      up = supernode.up_end;
    }
    return first == links_.gate_count() && up == tree_.ups.size();
  }

  /// Whether a supernode hangs below the last gate of its parent.
  static bool follows(const GateTree::Supernode& supernode, const GateTree::Supernode& parent) {
    return index(supernode.depth) == std::uint64_t{index(parent.depth)} + parent.size;
  }

  /// Ascending, the parent last, and the others among the parent's too, as an elimination makes
  /// them: so there are shortcuts between any two supernodes that those of one below lead to.
  bool good_ups(SupernodeId g) const {
    const GateTree::Supernode& supernode = tree_.supernode(g);
    const auto ups = tree_.ups_of(supernode);
    std::uint64_t column = 0;
    for (std::size_t u = 0; u < ups.size(); ++u) {
      if (ups[u].supernode >= g || (u > 0 && ups[u - 1].supernode >= ups[u].supernode) ||
          ups[u].column != column) {
        return false;
      }
      column += tree_.supernode(ups[u].supernode).size;
    }
    if (supernode.up_width != column) return false;
    if (supernode.parent == kNoSupernode || ups.empty())
      return supernode.parent == kNoSupernode && ups.empty();
    const auto theirs = tree_.ups_of(tree_.supernode(supernode.parent));
    const auto by_supernode = [](const GateTree::Up& a, const GateTree::Up& b) {
      return a.supernode < b.supernode;
    };
    return ups.back().supernode == supernode.parent &&
           std::includes(theirs.begin(), theirs.end(), ups.begin(), ups.end() - 1, by_supernode);
  }

  bool fits(GateId a, GateId b) const {
    const SupernodeId below = std::max(tree_.supernode_of[index(a)], tree_.supernode_of[index(b)]);
    const SupernodeId above = std::min(tree_.supernode_of[index(a)], tree_.supernode_of[index(b)]);
    const auto ups = tree_.ups_of(tree_.supernode(below));
    const auto at =
        std::lower_bound(ups.begin(), ups.end(), above,
                         [](const GateTree::Up& up, SupernodeId g) { return up.supernode < g; });
    return below == above || (at != ups.end() && at->supernode == above);
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

/// Whether the rows of each supernode follow those before it, first upwards and then back, but for
/// those back that are told to be the same; and nothing but slack follows the last.
bool good_begins(const GateTree& tree, const Shortcuts& shortcuts, bool directed) {
  std::uint64_t next = 0;
  for (const bool back : {false, true}) {
    const auto begin = shortcuts.begin[back].span();
    if (begin.size() != (back && !directed ? 0 : tree.supernodes.size())) return false;
    for (std::size_t g = 0; g < begin.size(); ++g) {
      if (back && begin[g] == shortcuts.begin[0][g]) continue;
      if (begin[g] != next) return false;
      next += std::uint64_t{tree.supernodes[g].size} * tree.width(tree.supernodes[g]);
    }
  }
  return shortcuts.entries.size() == next + kRowSlack;
}

bool is_infinite(std::span<const Cost> costs) {
  return std::all_of(costs.begin(), costs.end(), [](Cost c) { return c == kTableInfinite; });
}

}  // namespace

Result<Done> validate_shortcuts(const Hierarchy& hierarchy, const GateLinks& links,
                                ShortcutTable& table, bool directed, const ParallelFor& parallel) {
  if (const char* problem = TreeChecker(links, table.tree).find_problem()) return Error{problem};
  const Shortcuts& shortcuts = table.shortcuts;
  if (!good_begins(table.tree, shortcuts, directed))
    return Error{"there are not as many as the supernodes ask for"};
  const LowerSupernodes lowers = find_lower_supernodes(table.tree);
  if (!std::ranges::equal(lowers.begin.span(), table.lowers.begin.span()) ||
      !std::ranges::equal(lowers.supernodes.span(), table.lowers.supernodes.span())) {
    return Error{"the supernodes below are not those of the tree"};
  }
  if (!is_infinite(shortcuts.entries.span().last(kRowSlack)))
    return Error{"there are costs behind the last one"};
  auto vias = find_vias(hierarchy, links, table.tree, table.lowers, shortcuts, parallel);
  if (!vias) return vias.error();
  if (ShortcutVias::suit(links)) table.vias = std::move(*vias);
  return Done{};
}

}  // namespace portolan::detail
