#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/grid.h"

namespace portolan::detail::scenes {

inline constexpr Terrain kFree = '.';
inline constexpr Terrain kWall = '@';
inline constexpr Terrain kGrass = 'G';
inline constexpr Terrain kTrees = 'T';
inline constexpr Terrain kWater = 'W';

constexpr bool is_free(Terrain letter) { return letter == kFree || letter == kGrass; }

/// A rectangle of tiles; x1 and y1 are just outside.
struct Rect {
  std::int32_t x0, y0, x1, y1;
  std::int32_t width() const { return x1 - x0; }
  std::int32_t height() const { return y1 - y0; }
};

/// A grid while it is being made.
struct TileCanvas {
  std::int32_t width;
  std::int32_t height;
  std::vector<Terrain> letters;

  TileCanvas(std::int32_t w, std::int32_t h, Terrain letter)
      : width(w),
        height(h),
        letters(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), letter) {}

  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  Terrain& at(std::int32_t x, std::int32_t y) { return letters[index(x, y)]; }
  Terrain at(std::int32_t x, std::int32_t y) const { return letters[index(x, y)]; }
  void fill(Rect r, Terrain letter) {
    for (std::int32_t y = r.y0; y < r.y1; ++y) {
      for (std::int32_t x = r.x0; x < r.x1; ++x) at(x, y) = letter;
    }
  }
};

}  // namespace portolan::detail::scenes
