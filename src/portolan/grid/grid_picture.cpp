#include "portolan/grid/grid_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "portolan/grid/grid_picture_font.h"

namespace portolan {
namespace {

constexpr Colour kPaper{248, 245, 238};
constexpr Colour kRim{255, 255, 255};
constexpr Colour kInk{40, 44, 54};
constexpr Colour kBlocked{66, 72, 86};
constexpr Colour kBlockedTrees{84, 108, 88};
constexpr Colour kBlockedWater{112, 148, 178};
constexpr Colour kGrassGround{230, 236, 216};
constexpr Colour kDearest{196, 160, 112};

constexpr std::uint32_t kMinCellPixels = 5;

Colour mix_colours(Colour a, Colour b, double share_of_b) {
  const auto mix = [&](std::uint8_t from, std::uint8_t to) {
    return static_cast<std::uint8_t>(std::lround(from + (to - from) * share_of_b));
  };
  return {mix(a.red, b.red), mix(a.green, b.green), mix(a.blue, b.blue)};
}

/// The colour of each letter, brown by its cost relative to the cheapest one on this map.
std::array<Colour, 256> make_ground_colours(const Grid& grid, const GridMetric& metric) {
  std::array<bool, 256> used{};
  for (const Terrain letter : grid.letters()) used[static_cast<unsigned char>(letter)] = true;
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
      colours[i] = mix_colours(letter == 'G' ? kGrassGround : kPaper, kDearest, share);
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
      const Terrain letter = grid.letters()[std::size_t{y} * grid.width() + x];
      const Colour c = colours[static_cast<unsigned char>(letter)];
      red += c.red, green += c.green, blue += c.blue, ++count;
    }
  }
  return {static_cast<std::uint8_t>(red / count), static_cast<std::uint8_t>(green / count),
          static_cast<std::uint8_t>(blue / count)};
}

std::uint32_t text_width(std::string_view text) {
  return static_cast<std::uint32_t>(text.size()) * (kGlyphWidth + 1);
}

}  // namespace

GridPicture::GridPicture(const Grid& grid, const GridMetric& metric,
                         const GridPictureOptions& options) {
  const std::uint32_t max_side = std::clamp(options.max_side, 64u, 16384u);
  const std::uint32_t longest = std::max(grid.width(), grid.height());
  scale_ = std::clamp(max_side / longest, 1u, std::clamp(options.max_scale, 1u, 16u));
  shrink_ = (longest + max_side - 1) / max_side;
  map_width_ = (grid.width() + shrink_ - 1) / shrink_ * scale_;
  map_height_ = (grid.height() + shrink_ - 1) / shrink_ * scale_;
  enlarge(map_width_, map_height_, kPaper);
  const std::array<Colour, 256> colours = make_ground_colours(grid, metric);
  for (std::uint32_t y = 0; y < map_height_ / scale_; ++y) {
    for (std::uint32_t x = 0; x < map_width_ / scale_; ++x) {
      const Colour mean = find_mean(grid, colours, x * shrink_, y * shrink_, shrink_);
      fill(x * scale_, y * scale_, (x + 1) * scale_, (y + 1) * scale_, mean);
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
  for (std::uint64_t t = cell_size; t * scale_ / shrink_ < map_width_; t += cell_size) {
    for (std::uint32_t y = 0; y < map_height_; ++y) {
      blend(static_cast<std::int64_t>(t * scale_ / shrink_), y, colour, share);
    }
  }
  for (std::uint64_t t = cell_size; t * scale_ / shrink_ < map_height_; t += cell_size) {
    for (std::uint32_t x = 0; x < map_width_; ++x) {
      blend(x, static_cast<std::int64_t>(t * scale_ / shrink_), colour, share);
    }
  }
}

void GridPicture::draw_gates(std::span<const Tile> gates, Colour colour) {
  // At least 3 pixels wide where tiles are small; within its tile where they are not.
  const double side = shrink_ > 1 ? 2.0 : std::max(3.0, scale_ * 0.8);
  for (const Tile gate : gates) {
    const Point c = centre(gate);
    const auto x0 = static_cast<std::int64_t>(std::floor(c.x - side / 2 + 0.5));
    const auto y0 = static_cast<std::int64_t>(std::floor(c.y - side / 2 + 0.5));
    const auto whole = static_cast<std::int64_t>(side);
    for (std::int64_t y = y0; y < y0 + whole; ++y) {
      for (std::int64_t x = x0; x < x0 + whole; ++x) blend(x, y, colour, 1.0);
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
  const double radius =
      thickness != 0 ? thickness / 2.0
                     : std::max({1.1, scale_ * 0.22, std::max(map_width_, map_height_) / 1000.0});
  const double rim = std::clamp(radius * 0.5, 0.8, 1.5);
  for (const auto& [r, c] : {std::pair{radius + rim, kRim}, std::pair{radius, colour}}) {
    for (std::size_t i = 0; i + 1 < corners.size(); ++i)
      draw_line(centre(corners[i]), centre(corners[i + 1]), r, c);
  }
}

void GridPicture::draw_marker(Tile tile, Colour colour) {
  const double radius = std::max({5.0, scale_ * 0.55, std::max(map_width_, map_height_) / 180.0});
  const Point c = centre(tile);
  draw_line(c, c, radius + 2.0, kRim);
  draw_line(c, c, radius, colour);
  draw_line(c, c, radius * 0.35, kRim);
}

void GridPicture::draw_legend(std::span<const LegendEntry> entries) {
  const std::uint32_t size = map_width_ >= 1400  ? 3
                             : map_width_ >= 640 ? 2
                                                 : 1;  // pixels of the picture a pixel of the font
  const std::uint32_t margin = 8 * size, spot = kGlyphHeight * size, row = 14 * size;
  const auto width_of = [&](const LegendEntry& e) {
    return spot + 5 * size + text_width(e.text) * size;
  };
  std::uint32_t width = picture_.width;
  for (const LegendEntry& e : entries) width = std::max(width, width_of(e) + 2 * margin);

  struct Place {
    std::uint32_t x, y;
  };
  std::vector<Place> places;
  Place next{margin, picture_.height + margin};
  for (const LegendEntry& e : entries) {
    if (next.x > margin && next.x + width_of(e) + margin > width) next = {margin, next.y + row};
    places.push_back(next);
    next.x += width_of(e) + 2 * margin;
  }
  enlarge(width, next.y + spot + margin, kPaper);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [x, y] = places[i];
    fill(x, y, x + spot, y + spot, entries[i].colour);
    draw_text(x + spot + 5 * size, y, size, entries[i].text);
  }
}

GridPicture::Point GridPicture::centre(Tile tile) const {
  const double pixels = static_cast<double>(scale_) / shrink_;
  return {(tile.x + 0.5) * pixels, (tile.y + 0.5) * pixels};
}

/// Lets `share` of the colour cover a pixel of the map.
void GridPicture::blend(std::int64_t x, std::int64_t y, Colour colour, double share) {
  if (x < 0 || y < 0 || x >= map_width_ || y >= map_height_) return;
  std::uint8_t* p =
      &picture_
           .rgb[(static_cast<std::size_t>(y) * picture_.width + static_cast<std::size_t>(x)) * 3];
  const Colour mixed = mix_colours({p[0], p[1], p[2]}, colour, share);
  p[0] = mixed.red, p[1] = mixed.green, p[2] = mixed.blue;
}

/// A line with round ends and soft edges: each pixel is covered by its distance from the line.
void GridPicture::draw_line(Point a, Point b, double radius, Colour colour) {
  const double reach = radius + 1.0;
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
  const auto clip = [](double v, std::uint32_t limit) {
    return static_cast<std::int64_t>(std::clamp(v, 0.0, static_cast<double>(limit)));
  };
  const std::int64_t y1 = clip(std::max(a.y, b.y) + reach + 1.0, map_height_);
  for (std::int64_t y = clip(std::min(a.y, b.y) - reach, map_height_); y < y1; ++y) {
    // The stretch of the line within reach of this row bounds the pixels worth looking at.
    const double row = static_cast<double>(y) + 0.5;
    double t0 = 0.0, t1 = 1.0;
    if (std::abs(dy) > 1e-9) {
      const double ta = (row - 2 * reach - a.y) / dy, tb = (row + 2 * reach - a.y) / dy;
      t0 = std::clamp(std::min(ta, tb), 0.0, 1.0);
      t1 = std::clamp(std::max(ta, tb), 0.0, 1.0);
    }
    const double xa = a.x + t0 * dx, xb = a.x + t1 * dx;
    const std::int64_t x1 = clip(std::max(xa, xb) + reach + 1.0, map_width_);
    for (std::int64_t x = clip(std::min(xa, xb) - reach, map_width_); x < x1; ++x) {
      const double px = static_cast<double>(x) + 0.5 - a.x, py = row - a.y;
      const double t = length2 > 0.0 ? std::clamp((px * dx + py * dy) / length2, 0.0, 1.0) : 0.0;
      const double cover = radius + 0.5 - std::hypot(px - t * dx, py - t * dy);
      if (cover > 0.0) blend(x, y, colour, std::min(1.0, cover));
    }
  }
}

/// Fills a rectangle anywhere in the picture, which must hold it.
void GridPicture::fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1,
                       Colour colour) {
  for (std::int64_t y = y0; y < y1; ++y) {
    for (std::int64_t x = x0; x < x1; ++x) {
      const std::size_t at =
          static_cast<std::size_t>(y) * picture_.width + static_cast<std::size_t>(x);
      picture_.rgb[at * 3] = colour.red;
      picture_.rgb[at * 3 + 1] = colour.green;
      picture_.rgb[at * 3 + 2] = colour.blue;
    }
  }
}

void GridPicture::draw_text(std::uint32_t x, std::uint32_t y, std::uint32_t size,
                            std::string_view text) {
  for (const char letter : text) {
    const Glyph& glyph = find_glyph(letter);
    const std::uint32_t top = y + (hangs_below(letter) ? size : 0);
    for (std::uint32_t r = 0; r < kGlyphHeight; ++r) {
      for (std::uint32_t c = 0; c < kGlyphWidth; ++c) {
        if ((glyph.rows[r] >> (kGlyphWidth - 1 - c) & 1) == 0) continue;
        fill(x + c * size, top + r * size, x + (c + 1) * size, top + (r + 1) * size, kInk);
      }
    }
    x += (kGlyphWidth + 1) * size;
  }
}

/// Makes the picture larger to the right and below; new pixels get the ground colour.
void GridPicture::enlarge(std::uint32_t width, std::uint32_t height, Colour ground) {
  Picture old = std::move(picture_);
  picture_ = {width, height, std::vector<std::uint8_t>(std::size_t{width} * height * 3)};
  fill(0, 0, width, height, ground);
  for (std::size_t y = 0; y < old.height; ++y) {
    std::copy_n(old.rgb.begin() + static_cast<std::ptrdiff_t>(y * old.width * 3),
                std::size_t{old.width} * 3,
                picture_.rgb.begin() + static_cast<std::ptrdiff_t>(y * width * 3));
  }
}

}  // namespace portolan
