#pragma once

#include <array>
#include <cstdint>

#include "portolan/grid.h"

namespace portolan::detail::scenes {

/// The grid with synthetic terrain costs for benchmarks: every passable letter is replaced by
/// a digit out of 1,1,1,1,2,2,3,4, the same over each block of 8x8 tiles, chosen by `seed`.
/// `passable` is indexed by the letter as an unsigned number.
Grid with_block_weights(const Grid& grid, const std::array<bool, 256>& passable,
                        std::uint64_t seed);

}  // namespace portolan::detail::scenes
