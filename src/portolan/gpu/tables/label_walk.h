#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/gpu/tables/table_costs.h"

/// Which gates a path over a hub takes.
namespace portolan::detail {

/// The gate of an end's cell that the path over the hub takes, by its place.
template <class Lanes>
PORTOLAN_HOST_DEVICE GatePlace find_entry_gate(const Lanes& lanes, const TableArrays& m,
                                               const CellEnd& end, bool backward,
                                               const Cost* gate_costs, std::uint32_t depth,
                                               Cost cost) {
  constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  const HubRows rows = m.hubs[index(end.cell)];
  const Cost* const labels = m.direction(backward).hub_costs.data + std::size_t{rows.begin} * 4 +
                             std::size_t{depth} * rows.stride;
  const std::uint32_t gates = lanes.most(end.gates);
  std::uint32_t gate = kNone;
  for (std::uint32_t g0 = 0; g0 < gates; g0 += Lanes::kCount) {
    const std::uint32_t g = g0 + lanes.lane();
    const bool found = g < end.gates && depth < rows.depth && gate_costs[g] + labels[g] == cost;
    const std::uint32_t lane = lanes.first(found);
    if (gate == kNone && lane < Lanes::kCount) gate = g0 + lane;
  }
  return GatePlace{gate == kNone ? 0 : gate};
}

/// Goes from a gate along its labels, gate by gate, to a hub above it.
struct LabelWalk {
  std::uint32_t labels;
  std::uint32_t hops;
  std::uint32_t depth;  ///< Of the gate that it has come to.

  PORTOLAN_HOST_DEVICE static LabelWalk from(const TableArrays& m, const DirectionArrays& d,
                                             GateId gate) {
    const GateLinks::Gate& begin = m.gates[index(gate)];
    return {d.label_begin.size == 0 ? begin.labels : d.label_begin[index(gate)],
            d.exit_begin[index(gate)], index(begin.depth)};
  }
  PORTOLAN_HOST_DEVICE GateHop next(const DirectionArrays& d, std::uint32_t hub_depth) {
    const std::uint32_t step = d.label_wide_steps.size == 0
                                   ? d.label_steps[labels + hub_depth]
                                   : d.label_wide_steps[labels + hub_depth];
    const GateHop hop = d.gate_hops[hops + step];
    labels = hop.labels;
    hops = hop.gate_hops;
    depth = hop.depth;
    return hop;
  }
};

}  // namespace portolan::detail
