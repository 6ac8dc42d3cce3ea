#pragma once

#include "portolan/core/cost.h"
#include "portolan/tables/gate_graph.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/supernode_rows.h"

namespace portolan::detail {

/// Costs from each gate to the gates above it in the elimination tree, and from there, over paths
/// that touch no gate above either end: a customizable contraction hierarchy (Dibbelt, Strasser,
/// Wagner), laid out by supernodes; kTableInfinite where there is no path.
using Shortcuts = SupernodeRows<Cost>;

/// Fills them in from the costs of the cells of the level whose gates these are. `lowers`: of the
/// tree. While they are made, both directions take room by themselves.
Shortcuts make_shortcuts(const Hierarchy& hierarchy, const GateGraph& graph,
                         const NumberedTree& numbered, const LowerSupernodes& lowers,
                         bool directed);

}  // namespace portolan::detail
