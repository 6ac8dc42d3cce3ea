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
  { cell.home_count() } -> std::same_as<std::uint32_t>;  ///< Nodes that lie in this cell.
  { cell.home_node(local) } -> std::same_as<NodeId>;     ///< By number; kNoNode where blocked.
  cell.encode_steps(locals, bytes);  ///< Appends a way, from its first to its last local.
};

/// What the hierarchy asks of a world's base graph under one metric. Cells own edges: each
/// edge lies in one cell of level 1 or is an inter-edge; a gate is a node with edges in more
/// than one cell, or with an inter-edge.
template <class W>
concept CellWorld = OpenedCell<typename W::Cell> &&
    requires(const W& world, NodeId node, CellId cell, CellGates& gates, typename W::Cell& opened,
             const std::uint8_t* bytes, std::vector<NodeId>& nodes) {
  { W::kSymmetric } -> std::convertible_to<bool>;  ///< Every edge costs the same both ways.
  { world.node_count() } -> std::same_as<std::uint32_t>;
  { world.home_cell(node) } -> std::same_as<CellId>;
  { world.home_index(node) } -> std::same_as<std::uint32_t>;   ///< Its number in that cell.
  { world.distance_bound(node, node) } -> std::same_as<Cost>;  ///< No way is cheaper; may be 0.
  world.describe_gates(cell, gates);
  world.open_cell(cell, OverlayCell{}, opened);  ///< By the gates of a packed cell,
  world.open_cell(cell, gates, opened);          ///< or by those just described.
  /// Appends the nodes after `node` on a way that encode_steps wrote.
  world.decode_steps(node, bytes, bytes, nodes);
  /// The same way from its last node back to its first; asked of symmetric worlds only.
  world.decode_steps_back(node, bytes, bytes, nodes);
};

}  // namespace portolan
