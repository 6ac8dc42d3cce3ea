#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_room.h"
#include "portolan/gpu/mesh/agent_costs.h"
#include "portolan/gpu/mesh/agent_path.h"
#include "portolan/gpu/mesh/agent_polygons.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_inside.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

/// One agent's query by tables, for CPU and GPU: the costs of NavMeshQuery, and polygons that lead
/// from the start's to the goal's. Nothing is allocated; what does not fit its room is told.
namespace portolan::detail {

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
  const bool within = reached && !far && !inside.direct;
  std::uint32_t count = 0;
  if (within && lanes.lane() == 0)
    count = follow_inside(m, start.cell, inside, room.start_nodes, room.most_nodes);
  count = lanes.of(count, 0);
  lanes.sync();
  if (within) path = {{count, 0, 0}, {1, 0, 0}};
  const bool over_nodes = reached && (far || !inside.direct);
  const bool fits = over_nodes && path.found() && path.node_count() < room.most_path;
  const bool plain =
      write_plain(lanes, m, start.place.polygon, goal.place.polygon, path, fits, room);
  if (reached && !over_nodes) {
    if (lanes.lane() == 0) room.path[0] = start.place.polygon;
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
  AgentEnd start{{}, from, kInfinite};
  AgentEnd goal{{}, to, kInfinite};
  if (!going) start.place.polygon = goal.place.polygon = 0;
  start.cell = m.cells[start.place.polygon];
  goal.cell = m.cells[goal.place.polygon];
  const bool together = start.cell == goal.cell;
  start.gates = gates_of(m, start.cell);
  goal.gates = gates_of(m, goal.cell);
  answer.no_room = going && (start.gates > room.most_gates || goal.gates > room.most_gates);
  going = going && !answer.no_room;
  if (!going) start.gates = goal.gates = 0;
  connect(lanes, m, false, start, room.start_costs);
  connect(lanes, m, true, goal, room.goal_costs);
  lanes.sync();
  const Meeting meeting = meet(lanes, m, start, goal, room.start_costs, room.goal_costs);
  InsideCost inside;
  if (going && together) inside = find_inside(m, from, to, start.cell);
  answer.cost = meeting.cost < inside.cost ? meeting.cost : inside.cost;
  if (answer.cost != kInfinite) answer.status = Status::complete;
  if (!paths || answer.no_room) return answer;
  write_path(lanes, m, start, goal, meeting, inside, room, answer);
  return answer;
}

}  // namespace portolan::detail
