#include "portolan/grid/grid_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

constexpr Colour kBlocked{66, 72, 86};
constexpr Colour kBlockedTrees{84, 108, 88};
constexpr Colour kBlockedWater{112, 148, 178};
constexpr Colour kGrassGround{230, 236, 216};
constexpr Colour kMostExpensive{196, 160, 112};

constexpr std::uint32_t kMinCellPixels = 5;

/// The colour of each letter, brown by its cost relative to the cheapest one on this map.
std::array<Colour, 256> make_ground_colours(const Grid& grid, const GridMetric& metric) {
  std::array<bool, 256> used{};
  for (const TileLetter letter : grid.letters()) used[static_cast<unsigned char>(letter)] = true;
  double low = 1e9, high = 0.0;
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (!used[i] || metric.cost[i] <= 0.0) continue;
    low = std::min(low, metric.cost[i]);
    high = std::max(high, metric.cost[i]);
  }
  // A fourfold price or more takes the whole range of tints; less stays paler.
  const double range = std::log(std::max(4.0, high / low));
  std::array<Colour, 256> colours;
  for (std::size_t i = 0; i < colours.size(); ++i) {
    const char letter = static_cast<char>(static_cast<unsigned char>(i));
    if (metric.cost[i] > 0.0) {
      const double share = std::clamp(std::log(metric.cost[i] / low) / range, 0.0, 1.0);
      colours[i] =
          mix_colours(letter == 'G' ? kGrassGround : palette::kPaper, kMostExpensive, share);
    } else {
      colours[i] = letter == 'T' ? kBlockedTrees : letter == 'W' ? kBlockedWater : kBlocked;
    }
  }
  return colours;
}

/// The mean colour of a square of tiles, cut off at the map's edge.
Colour find_mean(const Grid& grid, const std::array<Colour, 256>& colours, std::uint32_t x0,
                 std::uint32_t y0, std::uint32_t side) {
  std::uint64_t red = 0, green = 0, blue = 0, count = 0;
  for (std::uint32_t y = y0; y < std::min(grid.height(), y0 + side); ++y) {
    for (std::uint32_t x = x0; x < std::min(grid.width(), x0 + side); ++x) {
      const TileLetter letter = grid.letters()[std::size_t{y} * grid.width() + x];
      const Colour c = colours[static_cast<unsigned char>(letter)];
      red += c.red, green += c.green, blue += c.blue, ++count;
    }
  }
  return {narrow<std::uint8_t>(red / count), narrow<std::uint8_t>(green / count),
          narrow<std::uint8_t>(blue / count)};
}

}  // namespace

GridPicture::GridPicture(const Grid& grid, const GridMetric& metric,
                         const GridPictureOptions& options)
    : ground_(make_ground_colours(grid, metric)) {
  const std::uint32_t max_side = std::clamp(options.max_side, 64u, 16384u);
  const std::uint32_t longest = std::max(grid.width(), grid.height());
  scale_ = std::clamp(max_side / longest, 1u, std::clamp(options.max_scale, 1u, 16u));
  shrink_ = (longest + max_side - 1) / max_side;
  const std::uint32_t columns = (grid.width() + shrink_ - 1) / shrink_;
  const std::uint32_t rows = (grid.height() + shrink_ - 1) / shrink_;
  canvas_ = Canvas(columns * scale_, rows * scale_, palette::kPaper);
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) {
      const Colour mean = find_mean(grid, ground_, x * shrink_, y * shrink_, shrink_);
      canvas_.fill(x * scale_, y * scale_, (x + 1) * scale_, (y + 1) * scale_, mean);
    }
  }
}

GridPicture draw_grid(const Grid& grid, const GridMetric& metric,
                      const GridPictureOptions& options) {
  return GridPicture(grid, metric, options);
}

void GridPicture::draw_cell_lines(std::uint32_t cell_size, Colour colour) {
  if (cell_size == 0 || cell_size * scale_ / shrink_ < kMinCellPixels) return;
  const double share = scale_ >= 3 ? 0.75 : 0.5;
  for (std::uint64_t t = cell_size; t * scale_ / shrink_ < canvas_.map_width(); t += cell_size) {
    for (std::uint32_t y = 0; y < canvas_.map_height(); ++y) {
      canvas_.blend(static_cast<std::int64_t>(t * scale_ / shrink_), y, colour, share);
    }
  }
  for (std::uint64_t t = cell_size; t * scale_ / shrink_ < canvas_.map_height(); t += cell_size) {
    for (std::uint32_t x = 0; x < canvas_.map_width(); ++x) {
      canvas_.blend(x, static_cast<std::int64_t>(t * scale_ / shrink_), colour, share);
    }
  }
}

void GridPicture::draw_gates(std::span<const Tile> gates, Colour colour) {
  // At least 3 pixels wide where tiles are small; within its tile where they are not.
  const double side = shrink_ > 1 ? 2.0 : std::max(3.0, scale_ * 0.8);
  for (const Tile gate : gates) {
    const Canvas::Point c = centre(gate);
    const auto x0 = static_cast<std::int64_t>(std::floor(c.x - side / 2 + 0.5));
    const auto y0 = static_cast<std::int64_t>(std::floor(c.y - side / 2 + 0.5));
    const auto whole = static_cast<std::int64_t>(side);
    for (std::int64_t y = y0; y < y0 + whole; ++y) {
      for (std::int64_t x = x0; x < x0 + whole; ++x) canvas_.blend(x, y, colour, 1.0);
    }
  }
}

void GridPicture::draw_path(std::span<const Tile> path, Colour colour, std::uint32_t thickness) {
  if (path.empty()) return;
  // Only the corners: one long line has a cleaner edge than many short ones.
  std::vector<Tile> corners{path.front()};
  for (std::size_t i = 1; i + 1 < path.size(); ++i) {
    const bool straight = path[i].x - path[i - 1].x == path[i + 1].x - path[i].x &&
                          path[i].y - path[i - 1].y == path[i + 1].y - path[i].y;
    if (!straight) corners.push_back(path[i]);
  }
  corners.push_back(path.back());
  std::vector<Canvas::Point> points;
  for (const Tile corner : corners) points.push_back(centre(corner));
  const double radius =
      thickness != 0 ? thickness / 2.0 : std::max({1.1, scale_ * 0.22, side() / 1000.0});
  canvas_.draw_path(points, radius, colour);
}

void GridPicture::draw_marker(Tile tile, Colour colour) {
  canvas_.draw_marker(centre(tile), std::max({5.0, scale_ * 0.55, side() / 180.0}), colour);
}

void GridPicture::draw_legend(std::span<const LegendEntry> entries) {
  canvas_.draw_legend(entries);
}

Canvas::Point GridPicture::centre(Tile tile) const {
  const double pixels = static_cast<double>(scale_) / shrink_;
  return {(tile.x + 0.5) * pixels, (tile.y + 0.5) * pixels};
}

double GridPicture::side() const { return std::max(canvas_.map_width(), canvas_.map_height()); }

}  // namespace portolan::detail
