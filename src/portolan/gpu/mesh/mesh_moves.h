#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/tables/table_rows.h"
#include "portolan/navmesh.h"
#include "portolan/navmesh/mesh_costs.h"

/// What moves cost and where they lead, read from plain arrays: as NavMeshWorld tells it.
namespace portolan::detail {

PORTOLAN_HOST_DEVICE Cost move_cost(const MeshArrays& m, const Vec3& a, const Vec3& b,
                                    float area_cost) {
  return cost_of_length(length_between(a, b), area_cost, m.units_per_metre);
}

/// Between a place and a doorway of its polygon; kInfinite where one may not go there.
PORTOLAN_HOST_DEVICE Cost slot_cost(const MeshArrays& m, const MeshPlace& place, std::uint32_t slot,
                                    bool backward) {
  const MeshLayout::Slot& doorway = m.slots[slot];
  if ((backward ? doorway.enter : doorway.leave) == 0) return kInfinite;
  return move_cost(m, place.point, m.slot_places[slot], m.area_costs[place.polygon]);
}

/// Between two places of one polygon.
PORTOLAN_HOST_DEVICE Cost direct_cost(const MeshArrays& m, const MeshPlace& a, const MeshPlace& b) {
  if (a.polygon != b.polygon) return kInfinite;
  if (a.point.x == b.point.x && a.point.y == b.point.y && a.point.z == b.point.z) return 0;
  return move_cost(m, a.point, b.point, m.area_costs[a.polygon]);
}

/// The node of a cell by its local number.
PORTOLAN_HOST_DEVICE std::uint32_t local_node(const MeshArrays& m, CellId cell,
                                              std::uint32_t local) {
  const std::uint32_t first = m.first[index(cell)];
  const std::uint32_t homes = m.first[index(cell) + 1] - first;
  return local < homes ? first + local
                       : index(m.outsiders[m.outsider_begin[index(cell)] + local - homes]);
}
PORTOLAN_HOST_DEVICE std::uint32_t local_count(const MeshArrays& m, CellId cell) {
  const std::uint32_t c = index(cell);
  return m.first[c + 1] - m.first[c] + m.outsider_begin[c + 1] - m.outsider_begin[c];
}

PORTOLAN_HOST_DEVICE bool is_doorway(const MeshArrays& m, std::uint32_t node,
                                     std::uint32_t polygon) {
  const MeshLayout::Sides& sides = m.sides[node];
  return index(sides.of[0].polygon) == polygon || index(sides.of[1].polygon) == polygon;
}

/// Calls f(local, cost) for each move inside a cell from a node of it; `backward`: to it.
template <class F>
PORTOLAN_HOST_DEVICE void for_each_move(const MeshArrays& m, CellId cell, std::uint32_t node,
                                        bool backward, F&& f) {
  const MeshLayout::Sides sides = m.sides[node];
  for (unsigned s = 0; s < 2; ++s) {
    const MeshLayout::Side side = sides.of[s];
    const std::uint32_t polygon = index(side.polygon);
    if (side.polygon == kNoPolygon) {
      const std::uint32_t partner = side.slot;
      if (m.homes[node] != cell || m.homes[partner] != cell) continue;
      const Cost cost = m.link_costs[backward ? partner : node];
      if (cost != kInfinite) f(partner - m.first[index(cell)], cost);
    } else if (m.cells[polygon] == cell) {
      const std::uint32_t begin = m.slot_begin[polygon];
      const std::uint32_t count = m.slot_begin[polygon + 1] - begin;
      const Cost* costs = m.matrix.data + m.matrix_begin[polygon];
      for (std::uint32_t j = 0; j < count; ++j) {
        const Cost cost = costs[backward ? j * count + side.slot : side.slot * count + j];
        if (cost != kInfinite) f(m.slots[begin + j].local, cost);
      }
    }
  }
}

}  // namespace portolan::detail
