#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/descent.h"
#include "portolan/tables/connect_table.h"
#include "portolan/tables/table_world.h"

namespace portolan::detail {

/// One end of a path that is told by a connect table: an anchor's entry nodes, and a gate of its
/// cell.
struct ConnectEnd {
  CellHandle cell = kNoHandle;
  bool backward = false;  ///< The path leads from the gate to the anchor.
  std::vector<ConnectTable::EntryNode> entry_nodes;
};

/// Sees an anchor as the start or the goal of paths.
template <TableWorld W>
void find_entry_nodes(const W& world, const typename W::Anchor& anchor, bool backward,
                      ConnectEnd& end) {
  end.cell = index(world.anchor_cell(anchor));
  end.backward = backward;
  end.entry_nodes.clear();
  world.for_each_entry_node_row(anchor, backward, [&](RowId row, Cost cost) {
    end.entry_nodes.push_back({row, cost});
  });
}

/// The entry node over which a gate is reached at `cost`, what the table tells for the anchor;
/// `costs`: those of the rows to the gate.
inline const ConnectTable::EntryNode& find_entry_node(const ConnectTable::CostsTo& costs,
                                                      const ConnectEnd& end, Cost cost) {
  return *std::find_if(
      end.entry_nodes.begin(), end.entry_nodes.end(),
      [&](const ConnectTable::EntryNode& c) { return c.cost + costs(c.row) == cost; });
}

/// ConnectPaths::steps: a path between an anchor and a gate as it is followed, row by row. The
/// gate's row follows itself.
template <TableWorld W>
class ConnectSteps {
 public:
  ConnectSteps(const W& world, const ConnectTable& table, const ConnectEnd& end, GatePlace gate,
               Cost cost)
      : node_of_(world.row_nodes(CellId{end.cell})),
        steps_(table.steps_to(end.cell, end.backward, gate)),
        row_(find_entry_node(table.costs_to(end.cell, end.backward, gate), end, cost).row) {}

  /// No path has more nodes; with one more for whoever writes ahead.
  std::size_t most() const { return std::size_t{steps_.row_count()} + 1; }
  NodeId node() const { return node_of_(row_); }
  /// False at the gate.
  bool step() {
    const RowId before = row_;
    row_ = steps_.next(row_);
    return row_ != before;
  }

 private:
  decltype(std::declval<const W&>().row_nodes(CellId{})) node_of_;
  ConnectTable::Steps steps_;
  RowId row_;
};

/// Appends the nodes of a path between an anchor and a gate, both ends of it included, from the
/// anchor to the gate in either case. `cost` is what the table tells for the anchor.
template <TableWorld W>
void append_connect_path(const W& world, const OverlayCell& overlay, const ConnectTable& table,
                         const ConnectEnd& end, GatePlace gate, Cost cost, NodeBuffer& nodes) {
  if (table.paths() == ConnectPaths::steps) {
    ConnectSteps<W> steps(world, table, end, gate, cost);
    do {
      nodes.push_back(steps.node());
    } while (steps.step());
    return;
  }
  const ConnectTable::CostsTo row_cost = table.costs_to(end.cell, end.backward, gate);
  const ConnectTable::EntryNode& entry_node = find_entry_node(row_cost, end, cost);
  const CellId cell{end.cell};
  const NodeId first = world.row_nodes(cell)(entry_node.row);
  nodes.push_back(first);
  const auto gate_cost = [overlay, gate, backward = end.backward](GatePlace at) {
    return backward ? overlay.cost(gate, at) : overlay.cost(at, gate);
  };
  const Descent<ConnectTable::CostsTo, decltype(gate_cost)> descent{
      .cell = cell,
      .overlay = overlay,
      .gate = gate,
      .backward = end.backward,
      .node = first,
      .cost = cost - entry_node.cost,
      .row_cost = row_cost,
      .gate_cost = gate_cost,
  };
  world.append_descent(descent, nodes);
}

}  // namespace portolan::detail
