#include "portolan/grid.h"

#include <algorithm>
#include <string>

namespace portolan {

Result<Grid> Grid::make(std::uint32_t width, std::uint32_t height,
                        std::vector<TileLetter> letters) {
  if (width == 0 || height == 0 || width > kMaxSide || height > kMaxSide) {
    return Error{"a grid of " + std::to_string(width) + "x" + std::to_string(height) +
                 " tiles: each side must be 1 to " + std::to_string(kMaxSide)};
  }
  if (letters.size() != std::size_t{width} * height) {
    return Error{"a grid of " + std::to_string(width) + "x" + std::to_string(height) +
                 " tiles needs " + std::to_string(std::size_t{width} * height) + " letters, got " +
                 std::to_string(letters.size())};
  }
  Grid grid;
  grid.width_ = width;
  grid.height_ = height;
  grid.letters_ = std::move(letters);
  return grid;
}

Result<Grid> Grid::parse(std::string_view drawing) {
  while (!drawing.empty() && drawing.front() == '\n') drawing.remove_prefix(1);
  while (!drawing.empty() && drawing.back() == '\n') drawing.remove_suffix(1);
  const std::size_t width = std::min(drawing.find('\n'), drawing.size());
  std::vector<TileLetter> letters;
  std::uint32_t height = 0;
  for (std::size_t at = 0; at < drawing.size();) {
    const std::size_t end = std::min(drawing.find('\n', at), drawing.size());
    if (end - at != width) {
      return Error{"row " + std::to_string(height) + " of the drawing has " +
                   std::to_string(end - at) + " letters, the first has " + std::to_string(width) +
                   "; make all rows equally long"};
    }
    letters.insert(letters.end(), drawing.begin() + static_cast<std::ptrdiff_t>(at),
                   drawing.begin() + static_cast<std::ptrdiff_t>(end));
    ++height;
    at = end + 1;
  }
  return make(static_cast<std::uint32_t>(std::min<std::size_t>(width, kMaxSide + 1)), height,
              std::move(letters));
}

Result<Grid> Grid::with(std::span<const TileChange> changes) const {
  for (const TileChange& change : changes) {
    if (!contains(change.tile)) {
      return Error{"tile " + std::to_string(change.tile.x) + "," + std::to_string(change.tile.y) +
                   " lies outside the grid of " + std::to_string(width_) + "x" +
                   std::to_string(height_) + "; nothing was changed"};
    }
  }
  Grid grid = *this;
  for (const TileChange& change : changes) {
    grid.letters_[static_cast<std::size_t>(change.tile.y) * width_ +
                  static_cast<std::size_t>(change.tile.x)] = change.terrain;
  }
  return grid;
}

}  // namespace portolan
