#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/connect_table.h"
#include "portolan/hierarchy/hierarchy.h"

namespace portolan {

/// One end of a way that is told by a connect table: an anchor's contacts, and a gate of its cell.
struct ConnectEnd {
  CellHandle cell = kNoHandle;
  bool backward = false;  ///< The way leads from the gate to the anchor.
  std::vector<ConnectTable::Contact> contacts;
};

/// The cost from a node of a cell to a gate (backward: from the gate); kTableInfinite for none.
template <CellWorld W>
Cost connect_cost(const W& world, const OverlayCell& overlay, const ConnectTable& table,
                  const ConnectEnd& end, NodeId node, std::uint32_t gate) {
  const std::uint32_t row = world.find_row(CellId{end.cell}, node);
  if (row != kNoRow) return table.cost(end.cell, end.backward, row, gate);
  const std::uint32_t at = overlay.find(index(node));
  return std::min(end.backward ? overlay.row(gate)[at] : overlay.row(at)[gate], kTableInfinite);
}

/// The next node on a way along which the costs to a gate fall to nothing.
template <CellWorld W>
NodeId descend(const W& world, const OverlayCell& overlay, const ConnectTable& table,
               const ConnectEnd& end, NodeId node, std::uint32_t gate, Cost& cost) {
  NodeId next = kNoNode;
  Cost left = kTableInfinite;
  world.for_each_inner_edge(
      CellId{end.cell}, overlay, node, end.backward, [&](NodeId to, Cost step) {
        if (next != kNoNode || step > cost) return;
        left = to == overlay.gate(gate) ? 0 : connect_cost(world, overlay, table, end, to, gate);
        if (left == cost - step) next = to;
      });
  return cost = left, next;
}

/// Appends the nodes of a way between an anchor and a gate, both ends of it included, from the
/// anchor to the gate in either case. `cost` is what the table tells for the anchor.
template <CellWorld W>
void append_connect_way(const W& world, const Hierarchy& hierarchy, const ConnectTable& table,
                        const ConnectEnd& end, std::uint32_t gate, Cost cost,
                        std::vector<NodeId>& nodes) {
  const OverlayCell overlay = hierarchy.cell(end.cell);
  const auto contact =
      std::find_if(end.contacts.begin(), end.contacts.end(), [&](const ConnectTable::Contact& c) {
        return c.cost + table.cost(end.cell, end.backward, c.row, gate) == cost;
      });
  std::uint32_t row = contact->row;
  NodeId node = world.row_node(CellId{end.cell}, row);
  const NodeId last = overlay.gate(gate);
  nodes.push_back(node);
  if (table.ways() == ConnectWays::whole) {
    const auto way = table.way(end.cell, end.backward, row, gate);
    nodes.insert(nodes.end(), way.begin(), way.end());
    return;
  }
  for (Cost left = cost - contact->cost; node != last; nodes.push_back(node)) {
    if (table.ways() == ConnectWays::steps) {
      row = table.step(end.cell, end.backward, row, gate);
      node = world.row_node(CellId{end.cell}, row);
    } else {
      node = descend(world, overlay, table, end, node, gate, left);
    }
  }
}

}  // namespace portolan
