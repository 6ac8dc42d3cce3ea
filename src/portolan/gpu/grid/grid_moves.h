#pragma once

#include <cstdint>

#include "portolan/gpu/grid/grid_arrays.h"

/// Where moves lead and what they cost, read from plain arrays: as GridGraph tells it.
namespace portolan::detail {

/// What a number grows by that counts tiles row by row, `stride` each, with a move in a direction.
PORTOLAN_HOST_DEVICE std::uint32_t step_of(unsigned direction, std::uint32_t stride) {
  constexpr std::uint32_t kColumns = 0x901Au;  // two bits for each direction: 1 more
  constexpr std::uint32_t kRows = 0x01A9u;
  const std::uint32_t column = (kColumns >> 2 * direction & 3u) - 1u;
  const std::uint32_t row = (kRows >> 2 * direction & 3u) - 1u;
  return row * stride + column;
}

PORTOLAN_HOST_DEVICE unsigned run_direction(std::uint8_t run) { return run & 7u; }
PORTOLAN_HOST_DEVICE std::uint32_t run_length(std::uint8_t run) { return (run >> 3) + 1u; }

PORTOLAN_HOST_DEVICE bool passable(const GridArrays& g, std::uint32_t node) {
  return node < g.node_count && (g.bits[(node + 8) >> 3] >> ((node + 8) & 7) & 1) != 0;
}

/// The moves that may be made from a passable tile, as a bit a direction.
PORTOLAN_HOST_DEVICE unsigned moves_from(const GridArrays& g, std::uint32_t node) {
  const auto three_bits = [&](std::uint32_t n) {
    const std::uint32_t at = (n + 7) >> 3;
    return (g.bits[at] | unsigned{g.bits[at + 1]} << 8) >> ((n + 7) & 7) & 7u;
  };
  return g.move_table[three_bits(node - g.stride) | three_bits(node) << 3 |
                      three_bits(node + g.stride) << 6];
}

PORTOLAN_HOST_DEVICE Cost cost_of_move(const GridArrays& g, std::uint32_t from, std::uint32_t to,
                                       unsigned direction) {
  const std::uint32_t pair =
      g.classes.size == 0 ? 0 : g.classes[from] * g.class_count + g.classes[to];
  return g.move_costs[pair * 2 + (direction & 1)];
}

}  // namespace portolan::detail
