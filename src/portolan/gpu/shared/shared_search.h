#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_inside.h"
#include "portolan/gpu/mesh/pair_agent.h"
#include "portolan/gpu/shared/shared_arrays.h"

/// The searches that all agents of a batch share where there are no tables: inside every cell from
/// each of its nodes, then between all gates. Each function does the work for one node, connection
/// or pair, on a CPU or a GPU; SharedSearch and HostSharedSearch say in which order.
namespace portolan::detail {

/// The costs from a node of a cell to all nodes of it, and the node before each: lowered until
/// nothing changes, several nodes at a time.
template <class Lanes>
PORTOLAN_HOST_DEVICE void search_inside(const Lanes& lanes, const MeshArrays& m,
                                        const SharedArrays& s, const SharedRoom& room,
                                        std::uint32_t row) {
  const CellId cell = s.cell_of_row[row];
  const std::uint32_t from = row - s.row_begin[index(cell)];
  const std::uint32_t count = s.row_begin[index(cell) + 1] - s.row_begin[index(cell)];
  Cost* const costs = room.inside_costs + inside_row(m, cell, from);
  for (std::uint32_t i = lanes.lane(); i < count; i += Lanes::kCount)
    costs[i] = i == from ? 0 : kInfinite;
  lanes.sync();
  for (bool changed = true; lanes.any(changed);) {
    changed = false;
    for (std::uint32_t i = lanes.lane(); i < count; i += Lanes::kCount) {
      Cost best = costs[i];
      for_each_move(m, cell, local_node(m, cell, i), true, [&](std::uint32_t by, Cost cost) {
        if (costs[by] < kTableInfinite && costs[by] + cost < best) best = costs[by] + cost;
      });
      changed = changed || best < costs[i];
      costs[i] = best;
    }
    lanes.sync();
  }
  std::uint16_t* const before = room.inside_before + inside_row(m, cell, from);
  for (std::uint32_t i = lanes.lane(); i < count; i += Lanes::kCount) {
    if (i == from || costs[i] == kInfinite) continue;
    for_each_move(m, cell, local_node(m, cell, i), true, [&](std::uint32_t by, Cost cost) {
      if (by != i && costs[by] < kTableInfinite && costs[by] + cost == costs[i])
        before[i] = static_cast<std::uint16_t>(by);
    });
  }
}

/// A connection of a row of a cell to one of the cell's gates.
struct SharedConnection {
  CellId cell;
  GatePlace gate;
  std::uint32_t there;  ///< The gate's local number.
  std::uint32_t local;  ///< The row's.
  unsigned direction;   ///< 1: from the gate.
};

PORTOLAN_HOST_DEVICE SharedConnection connection_of(const MeshArrays& m, const SharedArrays& s,
                                                    CellId cell, GatePlace gate,
                                                    std::uint32_t local, unsigned direction) {
  return {cell, gate, s.gate_locals[m.cell_begin[index(cell)] + index(gate)], local, direction};
}
PORTOLAN_HOST_DEVICE std::uint32_t connection_place(const MeshArrays& m, const SharedArrays& s,
                                                    const SharedConnection& c) {
  return s.connection_begin[index(c.cell)] + index(c.gate) * local_count(m, c.cell) + c.local;
}

/// Calls f(node) for its nodes: from the gate on, or from the row where it comes from the gate.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_connected(const MeshArrays& m, const SharedRoom& room,
                                             const SharedConnection& c, F&& f) {
  const std::uint32_t first = c.direction == 0 ? c.local : c.there;
  const std::uint16_t* const before = room.inside_before + inside_row(m, c.cell, first);
  for (std::uint32_t at = c.direction == 0 ? c.there : c.local;; at = before[at]) {
    f(local_node(m, c.cell, at));
    if (at == first) return;
  }
}

/// What a connection costs and how long it is.
PORTOLAN_HOST_DEVICE void measure_connection(const MeshArrays& m, const SharedArrays& s,
                                             const SharedRoom& room, const SharedConnection& c) {
  const Cost cost = c.direction == 0 ? room.inside_costs[inside_row(m, c.cell, c.local) + c.there]
                                     : room.inside_costs[inside_row(m, c.cell, c.there) + c.local];
  const std::uint32_t gates = MeshArrays::padded(gates_of(m, c.cell));
  room.connect_costs[c.direction][std::size_t{s.connect_costs_begin[index(c.cell)]} * 4 +
                                  std::size_t{c.local} * gates + index(c.gate)] =
      cost < kTableInfinite ? cost : kTableInfinite;
  const std::uint32_t place = connection_place(m, s, c);
  ConnectionPath path;
  if (cost < kTableInfinite) {
    WalkedNodes walked;
    for_each_connected(m, room, c, [&](std::uint32_t node) { walked.add(m, node); });
    const bool from_gate = c.direction == 0;  // it was walked along from there
    path.count = static_cast<std::uint16_t>(walked.count);
    path.plain = walked.plain ? 1 : 0;
    path.joined = walked.joined;
    path.second = from_gate ? walked.before : walked.second;
    path.before = from_gate ? walked.second : walked.before;
    path.last = local_node(m, c.cell, c.there);
  }
  room.connections[c.direction][place] = path;
  room.lengths[c.direction * s.connection_count + place] = path.count == 0 ? 0 : path.count + 1u;
}

/// Its polygons: see ConnectionPath.
PORTOLAN_HOST_DEVICE void write_connection(const MeshArrays& m, const SharedArrays& s,
                                           const SharedRoom& room, const SharedConnection& c) {
  const std::uint32_t place = connection_place(m, s, c);
  ConnectionPath& path = room.connections[c.direction][place];
  if (path.count == 0) return;
  path.begin =
      static_cast<std::uint32_t>(room.begins[c.direction * s.connection_count + place]) + 1;
  std::uint32_t* const polygons = room.polygons + path.begin;
  std::uint32_t joined = c.direction == 0 ? path.joined : 0;
  std::uint32_t at = c.direction == 0 ? path.count : 0;
  polygons[-1] = 0;
  for_each_connected(m, room, c, [&](std::uint32_t node) {
    if (c.direction == 0) {
      polygons[--at] = joined;
      joined ^= m.across[node];
    } else {
      joined ^= m.across[node];
      polygons[at++] = joined;
    }
  });
}

/// The hop between two gates of a cell through that cell.
PORTOLAN_HOST_DEVICE std::uint64_t hop_inside(const MeshArrays& m, const SharedArrays& s,
                                              const SharedRoom& room, CellId cell, GatePlace from,
                                              GatePlace to) {
  const std::uint32_t local = s.gate_locals[m.cell_begin[index(cell)] + index(from)];
  const SharedConnection c = connection_of(m, s, cell, to, local, 0);
  const Cost cost = room.inside_costs[inside_row(m, cell, local) + c.there];
  return cost < kTableInfinite ? std::uint64_t{cost} << 32 | connection_place(m, s, c) : kNoHop;
}

/// The cost of one hop, links included: where the search between gates begins.
PORTOLAN_HOST_DEVICE void begin_gate_costs(const MeshArrays& m, const SharedArrays& s,
                                           const SharedRoom& room, std::uint32_t from,
                                           std::uint32_t to) {
  std::uint64_t& hop = room.hops[std::size_t{from} * s.gate_count + to];
  if (s.link_partners[from] == to) {
    const Cost cost = m.link_costs[s.gate_nodes[from]];
    const std::uint64_t link = std::uint64_t{cost} << 32 | kLinkHop;
    if (cost < kTableInfinite && link < hop) hop = link;
  }
  const auto cost = static_cast<Cost>(hop >> 32);
  room.gate_costs[std::size_t{from} * room.stride + to] = from == to              ? 0
                                                          : cost < kTableInfinite ? cost
                                                                                  : kTableInfinite;
}

/// Once the costs between gates are known: the first gate of the path from one to another.
PORTOLAN_HOST_DEVICE void find_next_gate(const SharedArrays& s, const SharedRoom& room,
                                         std::uint32_t from, std::uint32_t to) {
  const Cost whole = room.gate_costs[std::size_t{from} * room.stride + to];
  std::uint32_t next = SharedArrays::kNoGate;
  if (from != to && whole < kTableInfinite) {
    for (std::uint32_t k = s.neighbour_begin[from]; k < s.neighbour_begin[from + 1]; ++k) {
      const std::uint32_t by = index(s.neighbours[k]);
      const std::uint64_t hop = room.hops[std::size_t{from} * s.gate_count + by];
      if (by == from || hop == kNoHop) continue;
      const Cost rest = room.gate_costs[std::size_t{by} * room.stride + to];
      if (static_cast<Cost>(hop >> 32) + rest == whole) next = by;
    }
  }
  room.next[std::size_t{from} * s.gate_count + to] = next;
}

/// What the path between two gates costs, and how long it is.
PORTOLAN_HOST_DEVICE void measure_pair(const SharedArrays& s, const SharedRoom& room,
                                       std::uint32_t from, std::uint32_t to) {
  const std::size_t place = std::size_t{from} * s.gate_count + to;
  const Cost cost = room.gate_costs[std::size_t{from} * room.stride + to];
  room.pairs[place] = {cost, 0};
  PairPath path;
  bool plain = true;
  for (std::uint32_t at = from; at != to && cost < kTableInfinite;) {
    const std::uint32_t next = room.next[std::size_t{at} * s.gate_count + to];
    const auto hop = static_cast<std::uint32_t>(room.hops[std::size_t{at} * s.gate_count + next]);
    ConnectionPath through;
    through.count = 2;
    through.second = through.last = s.gate_nodes[next];
    if (hop != kLinkHop) through = room.connections[0][hop];
    if (path.count == 0) path.first = through.second;
    if (path.count + through.count > 2)
      path.last = through.count > 2 ? through.before : s.gate_nodes[at];
    path.count += through.count - 1;
    plain = plain && through.plain != 0;
    at = next;
  }
  room.lengths[s.directions * s.connection_count + place] = plain ? path.count : 0;
  if (!plain) path.count = PairPath::kNotPlain;
  room.pair_paths[place] = path;
}

/// Its polygons: see PairPath. Connections are written already.
template <class Lanes>
PORTOLAN_HOST_DEVICE void write_pair(const Lanes& lanes, const MeshArrays& m, const SharedArrays& s,
                                     const SharedRoom& room, std::uint32_t from, std::uint32_t to) {
  const std::size_t place = std::size_t{from} * s.gate_count + to;
  PairPath& path = room.pair_paths[place];
  const auto begin =
      static_cast<std::uint32_t>(room.begins[s.directions * s.connection_count + place]);
  const std::uint32_t count = path.count;
  lanes.sync();
  if (lanes.lane() == 0) path.begin = begin;
  if (count == 0 || count == PairPath::kNotPlain) return;
  std::uint32_t* polygons = room.polygons + begin;
  std::uint32_t joined = 0;
  for (std::uint32_t at = from; at != to;) {
    const std::uint32_t next = room.next[std::size_t{at} * s.gate_count + to];
    const auto hop = static_cast<std::uint32_t>(room.hops[std::size_t{at} * s.gate_count + next]);
    const ConnectionPath through = room.connections[0][hop];
    joined ^= m.across[s.gate_nodes[at]];
    for (std::uint32_t k = 1 + lanes.lane(); k < through.count; k += Lanes::kCount)
      polygons[k - 1] = joined ^ room.polygons[through.begin + k];
    polygons += through.count - 1;
    joined ^= through.joined;
    at = next;
  }
}

}  // namespace portolan::detail
