#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "portolan/grid/grid.h"
#include "portolan/grid/grid_metric.h"

/// Pictures of grids with cells, gates and paths, in memory; io saves them.
namespace portolan {

struct Colour {
  std::uint8_t red, green, blue;
  friend bool operator==(const Colour&, const Colour&) = default;
};

/// Colours that people with any kind of colour vision can tell apart on the map's ground.
namespace palette {
inline constexpr Colour kBlue{0, 104, 172};
inline constexpr Colour kVermilion{214, 86, 0};
inline constexpr Colour kGreen{0, 150, 110};
inline constexpr Colour kPurple{176, 86, 144};
inline constexpr Colour kAmber{230, 159, 0};
inline constexpr Colour kSky{86, 180, 233};
inline constexpr Colour kBlack{20, 20, 24};
}  // namespace palette

/// An image: width x height pixels of red, green, blue, row by row from the top.
struct Picture {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::vector<std::uint8_t> rgb;
};

struct GridPictureOptions {
  /// Largest side of the map in the picture, in pixels; the legend comes on top. [64, 16384]
  std::uint32_t max_side = 2048;
  /// Most pixels a tile gets on a small map. [1, 16]
  std::uint32_t max_scale = 16;
};

/// One line of a legend: a spot of colour and what it stands for.
struct LegendEntry {
  Colour colour;
  std::string text;  ///< ASCII; other characters are shown as a box.
};

/// A drawn map, on which more is drawn in the order of the calls. Tiles outside the map are
/// cut off. Not for use by several threads at once.
class GridPicture {
 public:
  /// The ground: free tiles light and the browner the more they cost, blocked tiles dark, with
  /// a shade of green for trees (`T`), blue for water (`W`). A tile gets 1 to max_scale pixels;
  /// a map larger than max_side is shrunk by a whole factor, each pixel the mean of its tiles.
  GridPicture(const Grid& grid, const GridMetric& metric, const GridPictureOptions& options = {});

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

  const Picture& picture() const { return picture_; }

 private:
  struct Point {
    double x, y;
  };
  /// The middle of a tile, in pixels.
  Point centre(Tile tile) const;
  void blend(std::int64_t x, std::int64_t y, Colour colour, double share);
  void draw_line(Point a, Point b, double radius, Colour colour);
  void fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1, Colour colour);
  void draw_text(std::uint32_t x, std::uint32_t y, std::uint32_t size, std::string_view text);
  void enlarge(std::uint32_t width, std::uint32_t height, Colour ground);

  std::uint32_t scale_ = 1;      ///< Pixels a tile; 1 when the map is shrunk.
  std::uint32_t shrink_ = 1;     ///< Tiles a pixel, along one side.
  std::uint32_t map_width_ = 0;  ///< Of the map alone, in pixels.
  std::uint32_t map_height_ = 0;
  Picture picture_;
};

/// The ground of a grid, to draw on: see GridPicture.
GridPicture draw_grid(const Grid& grid, const GridMetric& metric,
                      const GridPictureOptions& options = {});

}  // namespace portolan
