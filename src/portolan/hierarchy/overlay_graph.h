#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/search/labels.h"

namespace portolan::detail {

/// In a label's `via`, beside the cell: the node was entered by an inter-edge or is a source,
/// so no cell was crossed to get there and none may be left out when it is expanded.
inline constexpr std::uint32_t kUncrossed = 0x8000'0000u;

/// The gates and edges of a hierarchy as a graph to search; nodes are gates, by node id.
/// A label's `via` is the handle of the cell just crossed (with kUncrossed: of a cell of level
/// 1 that the node is a gate of). Having crossed a cell, a path need not cross the same cell
/// again at once, since intra-edges are cheapest already.
class OverlayGraph {
 public:
  /// All cells at one level.
  static OverlayGraph at_level(const Overlay& overlay, unsigned level) {
    OverlayGraph graph(overlay);
    graph.low_ = graph.top_ = level;
    return graph;
  }
  /// Only what lies inside one cell of level 2 or above, at the level below it.
  static OverlayGraph inside(const Overlay& overlay, CellHandle cell) {
    OverlayGraph graph(overlay);
    graph.low_ = graph.top_ = overlay.partition->level(cell) - 1;
    graph.within_ = cell;
    return graph;
  }
  /// Each cell at the highest level, up to `top`, that holds neither start nor goal.
  static OverlayGraph between(const Overlay& overlay, CellId start, CellId goal, unsigned top) {
    OverlayGraph graph(overlay);
    graph.low_ = 1;
    graph.top_ = top;
    graph.start_ = start;
    graph.goal_ = goal;
    return graph;
  }

  /// Each cell at the highest level that is not among `opened`. Cells of level 1 that are cannot be
  /// crossed, nor entered by inter-edges: who searches inside them does that. With a cell, `opened`
  /// has all cells that it lies in. It must stay.
  static OverlayGraph around(const Overlay& overlay, std::span<const CellHandle> opened,
                             unsigned top) {
    OverlayGraph graph(overlay);
    graph.low_ = 1;
    graph.top_ = top;
    graph.opened_ = opened;
    return graph;
  }

  OverlayGraph reversed() const {
    OverlayGraph graph = *this;
    graph.backward_ = true;
    return graph;
  }
  /// Adds a goal node that each gate of `cell` reaches at its entry of `costs`.
  OverlayGraph with_goal(std::uint32_t goal_node, CellHandle cell, const Cost* costs) const {
    OverlayGraph graph = *this;
    graph.goal_node_ = goal_node;
    graph.goal_cell_ = cell;
    graph.goal_costs_ = costs;
    return graph;
  }

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    const CellHandle known = label.via & ~kUncrossed;
    const CellHandle crossed = label.via;  // equals no handle when kUncrossed is set
    const OverlayCell known_cell = overlay_.cell(known);
    const GatePlace at = known_cell.find(NodeId{node});
    const CellId home = known_cell.home(at);
    const OverlayCell home_cell = overlay_.cell(index(home));
    const GatePlace gate = known == index(home) ? at : home_cell.find(NodeId{node});

    const Cost headroom = kInfinite - label.cost;  // a more expensive edge counts as none
    const CellHandle from = choose(home);
    CellHandle seen = kNoHandle;  // two cells of level 1 often lie in one cell of a higher level
    const auto cross = [&](CellId cell) {
      const CellHandle chosen = choose(cell);
      if (chosen == crossed || chosen == seen || chosen == kNoHandle || !may_enter(chosen)) return;
      seen = chosen;
      cross_cell(chosen, NodeId{node}, headroom, f);
    };
    cross(home);
    home_cell.for_each_touch(gate, cross);
    if (!may_enter(from)) return;  // then its inter-edges lie outside too
    home_cell.for_each_inter(gate, [&](const InterEdge& e) {
      const CellHandle to = choose(e.to_home);
      const Cost cost = backward_ ? e.cost_in : e.cost_out;
      if (to != from && to != kNoHandle && cost < headroom && may_enter(to))
        f(index(e.to), cost, kUncrossed | index(e.to_home));
    });
  }

 private:
  explicit OverlayGraph(const Overlay& overlay) : overlay_(overlay) {}

  CellHandle choose(CellId cell) const {
    const Partition& partition = *overlay_.partition;
    if (!opened_.empty()) return choose_around(cell);
    for (unsigned level = top_; level > low_; --level) {
      const CellHandle chosen = partition.ancestor(cell, level);
      if (chosen != partition.ancestor(start_, level) && chosen != partition.ancestor(goal_, level))
        return chosen;
    }
    return partition.ancestor(cell, low_);
  }
  CellHandle choose_around(CellId cell) const {
    for (unsigned level = top_; level >= low_; --level) {
      const CellHandle chosen = overlay_.partition->ancestor(cell, level);
      if (std::find(opened_.begin(), opened_.end(), chosen) == opened_.end()) return chosen;
    }
    return kNoHandle;
  }
  bool may_enter(CellHandle cell) const {
    return within_ == kNoHandle || overlay_.partition->parent(cell) == within_;
  }

  template <class F>
  void cross_cell(CellHandle handle, NodeId node, Cost headroom, F& f) const {
    const OverlayCell cell = overlay_.cell(handle);
    const GatePlace own = cell.find(node);
    if (own == kNoPlace) return;
    if (handle == goal_cell_ && goal_costs_[index(own)] < headroom)
      f(goal_node_, goal_costs_[index(own)], handle);
    const std::uint32_t count = cell.gate_count();
    const std::uint32_t* gates = cell.gates();
    const Cost* costs = backward_ ? cell.row(GatePlace{0}) + index(own) : cell.row(own);
    const std::size_t stride = backward_ ? count : 1;
    for (std::uint32_t j = 0; j < count; ++j) {
      if (const Cost cost = costs[j * stride]; cost < headroom) f(gates[j], cost, handle);
    }
  }

  Overlay overlay_;
  unsigned low_ = 1;
  unsigned top_ = 1;
  CellId start_ = kNoCell;
  CellId goal_ = kNoCell;
  CellHandle within_ = kNoHandle;
  std::span<const CellHandle> opened_;
  bool backward_ = false;
  std::uint32_t goal_node_ = 0;
  CellHandle goal_cell_ = kNoHandle;
  const Cost* goal_costs_ = nullptr;
};

}  // namespace portolan::detail
