#pragma once

#include <cstdint>

#include "portolan/gpu/mesh_arrays.h"
#include "portolan/gpu/mesh_inside.h"
#include "portolan/gpu/mesh_trace.h"
#include "portolan/navmesh.h"
#include "portolan/tables/min_plus.h"
#include "portolan/types.h"

/// One agent's query by tables, for CPU and GPU: the costs of NavMeshQuery, and polygons that lead
/// from the start's to the goal's. Nothing is allocated; what does not fit its room is told.
namespace portolan::detail {

/// A piece of a path that is stored: the nodes after the gate that it begins at.
struct PathPiece {
  std::uint32_t end;   ///< Nodes of the path up to its end.
  std::uint32_t from;  ///< A byte of the stored paths; or the node itself.
  std::uint16_t kind;  ///< kNode, kForward, or kBack: read from its end.
  static constexpr std::uint16_t kNode = 0, kForward = 1, kBack = 2;
};

/// Scratch of one agent. All lanes see it.
struct AgentRoom {
  Cost* start_costs;  ///< By place of the gate, `most_gates` each.
  Cost* goal_costs;
  PathPiece* start_pieces;  ///< `most_pieces` each.
  PathPiece* goal_pieces;
  std::uint32_t* start_nodes;  ///< Between an end and its gate, `most_nodes` each.
  std::uint32_t* goal_nodes;
  std::uint32_t most_gates;
  std::uint32_t most_pieces;
  std::uint32_t most_nodes;
  std::uint32_t* all_nodes;  ///< For paths over links, `most_path`; null: they have no room.
  std::uint32_t* path;       ///< The polygons, `most_path`.
  std::uint32_t most_path;
};

struct AgentAnswer {
  Status status = Status::unreachable;
  bool no_room = false;  ///< Nothing is known: more room is needed.
  Cost cost = kInfinite;
  std::uint32_t polygons = 0;  ///< How many lie in the room's path.

  static PORTOLAN_HOST_DEVICE AgentAnswer needs_room() {
    AgentAnswer answer;
    answer.no_room = true;
    return answer;
  }
};

/// The least of a + b and c.
PORTOLAN_HOST_DEVICE Cost least_sum(Cost a, Cost b, Cost c) {
#ifdef __CUDA_ARCH__
  return __viaddmin_u32(a, b, c);
#else
  return a + b < c ? a + b : c;
#endif
}

/// One end of an agent's path.
struct AgentEnd {
  MeshPlace place;
  std::uint32_t cell;
  std::uint32_t gates;  ///< Of its cell; 0 where nothing is to be found.
  Cost slot_cost;       ///< To the doorway of the lane's number; kInfinite for none.
};

/// The costs between an end and the gates of its cell.
template <class Lanes>
PORTOLAN_HOST_DEVICE void connect(const Lanes& lanes, const MeshArrays& m, bool backward,
                                  AgentEnd& end, Cost* gate_costs) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[end.cell];
  const std::uint32_t begin = m.slot_begin[end.place.polygon];
  const std::uint32_t slots = end.gates == 0 ? 0 : m.slot_begin[end.place.polygon + 1] - begin;
  const std::uint32_t most_slots = lanes.most(slots);
  const std::uint32_t most_gates = lanes.most(end.gates);
  end.slot_cost = kInfinite;
  for (std::uint32_t s0 = 0; s0 < most_slots; s0 += Lanes::kCount) {
    Cost own = kInfinite;
    ConnectRow row{kTableInfinite, 0};
    if (const std::uint32_t s = s0 + lanes.lane(); s < slots) {
      own = slot_cost(m, end.place, begin + s, backward);
      if (own != kInfinite) {
        row = connect_row(d, cell, m.slots[begin + s].local);
        row.base += own;
      }
    }
    if (s0 == 0) end.slot_cost = own;
    const std::uint32_t here = most_slots - s0 < Lanes::kCount ? most_slots - s0 : Lanes::kCount;
    for (std::uint32_t g0 = 0; g0 < most_gates; g0 += Lanes::kCount) {
      const std::uint32_t g = g0 + lanes.lane();
      Cost best = kTableInfinite;
      for (std::uint32_t k = 0; k < here; ++k) {
        const Cost base = lanes.of(row.base, k);
        const std::uint32_t at = lanes.of(row.begin, k) + g;
        if (base >= kTableInfinite || g >= end.gates) continue;
        best = least_sum(base, connect_delta(d, cell.wide != 0, at), best);
      }
      if (g < end.gates && (s0 == 0 || best < gate_costs[g])) gate_costs[g] = best;
    }
  }
  if (most_slots == 0) {
    for (std::uint32_t g = lanes.lane(); g < end.gates; g += Lanes::kCount)
      gate_costs[g] = kTableInfinite;
  }
}

/// Where the cheapest path over gates has its topmost one, and what it costs from there.
struct Meeting {
  Cost cost = kInfinite;
  std::uint32_t depth = 0;
  Cost start = 0;
  Cost goal = 0;
};

/// Hubs whose costs a lane finds at once, so that it waits for the memory only once.
inline constexpr std::int32_t kHubsPerLane = 4;

/// The costs between an end and the gates above it from some depth on, every kCount-th of them.
template <class Lanes>
PORTOLAN_HOST_DEVICE void reach_hubs(const Lanes& lanes, const MeshArrays& m, const AgentEnd& end,
                                     const Cost* labels, const Cost* gate_costs,
                                     std::uint32_t depth, Cost* hubs) {
  for (std::int32_t h = 0; h < kHubsPerLane; ++h) hubs[h] = kTableInfinite;
  const RowOf* const rows = m.rows.data + m.cell_begin[end.cell];
  const std::uint32_t gates = lanes.most(end.gates);
  for (std::uint32_t g = 0; g < gates; ++g) {
    if (g >= end.gates) continue;
    const RowOf row = rows[g];
    const Cost cost = gate_costs[g];
    const Cost* const at = labels + row.begin + depth;
    const auto left = static_cast<std::int32_t>(row.count) - static_cast<std::int32_t>(depth);
    for (std::int32_t h = 0; h < kHubsPerLane; ++h) {
      const std::int32_t further = h * static_cast<std::int32_t>(Lanes::kCount);
      if (further < left) hubs[h] = least_sum(cost, at[further], hubs[h]);
    }
  }
}

PORTOLAN_HOST_DEVICE std::uint32_t common_depth(const MeshArrays& m, std::uint32_t a,
                                                std::uint32_t b) {
  std::uint32_t first = m.cell_place[a];
  std::uint32_t last = m.cell_place[b];
  if (first > last) {
    const std::uint32_t swapped = first;
    first = last;
    last = swapped;
  }
  std::uint32_t row = 0;
  while ((last - first) >> (row + 1) != 0) ++row;
  const std::size_t at = std::size_t{row} * m.cell_place.size;
  const std::uint32_t one = m.least_common[at + first];
  const std::uint32_t other = m.least_common[at + last - (1u << row)];
  return one < other ? one : other;
}

PORTOLAN_HOST_DEVICE std::uint32_t gates_of(const MeshArrays& m, std::uint32_t cell) {
  return m.cell_begin[cell + 1] - m.cell_begin[cell];
}

/// How deep the gates are that both ends have above them.
PORTOLAN_HOST_DEVICE std::uint32_t shared_depth(const MeshArrays& m, const AgentEnd& start,
                                                const AgentEnd& goal) {
  if (start.gates == 0 || goal.gates == 0) return 0;
  if (start.cell != goal.cell) return common_depth(m, start.cell, goal.cell);
  std::uint32_t depth = 0;
  for (std::uint32_t g = 0; g < start.gates; ++g) {
    const std::uint32_t count = m.rows[m.cell_begin[start.cell] + g].count;
    depth = depth < count ? count : depth;
  }
  return depth;
}

template <class Lanes>
PORTOLAN_HOST_DEVICE Meeting meet(const Lanes& lanes, const MeshArrays& m, const AgentEnd& start,
                                  const AgentEnd& goal, const AgentRoom& room) {
  constexpr std::uint32_t kNowhere = 0xFFFF'FFFFu;
  const std::uint32_t depth = shared_depth(m, start, goal);
  const std::uint32_t most_depth = lanes.most(depth);
  Cost best = kTableInfinite;
  std::uint32_t where = kNowhere;
  Cost half = 0;
  for (std::uint32_t d0 = 0; d0 < most_depth; d0 += std::uint32_t{kHubsPerLane} * Lanes::kCount) {
    Cost there[kHubsPerLane];
    Cost back[kHubsPerLane];
    const std::uint32_t first = d0 + lanes.lane();
    reach_hubs(lanes, m, start, m.to_gates.label_costs.data, room.start_costs, first, there);
    reach_hubs(lanes, m, goal, m.from_gates.label_costs.data, room.goal_costs, first, back);
    for (std::int32_t h = 0; h < kHubsPerLane; ++h) {
      const std::uint32_t at = first + static_cast<std::uint32_t>(h) * Lanes::kCount;
      if (at >= depth || there[h] + back[h] >= best) continue;
      best = there[h] + back[h];
      where = at;
      half = there[h];
    }
  }
  Meeting meeting;
  const Cost least = lanes.least(best);
  const std::uint32_t nearest = lanes.least(best == least ? where : kNowhere);
  const std::uint32_t lane = lanes.first(where == nearest && best == least);
  half = lanes.of(half, lane < Lanes::kCount ? lane : 0);
  if (least < kTableInfinite) meeting = {least, nearest, half, least - half};
  return meeting;
}

/// The gate of an end's cell that the path over the hub takes, by its place.
template <class Lanes>
PORTOLAN_HOST_DEVICE std::uint32_t find_entry_gate(const Lanes& lanes, const MeshArrays& m,
                                                   const AgentEnd& end, const Cost* labels,
                                                   const Cost* gate_costs, std::uint32_t depth,
                                                   Cost cost) {
  const RowOf* const rows = m.rows.data + m.cell_begin[end.cell];
  const std::uint32_t gates = lanes.most(end.gates);
  std::uint32_t gate = 0xFFFF'FFFFu;
  for (std::uint32_t g0 = 0; g0 < gates; g0 += Lanes::kCount) {
    const std::uint32_t g = g0 + lanes.lane();
    bool found = false;
    if (g < end.gates) {
      const RowOf row = rows[g];
      found = depth < row.count && gate_costs[g] + labels[row.begin + depth] == cost;
    }
    const std::uint32_t lane = lanes.first(found);
    if (gate == 0xFFFF'FFFFu && lane < Lanes::kCount) gate = g0 + lane;
  }
  return gate == 0xFFFF'FFFFu ? 0 : gate;
}

/// The row of a cell at which the path between an end and a gate begins.
template <class Lanes>
PORTOLAN_HOST_DEVICE std::uint32_t find_entry_row(const Lanes& lanes, const MeshArrays& m,
                                                  const AgentEnd& end, bool backward,
                                                  std::uint32_t gate, Cost cost) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[end.cell];
  const std::uint32_t begin = m.slot_begin[end.place.polygon];
  const std::uint32_t slots = end.gates == 0 ? 0 : m.slot_begin[end.place.polygon + 1] - begin;
  const std::uint32_t most_slots = lanes.most(slots);
  std::uint32_t entry = 0xFFFF'FFFFu;
  for (std::uint32_t s0 = 0; s0 < most_slots; s0 += Lanes::kCount) {
    const std::uint32_t s = s0 + lanes.lane();
    std::uint32_t row = 0;
    bool found = false;
    if (s < slots) {
      const Cost own = s0 == 0 ? end.slot_cost : slot_cost(m, end.place, begin + s, backward);
      row = m.slots[begin + s].local;
      if (own != kInfinite) {
        const ConnectRow entries = connect_row(d, cell, row);
        found = own + entries.base + connect_delta(d, cell.wide != 0, entries.begin + gate) == cost;
      }
    }
    const std::uint32_t lane = lanes.first(found);
    row = lanes.of(row, lane < Lanes::kCount ? lane : 0);
    if (entry == 0xFFFF'FFFFu && lane < Lanes::kCount) entry = row;
  }
  return entry;
}

PORTOLAN_HOST_DEVICE PathPiece piece_of(const MeshArrays& m, const GateHop& hop, bool flipped,
                                        std::uint32_t& end) {
  if (hop.size == 0) return {++end, hop.way, PathPiece::kNode};
  constexpr std::uint32_t kNodeBytes = sizeof(NodeId);
  end += hop.size / kNodeBytes - (m.symmetric ? 1 : 0);
  const bool back = (hop.reversed != 0) != flipped;
  const std::uint32_t from = hop.way + (m.symmetric && !back ? kNodeBytes : 0);
  return {end, from, back ? PathPiece::kBack : PathPiece::kForward};
}

/// What one end contributes to a path over gates.
struct EndPieces {
  std::uint32_t connection = 0;  ///< Nodes from the end to its gate; 0: no room.
  std::uint32_t pieces = 0;
  std::uint32_t nodes = 0;  ///< Of all pieces.
};

/// A path over gates: the start's connection, its pieces, those of the goal from the hub on, and
/// the goal's connection from its last but one on.
struct AgentPath {
  EndPieces start;
  EndPieces goal;

  PORTOLAN_HOST_DEVICE std::uint32_t node_count() const {
    return start.connection + start.nodes + goal.nodes + goal.connection - 1;
  }
  PORTOLAN_HOST_DEVICE bool found() const { return start.connection != 0 && goal.connection != 0; }
};

/// What it takes to follow a path from one end.
struct EndWalk {
  bool backward;
  std::uint32_t cell;
  std::uint32_t row;   ///< Where the connection begins,
  std::uint32_t gate;  ///< and the place of the gate that it leads to.
  bool wanted;         ///< Whether there is anything to follow.
};

/// Follows the connection of an end, and the labels from its gate up to the hub.
template <class Lanes>
PORTOLAN_HOST_DEVICE EndPieces follow(const Lanes& lanes, const MeshArrays& m, const EndWalk& walk,
                                      std::uint32_t hub_depth, const AgentRoom& room) {
  const DirectionArrays& d = m.direction(walk.backward);
  EndPieces found;
  std::uint32_t* const nodes = walk.backward ? room.goal_nodes : room.start_nodes;
  PathPiece* const pieces = walk.backward ? room.goal_pieces : room.start_pieces;
  const ConnectTable::Cell cell = d.connect_cells[walk.cell];
  const std::size_t steps = cell.paths + std::size_t{walk.gate} * cell.rows;
  const GateId gate =
      walk.wanted ? m.gates_of_cells[m.cell_begin[walk.cell] + walk.gate] : GateId{};
  std::uint32_t row = walk.row;
  std::uint32_t labels = m.gates[index(gate)].labels;
  std::uint32_t hops = d.exit_begin[index(gate)];
  std::uint32_t depth = m.gates[index(gate)].depth;
  bool in_cell = walk.wanted;
  bool above = walk.wanted && depth != hub_depth;
  bool fits = true;
  // Both at once: each step waits for the one before it.
  while (lanes.most(in_cell || above ? 1 : 0) != 0) {
    if (in_cell) {
      fits = fits && found.connection < room.most_nodes;
      if (fits) nodes[found.connection++] = local_node(m, walk.cell, row);
      const std::uint32_t at = row_rank(d, cell, row);
      const std::uint32_t next =
          cell.wide_steps == 0 ? d.connect_steps[steps + at] : d.connect_wide_steps[steps + at];
      in_cell = fits && next != row;
      row = next;
    }
    if (above) {
      const std::uint32_t step = d.label_wide_steps.size == 0
                                     ? d.label_steps[labels + hub_depth]
                                     : d.label_wide_steps[labels + hub_depth];
      const GateHop hop = d.gate_hops[hops + step];
      fits = fits && found.pieces < room.most_pieces;
      if (fits) {
        pieces[found.pieces++] = piece_of(m, hop, walk.backward && m.flipped_back, found.nodes);
      }
      labels = hop.labels;
      hops = hop.gate_hops;
      depth = hop.depth;
      above = fits && depth != hub_depth;
    }
  }
  if (!fits) found.connection = 0;
  return found;
}

/// Both ends at once, on a lane each.
template <class Lanes>
PORTOLAN_HOST_DEVICE AgentPath find_far_path(const Lanes& lanes, const MeshArrays& m,
                                             const AgentEnd& start, const AgentEnd& goal,
                                             const Meeting& meeting, bool wanted,
                                             const AgentRoom& room) {
  const std::uint32_t first = find_entry_gate(lanes, m, start, m.to_gates.label_costs.data,
                                              room.start_costs, meeting.depth, meeting.start);
  const std::uint32_t last = find_entry_gate(lanes, m, goal, m.from_gates.label_costs.data,
                                             room.goal_costs, meeting.depth, meeting.goal);
  const std::uint32_t first_row =
      find_entry_row(lanes, m, start, false, first, wanted ? room.start_costs[first] : 0);
  const std::uint32_t last_row =
      find_entry_row(lanes, m, goal, true, last, wanted ? room.goal_costs[last] : 0);
  const EndWalk there{false, start.cell, first_row, first, wanted};
  const EndWalk back{true, goal.cell, last_row, last, wanted};
  AgentPath path;
  if constexpr (Lanes::kCount == 1) {
    path = {follow(lanes, m, there, meeting.depth, room),
            follow(lanes, m, back, meeting.depth, room)};
  } else {
    EndWalk own = lanes.lane() == 1 ? back : there;
    own.wanted = own.wanted && lanes.lane() < 2;
    const EndPieces found = follow(lanes, m, own, meeting.depth, room);
    path.start = {lanes.of(found.connection, 0), lanes.of(found.pieces, 0),
                  lanes.of(found.nodes, 0)};
    path.goal = {lanes.of(found.connection, 1), lanes.of(found.pieces, 1),
                 lanes.of(found.nodes, 1)};
  }
  lanes.sync();
  return path;
}

/// The k-th node of an end's pieces, and which node of its piece that is, from its end to the hub.
PORTOLAN_HOST_DEVICE std::uint32_t node_of_pieces(const MeshArrays& m, const PathPiece* pieces,
                                                  std::uint32_t count, std::uint32_t k,
                                                  bool from_hub) {
  std::uint32_t low = 0;
  for (std::uint32_t high = count; high - low > 1;) {
    const std::uint32_t middle = (low + high) / 2;
    if (pieces[middle - 1].end <= k) {
      low = middle;
    } else {
      high = middle;
    }
  }
  const PathPiece piece = pieces[low];
  if (piece.kind == PathPiece::kNode) return piece.from;
  const std::uint32_t begin = low == 0 ? 0 : pieces[low - 1].end;
  const bool from_end = (piece.kind == PathPiece::kBack) != from_hub;
  const auto* nodes = reinterpret_cast<const std::uint32_t*>(m.stored_paths.data + piece.from);
  return nodes[from_end ? piece.end - 1 - k : k - begin];
}

/// The k-th node of a path over gates.
PORTOLAN_HOST_DEVICE std::uint32_t node_at(const MeshArrays& m, const AgentPath& path,
                                           const AgentRoom& room, std::uint32_t k) {
  if (k < path.start.connection) return room.start_nodes[k];
  k -= path.start.connection;
  if (k < path.start.nodes)
    return node_of_pieces(m, room.start_pieces, path.start.pieces, k, false);
  k -= path.start.nodes;
  if (k < path.goal.nodes) {
    return node_of_pieces(m, room.goal_pieces, path.goal.pieces, path.goal.nodes - 1 - k, true);
  }
  return room.goal_nodes[path.goal.connection - 2 - (k - path.goal.nodes)];
}

/// Writes the polygons of a path that goes through every node it touches, as nearly all do. False
/// where that is not certain.
template <class Lanes>
PORTOLAN_HOST_DEVICE bool write_plain(const Lanes& lanes, const MeshArrays& m, std::uint32_t start,
                                      std::uint32_t goal, const AgentPath& path, bool wanted,
                                      const AgentRoom& room) {
  const std::uint32_t count = wanted ? path.node_count() : 0;
  const std::uint32_t most_count = lanes.most(count);
  std::uint32_t polygon = start;
  bool doubtful = false;
  if (wanted && lanes.lane() == 0) room.path[0] = polygon;
  for (std::uint32_t k0 = 0; k0 < most_count; k0 += Lanes::kCount) {
    const std::uint32_t k = k0 + lanes.lane();
    std::uint32_t across = 0;
    if (k < count) {
      const std::uint32_t node = node_at(m, path, room, k);
      across = m.across[node];
      doubtful |= across == 0 || (k == 1 && is_doorway(m, node, start)) ||
                  (k + 2 == count && is_doorway(m, node, goal));
    }
    const std::uint32_t joined = lanes.xor_up_to(across);
    if (k < count) room.path[k + 1] = polygon ^ joined;
    polygon ^= lanes.of(joined, Lanes::kCount - 1);
  }
  return !lanes.any(doubtful) && polygon == goal;
}

/// The same for any path, by one lane.
template <class Lanes>
PORTOLAN_HOST_DEVICE void trace_path(const Lanes& lanes, const MeshArrays& m, std::uint32_t start,
                                     std::uint32_t goal, const AgentPath& path,
                                     const AgentRoom& room, AgentAnswer& answer) {
  const std::uint32_t count = path.node_count();
  for (std::uint32_t k = lanes.lane(); k < count; k += Lanes::kCount)
    room.all_nodes[k] = node_at(m, path, room, k);
  lanes.sync();
  std::uint32_t polygons = 0;
  if (lanes.lane() == 0) {
    polygons = trace_polygons(m, start, goal, room.all_nodes, count, room.path, room.most_path);
  }
  answer.polygons = lanes.of(polygons, 0);
  answer.no_room = answer.polygons == 0;
}

PORTOLAN_HOST_DEVICE bool passable(const MeshArrays& m, const MeshPlace& place) {
  return place.polygon < m.area_costs.size &&
         m.area_costs[place.polygon] != NavMeshMetric::kBlocked;
}

/// Writes the polygons of a path whose cost is known, and how many they are.
template <class Lanes>
PORTOLAN_HOST_DEVICE void write_path(const Lanes& lanes, const MeshArrays& m, const AgentEnd& start,
                                     const AgentEnd& goal, const Meeting& meeting,
                                     const InsideCost& inside, const AgentRoom& room,
                                     AgentAnswer& answer) {
  const bool reached = answer.cost != kInfinite;
  const bool far = meeting.cost < inside.cost;
  AgentPath path = find_far_path(lanes, m, start, goal, meeting, far, room);
  if (reached && !far && !inside.direct) {
    path.start.connection = follow_inside(m, start.cell, inside, room.start_nodes, room.most_nodes);
    path.goal.connection = 1;
  }
  const bool over_nodes = reached && (far || !inside.direct);
  const bool fits = over_nodes && path.found() && path.node_count() < room.most_path;
  const bool plain =
      write_plain(lanes, m, start.place.polygon, goal.place.polygon, path, fits, room);
  if (reached && !over_nodes) {
    room.path[0] = start.place.polygon;
    answer.polygons = 1;
  } else if (fits && plain) {
    answer.polygons = path.node_count() + 1;
  } else if (reached) {
    answer.no_room = true;
    if (!fits || room.all_nodes == nullptr) return;
    trace_path(lanes, m, start.place.polygon, goal.place.polygon, path, room, answer);
  }
}

/// Answers an agent's query. Where `paths` is false only its cost.
template <class Lanes>
PORTOLAN_HOST_DEVICE AgentAnswer answer_agent(const Lanes& lanes, const MeshArrays& m,
                                              const MeshPlace& from, const MeshPlace& to,
                                              bool paths, const AgentRoom& room) {
  AgentAnswer answer;
  const bool valid[2] = {passable(m, from), passable(m, to)};
  if (!valid[1]) answer.status = Status::invalid_goal;
  if (!valid[0]) answer.status = Status::invalid_start;
  bool going = valid[0] && valid[1];
  AgentEnd start{from, 0, 0, kInfinite};
  AgentEnd goal{to, 0, 0, kInfinite};
  if (!going) start.place.polygon = goal.place.polygon = 0;
  start.cell = index(m.cells[start.place.polygon]);
  goal.cell = index(m.cells[goal.place.polygon]);
  const bool together = start.cell == goal.cell;
  start.gates = gates_of(m, start.cell);
  goal.gates = gates_of(m, goal.cell);
  answer.no_room = going && (start.gates > room.most_gates || goal.gates > room.most_gates);
  going = going && !answer.no_room;
  if (!going) start.gates = goal.gates = 0;
  connect(lanes, m, false, start, room.start_costs);
  connect(lanes, m, true, goal, room.goal_costs);
  lanes.sync();
  const Meeting meeting = meet(lanes, m, start, goal, room);
  InsideCost inside;
  if (going && together) inside = find_inside(m, from, to, start.cell);
  answer.cost = meeting.cost < inside.cost ? meeting.cost : inside.cost;
  if (answer.cost != kInfinite) answer.status = Status::complete;
  if (!paths || answer.no_room) return answer;
  write_path(lanes, m, start, goal, meeting, inside, room, answer);
  return answer;
}

}  // namespace portolan::detail
