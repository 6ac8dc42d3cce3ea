#pragma once

#include <cstdint>
#include <vector>

#include "scenes/random.h"
#include "scenes/tile_canvas.h"

namespace portolan::detail::scenes {

/// The free tiles that hang together by straight moves, numbered.
struct Components {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  std::vector<std::uint32_t> component_of;  ///< Per tile: its component, or kNone when blocked.
  std::vector<std::uint32_t> sizes;         ///< Per component: its tiles.
};

Components find_components(const TileCanvas& canvas);

/// Walls up every component but the largest.
void keep_largest_component(TileCanvas& canvas);

/// Walls up the components smaller than `min_size` tiles and digs tunnels through the rock until
/// the others hang together. The largest component stays whatever its size; the outermost ring of
/// tiles is left alone.
void join_components(TileCanvas& canvas, std::uint32_t min_size, Random& random);

}  // namespace portolan::detail::scenes
