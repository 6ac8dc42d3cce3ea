#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/core/node_buffer.h"
#include "portolan/graph/label.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/cell_world.h"

namespace portolan::detail {

/// A path inside a cell that nobody stored, between a node and a gate: it follows the edges along
/// which the costs to the gate fall.
template <class RowCost, class GateCost>
struct Descent {
  CellId cell;
  const OverlayCell& overlay;  ///< The same cell.
  GatePlace gate;
  bool backward;  ///< The path leads from the gate to the node, and so do the costs.
  NodeId node;
  Cost cost;           ///< Of the whole path.
  RowCost row_cost;    ///< The cost of a node, by its RowId;
  GateCost gate_cost;  ///< by GatePlace, for gates without a row.

  NodeId gate_node() const { return overlay.gate(gate); }
};

/// Appends the nodes of a descent after its first, for worlds whose cells are opened at no cost and
/// have a row for every node.
template <OpenedCell C, class RowCost, class GateCost>
void descend_by_edges(const C& cell, const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  const std::uint32_t last = cell.local(descent.gate_node());
  Cost cost = descent.cost;
  for (std::uint32_t at = cell.local(descent.node); at != last;) {
    std::uint32_t next = kNone;
    Cost left = cost;
    const auto visit = [&](std::uint32_t to, Cost step, std::uint32_t) {
      if (next != kNone || step > cost) return;
      left = to == last ? 0 : descent.row_cost(RowId{to});
      if (left == cost - step) next = to;
    };
    if (descent.backward) {
      cell.for_each_edge_back(at, Label{}, visit);
    } else {
      cell.for_each_edge(at, Label{}, visit);
    }
    at = next;
    cost = left;
    nodes.push_back(cell.node(at));
  }
}

}  // namespace portolan::detail
