#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/mesh/agent_costs.h"
#include "portolan/gpu/mesh/mesh_agent.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_inside.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/mesh/pair_choice.h"
#include "portolan/navmesh.h"

/// One agent's query by the stored paths between gates, by one thread, for CPU and GPU: first what
/// the path costs, of what it is made and how long it is, then its polygons. Answers are those of
/// mesh_agent.h.
namespace portolan::detail {

/// Of what an agent's path is made: the nodes to the first gate, those between the gates, and from
/// the goal back those to the second one. The places in the stored polygons are such that the place
/// in the path is added to the first two, and taken from the last.
struct PairRoute {
  static constexpr std::uint32_t kInside = 0xFFFF'FFFFu;

  std::uint32_t start = 0;
  std::uint32_t goal = 0;
  std::uint32_t behind = 0;      ///< The polygon behind the first gate.
  std::uint32_t places[3] = {};  ///< Of a path inside a cell the first and the last node by local
                                 ///< number.
  std::uint32_t first_end = 0;   ///< Nodes to the first gate,
  std::uint32_t second_end = 0;  ///< and to the second one; kInside: inside a cell.
};
static_assert(sizeof(PairRoute) == 32);

/// The stored connection of an end to the gate that its path takes.
PORTOLAN_HOST_DEVICE ConnectionPath find_connection(const MeshArrays& m, std::uint32_t polygon,
                                                    bool backward, const PairChoice& choice) {
  const unsigned e = backward ? 1 : 0;
  const CellId cell = m.cells[polygon];
  const std::uint32_t row = m.slots[m.slot_begin[polygon] + choice.slots[e]].local;
  return m.connections(backward)
      .paths[m.connection_begin[index(cell)] + choice.gates[e] * local_count(m, cell) + row];
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
                                          PairRoute& route, AgentAnswer& answer) {
  const ConnectionPath there = find_connection(m, start, false, choice);
  const ConnectionPath back = find_connection(m, goal, true, choice);
  const PairPath middle = m.pair_paths[choice.pair];
  answer.polygons = there.count + middle.count + back.count;
  route = {start,
           goal,
           start ^ there.joined,
           {there.begin - 1, middle.begin - 1 - there.count, back.begin + answer.polygons - 2},
           there.count,
           there.count + middle.count};
  return is_plain(m, start, goal, there, middle, back);
}

/// Calls f(node) for the nodes of a path inside a cell, from its end on.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_inside_node(const MeshArrays& m, CellId cell,
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
  for_each_inside_node(m, m.cells[start], inside.first, inside.last,
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
  const CellId cell = m.cells[from.polygon];
  const CellId goal_cell = m.cells[to.polygon];
  if (!fits(m, from.polygon, to.polygon, room)) return AgentAnswer::needs_room();
  connect_goal(m, to, goal_cell, room);
  const PairChoice choice = choose_pair(m, from, cell, goal_cell, room);
  InsideCost inside;
  if (cell == goal_cell) inside = find_inside(m, from, to, cell);
  const bool far = choice.cost < inside.cost;
  answer.cost = far ? choice.cost : inside.cost;
  if (answer.cost == kInfinite) return answer;
  answer.status = Status::complete;
  if (!paths) return answer;
  const bool plain = far ? plan_over_gates(m, from.polygon, to.polygon, choice, route, answer)
                         : plan_inside(m, from.polygon, to.polygon, inside, route, answer);
  return plain ? answer : AgentAnswer::needs_room();
}

/// A polygon of a path over gates.
PORTOLAN_HOST_DEVICE std::uint32_t polygon_of_route(const MeshArrays& m, const PairRoute& route,
                                                    std::uint32_t at) {
  const bool first = at <= route.first_end;
  const bool middle = at <= route.second_end;
  const std::uint32_t place = first    ? route.places[0] + at
                              : middle ? route.places[1] + at
                                       : route.places[2] - at;
  const std::uint32_t joined = first ? route.start : middle ? route.behind : route.goal;
  return joined ^ m.pair_polygons[place];
}

/// Writes the polygons of a path inside a cell.
PORTOLAN_HOST_DEVICE void write_inside(const MeshArrays& m, const PairRoute& route,
                                       std::uint32_t count, std::uint32_t* polygons) {
  polygons[0] = route.start;
  if (count == 1) return;
  std::uint32_t at = count - 1;
  std::uint32_t polygon = polygons[at] = route.goal;
  for_each_inside_node(m, m.cells[route.start], route.places[0], route.places[1],
                       [&](std::uint32_t node) {
                         polygon ^= m.across[node];
                         if (at > 1) polygons[--at] = polygon;
                       });
}

/// Of a route only the polygon to enter next: it becomes a path of its own.
PORTOLAN_HOST_DEVICE void keep_next(const MeshArrays& m, PairRoute& route, AgentAnswer& answer) {
  if (answer.polygons > 1) {
    const CellId cell = m.cells[route.start];
    route.start = route.second_end == PairRoute::kInside
                      ? route.start ^ m.across[local_node(m, cell, route.places[0])]
                      : polygon_of_route(m, route, 1);
  }
  if (answer.polygons > 0) answer.polygons = 1;
  route.second_end = PairRoute::kInside;
}

}  // namespace portolan::detail
