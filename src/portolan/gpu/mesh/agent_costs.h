#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/tables/table_costs.h"
#include "portolan/navmesh.h"
#include "portolan/tables/min_plus.h"

/// What it costs to get from an end of an agent's path to the gates of its cell.
namespace portolan::detail {

/// One end of an agent's path.
struct AgentEnd : CellEnd {
  MeshPlace place;
  Cost slot_cost;  ///< To the doorway of the lane's number; kInfinite for none.
};

/// The costs between an end and the gates of its cell.
template <class Lanes>
PORTOLAN_HOST_DEVICE void connect(const Lanes& lanes, const MeshArrays& m, bool backward,
                                  AgentEnd& end, Cost* gate_costs) {
  const DirectionArrays& d = m.direction(backward);
  const ConnectTable::Cell cell = d.connect_cells[index(end.cell)];
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
        row = connect_row(d, cell, RowId{m.slots[begin + s].local});
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

}  // namespace portolan::detail
