#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/descent.h"

namespace portolan::detail {

/// A cell that connect tables have rows for: one for each node that anchors of the cell touch.
template <class C>
concept TableCell = OpenedCell<C> && requires(const C& cell) {
  /// For the width of buckets: about what costs grow by from node to node. It decides how fast a
  /// search is, nothing else.
  { cell.cost_step() } -> std::same_as<Cost>;
  /// Row r is that of local node r, so that every node has one and tables may keep the next step of
  /// every path. Otherwise it is that of the cell's home node r, and paths follow the costs.
  { C::kRowsAreLocals } -> std::convertible_to<bool>;
};

/// How many rows connect tables have for a cell.
template <TableCell C>
std::uint32_t row_count(const C& cell) {
  return C::kRowsAreLocals ? cell.local_count() : cell.home_count();
}
/// The node of a row; kNoNode where blocked.
template <TableCell C>
NodeId row_node(const C& cell, RowId row) {
  if constexpr (C::kRowsAreLocals) {
    return cell.node(index(row));
  } else {
    return cell.home_node(index(row));
  }
}

/// What tables may take where nobody says: see kDefaultTableBytes.
struct TableBudget {
  std::uint64_t bytes_per_node = 32;
  std::uint64_t least = 16'000'000;

  constexpr std::uint64_t bytes(std::uint64_t nodes) const {
    return std::max(least, bytes_per_node * nodes);
  }
};
/// A world that needs another one says so.
template <class W>
constexpr TableBudget table_budget() {
  if constexpr (requires { W::kTableBudget; }) {
    return W::kTableBudget;
  } else {
    return {};
  }
}

/// What tables ask of a world beyond its cells: where queries may begin and end, in rows.
template <class W>
concept TableWorld = CellWorld<W> && TableCell<typename W::Cell> &&
    requires(const W& world, CellId cell, const typename W::Anchor& anchor, bool backward,
             const Descent<Cost (*)(RowId), Cost (*)(GatePlace)>& descent, NodeBuffer& nodes) {
  /// Whether some path costs something else back.
  { world.directed() } -> std::same_as<bool>;
  { world.most_expensive_path() } -> std::same_as<std::uint64_t>;  ///< No cheapest path costs more.
  /// An anchor: the cell it lies in, and the rows of its entry nodes, which it reaches (backward:
  /// which reach it), as f(row, cost).
  { world.anchor_cell(anchor) } -> std::same_as<CellId>;
  world.for_each_entry_node_row(anchor, backward, [](RowId, Cost) {});
  { world.row_nodes(cell)(RowId{}) } -> std::same_as<NodeId>;
  world.append_descent(descent, nodes);  ///< Appends its nodes after the first.
};

}  // namespace portolan::detail
