#pragma once

#include <cstdint>
#include <vector>

#include "scenes/random.h"
#include "scenes/tile_canvas.h"

namespace portolan::detail::scenes {

/// The free tiles that hang together by straight moves, numbered.
struct Parts {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  std::vector<std::uint32_t> part_of;  ///< Per tile: its part, or kNone when blocked.
  std::vector<std::uint32_t> sizes;    ///< Per part: its tiles.
};

Parts find_parts(const TileCanvas& canvas);

/// Walls up every part but the largest.
void keep_largest_part(TileCanvas& canvas);

/// Walls up the parts smaller than `min_size` tiles and digs tunnels through the rock until the
/// others hang together. The largest part stays whatever its size; the outermost ring of tiles
/// is left alone.
void join_parts(TileCanvas& canvas, std::uint32_t min_size, Random& random);

}  // namespace portolan::detail::scenes
