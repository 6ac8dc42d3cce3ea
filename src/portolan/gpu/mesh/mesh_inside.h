#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_moves.h"

/// Paths that do not leave one cell, looked up: see InsideTable.
namespace portolan::detail {

struct InsideCost {
  Cost cost = kInfinite;
  std::uint32_t first = 0;  ///< The nodes that it begins and ends at, by local number;
  std::uint32_t last = 0;
  bool direct = false;  ///< or it touches none.
};

/// Where the paths from one node of a cell begin.
PORTOLAN_HOST_DEVICE std::size_t inside_row(const MeshArrays& m, CellId cell, std::uint32_t local) {
  return m.inside_begin[index(cell)] + std::size_t{local} * local_count(m, cell);
}

/// The cheapest path between two places of one cell that does not leave it.
PORTOLAN_HOST_DEVICE InsideCost find_inside(const MeshArrays& m, const MeshPlace& start,
                                            const MeshPlace& goal, CellId cell) {
  InsideCost inside;
  inside.cost = direct_cost(m, start, goal);
  inside.direct = inside.cost != kInfinite;
  for (std::uint32_t s = m.slot_begin[start.polygon]; s < m.slot_begin[start.polygon + 1]; ++s) {
    const Cost begin = slot_cost(m, start, s, false);
    if (begin == kInfinite) continue;
    const Cost* const row = m.inside_costs.data + inside_row(m, cell, m.slots[s].local);
    for (std::uint32_t t = m.slot_begin[goal.polygon]; t < m.slot_begin[goal.polygon + 1]; ++t) {
      const Cost between = row[m.slots[t].local];
      const Cost end = slot_cost(m, goal, t, true);
      if (between == kInfinite || end == kInfinite || begin + between + end >= inside.cost)
        continue;
      inside = {begin + between + end, m.slots[s].local, m.slots[t].local, false};
    }
  }
  return inside;
}

/// The nodes of that path. How many; 0: they have no room.
PORTOLAN_HOST_DEVICE std::uint32_t follow_inside(const MeshArrays& m, CellId cell,
                                                 const InsideCost& inside, std::uint32_t* nodes,
                                                 std::uint32_t most) {
  const std::uint16_t* const before = m.inside_before.data + inside_row(m, cell, inside.first);
  std::uint32_t count = 1;
  for (std::uint32_t at = inside.last; at != inside.first; at = before[at]) ++count;
  if (count > most) return 0;
  std::uint32_t at = inside.last;
  for (std::uint32_t k = count; k-- > 0; at = before[at]) nodes[k] = local_node(m, cell, at);
  return count;
}

}  // namespace portolan::detail
