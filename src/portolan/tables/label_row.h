#pragma once

#include <algorithm>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/shortcuts.h"

namespace portolan::detail {

/// Fills in a gate's costs to the gates above it, by depth, and to itself: `labels` gives the rows
/// of those above, which are filled in before.
template <class LabelsOf>
void fill_label_row(const GateTree& tree, const Shortcuts& shortcuts, bool backward, GateId gate,
                    const LabelsOf& labels, Cost* row) {
  const GateTree::Supernode& supernode = tree.supernode(tree.supernode_of[index(gate)]);
  const std::uint32_t r = supernode.row(gate);
  const Depth own = supernode.depth_of(r);
  std::fill_n(row, index(own), kTableInfinite);
  row[index(own)] = 0;
  const Cost* columns = shortcuts.row(tree, gate, backward);
  // From below: what is reached cheaper over gates already taken brings nothing new.
  const auto take = [&](const GateTree::Supernode& above, std::uint32_t k, Cost cost) {
    const Depth hub = above.depth_of(k);
    if (cost < row[index(hub)]) lower(row, labels(above.gate(k)), cost, index(hub) + 1);
  };
  for (std::uint32_t k = r; k-- > 0;) take(supernode, k, columns[supernode.up_width + k]);
  const auto ups = tree.ups_of(supernode);
  for (std::size_t u = ups.size(); u-- > 0;) {
    const GateTree::Supernode& above = tree.supernode(ups[u].supernode);
    for (std::uint32_t k = above.size; k-- > 0;) take(above, k, columns[ups[u].column + k]);
  }
}

}  // namespace portolan::detail
