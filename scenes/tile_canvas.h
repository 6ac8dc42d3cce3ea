#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/grid.h"

namespace portolan::detail::scenes {

inline constexpr TileLetter kFree = '.';
inline constexpr TileLetter kWall = '@';
inline constexpr TileLetter kGrass = 'G';
inline constexpr TileLetter kTrees = 'T';
inline constexpr TileLetter kWater = 'W';

constexpr bool is_free(TileLetter letter) { return letter == kFree || letter == kGrass; }

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
  std::vector<TileLetter> letters;

  TileCanvas(std::int32_t w, std::int32_t h, TileLetter letter)
      : width(w),
        height(h),
        letters(static_cast<std::size_t>(w) * static_cast<std::size_t>(h), letter) {}

  std::size_t index(std::int32_t x, std::int32_t y) const {
    return static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
           static_cast<std::size_t>(x);
  }
  TileLetter& at(std::int32_t x, std::int32_t y) { return letters[index(x, y)]; }
  TileLetter at(std::int32_t x, std::int32_t y) const { return letters[index(x, y)]; }
  void fill(Rect r, TileLetter letter) {
    for (std::int32_t y = r.y0; y < r.y1; ++y) {
      for (std::int32_t x = r.x0; x < r.x1; ++x) at(x, y) = letter;
    }
  }
};

}  // namespace portolan::detail::scenes
