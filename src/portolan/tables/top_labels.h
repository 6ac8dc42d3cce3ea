#pragma once

#include <array>
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

  /// By supernode: where its rows begin, or kNone; the costs to the gates above, and from there,
  /// which begin at the same place where all are the same. The latter empty unless directed.
  std::array<SharedArray<std::uint32_t>, 2> begin;
  SharedArray<Cost> costs;  ///< Gate by gate, by depth; with kRowSlack entries more.

  bool empty() const { return begin[0].empty(); }
  bool directed() const { return !begin[1].empty(); }
  bool has(SupernodeId supernode) const { return !empty() && begin[0][index(supernode)] != kNone; }
  /// Of a gate whose supernode has labels, among the costs.
  RowOf row_of(const GateTree& tree, GateId gate, bool backward) const {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    const std::uint32_t row = supernode.row(gate);
    return {begin[backward && directed() ? 1 : 0][index(own)] + row * row_size(supernode),
            index(supernode.depth_of(row)) + 1};
  }
  const Cost* row(const GateTree& tree, GateId gate, bool backward) const {
    return costs.data() + row_of(tree, gate, backward).begin;
  }
  /// Every row has room for the supernode's deepest gate, and is padded.
  static std::uint32_t row_size(const GateTree::Supernode& supernode) {
    return padded_row(index(supernode.depth) + supernode.size);
  }
  static std::uint64_t size(const GateTree::Supernode& supernode) {
    return std::uint64_t{supernode.size} * row_size(supernode);
  }
  std::size_t bytes() const { return begin[0].bytes() + begin[1].bytes() + costs.bytes(); }
};

/// Computes as many as fit. The same `max_bytes` give the same labels, and so does what they take.
/// While they are made, each direction may take `max_bytes`. Fails where the caller's loop loses
/// work.
Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t max_bytes, const ParallelFor& parallel);

}  // namespace portolan::detail
