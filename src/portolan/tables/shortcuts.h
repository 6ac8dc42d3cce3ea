#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_graph.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// Costs from each gate to the gates above it in the elimination tree, over paths that touch no
/// gate above either end: a customizable contraction hierarchy (Dibbelt, Strasser, Wagner), laid
/// out by supernodes. Supernode g has a row for each of its gates, with a column for each gate of
/// its ups and then for its own gates above; kTableInfinite where there is no path.
struct Shortcuts {
  SharedArray<std::uint64_t> begin;  ///< By supernode: where its rows begin.
  SharedArray<Cost> up;              ///< From the gate of the row to that of the column.
  SharedArray<Cost> down;            ///< From that of the column to that of the row; empty where
                                     ///< paths cost the same back.

  bool directed() const { return !down.empty(); }
  /// Where the row of a gate begins in either.
  std::size_t row_begin(const GateTree& tree, GateId gate) const {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    return begin[index(own)] + std::size_t{supernode.row(gate)} * tree.width(supernode);
  }
  const Cost* row(const GateTree& tree, GateId gate, bool backward) const {
    return (backward && directed() ? down : up).data() + row_begin(tree, gate);
  }
  std::size_t bytes() const { return begin.bytes() + up.bytes() + down.bytes(); }
};

/// Shortcuts::begin, which follows from the tree.
std::vector<std::uint64_t> shortcut_begins(const GateTree& tree);

/// Fills them in from the costs of the cells of the level whose gates these are. `lowers`: of the
/// tree.
Shortcuts make_shortcuts(const Hierarchy& hierarchy, const GateGraph& graph,
                         const NumberedTree& numbered, const LowerSupernodes& lowers,
                         bool directed);

}  // namespace portolan::detail
