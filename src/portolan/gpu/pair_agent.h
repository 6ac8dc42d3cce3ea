#pragma once

#include <cstdint>

#include "portolan/gpu/agent_costs.h"
#include "portolan/gpu/agent_room.h"
#include "portolan/gpu/mesh_agent.h"
#include "portolan/gpu/mesh_arrays.h"
#include "portolan/gpu/mesh_inside.h"
#include "portolan/gpu/mesh_moves.h"
#include "portolan/navmesh.h"

/// One agent's query by the stored paths between gates, by one thread, for CPU and GPU: first what
/// the path costs, of what it is made and how long it is, then its polygons. Answers are those of
/// mesh_agent.h.
namespace portolan::detail {

/// Scratch of one agent: for each end by place of the gate, `stride` apart, what it costs to get
/// there, and from which doorway of the end's polygon.
struct PairRoom {
  Cost* costs[2];
  std::uint8_t* slots[2];
  std::uint32_t stride;
  std::uint32_t most_gates;
};

/// Of what an agent's path is made.
struct PairRoute {
  enum Kind : std::uint8_t { none, next, one_polygon, inside_cell, over_gates };

  std::uint32_t pair = 0;  ///< Of gates; the polygon where only the next one is wanted.
  /// Where the connections of the ends begin, by local number; inside a cell the two nodes that the
  /// path begins and ends at.
  std::uint16_t rows[2] = {0, 0};
  std::uint16_t connections[2] = {0, 0};  ///< Their nodes, with the gate.
  std::uint8_t gates[2] = {0, 0};         ///< Their gates, by place.
  Kind kind = none;
};
static_assert(sizeof(PairRoute) == 16);

/// Whether an end's gates and doorways have room.
PORTOLAN_HOST_DEVICE bool fits(const MeshArrays& m, std::uint32_t polygon, std::uint32_t cell,
                               const PairRoom& room) {
  return gates_of(m, cell) <= room.most_gates &&
         m.slot_begin[polygon + 1] - m.slot_begin[polygon] <= 0x100;
}

/// The cheapest costs between an end and the gates of its cell.
PORTOLAN_HOST_DEVICE void connect_to_pairs(const MeshArrays& m, const MeshPlace& place,
                                           std::uint32_t cell_id, bool backward,
                                           const PairRoom& room) {
  const std::uint32_t gates = gates_of(m, cell_id);
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[cell_id];
  Cost* const costs = room.costs[backward ? 1 : 0];
  std::uint8_t* const slots = room.slots[backward ? 1 : 0];
  for (std::uint32_t g = 0; g < gates; ++g) costs[g * room.stride] = kTableInfinite;
  const std::uint32_t begin = m.slot_begin[place.polygon];
  const std::uint32_t count = m.slot_begin[place.polygon + 1] - begin;
  for (std::uint32_t s = 0; s < count; ++s) {
    const Cost own = slot_cost(m, place, begin + s, backward);
    if (own == kInfinite) continue;
    const ConnectRow row = connect_row(d, cell, m.slots[begin + s].local);
    const Cost base = row.base + own;
    if (base >= kTableInfinite) continue;
    for (std::uint32_t g = 0; g < gates; ++g) {
      const Cost sum = base + connect_delta(d, cell.wide != 0, row.begin + g);
      if (sum >= costs[g * room.stride]) continue;
      costs[g * room.stride] = sum;
      slots[g * room.stride] = static_cast<std::uint8_t>(s);
    }
  }
}

/// The gates that the cheapest path over gates takes.
struct PairChoice {
  Cost cost = kInfinite;
  std::uint32_t pair = 0;
  std::uint32_t gates[2] = {0, 0};
};

/// Of paths that cost the same it takes the one whose topmost gate is highest, then the first
/// gates: as queries do.
PORTOLAN_HOST_DEVICE PairChoice choose_pair(const MeshArrays& m, std::uint32_t start_cell,
                                            std::uint32_t goal_cell, const PairRoom& room) {
  const GateId* const first = m.gates_of_cells.data + m.cell_begin[start_cell];
  const GateId* const second = m.gates_of_cells.data + m.cell_begin[goal_cell];
  const std::uint32_t counts[2] = {gates_of(m, start_cell), gates_of(m, goal_cell)};
  PairChoice choice;
  Cost best = kTableInfinite;
  std::uint32_t depth = 0;
  for (std::uint32_t i = 0; i < counts[0]; ++i) {
    const Cost there = room.costs[0][i * room.stride];
    if (there > best) continue;
    const std::uint32_t row = index(first[i]) * m.gate_count;
    for (std::uint32_t j = 0; j < counts[1]; ++j) {
      const GatePair pair = m.pairs[row + index(second[j])];
      const Cost cost = there + pair.cost + room.costs[1][j * room.stride];
      if (cost > best || (cost == best && pair.depth >= depth)) continue;
      best = cost;
      depth = pair.depth;
      choice = {cost, row + index(second[j]), {i, j}};
    }
  }
  if (best >= kTableInfinite) choice.cost = kInfinite;
  return choice;
}

/// Calls f(node) for the nodes of a connection from an end to its gate.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_connection_node(const MeshArrays& m, std::uint32_t cell_id,
                                                   bool backward, std::uint32_t row,
                                                   std::uint32_t gate, F&& f) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[cell_id];
  const std::size_t steps = steps_to_gate(cell, gate);
  for (;;) {
    f(local_node(m, cell_id, row));
    const std::uint32_t next = next_row(d, cell, steps, row);
    if (next == row) return;
    row = next;
  }
}

/// What is known of a sequence of nodes once it was walked along.
struct WalkedNodes {
  std::uint32_t count = 0;
  std::uint32_t joined = 0;  ///< All `across`, by exclusive or.
  std::uint32_t second = 0;  ///< Where there are two, the second node
  std::uint32_t before = 0;  ///< and the last but one,
  std::uint32_t last = 0;
  bool plain = true;  ///< All are gone through, as far as one node can tell.

  PORTOLAN_HOST_DEVICE void add(const MeshArrays& m, std::uint32_t node) {
    const std::uint32_t across = m.across[node];
    plain = plain && across != 0;
    joined ^= across;
    before = last;
    last = node;
    if (++count == 2) second = node;
  }
};

/// Whether the path over gates goes through all of its nodes.
PORTOLAN_HOST_DEVICE bool is_plain(const MeshArrays& m, std::uint32_t start, std::uint32_t goal,
                                   const WalkedNodes& there, const PairPath& middle,
                                   const WalkedNodes& back) {
  if (middle.count == PairPath::kNotPlain || !there.plain || !back.plain) return false;
  const std::uint32_t total = there.count + middle.count + back.count - 1;
  std::uint32_t joined = start ^ goal ^ there.joined ^ back.joined ^ m.across[back.last];
  if (middle.count != 0) joined ^= m.pair_polygons[middle.begin + middle.count - 1];
  if (joined != 0) return false;
  if (total < 2) return true;
  const std::uint32_t second = there.count > 1    ? there.second
                               : middle.count > 0 ? middle.first
                                                  : back.before;
  const std::uint32_t before = back.count > 1     ? back.second
                               : middle.count > 1 ? middle.last
                               : middle.count > 0 ? there.last
                                                  : there.before;
  return !is_doorway(m, second, start) && !is_doorway(m, before, goal);
}

/// Walks along the connection of an end to its gate.
PORTOLAN_HOST_DEVICE WalkedNodes plan_end(const MeshArrays& m, const MeshPlace& place,
                                          std::uint32_t cell, bool backward, std::uint32_t gate,
                                          const PairRoom& room, PairRoute& route) {
  const unsigned e = backward ? 1 : 0;
  const std::uint32_t slot = room.slots[e][gate * room.stride];
  const std::uint32_t row = m.slots[m.slot_begin[place.polygon] + slot].local;
  WalkedNodes walked;
  for_each_connection_node(m, cell, backward, row, gate,
                           [&](std::uint32_t node) { walked.add(m, node); });
  route.rows[e] = static_cast<std::uint16_t>(row);
  route.gates[e] = static_cast<std::uint8_t>(gate);
  route.connections[e] = static_cast<std::uint16_t>(walked.count);
  return walked;
}

/// False: the path is not plain.
PORTOLAN_HOST_DEVICE bool plan_over_gates(const MeshArrays& m, const MeshPlace& from,
                                          const MeshPlace& to, const PairChoice& choice,
                                          const PairRoom& room, PairRoute& route,
                                          AgentAnswer& answer) {
  const WalkedNodes there =
      plan_end(m, from, index(m.cells[from.polygon]), false, choice.gates[0], room, route);
  const WalkedNodes back =
      plan_end(m, to, index(m.cells[to.polygon]), true, choice.gates[1], room, route);
  const PairPath middle = m.pair_paths[choice.pair];
  route.kind = PairRoute::over_gates;
  route.pair = choice.pair;
  answer.polygons = there.count + middle.count + back.count;
  return is_plain(m, from.polygon, to.polygon, there, middle, back);
}

/// Calls f(node) for the nodes of a path inside a cell, from its end on.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_inside_node(const MeshArrays& m, std::uint32_t cell,
                                               std::uint32_t first, std::uint32_t last, F&& f) {
  const std::uint16_t* const before = m.inside_before.data + inside_row(m, cell, first);
  for (std::uint32_t at = last;; at = before[at]) {
    f(local_node(m, cell, at));
    if (at == first) return;
  }
}

PORTOLAN_HOST_DEVICE bool plan_inside(const MeshArrays& m, std::uint32_t start, std::uint32_t goal,
                                      const InsideCost& inside, PairRoute& route,
                                      AgentAnswer& answer) {
  if (inside.direct) {
    route.kind = PairRoute::one_polygon;
    answer.polygons = 1;
    return true;
  }
  WalkedNodes walked;  // from the goal
  for_each_inside_node(m, index(m.cells[start]), inside.first, inside.last,
                       [&](std::uint32_t node) { walked.add(m, node); });
  if (!walked.plain || (start ^ goal ^ walked.joined) != 0) return false;
  if (walked.count > 1 &&
      (is_doorway(m, walked.before, start) || is_doorway(m, walked.second, goal))) {
    return false;
  }
  route.kind = PairRoute::inside_cell;
  route.rows[0] = static_cast<std::uint16_t>(inside.first);
  route.rows[1] = static_cast<std::uint16_t>(inside.last);
  answer.polygons = walked.count + 1;
  return true;
}

/// An agent's cost, and with `paths` the route and the number of its polygons.
PORTOLAN_HOST_DEVICE AgentAnswer answer_by_pairs(const MeshArrays& m, const MeshPlace& from,
                                                 const MeshPlace& to, bool paths,
                                                 const PairRoom& room, PairRoute& route) {
  AgentAnswer answer;
  if (!passable(m, from) || !passable(m, to)) {
    answer.status = passable(m, from) ? Status::invalid_goal : Status::invalid_start;
    return answer;
  }
  const std::uint32_t cell = index(m.cells[from.polygon]);
  const std::uint32_t goal_cell = index(m.cells[to.polygon]);
  if (!fits(m, from.polygon, cell, room) || !fits(m, to.polygon, goal_cell, room))
    return AgentAnswer::needs_room();
  connect_to_pairs(m, from, cell, false, room);
  connect_to_pairs(m, to, goal_cell, true, room);
  const PairChoice choice = choose_pair(m, cell, goal_cell, room);
  InsideCost inside;
  if (cell == goal_cell) inside = find_inside(m, from, to, cell);
  const bool far = choice.cost < inside.cost;
  answer.cost = far ? choice.cost : inside.cost;
  if (answer.cost == kInfinite) return answer;
  answer.status = Status::complete;
  if (!paths) return answer;
  const bool plain = far ? plan_over_gates(m, from, to, choice, room, route, answer)
                         : plan_inside(m, from.polygon, to.polygon, inside, route, answer);
  return plain ? answer : AgentAnswer::needs_room();
}

/// Of a route only the polygon to enter next.
PORTOLAN_HOST_DEVICE void keep_next(const MeshArrays& m, std::uint32_t start, PairRoute& route,
                                    AgentAnswer& answer) {
  if (answer.polygons == 0) return;
  const bool stays = route.kind == PairRoute::one_polygon;
  const std::uint32_t node = local_node(m, index(m.cells[start]), route.rows[0]);
  route.pair = stays ? start : start ^ m.across[node];
  route.kind = PairRoute::next;
  answer.polygons = 1;
}

/// Where the stored part of a path goes.
struct PairMiddle {
  std::uint32_t from = 0;  ///< In `pair_polygons`,
  std::uint32_t count = 0;
  std::uint32_t to = 0;       ///< to this place of the path,
  std::uint32_t polygon = 0;  ///< joined with this by exclusive or.
};

/// Writes the polygons of a route but for those of its middle, which it tells.
PORTOLAN_HOST_DEVICE PairMiddle write_ends(const MeshArrays& m, std::uint32_t start,
                                           std::uint32_t goal, const PairRoute& route,
                                           std::uint32_t count, std::uint32_t* polygons) {
  PairMiddle middle;
  if (route.kind == PairRoute::none) return middle;
  polygons[0] = route.kind == PairRoute::next ? route.pair : start;
  if (count == 1) return middle;
  std::uint32_t at = count - 1;
  std::uint32_t polygon = polygons[at] = goal;
  const std::uint32_t end =
      route.kind == PairRoute::over_gates ? count - route.connections[1] : std::uint32_t{1};
  const auto go_back = [&](std::uint32_t node) {
    if (at <= end) return;
    polygon ^= m.across[node];
    polygons[--at] = polygon;
  };
  if (route.kind == PairRoute::inside_cell) {
    for_each_inside_node(m, index(m.cells[start]), route.rows[0], route.rows[1], go_back);
  } else if (route.kind == PairRoute::over_gates) {
    const PairPath path = m.pair_paths[route.pair];
    std::uint32_t behind = start;
    std::uint32_t next = 1;
    for_each_connection_node(m, index(m.cells[start]), false, route.rows[0], route.gates[0],
                             [&](std::uint32_t node) {
                               behind ^= m.across[node];
                               polygons[next++] = behind;
                             });
    for_each_connection_node(m, index(m.cells[goal]), true, route.rows[1], route.gates[1], go_back);
    middle = {path.begin, path.count, next, behind};
  }
  return middle;
}

}  // namespace portolan::detail
