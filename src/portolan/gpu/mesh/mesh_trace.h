#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/mesh_moves.h"

/// The polygons of any path, node by node: links are followed, and doorways that a path only passes
/// by are not gone through.
namespace portolan::detail {

/// The cost of going from one doorway to another through a polygon; kInfinite where one cannot.
PORTOLAN_HOST_DEVICE Cost crossing_cost(const MeshArrays& m, std::uint32_t from, std::uint32_t to,
                                        std::uint32_t polygon) {
  const MeshLayout::Sides a = m.sides[from];
  const MeshLayout::Sides b = m.sides[to];
  if (!is_doorway(m, from, polygon) || !is_doorway(m, to, polygon)) return kInfinite;
  const std::uint32_t row = index(a.of[0].polygon) == polygon ? a.of[0].slot : a.of[1].slot;
  const std::uint32_t column = index(b.of[0].polygon) == polygon ? b.of[0].slot : b.of[1].slot;
  const std::uint32_t count = m.slot_begin[polygon + 1] - m.slot_begin[polygon];
  return m.matrix[m.matrix_begin[polygon] + row * count + column];
}

/// Whether a path in `polygon` goes through `node` on its way to the doorway `next`.
PORTOLAN_HOST_DEVICE bool goes_through(const MeshArrays& m, std::uint32_t node, std::uint32_t next,
                                       std::uint32_t polygon, std::uint32_t beyond) {
  if (!is_doorway(m, next, polygon)) return true;
  const Cost through = crossing_cost(m, node, next, beyond);
  return through != kInfinite && through <= crossing_cost(m, node, next, polygon);
}

/// Writes them from the start's on. How many; 0: they have no room.
PORTOLAN_HOST_DEVICE std::uint32_t trace_polygons(const MeshArrays& m, std::uint32_t start,
                                                  std::uint32_t goal, const std::uint32_t* nodes,
                                                  std::uint32_t count, std::uint32_t* polygons,
                                                  std::uint32_t most) {
  std::uint32_t polygon = polygons[0] = start;
  std::uint32_t reached = 1;
  for (std::uint32_t i = 0; i < count; ++i) {
    const MeshLayout::Sides sides = m.sides[nodes[i]];
    const bool last = i + 1 == count;
    if (sides.of[1].polygon == kNoPolygon) {
      if (last || nodes[i + 1] != sides.of[1].slot) continue;
      polygon = index(m.sides[nodes[++i]].of[0].polygon);
    } else {
      const unsigned other = index(sides.of[0].polygon) == polygon ? 1 : 0;
      const std::uint32_t beyond = index(sides.of[other].polygon);
      if (!(last ? goal == beyond : goes_through(m, nodes[i], nodes[i + 1], polygon, beyond)))
        continue;
      polygon = beyond;
    }
    if (reached == most) return 0;
    polygons[reached++] = polygon;
  }
  return reached;
}

}  // namespace portolan::detail
