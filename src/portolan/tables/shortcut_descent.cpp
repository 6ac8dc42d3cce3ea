#include "portolan/tables/shortcut_descent.h"

#include <algorithm>

#include "portolan/tables/min_plus.h"

namespace portolan::detail {
namespace {

void lower_by_sums(Cost& best, const Cost* a, const Cost* b, std::uint32_t count) {
  for (std::uint32_t k = 0; k < count; ++k) best = std::min(best, a[k] + b[k]);
}

}  // namespace

void ShortcutDescent::begin(const ShortcutTable& table, std::span<const GateId> gates,
                            bool backward, const Cost* hubs) {
  const GateTree& tree = table.tree;
  backward_ = backward;
  if (costs_.size() != tree.gate_count() || ready_.size() != tree.supernodes.size() ||
      ++round_ == 0) {
    costs_.resize(tree.gate_count());
    ready_.assign(tree.supernodes.size(), 0);
    seeded_.assign(tree.supernodes.size(), 0);
    round_ = 1;
  }
  if (gates.empty()) return;
  const GateId deepest = *std::max_element(gates.begin(), gates.end());
  for (SupernodeId g = tree.supernode_of[index(deepest)]; g != kNoSupernode;
       g = tree.supernode(g).parent) {
    const GateTree::Supernode& supernode = tree.supernode(g);
    seeded_[g] = round_;
    for (std::uint32_t k = 0; k < supernode.size; ++k) {
      costs_[supernode.gate(k)] = supernode.gate(k) <= deepest
                                      ? std::min(hubs[index(supernode.depth_of(k))], kTableInfinite)
                                      : kTableInfinite;
    }
  }
}

void ShortcutDescent::reach(const ShortcutTable& table, std::span<const GateId> gates, Cost* out) {
  if (gates.empty()) return;
  const GateTree& tree = table.tree;
  waiting_.clear();
  for (SupernodeId g = tree.supernode_of[index(*std::max_element(gates.begin(), gates.end()))];
       g != kNoSupernode && ready_[g] != round_; g = tree.supernode(g).parent) {
    waiting_.push_back(g);
  }
  for (std::size_t k = waiting_.size(); k-- > 0;) reach_supernode(table, waiting_[k]);
  for (std::size_t i = 0; i < gates.size(); ++i) out[i] = costs_[gates[i]];
}

void ShortcutDescent::reach_supernode(const ShortcutTable& table, SupernodeId id) {
  const GateTree& tree = table.tree;
  const GateTree::Supernode& supernode = tree.supernode(id);
  const auto costs_of = [&](const GateTree::Supernode& g) {
    return costs_.data() + index(g.first);
  };
  for (std::uint32_t k = 0; k < supernode.size; ++k) {
    const GateId gate = supernode.gate(k);
    // Down to the gate from those above it is what a climb from the other end adds up.
    const Cost* row = table.shortcuts.row(tree, gate, !backward_);
    Cost best = seeded_[id] == round_ ? costs_[gate] : kTableInfinite;
    for (const GateTree::Up& up : tree.ups_of(supernode)) {
      const GateTree::Supernode& above = tree.supernode(up.supernode);
      lower_by_sums(best, costs_of(above), row + up.column, above.size);
    }
    lower_by_sums(best, costs_of(supernode), row + supernode.up_width, k);
    costs_[gate] = best;
  }
  ready_[id] = round_;
}

}  // namespace portolan::detail
