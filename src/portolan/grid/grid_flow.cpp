#include "portolan/grid/grid_flow.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

template <class Id>
void keep_each_once(std::vector<Id>& ids) {
  std::sort(ids.begin(), ids.end());
  ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

}  // namespace

Status GridFlow::begin(const GridSnapshot& snapshot, Tile goal) {
  snapshot_ = snapshot;
  goal_tile_ = goal;
  goal_ = kNoNode;
  latest_ = {};
  if (!snapshot_.passable(goal)) return Status::invalid_goal;
  const GridWorld& world = snapshot_.world();
  goal_ = world.graph().node(goal);
  goal_square_ = world.home_cell(goal_);
  known_.assign(world.squares().count(), {});
  costs_.clear();
  open_goal();
  if (by_tables()) {
    row_.resize(snapshot_.tables().most_gates() + kRowSlack);
    to_gates_.begin(world, snapshot_.tables(), goal_, true);
  } else {
    gates_.reserve(world.node_count());
    gates_.clear();
    begin_search();
    search_gates([](std::uint32_t) {});
  }
  return Status::complete;
}

Status GridFlow::adopt(const GridSnapshot& snapshot) {
  const auto& same = snapshot.hierarchy().identity();
  if (goal_ != kNoNode && same == snapshot_.hierarchy().identity() &&
      snapshot.tables().complete() == by_tables()) {
    return Status::complete;
  }
  const bool searched = goal_ != kNoNode && !by_tables() && !snapshot.tables().complete();
  const auto touched = searched ? snapshot.squares_unlike(snapshot_) : std::nullopt;
  if (!touched || std::binary_search(touched->begin(), touched->end(), goal_square_))
    return begin(snapshot, goal_tile_);
  const GridSnapshot before = std::exchange(snapshot_, snapshot);
  latest_ = {};
  open_goal();
  repair_gates(before, *touched);
  for (const CellId square : *touched) known_[index(square)].ready = false;
  return Status::complete;
}

void GridFlow::open_goal() {
  const GridWorld& world = snapshot_.world();
  goal_connection_ =
      &connector_.open(world, snapshot_.hierarchy(), goal_, true, ConnectMethod::dijkstra);
  if (!goal_connection_->ready) connector_.reach(world, *goal_connection_, goal_, 1, 0, nullptr);
}

/// Every move costs the same both ways, so a search from the goal finds the costs to it. It begins
/// at the gates of the goal's square.
void GridFlow::begin_search() {
  open_.configure(snapshot_.graph().most_expensive_move());
  open_.clear();
  const OverlayCell cell = snapshot_.hierarchy().cell(index(goal_square_));
  for (const GatePlace gate : cell.places()) {
    if (const Cost cost = goal_connection_->costs[gate]; cost != kInfinite)
      add_source(gates_, open_, NoHeuristic{}, index(cell.gate(gate)), cost, index(goal_square_));
  }
}

/// `found` is told every gate that gets a cost, or a lower one.
template <class F>
void GridFlow::search_gates(F&& found) {
  search(
      OverlayGraph::at_level(snapshot_.hierarchy().overlay(), 1), gates_, open_, NoHeuristic{},
      [&](const OpenEntry& entry) {
        found(entry.node);
        return Settle::expand;
      },
      Uncounted{});
}

/// Gates whose path crossed a touched square lose their cost, and with them all whose path leads
/// over these. Every other cost is that of a path that is still there. What may be cheaper now
/// leads into a lost gate or through a touched square, so a search that goes on from the gates
/// around these finds all costs again.
void GridFlow::repair_gates(const GridSnapshot& before, std::span<const CellId> touched) {
  std::vector<Lost> lost = lose_gates(before, touched);
  const OverlayGraph graph = OverlayGraph::at_level(snapshot_.hierarchy().overlay(), 1);
  begin_search();
  for (const std::uint32_t gate : gates_around(before, touched, lost)) {
    const Label label = gates_[gate];
    graph.for_each_edge(gate, label, [&](std::uint32_t to, Cost edge, std::uint32_t via) {
      const Cost cost = label.cost + edge;
      if (gates_.improve(to, cost, gate, via)) open_.push(to, cost, cost);
    });
  }
  std::sort(lost.begin(), lost.end());
  search_gates([&](std::uint32_t gate) {
    if (!std::binary_search(lost.begin(), lost.end(), Lost{gate, {}})) forget_squares(gate);
  });
  for (const Lost& one : lost) {
    if (gates_.cost(one.gate) != one.label.cost) forget_squares(one.gate);
  }
}

std::vector<GridFlow::Lost> GridFlow::lose_gates(const GridSnapshot& before,
                                                 std::span<const CellId> touched) {
  const OverlayGraph graph = OverlayGraph::at_level(before.hierarchy().overlay(), 1);
  std::vector<Lost> lost;
  const auto lose = [&](std::uint32_t gate, const Label& label) {
    lost.push_back({gate, label});
    gates_.forget(gate);
  };
  for (const CellId square : touched) {
    const OverlayCell cell = before.hierarchy().cell(index(square));
    for (const GatePlace place : cell.places()) {
      const std::uint32_t gate = index(cell.gate(place));
      if (!gates_.reached(gate)) continue;
      const Label label = gates_[gate];
      if ((label.via & ~kUncrossed) == index(square)) lose(gate, label);
    }
  }
  for (std::size_t i = 0; i < lost.size(); ++i) {
    const Lost from = lost[i];
    graph.for_each_edge(from.gate, from.label, [&](std::uint32_t to, Cost, std::uint32_t) {
      if (gates_.reached(to) && gates_[to].parent == from.gate) lose(to, gates_[to]);
    });
  }
  return lost;
}

/// The gates with a cost that a lost gate or a touched square can be entered from, each once.
std::vector<std::uint32_t> GridFlow::gates_around(const GridSnapshot& before,
                                                  std::span<const CellId> touched,
                                                  std::span<const Lost> lost) const {
  std::vector<CellId> squares(touched.begin(), touched.end());
  for (const Lost& one : lost) {
    const CellId home = before.world().home_cell(NodeId{one.gate});
    const OverlayCell cell = before.hierarchy().cell(index(home));
    const GatePlace place = cell.find(NodeId{one.gate});
    squares.push_back(home);
    cell.for_each_touch(place, [&](CellId square) { squares.push_back(square); });
    cell.for_each_inter(place, [&](const InterEdge& e) { squares.push_back(e.to_home); });
  }
  keep_each_once(squares);
  std::vector<std::uint32_t> around;
  for (const CellId square : squares) {
    const OverlayCell cell = snapshot_.hierarchy().cell(index(square));
    for (const GatePlace place : cell.places()) {
      if (gates_.reached(index(cell.gate(place)))) around.push_back(index(cell.gate(place)));
    }
  }
  keep_each_once(around);
  return around;
}

/// Forgets the tiles of all squares that a gate belongs to.
void GridFlow::forget_squares(std::uint32_t gate) {
  const CellId home = snapshot_.world().home_cell(NodeId{gate});
  const OverlayCell cell = snapshot_.hierarchy().cell(index(home));
  const GatePlace place = cell.find(NodeId{gate});
  if (place == kNoPlace) return;  // no longer one: its squares were touched
  known_[index(home)].ready = false;
  cell.for_each_touch(place, [&](CellId square) { known_[index(square)].ready = false; });
}

const Cost* GridFlow::ready(CellId square) {
  SquareCosts& known = known_[index(square)];
  if (known.begin == SquareCosts::kNone) {
    const TileRect rect = snapshot_.world().squares().rect(square);
    known.begin = narrow<std::uint32_t>(costs_.size());
    costs_.resize(costs_.size() + (by_tables()
                                       ? snapshot_.hierarchy().cell(index(square)).gate_count()
                                       : static_cast<std::uint32_t>(rect.width) *
                                             static_cast<std::uint32_t>(rect.height)));
  }
  Cost* costs = costs_.data() + known.begin;
  if (!known.ready && by_tables()) to_gates_.reach(snapshot_.tables(), index(square), costs);
  if (!known.ready && !by_tables()) search_square(square, costs);
  known.ready = true;
  return costs;
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

NodeId GridFlow::next(NodeId from, const std::function<bool(NodeId)>& occupied) {
  const NodeId usual = next(from);
  if (usual == kNoNode || usual == from || !occupied(usual)) return usual;
  const Cost here = cost(from);
  NodeId best = kNoNode;
  Cost least = kInfinite;
  snapshot_.graph().for_each_edge(
      index(from), Label{}, [&](std::uint32_t to, Cost move, std::uint32_t) {
        const Cost rest = cost(NodeId{to});
        if (rest >= here || add(rest, move) >= least || occupied(NodeId{to})) return;
        least = add(rest, move);
        best = NodeId{to};
      });
  return best;
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
