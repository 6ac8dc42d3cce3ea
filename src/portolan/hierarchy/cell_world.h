#pragma once

#include <concepts>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/graph/graph.h"
#include "portolan/hierarchy/overlay_cell.h"

namespace portolan {

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
  { cell.dearest_edge() } -> std::same_as<Cost>;
  /// For the widths of buckets: about what costs grow by from node to node inside the cell,
  /// and estimates from gate to gate outside. They decide how fast a search is, nothing else.
  { cell.cost_step() } -> std::same_as<Cost>;
  { cell.estimate_step() } -> std::same_as<Cost>;
  { cell.home_count() } -> std::same_as<std::uint32_t>;  ///< Nodes that lie in this cell.
  { cell.home_node(local) } -> std::same_as<NodeId>;     ///< By number; kNoNode where blocked.
  /// The nodes that a connect table has rows for, by number: all that anchors of the cell touch.
  { cell.row_count() } -> std::same_as<std::uint32_t>;
  { cell.row_node(local) } -> std::same_as<NodeId>;  ///< kNoNode where blocked.
  cell.encode_steps(locals, bytes);  ///< Appends a way, from its first to its last local.
};

inline constexpr std::uint32_t kNoRow = 0xFFFF'FFFFu;

/// The anchors of worlds whose queries begin and end at nodes.
class NodeAnchors {
 public:
  using Anchor = NodeId;
  template <class F>
  void for_each_contact(NodeId node, bool, F&& f) const {
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
             const std::uint8_t* bytes, std::vector<NodeId>& nodes,
             const typename W::Anchor& anchor, bool backward) {
  { W::kSymmetric } -> std::convertible_to<bool>;  ///< Every edge costs the same both ways.
  { world.node_count() } -> std::same_as<std::uint32_t>;
  { world.home_cell(node) } -> std::same_as<CellId>;
  { world.home_index(node) } -> std::same_as<std::uint32_t>;   ///< Its number in that cell.
  { world.distance_bound(node, node) } -> std::same_as<Cost>;  ///< No way is cheaper; may be 0.
  /// An anchor: the cell it lies in, the nodes of that cell which it reaches (backward: which
  /// reach it) as f(node, cost, via), no way from node to anchor or back being cheaper than a
  /// bound, and the cost of a way between two anchors that touches no node; kInfinite for none.
  { world.anchor_cell(anchor) } -> std::same_as<CellId>;
  world.for_each_contact(anchor, backward, [](NodeId, Cost, std::uint32_t) {});
  { world.distance_bound(node, anchor) } -> std::same_as<Cost>;
  { world.direct_cost(anchor, anchor) } -> std::same_as<Cost>;
  /// The same contacts by their rows, as f(row, cost); and the node of a row.
  world.for_each_contact_row(anchor, backward, [](std::uint32_t, Cost) {});
  { world.row_node(cell, std::uint32_t{}) } -> std::same_as<NodeId>;
  { world.find_row(cell, node) } -> std::same_as<std::uint32_t>;  ///< kNoRow: a gate without one.
  /// The edges of a cell at one of its nodes (backward: those that lead there), as f(node, cost),
  /// without opening the cell.
  world.for_each_inner_edge(cell, OverlayCell{}, node, backward, [](NodeId, Cost) {});
  { world.dearest_way() } -> std::same_as<std::uint64_t>;  ///< No cheapest way costs more.
  { world.directed() } -> std::same_as<bool>;  ///< Whether some way costs something else back.
  world.describe_gates(cell, gates);
  world.open_cell(cell, OverlayCell{}, opened);  ///< By the gates of a packed cell,
  world.open_cell(cell, gates, opened);          ///< or by those just described.
  /// Appends the nodes after `node` on a way that encode_steps wrote.
  world.decode_steps(node, bytes, bytes, nodes);
  /// The same way from its last node back to its first; asked of symmetric worlds only.
  world.decode_steps_back(node, bytes, bytes, nodes);
};

}  // namespace portolan
