#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/mesh/agent_costs.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/tables/label_walk.h"

/// The path over gates that costs so much: from each end to its gate, and from there to the hub.
namespace portolan::detail {

/// The row of a cell at which the path between an end and a gate begins.
template <class Lanes>
PORTOLAN_HOST_DEVICE RowId find_entry_row(const Lanes& lanes, const MeshArrays& m,
                                          const AgentEnd& end, bool backward, GatePlace gate,
                                          Cost cost) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[index(end.cell)];
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
        const ConnectRow entries = connect_row(d, cell, RowId{row});
        const Cost more = connect_delta(d, cell.wide != 0, entries.begin + index(gate));
        found = own + entries.base + more == cost;
      }
    }
    const std::uint32_t lane = lanes.first(found);
    row = lanes.of(row, lane < Lanes::kCount ? lane : 0);
    if (entry == 0xFFFF'FFFFu && lane < Lanes::kCount) entry = row;
  }
  return RowId{entry};
}

PORTOLAN_HOST_DEVICE PathPiece piece_of(const MeshArrays& m, const GateHop& hop, bool flipped,
                                        std::uint32_t& end) {
  if (hop.size == 0) return {++end, hop.path, PathPiece::kNode};
  constexpr std::uint32_t kNodeBytes = sizeof(NodeId);
  end += hop.size / kNodeBytes - (m.symmetric ? 1 : 0);
  const bool back = (hop.reversed != 0) != flipped;
  const std::uint32_t from = hop.path + (m.symmetric && !back ? kNodeBytes : 0);
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
  CellId cell;
  RowId row;       ///< Where the connection begins,
  GatePlace gate;  ///< and the gate that it leads to.
  bool wanted;     ///< Whether there is anything to follow.
};

/// Follows the connection of an end, and the labels from its gate up to the hub.
template <class Lanes>
PORTOLAN_HOST_DEVICE EndPieces follow(const Lanes& lanes, const MeshArrays& m, const EndWalk& walk,
                                      std::uint32_t hub_depth, const AgentRoom& room) {
  const DirectionArrays& d = m.direction(walk.backward);
  EndPieces found;
  std::uint32_t* const nodes = walk.backward ? room.goal_nodes : room.start_nodes;
  PathPiece* const pieces = walk.backward ? room.goal_pieces : room.start_pieces;
  const ConnectTable::Cell cell = d.connect_cells[index(walk.cell)];
  const std::size_t steps = steps_to_gate(cell, walk.gate);
  const GateId gate =
      walk.wanted ? m.gates_of_cells[m.cell_begin[index(walk.cell)] + index(walk.gate)] : GateId{};
  RowId row = walk.row;
  LabelWalk up = LabelWalk::from(m, d, gate);
  bool in_cell = walk.wanted;
  bool above = walk.wanted && up.depth != hub_depth;
  bool fits = true;
  // Both at once: each step waits for the one before it.
  while (lanes.most(in_cell || above ? 1 : 0) != 0) {
    if (in_cell) {
      fits = fits && found.connection < room.most_nodes;
      if (fits) nodes[found.connection++] = local_node(m, walk.cell, index(row));
      const RowId next = next_row(d, cell, steps, row);
      in_cell = fits && next != row;
      row = next;
    }
    if (above) {
      const GateHop hop = up.next(d, hub_depth);
      fits = fits && found.pieces < room.most_pieces;
      if (fits) {
        pieces[found.pieces++] = piece_of(m, hop, walk.backward && m.flipped_back, found.nodes);
      }
      above = fits && up.depth != hub_depth;
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
  const GatePlace first =
      find_entry_gate(lanes, m, start, false, room.start_costs, meeting.depth, meeting.start);
  const GatePlace last =
      find_entry_gate(lanes, m, goal, true, room.goal_costs, meeting.depth, meeting.goal);
  const RowId first_row =
      find_entry_row(lanes, m, start, false, first, wanted ? room.start_costs[index(first)] : 0);
  const RowId last_row =
      find_entry_row(lanes, m, goal, true, last, wanted ? room.goal_costs[index(last)] : 0);
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

}  // namespace portolan::detail
