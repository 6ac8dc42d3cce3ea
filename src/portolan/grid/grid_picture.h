#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "portolan/grid.h"
#include "portolan/picture/canvas.h"

/// Pictures of grids with cells, gates and paths, in memory; io saves them.
namespace portolan::detail {

struct GridPictureOptions {
  /// Largest side of the map in the picture, in pixels; the legend comes on top. [64, 16384]
  std::uint32_t max_side = 2048;
  /// Most pixels a tile gets on a small map. [1, 16]
  std::uint32_t max_scale = 16;
};

/// A drawn map, on which more is drawn in the order of the calls. Tiles outside the map are
/// cut off. Not for use by several threads at once.
class GridPicture {
 public:
  /// The ground: free tiles light and the browner the more they cost, blocked tiles dark, with
  /// a shade of green for trees (`T`), blue for water (`W`). A tile gets 1 to max_scale pixels;
  /// a map larger than max_side is shrunk by a whole factor, each pixel the mean of its tiles.
  GridPicture(const Grid& grid, const GridMetric& metric, const GridPictureOptions& options = {});

  /// How the ground of a letter is drawn.
  Colour ground_colour(unsigned char letter) const { return ground_[letter]; }

  /// Lines between cells of cell_size tiles; left out where they would be under 5 pixels apart.
  void draw_cell_lines(std::uint32_t cell_size, Colour colour = palette::kPurple);
  /// A small square on each gate.
  void draw_gates(std::span<const Tile> gates, Colour colour = palette::kGreen);
  /// A line from tile to tile with a light rim; `thickness` in pixels, 0 = by the scale.
  void draw_path(std::span<const Tile> path, Colour colour, std::uint32_t thickness = 0);
  /// A disc with a light rim, for a start or a goal.
  void draw_marker(Tile tile, Colour colour);
  /// A strip below the map; a legend too wide for the map makes the picture wider.
  void draw_legend(std::span<const LegendEntry> entries);

  const Picture& picture() const { return canvas_.picture(); }

 private:
  /// The middle of a tile.
  Canvas::Point centre(Tile tile) const;
  /// Of the longer side of the map, in pixels.
  double side() const;

  std::array<Colour, 256> ground_;  ///< By letter.
  std::uint32_t scale_ = 1;         ///< Pixels per tile; 1 when the map is shrunk.
  std::uint32_t shrink_ = 1;        ///< Tiles per pixel, along one side.
  Canvas canvas_;
};

/// The ground of a grid, to draw on: see GridPicture.
GridPicture draw_grid(const Grid& grid, const GridMetric& metric,
                      const GridPictureOptions& options = {});

}  // namespace portolan::detail
