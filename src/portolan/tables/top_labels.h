#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/shortcuts.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Labels of the topmost gates alone (see GateLabels), without their steps: where shortcuts end a
/// climb at them, most of the elimination tree need not be walked. With a gate those above it have
/// labels, and groups have them as a whole.
struct TopLabels {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

  SharedArray<std::uint32_t> begin;  ///< By group: where its rows begin, or kNone.
  SharedArray<Cost> up;              ///< Gate by gate, by depth.
  SharedArray<Cost> down;            ///< Costs from the gate above; empty unless directed.

  bool empty() const { return begin.empty(); }
  bool has(GroupId group) const { return !empty() && begin[index(group)] != kNone; }
  /// Of a gate whose group has labels.
  const Cost* row(const GateTree& tree, GateId gate, bool backward) const {
    const GroupId own = tree.group_of[index(gate)];
    const GateTree::Group& group = tree.group(own);
    return (backward && !down.empty() ? down : up).data() + begin[index(own)] +
           std::size_t{group.row(gate)} * row_size(group);
  }
  /// Every row has room for the group's deepest gate.
  static std::uint32_t row_size(const GateTree::Group& group) {
    return index(group.depth) + group.size;
  }
  std::size_t bytes() const { return begin.bytes() + up.bytes() + down.bytes(); }
};

/// Computes as many as fit. The same room gives the same labels, and so does what they take. Fails
/// where the caller's loop loses work.
Result<TopLabels> make_top_labels(const GateTree& tree, const Shortcuts& shortcuts,
                                  std::uint64_t room, const ParallelFor& parallel);

}  // namespace portolan::detail
