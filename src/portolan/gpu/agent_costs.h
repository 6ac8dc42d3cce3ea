#pragma once

#include <cstdint>

#include "portolan/gpu/agent_room.h"
#include "portolan/gpu/mesh_arrays.h"
#include "portolan/gpu/mesh_moves.h"
#include "portolan/navmesh.h"
#include "portolan/tables/min_plus.h"

/// What an agent's path costs: its ends are connected to the gates of their cells, and meet at a
/// hub above both.
namespace portolan::detail {

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
  const std::uint32_t first_padding = slots == 0 ? 0 : end.gates;
  for (std::uint32_t g = first_padding + lanes.lane(); g < MeshArrays::padded(end.gates);
       g += Lanes::kCount) {
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

/// Costs that are read at once.
struct alignas(16) FourCosts {
  Cost of[4];
};

/// The cost between an end and the gate above it at some depth, which is below that of its rows.
PORTOLAN_HOST_DEVICE Cost hub_cost(const DirectionArrays& d, const HubRows& rows,
                                   const Cost* gate_costs, std::uint32_t depth) {
  const auto* const labels = reinterpret_cast<const FourCosts*>(d.hub_costs.data) + rows.begin +
                             std::size_t{depth} * (rows.stride / 4u);
  const auto* const gates = reinterpret_cast<const FourCosts*>(gate_costs);
  Cost best = kTableInfinite;
  for (std::uint32_t g = 0; g < rows.stride / 4u; ++g) {
    const FourCosts label = labels[g];
    const FourCosts gate = gates[g];
    best = least_sum(label.of[0], gate.of[0], best);
    best = least_sum(label.of[1], gate.of[1], best);
    best = least_sum(label.of[2], gate.of[2], best);
    best = least_sum(label.of[3], gate.of[3], best);
  }
  return best;
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
  return m.hubs[start.cell].depth;
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
  const HubRows rows[2] = {m.hubs[start.cell], m.hubs[goal.cell]};
  for (std::uint32_t d0 = 0; d0 < most_depth; d0 += Lanes::kCount) {
    const std::uint32_t at = d0 + lanes.lane();
    if (at >= depth) continue;
    const Cost there = hub_cost(m.to_gates, rows[0], room.start_costs, at);
    const Cost back = hub_cost(m.from_gates, rows[1], room.goal_costs, at);
    if (there + back >= best) continue;
    best = there + back;
    where = at;
    half = there;
  }
  Meeting meeting;
  const Cost least = lanes.least(best);
  const std::uint32_t nearest = lanes.least(best == least ? where : kNowhere);
  const std::uint32_t lane = lanes.first(where == nearest && best == least);
  half = lanes.of(half, lane < Lanes::kCount ? lane : 0);
  if (least < kTableInfinite) meeting = {least, nearest, half, least - half};
  return meeting;
}

}  // namespace portolan::detail
