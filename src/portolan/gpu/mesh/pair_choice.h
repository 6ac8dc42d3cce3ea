#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/mesh/mesh_moves.h"
#include "portolan/gpu/tables/table_costs.h"
#include "portolan/navmesh.h"

/// Which gates the cheapest path between two places takes, by the stored paths between gates.
namespace portolan::detail {

/// Scratch of one agent, by place of the goal's gates, `stride` apart: what it costs to get from
/// there to the goal, and, for four gates at a time, over which doorway of its polygon.
struct PairRoom {
  Cost* costs;
  std::uint32_t* slots;
  std::uint32_t stride;
  std::uint32_t most_gates;  ///< A multiple of four.
};

/// Whether both ends' doorways and the goal's gates have room.
PORTOLAN_HOST_DEVICE bool fits(const MeshArrays& m, std::uint32_t start, std::uint32_t goal,
                               const PairRoom& room) {
  const auto doorways = [&](std::uint32_t p) { return m.slot_begin[p + 1] - m.slot_begin[p]; };
  return gates_of(m, m.cells[goal]) <= room.most_gates && doorways(start) <= 0x100 &&
         doorways(goal) <= 0x100;
}

/// Some doorways of an end's polygon, at most four.
struct EntrySlots {
  Cost own[4];           ///< To get there; kTableInfinite: not at all.
  std::uint32_t row[4];  ///< Where the costs from there to the gates begin, in units of four.
};

PORTOLAN_HOST_DEVICE EntrySlots find_entries(const MeshArrays& m, const MeshPlace& place,
                                             CellId cell, bool backward, std::uint32_t first) {
  const std::uint32_t begin = m.slot_begin[place.polygon] + first;
  const std::uint32_t end = m.slot_begin[place.polygon + 1];
  const std::uint32_t stride = MeshArrays::padded(gates_of(m, cell)) / 4;
  EntrySlots entries;
  for (unsigned k = 0; k < 4; ++k) {
    entries.own[k] = kTableInfinite;
    entries.row[k] = 0;
    if (begin + k >= end) continue;
    const Cost own = slot_cost(m, place, begin + k, backward);
    if (own >= kTableInfinite) continue;
    entries.own[k] = own;
    entries.row[k] = m.connect_costs_begin[index(cell)] + m.slots[begin + k].local * stride;
  }
  return entries;
}

/// What it costs to get from an end to four gates, and over which doorways: a byte for each.
struct FourGates {
  FourCosts costs{{kTableInfinite, kTableInfinite, kTableInfinite, kTableInfinite}};
  std::uint32_t slots = 0;

  /// Over some doorways, the first being `first`.
  PORTOLAN_HOST_DEVICE void lower(const FourCosts* rows, const EntrySlots& entries,
                                  std::uint32_t first, std::uint32_t four) {
    for (unsigned k = 0; k < 4; ++k) {
      if (entries.own[k] == kTableInfinite) continue;
      const FourCosts more = rows[entries.row[k] + four];
      for (unsigned j = 0; j < 4; ++j) {
        const Cost sum = entries.own[k] + more.of[j];
        if (sum >= costs.of[j]) continue;
        costs.of[j] = sum;
        slots = (slots & ~(0xFFu << 8 * j)) | (first + k) << 8 * j;
      }
    }
  }
};

/// The connections of an end to the gates of its cell, four at a time.
class EndGates {
 public:
  PORTOLAN_HOST_DEVICE EndGates(const MeshArrays& m, const MeshPlace& place, CellId cell,
                                bool backward)
      : m_(m),
        place_(place),
        cell_(cell),
        backward_(backward),
        rows_(reinterpret_cast<const FourCosts*>(m.connections(backward).costs.data)),
        entries_(find_entries(m, place, cell, backward, 0)),
        count_(m.slot_begin[place.polygon + 1] - m.slot_begin[place.polygon]) {}

  PORTOLAN_HOST_DEVICE FourGates four(std::uint32_t number) const {
    FourGates gates;
    gates.lower(rows_, entries_, 0, number);
    for (std::uint32_t first = 4; first < count_; first += 4)
      gates.lower(rows_, find_entries(m_, place_, cell_, backward_, first), first, number);
    return gates;
  }

 private:
  const MeshArrays& m_;
  const MeshPlace& place_;
  CellId cell_;
  bool backward_;
  const FourCosts* rows_;
  EntrySlots entries_;  // most polygons have no more
  std::uint32_t count_;
};

/// The gates that the cheapest path over gates takes, and the doorways that it begins and ends at.
struct PairChoice {
  Cost cost = kInfinite;
  std::uint32_t pair = 0;
  std::uint32_t gates[2] = {0, 0};
  std::uint32_t slots[2] = {0, 0};
};

PORTOLAN_HOST_DEVICE void connect_goal(const MeshArrays& m, const MeshPlace& goal, CellId cell,
                                       const PairRoom& room) {
  const EndGates end(m, goal, cell, true);
  const std::uint32_t fours = MeshArrays::padded(gates_of(m, cell)) / 4;
  for (std::uint32_t g = 0; g < fours; ++g) {
    const FourGates four = end.four(g);
    for (unsigned j = 0; j < 4; ++j) room.costs[(4 * g + j) * room.stride] = four.costs.of[j];
    room.slots[g * room.stride] = four.slots;
  }
}

/// Of paths that cost the same it takes the one whose topmost gate is highest, then the first
/// gates: as queries do. The goal is connected.
PORTOLAN_HOST_DEVICE PairChoice choose_pair(const MeshArrays& m, const MeshPlace& start,
                                            CellId start_cell, CellId goal_cell,
                                            const PairRoom& room) {
  const GateId* const first = m.gates_of_cells.data + m.cell_begin[index(start_cell)];
  const GateId* const second = m.gates_of_cells.data + m.cell_begin[index(goal_cell)];
  const std::uint32_t count = gates_of(m, start_cell);
  const std::uint32_t goal_count = gates_of(m, goal_cell);
  const EndGates end(m, start, start_cell, false);
  PairChoice choice;
  Cost best = kTableInfinite;
  std::uint32_t depth = 0;
  FourGates four;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (i % 4 == 0) four = end.four(i / 4);
    const Cost there = i % 4 == 0   ? four.costs.of[0]
                       : i % 4 == 1 ? four.costs.of[1]
                       : i % 4 == 2 ? four.costs.of[2]
                                    : four.costs.of[3];
    if (there > best) continue;
    const std::uint32_t row = index(first[i]) * m.gate_count;
    for (std::uint32_t j = 0; j < goal_count; ++j) {
      const Cost ends = there + room.costs[j * room.stride];
      if (ends > best) continue;
      const GatePair pair = m.pairs[row + index(second[j])];
      const Cost cost = ends + pair.cost;
      if (cost > best || (cost == best && pair.depth >= depth)) continue;
      best = cost;
      depth = pair.depth;
      choice = {cost, row + index(second[j]), {i, j}, {four.slots >> (i % 4 * 8) & 0xFF, 0}};
    }
  }
  if (best >= kTableInfinite) {
    choice.cost = kInfinite;
    return choice;
  }
  const std::uint32_t gate = choice.gates[1];
  choice.slots[1] = room.slots[gate / 4 * room.stride] >> (gate % 4 * 8) & 0xFF;
  return choice;
}

}  // namespace portolan::detail
