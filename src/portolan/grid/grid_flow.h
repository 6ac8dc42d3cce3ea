#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/query/connect.h"
#include "portolan/query/end_to_gates.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Costs and next tiles from anywhere to one goal, for many units that share it. A square's gates
/// get their costs when the first unit in it asks; what nobody asks for costs nothing. With a
/// connect table and more these are looked up, and so is every tile; without, one search over all
/// gates begins it, and a square is searched once. Costs are those of unsmoothed paths, the same
/// for both. Owns all scratch; one thread at a time.
class GridFlow {
 public:
  GridFlow() = default;
  GridFlow(const GridFlow&) = delete;
  GridFlow& operator=(const GridFlow&) = delete;

  /// Prepares for a goal; the snapshot is pinned until the next. `complete` or `invalid_goal`.
  Status begin(const GridSnapshot& snapshot, Tile goal);
  /// Takes a newer snapshot of the same world; the goal stays. Between two without tables, only
  /// gates whose cost may have changed are searched again, and only their squares' tiles are
  /// forgotten; else it begins anew.
  Status adopt(const GridSnapshot& snapshot);

  const GridSnapshot& snapshot() const { return snapshot_; }
  /// The cost of a passable tile's path to the goal; kInfinite where there is none.
  Cost cost(NodeId from);
  /// The tile that its path goes on with: the goal follows itself; kNoNode where there is no path.
  /// Going on from tile to tile leads to the goal, for `cost` or less.
  NodeId next(NodeId from);
  /// The same around what is not in the map; see portolan::GridFlow.
  NodeId next(NodeId from, const std::function<bool(NodeId)>& occupied);

 private:
  /// Where a square's costs are, and whether they have been found.
  struct SquareCosts {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
    std::uint32_t begin = kNone;
    bool ready = false;
  };
  /// A gate without the cost that it had, because what its path crossed has changed.
  struct Lost {
    std::uint32_t gate;
    Label label;
    friend bool operator<(const Lost& a, const Lost& b) { return a.gate < b.gate; }
  };

  bool by_tables() const { return snapshot_.tables().complete(); }
  void open_goal();
  void begin_search();
  template <class F>
  void search_gates(F&& found);
  void repair_gates(const GridSnapshot& before, std::span<const CellId> touched);
  std::vector<Lost> lose_gates(const GridSnapshot& before, std::span<const CellId> touched);
  std::vector<std::uint32_t> gates_around(const GridSnapshot& before,
                                          std::span<const CellId> touched,
                                          std::span<const Lost> lost) const;
  void forget_squares(std::uint32_t gate);
  /// The costs of a square's gates, by tables; of its tiles without. Valid until the next call.
  const Cost* ready(CellId square);
  void search_square(CellId square, Cost* tiles);
  /// How a tile's path goes on: over a gate of its square by the tables, else kNoPlace.
  struct Best {
    NodeId node = kNoNode;
    Cost cost = kInfinite;
    GatePlace gate = kNoPlace;
  };
  const Best& find_best(NodeId from);
  Best best_over_gates(CellId square, NodeId node);
  Cost inside_goal_square(NodeId node) const;
  NodeId next_to_gate(NodeId from, GatePlace gate) const;
  NodeId next_in_goal_square(NodeId from) const;
  NodeId next_by_costs(NodeId from);
  Cost gate_cost(CellId square, GatePlace gate);

  GridSnapshot snapshot_;
  Tile goal_tile_{-1, -1};
  NodeId goal_ = kNoNode;
  CellId goal_square_ = kNoCell;
  EndToGates<GridWorld> to_gates_;
  Connector<GridWorld> connector_;
  Connection<GridWorld>* goal_connection_ = nullptr;
  Labels gates_;  // without tables: the cost of every gate
  Labels tiles_;
  OpenList open_;
  GridCell opened_;
  std::vector<SquareCosts> known_;  // by square
  std::vector<Cost> costs_;
  std::vector<Cost> row_;  // scratch
  Best latest_;
};

}  // namespace portolan::detail
