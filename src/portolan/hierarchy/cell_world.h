#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/graph/graph.h"
#include "portolan/hierarchy/overlay_cell.h"

namespace portolan::detail {

/// One opened cell of level 1: the edges that it owns, between nodes with numbers local to it.
/// Reused from cell to cell, so that opening one allocates nothing after warm-up.
template <class C>
concept OpenedCell = std::default_initializable<C> && Graph<C> &&
    requires(const C& cell, NodeId node, std::uint32_t number, std::vector<std::uint8_t>& bytes,
             std::span<const std::uint32_t> locals) {
  { cell.local_count() } -> std::same_as<std::uint32_t>;  ///< Local numbers are below it.
  { cell.local(node) } -> std::same_as<std::uint32_t>;
  { cell.node(number) } -> std::same_as<NodeId>;
  cell.for_each_edge_back(number, Label{}, IgnoredEdge{});  ///< As for_each_edge, but inwards.
  { cell.home_count() } -> std::same_as<std::uint32_t>;     ///< Nodes that lie in this cell.
  { cell.home_node(number) } -> std::same_as<NodeId>;       ///< By number; kNoNode where blocked.
  { cell.cheapest_edge() } -> std::same_as<Cost>;
  { cell.most_expensive_edge() } -> std::same_as<Cost>;
  cell.encode_steps(locals, bytes);  ///< Appends a path, from its first to its last local.
};

/// decode_steps may write so many nodes more than there are.
inline constexpr std::size_t kStepSlack = 32;

/// What the hierarchy asks of a world's base graph under one metric. Cells own edges: each
/// edge lies in one cell of level 1 or is an inter-edge; a gate is a node with edges in more
/// than one cell, or with an inter-edge. Tables ask for more: see TableWorld; and queries for what
/// they begin and end at: see QueryWorld.
template <class W>
concept CellWorld = OpenedCell<typename W::Cell> &&
    requires(const W& world, NodeId node, CellId cell, CellGates& gates, typename W::Cell& opened,
             const std::uint8_t* bytes, bool back, NodeId* nodes) {
  /// Every edge costs the same both ways. Holds for all snapshots that share cells.
  { world.symmetric() } -> std::same_as<bool>;
  { world.node_count() } -> std::same_as<std::uint32_t>;
  world.describe_gates(cell, gates);
  world.open_cell(cell, OverlayCell{}, opened);  ///< By the gates of a packed cell,
  world.open_cell(cell, gates, opened);          ///< or by those just described.
  /// How many nodes a path that encode_steps wrote has after its first, whatever the bytes are.
  { world.count_steps(bytes, bytes) } -> std::same_as<std::size_t>;
  /// Writes these nodes, given the first, and tells their end; up to kStepSlack more may be written
  /// behind them. `back`, which is asked of symmetric worlds only: the same path reversed,
  /// given its last node.
  { world.decode_steps(node, OverlayCell::Steps{}, back, nodes) } -> std::same_as<NodeId*>;
};

/// Writes stored paths one after the other. A world that writes many faster than each by itself has
/// a writer of its own.
template <CellWorld W>
class StepWriter {
 public:
  /// `out` has room for all nodes and kStepSlack more.
  StepWriter(const W& world, NodeId from, NodeId* out) : world_(world), last_(from), out_(out) {}

  void write(const OverlayCell::Steps& steps, bool back) {
    out_ = world_.decode_steps(last_, steps, back, out_);
    last_ = out_[-1];
  }
  void write(NodeId node) { last_ = *out_++ = node; }
  /// The end of all that was written.
  NodeId* finish() { return out_; }

 private:
  const W& world_;
  NodeId last_;
  NodeId* out_;
};
/// One that goes on from a node.
template <CellWorld W>
auto make_step_writer(const W& world, NodeId from, NodeId* out) {
  if constexpr (requires { world.step_writer(from, out); }) {
    return world.step_writer(from, out);
  } else {
    return StepWriter<W>(world, from, out);
  }
}

/// Appends the nodes of a stored path after its first; `back`: reversed.
template <CellWorld W>
void append_steps(const W& world, NodeId from, const OverlayCell::Steps& steps, bool back,
                  std::vector<NodeId>& nodes) {
  const std::size_t at = nodes.size();
  const std::size_t count = world.count_steps(steps.begin, steps.end);
  nodes.resize(at + count + kStepSlack);
  world.decode_steps(from, steps, back, nodes.data() + at);
  nodes.resize(at + count);
}

}  // namespace portolan::detail
