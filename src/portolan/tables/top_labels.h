#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/shortcuts.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Labels of the topmost gates alone (see GateLabels), without their steps: where shortcuts end a
/// climb at them, most of the elimination tree need not be walked. With a gate those above it have
/// labels, and supernodes have them as a whole.
struct TopLabels {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

  SharedArray<std::uint32_t> begin;  ///< By supernode: where its rows begin, or kNone.
  SharedArray<Cost> up;              ///< Gate by gate, by depth; with kRowSlack entries more.
  SharedArray<Cost> down;            ///< Costs from the gate above; empty unless directed.

  bool empty() const { return begin.empty(); }
  bool has(SupernodeId supernode) const { return !empty() && begin[index(supernode)] != kNone; }
  const Cost* costs(bool backward) const { return (backward && !down.empty() ? down : up).data(); }
  /// Of a gate whose supernode has labels, among the costs of either direction.
  RowOf row_of(const GateTree& tree, GateId gate) const {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    const std::uint32_t row = supernode.row(gate);
    return {begin[index(own)] + row * row_size(supernode), index(supernode.depth_of(row)) + 1};
  }
  const Cost* row(const GateTree& tree, GateId gate, bool backward) const {
    return costs(backward) + row_of(tree, gate).begin;
  }
  /// Every row has room for the supernode's deepest gate, and is padded.
  static std::uint32_t row_size(const GateTree::Supernode& supernode) {
    return padded_row(index(supernode.depth) + supernode.size);
  }
  std::size_t bytes() const { return begin.bytes() + up.bytes() + down.bytes(); }
};

/// Computes as many as fit. The same `max_bytes` give the same labels, and so does what they take.
/// Fails where the caller's loop loses work.
Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t max_bytes, const ParallelFor& parallel);

}  // namespace portolan::detail
