#include "portolan/grid/grid_flow.h"

#include <algorithm>
#include <bit>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/search/search.h"

namespace portolan::detail {

Status GridFlow::begin(const GridSnapshot& snapshot, Tile goal) {
  snapshot_ = snapshot;
  goal_ = kNoNode;
  latest_ = {};
  if (!snapshot_.passable(goal)) return Status::invalid_goal;
  const GridWorld& world = snapshot_.world();
  goal_ = world.graph().node(goal);
  goal_square_ = world.home_cell(goal_);
  begins_.assign(world.squares().count(), kNotReady);
  costs_.clear();
  goal_connection_ =
      &connector_.open(world, snapshot_.hierarchy(), goal_, true, ConnectMethod::dijkstra);
  if (!goal_connection_->ready) connector_.reach(world, *goal_connection_, goal_, 1, 0, nullptr);
  if (by_tables()) {
    row_.resize(snapshot_.tables().most_gates() + kRowSlack);
    to_gates_.begin(world, snapshot_.tables(), goal_, true);
  } else {
    search_gates();
  }
  return Status::complete;
}

/// Every move costs the same both ways, so a search from the goal finds the costs to it.
void GridFlow::search_gates() {
  const Hierarchy& hierarchy = snapshot_.hierarchy();
  gates_.reserve(snapshot_.world().node_count());
  gates_.clear();
  open_.configure(snapshot_.graph().most_expensive_move());
  open_.clear();
  const OverlayCell cell = hierarchy.cell(index(goal_square_));
  for (const GatePlace gate : cell.places()) {
    if (const Cost cost = goal_connection_->costs[gate]; cost != kInfinite)
      add_source(gates_, open_, NoHeuristic{}, index(cell.gate(gate)), cost, index(goal_square_));
  }
  search(
      OverlayGraph::at_level(hierarchy.overlay(), 1), gates_, open_, NoHeuristic{},
      [](const OpenEntry&) { return Settle::expand; }, Uncounted{});
}

const Cost* GridFlow::ready(CellId square) {
  std::uint32_t& begin = begins_[index(square)];
  if (begin == kNotReady) {
    const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
    const TileRect rect = snapshot_.world().squares().rect(square);
    begin = narrow<std::uint32_t>(costs_.size());
    costs_.resize(costs_.size() + (by_tables() ? cell.gate_count()
                                               : static_cast<std::uint32_t>(rect.width) *
                                                     static_cast<std::uint32_t>(rect.height)));
    if (by_tables()) {
      to_gates_.reach(snapshot_.tables(), index(square), costs_.data() + begin);
    } else {
      search_square(square, costs_.data() + begin);
    }
  }
  return costs_.data() + begin;
}

void GridFlow::search_square(CellId square, Cost* tiles) {
  const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
  snapshot_.world().open_cell(square, cell, opened_);
  tiles_.reserve(opened_.local_count());
  tiles_.clear();
  open_.configure(opened_.cost_step());
  open_.clear();
  for (const GatePlace gate : cell.places()) {
    if (const Cost cost = gates_.cost(index(cell.gate(gate))); cost != kInfinite)
      add_source(tiles_, open_, NoHeuristic{}, opened_.local(cell.gate(gate)), cost);
  }
  if (square == goal_square_) add_source(tiles_, open_, NoHeuristic{}, opened_.local(goal_), 0);
  search(
      opened_, tiles_, open_, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; },
      Uncounted{});
  for (std::uint32_t i = 0; i < opened_.home_count(); ++i) {
    const NodeId node = opened_.home_node(i);
    tiles[i] = node == kNoNode ? kInfinite : tiles_.cost(opened_.local(node));
  }
}

Cost GridFlow::inside_goal_square(NodeId node) const {
  return goal_connection_->labels.cost(goal_connection_->opened.local(node));
}

GridFlow::Best GridFlow::best_over_gates(CellId square, NodeId node) {
  const Cost* costs = ready(square);
  const std::uint32_t number = snapshot_.world().home_index(node);
  if (!by_tables()) return {node, costs[number], kNoPlace};
  const Tables& tables = snapshot_.tables();
  const ConnectTable::EntryNode entry{RowId{number}, 0};
  tables.connect().connect(index(square), false, {&entry, 1}, row_.data());
  const auto gates = static_cast<std::uint32_t>(tables.links().gates_of(index(square)).size());
  Cost least = kTableInfinite;
  for (std::uint32_t g = 0; g < gates; ++g) {
    row_[g] += costs[g];
    least = std::min(least, row_[g]);
  }
  if (least >= kTableInfinite) return {node, kInfinite, kNoPlace};
  std::uint32_t gate = 0;
  while (row_[gate] != least) ++gate;
  return {node, least, GatePlace{gate}};
}

const GridFlow::Best& GridFlow::find_best(NodeId from) {
  if (latest_.node == from) return latest_;
  const CellId square = snapshot_.world().home_cell(from);
  latest_ = best_over_gates(square, from);
  if (square != goal_square_) return latest_;
  if (const Cost inside = inside_goal_square(from); inside <= latest_.cost)
    latest_ = {from, inside, kNoPlace};
  return latest_;
}

Cost GridFlow::cost(NodeId from) { return find_best(from).cost; }

Cost GridFlow::gate_cost(CellId square, GatePlace gate) {
  if (by_tables()) {
    const Cost cost = ready(square)[index(gate)];
    return cost < kTableInfinite ? cost : kInfinite;
  }
  return gates_.cost(index(snapshot_.hierarchy().cell(index(square)).gate(gate)));
}

NodeId GridFlow::next(NodeId from) {
  if (from == goal_) return goal_;
  const Best best = find_best(from);
  if (best.cost == kInfinite) return kNoNode;
  const GridWorld& world = snapshot_.world();
  const CellId square = world.home_cell(from);
  if (!by_tables()) return next_by_costs(from);
  if (best.gate == kNoPlace) return next_in_goal_square(from);
  const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
  return cell.gate(best.gate) == from ? next_by_costs(from) : next_to_gate(from, best.gate);
}

NodeId GridFlow::next_in_goal_square(NodeId from) const {
  const Connection<GridWorld>& goal = *goal_connection_;
  return goal.opened.node(goal.labels[goal.opened.local(from)].parent);
}

/// Inside a square the path to a gate goes where the table's costs fall by just a move.
NodeId GridFlow::next_to_gate(NodeId from, GatePlace gate) const {
  const GridWorld& world = snapshot_.world();
  const CellId square = world.home_cell(from);
  const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
  const auto costs = snapshot_.tables().connect().costs_to(index(square), false, gate);
  const Cost whole = costs(RowId{world.home_index(from)});
  NodeId next = kNoNode;
  world.graph().for_each_edge(
      index(from), Label{}, [&](std::uint32_t to, Cost move, std::uint32_t) {
        if (next != kNoNode || move > whole) return;
        const NodeId neighbour{to};
        Cost rest = kInfinite;
        if (world.home_cell(neighbour) == square) {
          rest = costs(RowId{world.home_index(neighbour)});
        } else if (const GatePlace place = cell.find(neighbour); place != kNoPlace) {
          rest = cell.cost(place, gate);
        }
        if (rest == whole - move) next = neighbour;
      });
  return next;
}

/// From a gate a path may go on in any square beside, and without tables anywhere.
NodeId GridFlow::next_by_costs(NodeId from) {
  const GridWorld& world = snapshot_.world();
  const CellId square = world.home_cell(from);
  const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
  const bool gate = cell.find(from) != kNoPlace;
  NodeId best = kNoNode;
  Cost least = kInfinite;
  world.graph().for_each_edge(
      index(from), Label{}, [&](std::uint32_t to, Cost move, std::uint32_t) {
        const NodeId neighbour{to};
        Cost rest = kInfinite;
        if (world.home_cell(neighbour) == square || gate) {
          rest = cost(neighbour);
        } else if (const GatePlace place = cell.find(neighbour); place != kNoPlace) {
          rest = gate_cost(square, place);
        }
        if (add(rest, move) < least) {
          least = add(rest, move);
          best = neighbour;
        }
      });
  return best;
}

}  // namespace portolan::detail
