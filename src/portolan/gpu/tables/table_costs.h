#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/gpu/tables/table_arrays.h"
#include "portolan/tables/min_plus.h"

/// What a path over gates costs: its ends, once connected to the gates of their cells, meet at a
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

/// Where an end of a path lies.
struct CellEnd {
  CellId cell;
  std::uint32_t gates;  ///< Of its cell; 0 where nothing is to be found.
};

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

PORTOLAN_HOST_DEVICE std::uint32_t common_depth(const TableArrays& m, CellId a, CellId b) {
  std::uint32_t first = m.cell_place[index(a)];
  std::uint32_t last = m.cell_place[index(b)];
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

PORTOLAN_HOST_DEVICE std::uint32_t gates_of(const TableArrays& m, CellId cell) {
  return m.cell_begin[index(cell) + 1] - m.cell_begin[index(cell)];
}

/// How deep the gates are that both ends have above them.
PORTOLAN_HOST_DEVICE std::uint32_t shared_depth(const TableArrays& m, const CellEnd& start,
                                                const CellEnd& goal) {
  if (start.gates == 0 || goal.gates == 0) return 0;
  if (start.cell != goal.cell) return common_depth(m, start.cell, goal.cell);
  return m.hubs[index(start.cell)].depth;
}

template <class Lanes>
PORTOLAN_HOST_DEVICE Meeting meet(const Lanes& lanes, const TableArrays& m, const CellEnd& start,
                                  const CellEnd& goal, const Cost* start_costs,
                                  const Cost* goal_costs) {
  constexpr std::uint32_t kNowhere = 0xFFFF'FFFFu;
  const std::uint32_t depth = shared_depth(m, start, goal);
  const std::uint32_t most_depth = lanes.most(depth);
  Cost best = kTableInfinite;
  std::uint32_t where = kNowhere;
  Cost half = 0;
  const HubRows rows[2] = {m.hubs[index(start.cell)], m.hubs[index(goal.cell)]};
  for (std::uint32_t d0 = 0; d0 < most_depth; d0 += Lanes::kCount) {
    const std::uint32_t at = d0 + lanes.lane();
    if (at >= depth) continue;
    const Cost there = hub_cost(m.to_gates, rows[0], start_costs, at);
    const Cost back = hub_cost(m.from_gates, rows[1], goal_costs, at);
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
