#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "portolan/core/result.h"

namespace portolan {

/// A place on a grid. (0, 0) is the top left tile, y grows downwards.
struct Tile {
  std::int32_t x = 0;
  std::int32_t y = 0;
  friend bool operator==(const Tile&, const Tile&) = default;
};

/// The terrain of one tile: a letter, as the MovingAI maps have it. What a letter costs, and
/// whether it can be entered at all, is the metric's business.
using Terrain = char;

/// One tile that gets another terrain.
struct TileChange {
  Tile tile;
  Terrain terrain;
};

/// A rectangle of terrain letters; a value that is not changed once made.
class Grid {
 public:
  static constexpr std::uint32_t kMaxSide = 16384;  ///< Limit of width and height, in tiles.

  /// A grid from memory: `letters` row by row from the top, width x height of them.
  static Result<Grid> make(std::uint32_t width, std::uint32_t height, std::vector<Terrain> letters);
  /// A grid drawn in text, one line a row, all equally long; line ends at either end are dropped.
  static Result<Grid> parse(std::string_view drawing);

  std::uint32_t width() const { return width_; }
  std::uint32_t height() const { return height_; }
  bool contains(Tile t) const {
    return t.x >= 0 && t.y >= 0 && static_cast<std::uint32_t>(t.x) < width_ &&
           static_cast<std::uint32_t>(t.y) < height_;
  }
  /// The letter at a tile inside the grid.
  Terrain at(Tile t) const {
    return letters_[static_cast<std::size_t>(t.y) * width_ + static_cast<std::size_t>(t.x)];
  }
  /// All letters, row by row.
  std::span<const Terrain> letters() const { return letters_; }

  /// The grid with these tiles changed; fails when one of them lies outside.
  Result<Grid> with(std::span<const TileChange> changes) const;

 private:
  Grid() = default;
  std::uint32_t width_ = 0;
  std::uint32_t height_ = 0;
  std::vector<Terrain> letters_;
};

}  // namespace portolan
