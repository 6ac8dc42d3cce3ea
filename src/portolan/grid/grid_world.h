#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "portolan/grid/grid_cell.h"
#include "portolan/grid/grid_graph.h"
#include "portolan/grid/squares.h"
#include "portolan/grid/transitions.h"
#include "portolan/hierarchy/cell_world.h"

namespace portolan {

/// A grid's base graph cut into squares, as the hierarchy wants it. A cheap value: copies share
/// the graph.
class GridWorld : public NodeAnchors {
 public:
  using Cell = GridCell;
  static constexpr bool kSymmetric = true;

  GridWorld() = default;
  GridWorld(std::shared_ptr<const GridGraph> graph, const Squares& squares,
            const TransitionPolicy& policy)
      : graph_(std::move(graph)), squares_(squares), policy_(policy) {}

  const GridGraph& graph() const { return *graph_; }
  const Squares& squares() const { return squares_; }
  const TransitionPolicy& policy() const { return policy_; }

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
  void for_each_contact_row(NodeId node, bool, F&& f) const {
    f(home_index(node), Cost{0});
  }
  NodeId row_node(CellId cell, std::uint32_t row) const {
    const TileRect rect = squares_.rect(cell);
    const auto n = static_cast<std::int32_t>(row);
    return graph_->node({rect.x + n % rect.width, rect.y + n / rect.width});
  }
  std::uint32_t find_row(CellId cell, NodeId node) const {
    return squares_.at(graph_->tile(node)) == cell ? home_index(node) : kNoRow;
  }
  template <class F>
  void for_each_inner_edge(CellId cell, const OverlayCell& gates, NodeId node, bool, F&& f) const {
    const bool inside = home_cell(node) == cell;
    graph_->for_each_edge(index(node), Label{}, [&](std::uint32_t to, Cost cost, std::uint32_t) {
      if (home_cell(NodeId{to}) == cell || (inside && gates.find(to) != OverlayCell::kNone))
        f(NodeId{to}, cost);
    });
  }
  std::uint64_t dearest_way() const {
    return std::uint64_t{graph_->node_count()} * graph_->dearest_move();
  }
  bool directed() const { return false; }
  void describe_gates(CellId cell, CellGates& gates) const;
  void open_cell(CellId cell, const OverlayCell& gates, Cell& opened) const;
  void open_cell(CellId cell, const CellGates& gates, Cell& opened) const;

  void decode_steps(NodeId from, const std::uint8_t* begin, const std::uint8_t* end,
                    std::vector<NodeId>& nodes) const;
  void decode_steps_back(NodeId from, const std::uint8_t* begin, const std::uint8_t* end,
                         std::vector<NodeId>& nodes) const;

 private:
  std::shared_ptr<const GridGraph> graph_;
  Squares squares_;
  TransitionPolicy policy_;
};

static_assert(CellWorld<GridWorld>);

}  // namespace portolan
