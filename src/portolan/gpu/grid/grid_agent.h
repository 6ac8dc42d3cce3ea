#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/grid/grid_arrays.h"
#include "portolan/gpu/grid/grid_inside.h"
#include "portolan/gpu/grid/grid_moves.h"
#include "portolan/gpu/grid/grid_route.h"
#include "portolan/gpu/tables/label_walk.h"
#include "portolan/gpu/tables/table_costs.h"
#include "portolan/gpu/tables/table_rows.h"
#include "portolan/types.h"

/// One agent's query by the tables of a grid, for CPU and GPU: the costs of TableQuery, and a path
/// that costs so much, told as runs of moves. Nothing is allocated; what does not fit its room is
/// told.
namespace portolan::detail {

/// Scratch of one agent. All lanes see it.
struct GridRoom {
  Cost* costs[2];  ///< Of both ends, by place of the gate, `most_gates` each.
  std::uint32_t most_gates;
  RunRoom runs;
  Cost* window;  ///< For ends in one cell, by place in its window; null: they have no room.
};

/// One end of an agent's path.
struct GridEnd : CellEnd {
  RowId row;            ///< Of its tile, in the connect table,
  std::uint32_t local;  ///< and its place in the cell's window.
};

/// Where a passable node lies.
PORTOLAN_HOST_DEVICE GridEnd find_end(const GridArrays& g, std::uint32_t node) {
  const std::uint32_t line = node / g.stride;
  const std::uint32_t x = node - line * g.stride;
  const std::uint32_t y = line - 1;
  const CellId cell{y / g.side * g.columns + x / g.side};
  const CellWindow window = CellWindow::of(g, cell);
  const std::uint32_t column = x - window.x;
  const std::uint32_t row = y - window.y;
  GridEnd end;
  end.cell = cell;
  end.gates = gates_of(g, cell);
  end.row = RowId{row * window.width + column};
  end.local = (row + 1) * window.stride() + column + 1;
  return end;
}

/// The costs between an end and the gates of its cell.
template <class Lanes>
PORTOLAN_HOST_DEVICE void connect(const Lanes& lanes, const GridArrays& g, const GridEnd& end,
                                  bool backward, Cost* gate_costs) {
  if (end.gates == 0) return;
  const DirectionArrays& d = g.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[index(end.cell)];
  const ConnectRow row = connect_row(d, cell, end.row);
  for (std::uint32_t i = lanes.lane(); i < GridArrays::padded(end.gates); i += Lanes::kCount) {
    Cost cost = kTableInfinite;
    if (i < end.gates)
      cost = least_sum(row.base, connect_delta(d, cell.wide != 0, row.begin + i), cost);
    gate_costs[i] = cost;
  }
}

/// The runs of the path over the hub where the ends meet, each end's by half of the lanes.
template <class Lanes>
PORTOLAN_HOST_DEVICE void write_far_runs(const Lanes& lanes, const GridArrays& g,
                                         const GridEnd& start, const GridEnd& goal,
                                         const Meeting& meeting, bool wanted, const GridRoom& room,
                                         GridRoute& route, AgentAnswer& answer) {
  const GatePlace first =
      find_entry_gate(lanes, g, start, false, room.costs[0], meeting.depth, meeting.start);
  const GatePlace last =
      find_entry_gate(lanes, g, goal, true, room.costs[1], meeting.depth, meeting.goal);
  const GridEndWalk there{false, start.cell, start.local, first};
  const GridEndWalk back{true, goal.cell, goal.local, last};
  EndRuns found;
  constexpr std::uint32_t kHalf = Lanes::kCount / 2;
  if constexpr (kHalf == 0) {
    EndRuns other;
    if (wanted) {
      found = follow_runs(g, there, meeting.depth, 0, 1, room.runs);
      other = follow_runs(g, back, meeting.depth, 0, 1, room.runs);
    }
    route.front = found.runs;
    route.back = other.runs;
    found.moves += other.moves;
    found.fits = found.fits && other.fits;
  } else {
    const GridEndWalk own = lanes.lane() < kHalf ? there : back;
    if (wanted) found = follow_runs(g, own, meeting.depth, lanes.lane() % kHalf, kHalf, room.runs);
    route.front = lanes.of(found.runs, 0);
    route.back = lanes.of(found.runs, kHalf);
  }
  const bool fits = !lanes.any(!found.fits) && route.front + route.back <= room.runs.size;
  const std::uint32_t moves = lanes.of(lanes.sum_up_to(found.moves), Lanes::kCount - 1);
  if (!wanted) return;
  answer.no_room = !fits;
  answer.polygons = moves + 1;
}

/// The same for the path inside the cell of both ends.
template <class Lanes>
PORTOLAN_HOST_DEVICE void write_near_runs(const Lanes& lanes, const GridArrays& g,
                                          const GridEnd& goal, const GridRoom& room,
                                          GridRoute& route, AgentAnswer& answer) {
  EndRuns found;
  if (lanes.lane() == 0)
    found = write_inside_runs(g, goal.cell, goal.local, room.window, room.runs);
  route.back = lanes.of(found.runs, 0);
  answer.no_room = lanes.any(!found.fits);
  answer.polygons = lanes.of(found.moves, 0) + 1;
}

/// Answers an agent's query. Where `paths` is false only its cost; else `polygons` of the answer
/// is how many nodes the route has.
template <class Lanes>
PORTOLAN_HOST_DEVICE AgentAnswer answer_grid_agent(const Lanes& lanes, const GridArrays& g,
                                                   NodeId from, NodeId to, bool paths,
                                                   const GridRoom& room, GridRoute& route) {
  AgentAnswer answer;
  const bool valid[2] = {passable(g, index(from)), passable(g, index(to))};
  if (!valid[1]) answer.status = Status::invalid_goal;
  if (!valid[0]) answer.status = Status::invalid_start;
  bool going = valid[0] && valid[1];
  route = {index(from), 0, 0};
  // Who has nothing to find stays in step, in the first cell.
  GridEnd start = find_end(g, going ? index(from) : g.stride);
  GridEnd goal = find_end(g, going ? index(to) : g.stride);
  const bool together = going && start.cell == goal.cell;
  answer.no_room = going && (start.gates > room.most_gates || goal.gates > room.most_gates ||
                             (together && room.window == nullptr));
  going = going && !answer.no_room;
  if (!going) start.gates = goal.gates = 0;
  connect(lanes, g, start, false, room.costs[0]);
  connect(lanes, g, goal, true, room.costs[1]);
  lanes.sync();
  const Meeting meeting = meet(lanes, g, start, goal, room.costs[0], room.costs[1]);
  Cost inside = kInfinite;
  if (going && together) {
    spread_in_window(lanes, g, start.cell, start.local, room.window);
    inside = room.window[goal.local];
  }
  const bool far = going && meeting.cost < inside;
  if (going) answer.cost = far ? meeting.cost : inside;
  if (answer.cost != kInfinite) answer.status = Status::complete;
  if (!paths) return answer;
  write_far_runs(lanes, g, start, goal, meeting, far, room, route, answer);
  if (going && together && !far && answer.cost != kInfinite)
    write_near_runs(lanes, g, goal, room, route, answer);
  lanes.sync();
  return answer;
}

/// Of a route only the node to enter next: it becomes a path of its own.
PORTOLAN_HOST_DEVICE void keep_next(const GridArrays& g, const RunRoom& room, GridRoute& route,
                                    AgentAnswer& answer) {
  if (answer.polygons == 0 || answer.no_room) return;
  if (answer.polygons > 1) {
    const std::uint8_t run = room.runs[route.front > 0 ? 0 : room.size - route.back];
    route.first += step_of(run_direction(run), g.stride);
  }
  route.front = route.back = 0;
  answer.polygons = 1;
}

}  // namespace portolan::detail
