#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/grid/grid_cell.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/grid/run_writer.h"
#include "portolan/grid/squares.h"
#include "portolan/grid/transitions.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/descent.h"
#include "portolan/hierarchy/node_anchors.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/table_world.h"

namespace portolan::detail {

/// A grid's base graph cut into squares, as the hierarchy wants it. A cheap value: copies share
/// the graph.
class GridWorld : public NodeAnchors {
 public:
  using Cell = GridCell;

  GridWorld() = default;
  GridWorld(std::shared_ptr<const GridGraph> graph, const Squares& squares,
            const TransitionPolicy& policy)
      : graph_(std::move(graph)), squares_(squares), policy_(policy) {}

  const GridGraph& graph() const { return *graph_; }
  const Squares& squares() const { return squares_; }
  const TransitionPolicy& policy() const { return policy_; }

  /// All maps of 512x512 and real ones of 1024x1024 fit; see docs/decisions/0009.
  static constexpr TableBudget kTableBudget{88, 80'000'000};

  std::uint32_t node_count() const { return graph_->node_count(); }
  CellId home_cell(NodeId node) const { return squares_.at(graph_->tile(node)); }
  CellId anchor_cell(NodeId node) const { return home_cell(node); }
  std::uint32_t home_index(NodeId node) const {
    const Tile t = graph_->tile(node);
    const TileRect rect = squares_.rect(squares_.at(t));
    return static_cast<std::uint32_t>((t.y - rect.y) * rect.width + t.x - rect.x);
  }
  Cost distance_bound(NodeId a, NodeId b) const {
    return graph_->distance_bound(graph_->tile(a), graph_->tile(b));
  }
  template <class F>
  void for_each_entry_node_row(NodeId node, bool, F&& f) const {
    f(RowId{home_index(node)}, Cost{0});
  }
  auto row_nodes(CellId cell) const {
    return [graph = graph_.get(), rect = squares_.rect(cell)](RowId row) {
      const auto n = static_cast<std::int32_t>(index(row));
      return graph->node({rect.x + n % rect.width, rect.y + n / rect.width});
    };
  }
  template <class RowCost, class GateCost>
  void append_descent(const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) const;
  std::uint64_t most_expensive_path() const {
    return std::uint64_t{graph_->node_count()} * graph_->most_expensive_move();
  }
  bool directed() const { return false; }
  static bool symmetric() { return true; }
  void describe_gates(CellId cell, CellGates& gates) const;
  void open_cell(CellId cell, const OverlayCell& gates, Cell& opened) const;
  void open_cell(CellId cell, const CellGates& gates, Cell& opened) const;

  std::size_t count_steps(const std::uint8_t* begin, const std::uint8_t* end) const {
    std::size_t count = 0;
    for (; begin != end; ++begin) count += GridRun::of(*begin).length;
    return count;
  }
  static std::size_t most_steps(std::size_t bytes) { return GridRun::kLongest * bytes; }
  NodeId* decode_steps(NodeId from, const OverlayCell::Steps& steps, bool back,
                       NodeId* nodes) const {
    RunWriter writer(*graph_, from, nodes);
    writer.write(steps, back);
    return writer.finish();
  }
  RunWriter step_writer(NodeId from, NodeId* out) const { return {*graph_, from, out}; }

 private:
  /// Appends the nodes of a direct path of this cost after its first; false where there is none.
  bool append_direct_path(NodeId from, NodeId to, Cost cost, NodeBuffer& nodes) const;

  std::shared_ptr<const GridGraph> graph_;
  Squares squares_;
  TransitionPolicy policy_;
};

template <class RowCost, class GateCost>
void GridWorld::append_descent(const Descent<RowCost, GateCost>& descent, NodeBuffer& nodes) const {
  if (append_direct_path(descent.node, descent.gate_node(), descent.cost, nodes)) return;
  const auto row_cost = descent.row_cost;  // of its own, so that writing nodes cannot change it
  const TileRect rect = squares_.rect(descent.cell);
  const std::uint32_t last = index(descent.gate_node());
  std::uint32_t at = index(descent.node);
  Cost cost = descent.cost;
  const Tile first = graph_->tile(descent.node);
  std::int32_t x = first.x - rect.x;
  std::int32_t y = first.y - rect.y;
  const auto inside = [&](std::int32_t column, std::int32_t row) {
    return column >= 0 && row >= 0 && column < rect.width && row < rect.height;
  };
  /// What is left of the path after a move; kInfinite where the cell has no such move.
  const auto rest = [&](unsigned d) {
    const std::uint32_t to = at + static_cast<std::uint32_t>(graph_->offset(d));
    if (to == last) return Cost{0};
    const std::int32_t column = x + kDirections[d].x;
    const std::int32_t row = y + kDirections[d].y;
    if (inside(column, row))
      return row_cost(RowId{static_cast<std::uint32_t>(row * rect.width + column)});
    const GatePlace place = inside(x, y) ? descent.overlay.find(NodeId{to}) : kNoPlace;
    return place == kNoPlace ? kInfinite : descent.gate_cost(place);
  };
  for (unsigned d = 0; at != last;) {
    // A path mostly goes on in the same direction.
    const unsigned moves = graph_->moves(at);
    Cost left = kInfinite;
    for (unsigned turn = 0; turn < 8; ++turn, d = (d + 1) & 7) {
      if (((moves >> d) & 1) == 0) continue;
      const std::uint32_t to = at + static_cast<std::uint32_t>(graph_->offset(d));
      const Cost move = graph_->move_cost(at, to, d);
      if (move > cost) continue;
      left = rest(d);
      if (left == cost - move) break;
    }
    at += static_cast<std::uint32_t>(graph_->offset(d));
    x += kDirections[d].x;
    y += kDirections[d].y;
    cost = left;
    nodes.push_back(NodeId{at});
  }
}

static_assert(QueryWorld<GridWorld>);

}  // namespace portolan::detail
