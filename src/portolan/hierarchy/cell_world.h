#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/core/node_buffer.h"
#include "portolan/graph/graph.h"
#include "portolan/hierarchy/overlay_cell.h"

namespace portolan::detail {

/// One opened cell of level 1: the edges that it owns, between nodes with numbers local to it.
/// Reused from cell to cell, so that opening one allocates nothing after warm-up.
template <class C>
concept OpenedCell = std::default_initializable<C> && Graph<C> &&
    requires(const C& cell, NodeId node, std::uint32_t local, std::vector<std::uint8_t>& bytes,
             std::span<const std::uint32_t> locals) {
  { cell.local_count() } -> std::same_as<std::uint32_t>;  ///< Local numbers are below it.
  { cell.local(node) } -> std::same_as<std::uint32_t>;
  { cell.node(local) } -> std::same_as<NodeId>;
  cell.for_each_edge_back(local, Label{}, IgnoredEdge{});  ///< As for_each_edge, but inwards.
  { cell.cheapest_edge() } -> std::same_as<Cost>;
  { cell.most_expensive_edge() } -> std::same_as<Cost>;
  /// For the widths of buckets: about what costs grow by from node to node inside the cell,
  /// and estimates from gate to gate outside. They decide how fast a search is, nothing else.
  { cell.cost_step() } -> std::same_as<Cost>;
  { cell.estimate_step() } -> std::same_as<Cost>;
  { cell.home_count() } -> std::same_as<std::uint32_t>;  ///< Nodes that lie in this cell.
  { cell.home_node(local) } -> std::same_as<NodeId>;     ///< By number; kNoNode where blocked.
  /// The nodes that a connect table has rows for, by number: all that anchors of the cell touch.
  { cell.row_count() } -> std::same_as<std::uint32_t>;
  { cell.row_node(local) } -> std::same_as<NodeId>;    ///< kNoNode where blocked.
  { C::kRowsAreLocals } -> std::convertible_to<bool>;  ///< Row r is that of local node r.
  cell.encode_steps(locals, bytes);  ///< Appends a way, from its first to its last local.
};

inline constexpr std::size_t kStepSlack = 32;
inline constexpr std::uint32_t kNoRow = 0xFFFF'FFFFu;

/// append_descent for worlds whose cells are opened at no cost and have a row for every node.
template <OpenedCell C, class RowCost>
void descend_by_edges(const C& cell, bool backward, NodeId node, NodeId gate, Cost cost,
                      RowCost&& row_cost, NodeBuffer& nodes) {
  const std::uint32_t last = cell.local(gate);
  for (std::uint32_t at = cell.local(node); at != last;) {
    std::uint32_t next = kNoRow;
    Cost left = cost;
    const auto visit = [&](std::uint32_t to, Cost step, std::uint32_t) {
      if (next != kNoRow || step > cost) return;
      left = to == last ? 0 : row_cost(to);
      if (left == cost - step) next = to;
    };
    if (backward) {
      cell.for_each_edge_back(at, Label{}, visit);
    } else {
      cell.for_each_edge(at, Label{}, visit);
    }
    at = next;
    cost = left;
    nodes.push_back(cell.node(at));
  }
}

/// The anchors of worlds whose queries begin and end at nodes.
class NodeAnchors {
 public:
  using Anchor = NodeId;
  template <class F>
  void for_each_entry_node(NodeId node, bool, F&& f) const {
    f(node, Cost{0}, std::uint32_t{0});
  }
  Cost direct_cost(NodeId, NodeId) const { return kInfinite; }
};

/// What the hierarchy asks of a world's base graph under one metric. Cells own edges: each
/// edge lies in one cell of level 1 or is an inter-edge; a gate is a node with edges in more
/// than one cell, or with an inter-edge.
template <class W>
concept CellWorld = OpenedCell<typename W::Cell> && std::equality_comparable<typename W::Anchor> &&
    std::default_initializable<typename W::Anchor> &&
    requires(const W& world, NodeId node, CellId cell, CellGates& gates, typename W::Cell& opened,
             const std::uint8_t* bytes, NodeId* nodes, const typename W::Anchor& anchor,
             bool backward, NodeBuffer& buffer) {
  /// Whether every node that a path inside a cell leads over has a row in connect tables: these
  /// then keep the next step of every path, else paths are found by following the costs.
  { W::kConnectBySteps } -> std::convertible_to<bool>;
  /// Every edge costs the same both ways. Holds for all snapshots that share cells.
  { world.symmetric() } -> std::same_as<bool>;
  { world.node_count() } -> std::same_as<std::uint32_t>;
  { world.home_cell(node) } -> std::same_as<CellId>;
  { world.home_index(node) } -> std::same_as<std::uint32_t>;   ///< Its number in that cell.
  { world.distance_bound(node, node) } -> std::same_as<Cost>;  ///< No path is cheaper; may be 0.
  /// An anchor: the cell it lies in, the nodes of that cell which it reaches (backward: which
  /// reach it) as f(node, cost, via), no path from node to anchor or back being cheaper than a
  /// bound, and the cost of a path between two anchors that touches no node; kInfinite for none.
  { world.anchor_cell(anchor) } -> std::same_as<CellId>;
  world.for_each_entry_node(anchor, backward, [](NodeId, Cost, std::uint32_t) {});
  { world.distance_bound(node, anchor) } -> std::same_as<Cost>;
  { world.direct_cost(anchor, anchor) } -> std::same_as<Cost>;
  /// The same entry nodes by their rows, as f(row, cost); and the nodes of rows.
  world.for_each_entry_node_row(anchor, backward, [](std::uint32_t, Cost) {});
  { world.row_nodes(cell)(std::uint32_t{}) } -> std::same_as<NodeId>;
  /// Appends the nodes after `node`, down to a gate of the cell, along which the costs to that
  /// gate (backward: from it) fall; they are told by row, and by place for gates without a row.
  world.append_descent(
      cell, OverlayCell{}, std::uint32_t{}, backward, node, Cost{},
      [](std::uint32_t) { return Cost{}; }, [](std::uint32_t) { return Cost{}; }, buffer);
  { world.most_expensive_path() } -> std::same_as<std::uint64_t>;  ///< No cheapest path costs more.
  { world.directed() } -> std::same_as<bool>;  ///< Whether some path costs something else back.
  world.describe_gates(cell, gates);
  world.open_cell(cell, OverlayCell{}, opened);  ///< By the gates of a packed cell,
  world.open_cell(cell, gates, opened);          ///< or by those just described.
  /// How many nodes a path that encode_steps wrote has after its first, whatever the bytes are.
  { world.count_steps(bytes, bytes) } -> std::same_as<std::size_t>;
  /// At most so many.
  { world.most_steps(std::size_t{}) } -> std::same_as<std::size_t>;
  /// Writes these nodes, given the first, and tells their end; up to kStepSlack more may be written
  /// behind them.
  { world.decode_steps(node, OverlayCell::Steps{}, nodes) } -> std::same_as<NodeId*>;
  /// The same way from its last node back to its first; asked of symmetric worlds only.
  { world.decode_steps_back(node, OverlayCell::Steps{}, nodes) } -> std::same_as<NodeId*>;
};

/// Appends the nodes of a stored path after its first; `back`: turned round.
template <CellWorld W>
void append_steps(const W& world, NodeId from, const OverlayCell::Steps& steps, bool back,
                  std::vector<NodeId>& nodes) {
  const std::size_t at = nodes.size();
  const std::size_t count = world.count_steps(steps.begin, steps.end);
  nodes.resize(at + count + kStepSlack);
  if (back) {
    world.decode_steps_back(from, steps, nodes.data() + at);
  } else {
    world.decode_steps(from, steps, nodes.data() + at);
  }
  nodes.resize(at + count);
}
template <CellWorld W>
void append_steps(const W& world, NodeId from, const OverlayCell::Steps& steps, bool back,
                  NodeBuffer& nodes) {
  NodeId* const room =
      nodes.room(world.most_steps(static_cast<std::size_t>(steps.end - steps.begin)) + kStepSlack);
  nodes.take_until(back ? world.decode_steps_back(from, steps, room)
                        : world.decode_steps(from, steps, room));
}

}  // namespace portolan::detail
