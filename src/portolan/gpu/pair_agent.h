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

/// Of what an agent's path is made: its start, the nodes to the first gate, those between the
/// gates, and from the goal back those to the second one.
struct PairRoute {
  static constexpr std::uint32_t kInside = 0xFFFF'FFFFu;

  std::uint32_t start = 0;
  std::uint32_t goal = 0;
  std::uint32_t behind = 0;      ///< The polygon behind the first gate.
  std::uint32_t begins[3] = {};  ///< In the stored polygons; of a path inside a cell the first and
                                 ///< the last node by local number.
  std::uint32_t first_end = 0;   ///< Nodes to the first gate,
  std::uint32_t second_end = 0;  ///< and to the second one; kInside: inside a cell.
};
static_assert(sizeof(PairRoute) == 32);

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

/// The stored connection of an end to the gate that its path takes.
PORTOLAN_HOST_DEVICE ConnectionPath find_connection(const MeshArrays& m, std::uint32_t polygon,
                                                    bool backward, std::uint32_t gate,
                                                    const PairRoom& room) {
  const std::uint32_t cell = index(m.cells[polygon]);
  const std::uint32_t slot = room.slots[backward ? 1 : 0][gate * room.stride];
  const std::uint32_t row = m.slots[m.slot_begin[polygon] + slot].local;
  return m.connections(backward)
      .paths[m.connection_begin[cell] + gate * local_count(m, cell) + row];
}

/// Whether the path over gates goes through all of its nodes.
PORTOLAN_HOST_DEVICE bool is_plain(const MeshArrays& m, std::uint32_t start, std::uint32_t goal,
                                   const ConnectionPath& there, const PairPath& middle,
                                   const ConnectionPath& back) {
  if (middle.count == PairPath::kNotPlain || there.plain == 0 || back.plain == 0) return false;
  std::uint32_t joined = start ^ goal ^ there.joined ^ back.joined ^ m.across[back.last];
  if (middle.count != 0) joined ^= m.pair_polygons[middle.begin + middle.count - 1];
  if (joined != 0) return false;
  if (there.count + middle.count + back.count < 3) return true;
  const std::uint32_t second = there.count > 1    ? there.second
                               : middle.count > 0 ? middle.first
                                                  : back.before;
  const std::uint32_t before = back.count > 1     ? back.second
                               : middle.count > 1 ? middle.last
                               : middle.count > 0 ? there.last
                                                  : there.before;
  return !is_doorway(m, second, start) && !is_doorway(m, before, goal);
}

/// False: the path is not plain.
PORTOLAN_HOST_DEVICE bool plan_over_gates(const MeshArrays& m, std::uint32_t start,
                                          std::uint32_t goal, const PairChoice& choice,
                                          const PairRoom& room, PairRoute& route,
                                          AgentAnswer& answer) {
  const ConnectionPath there = find_connection(m, start, false, choice.gates[0], room);
  const ConnectionPath back = find_connection(m, goal, true, choice.gates[1], room);
  const PairPath middle = m.pair_paths[choice.pair];
  route = {start,
           goal,
           start ^ there.joined,
           {there.begin, middle.begin, back.begin},
           there.count,
           there.count + middle.count};
  answer.polygons = there.count + middle.count + back.count;
  return is_plain(m, start, goal, there, middle, back);
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

PORTOLAN_HOST_DEVICE bool plan_inside(const MeshArrays& m, std::uint32_t start, std::uint32_t goal,
                                      const InsideCost& inside, PairRoute& route,
                                      AgentAnswer& answer) {
  route = {start, goal, 0, {inside.first, inside.last, 0}, 0, PairRoute::kInside};
  if (inside.direct) {
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
  const bool plain = far ? plan_over_gates(m, from.polygon, to.polygon, choice, room, route, answer)
                         : plan_inside(m, from.polygon, to.polygon, inside, route, answer);
  return plain ? answer : AgentAnswer::needs_room();
}

/// A polygon of a path over gates, which has `count`.
PORTOLAN_HOST_DEVICE std::uint32_t polygon_of_route(const MeshArrays& m, const PairRoute& route,
                                                    std::uint32_t count, std::uint32_t at) {
  if (at == 0) return route.start;
  if (at <= route.first_end)
    return route.start ^ m.connections_to_gates.polygons[route.begins[0] + at - 1];
  if (at <= route.second_end)
    return route.behind ^ m.pair_polygons[route.begins[1] + at - 1 - route.first_end];
  const std::uint32_t back = count - 1 - at;
  if (back == 0) return route.goal;
  return route.goal ^ m.connections_from_gates.polygons[route.begins[2] + back - 1];
}

/// Writes the polygons of a path inside a cell.
PORTOLAN_HOST_DEVICE void write_inside(const MeshArrays& m, const PairRoute& route,
                                       std::uint32_t count, std::uint32_t* polygons) {
  polygons[0] = route.start;
  if (count == 1) return;
  std::uint32_t at = count - 1;
  std::uint32_t polygon = polygons[at] = route.goal;
  for_each_inside_node(m, index(m.cells[route.start]), route.begins[0], route.begins[1],
                       [&](std::uint32_t node) {
                         polygon ^= m.across[node];
                         if (at > 1) polygons[--at] = polygon;
                       });
}

/// Of a route only the polygon to enter next: it becomes a path of its own.
PORTOLAN_HOST_DEVICE void keep_next(const MeshArrays& m, PairRoute& route, AgentAnswer& answer) {
  if (answer.polygons > 1) {
    const std::uint32_t cell = index(m.cells[route.start]);
    route.start = route.second_end == PairRoute::kInside
                      ? route.start ^ m.across[local_node(m, cell, route.begins[0])]
                      : polygon_of_route(m, route, answer.polygons, 1);
  }
  if (answer.polygons > 0) answer.polygons = 1;
  route.second_end = PairRoute::kInside;
}

}  // namespace portolan::detail
