#include "portolan/picture/canvas.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/core/to_whole.h"
#include "portolan/picture/font.h"

namespace portolan::detail {
namespace {

std::uint32_t text_width(std::string_view text) {
  return narrow<std::uint32_t>(text.size()) * (kGlyphWidth + 1);
}

/// A whole number in [0, limit].
std::int64_t clip(double v, std::uint32_t limit) {
  return std::min<std::int64_t>(to_whole<std::uint32_t>(v), limit);
}

}  // namespace

Canvas::Canvas(std::uint32_t map_width, std::uint32_t map_height, Colour ground)
    : map_width_(map_width), map_height_(map_height) {
  enlarge(map_width, map_height);
  fill_picture(0, 0, map_width, map_height, ground);
}

void Canvas::blend(std::int64_t x, std::int64_t y, Colour colour, double share) {
  if (x < 0 || y < 0 || x >= map_width_ || y >= map_height_) return;
  std::uint8_t* p =
      &picture_
           .rgb[(static_cast<std::size_t>(y) * picture_.width + static_cast<std::size_t>(x)) * 3];
  const Colour mixed = mix_colours({p[0], p[1], p[2]}, colour, share);
  p[0] = mixed.red, p[1] = mixed.green, p[2] = mixed.blue;
}

void Canvas::fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1,
                  Colour colour) {
  const auto within = [](std::int64_t v, std::uint32_t limit) {
    return narrow<std::uint32_t>(std::clamp<std::int64_t>(v, 0, limit));
  };
  fill_picture(within(x0, map_width_), within(y0, map_height_), within(x1, map_width_),
               within(y1, map_height_), colour);
}

void Canvas::fill_convex(std::span<const Point> corners, Colour colour) {
  double top = std::numeric_limits<double>::infinity(), bottom = -top;
  for (const Point& corner : corners) {
    top = std::min(top, corner.y);
    bottom = std::max(bottom, corner.y);
  }
  const std::int64_t end = clip(std::ceil(bottom - 0.5), map_height_);
  for (std::int64_t y = clip(std::ceil(top - 0.5), map_height_); y < end; ++y) {
    const double row = static_cast<double>(y) + 0.5;
    double left = std::numeric_limits<double>::infinity(), right = -left;
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Point& a = corners[i];
      const Point& b = corners[(i + 1) % corners.size()];
      if ((a.y <= row) == (b.y <= row)) continue;
      const double x = a.x + (b.x - a.x) * (row - a.y) / (b.y - a.y);
      left = std::min(left, x);
      right = std::max(right, x);
    }
    if (left < right)
      fill(clip(std::ceil(left - 0.5), map_width_), y, clip(std::ceil(right - 0.5), map_width_),
           y + 1, colour);
  }
}

void Canvas::draw_line(Point a, Point b, double radius, Colour colour, double share) {
  const double reach = radius + 1.0;
  const double dx = b.x - a.x, dy = b.y - a.y, length2 = dx * dx + dy * dy;
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
      if (cover > 0.0) blend(x, y, colour, std::min(1.0, cover) * share);
    }
  }
}

void Canvas::draw_path(std::span<const Point> points, double radius, Colour colour) {
  const double rim = std::clamp(radius * 0.5, 0.8, 1.5);
  for (const auto& [r, c] : {std::pair{radius + rim, palette::kRim}, std::pair{radius, colour}}) {
    for (std::size_t i = 0; i + 1 < points.size(); ++i) draw_line(points[i], points[i + 1], r, c);
  }
}

void Canvas::draw_marker(Point point, double radius, Colour colour) {
  draw_line(point, point, radius + 2.0, palette::kRim);
  draw_line(point, point, radius, colour);
  draw_line(point, point, radius * 0.35, palette::kRim);
}

void Canvas::draw_legend(std::span<const LegendEntry> entries) {
  const std::uint32_t size = map_width_ >= 1400  ? 3
                             : map_width_ >= 640 ? 2
                                                 : 1;  // pixels of the picture a pixel of the font
  const std::uint32_t margin = 8 * size, spot = kGlyphHeight * size, row = 14 * size;
  const auto spot_width = [&](const LegendEntry& e) {
    return e.text_only ? 0 : (e.bar_length != 0 ? e.bar_length : spot) + 5 * size;
  };
  const auto width_of = [&](const LegendEntry& e) {
    return spot_width(e) + text_width(e.text) * size;
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
  enlarge(width, next.y + spot + margin);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto [x, y] = places[i];
    draw_spot(entries[i], x, y, size);
    draw_text(x + spot_width(entries[i]), y, size, entries[i].text);
  }
}

/// The spot of a legend's entry, outlined to be seen where it has the colour of the paper; or its
/// bar: a thin line between two ticks.
void Canvas::draw_spot(const LegendEntry& entry, std::uint32_t x, std::uint32_t y,
                       std::uint32_t size) {
  const std::uint32_t height = kGlyphHeight * size;
  if (entry.text_only) return;
  if (entry.bar_length == 0) {
    fill_picture(x, y, x + height, y + height, mix_colours(entry.colour, palette::kInk, 0.6));
    fill_picture(x + 1, y + 1, x + height - 1, y + height - 1, entry.colour);
    return;
  }
  const std::uint32_t end = x + entry.bar_length, thin = std::min(size, entry.bar_length);
  const std::uint32_t middle = y + (height - size) / 2;
  fill_picture(x, middle, end, middle + size, entry.colour);
  fill_picture(x, y, x + thin, y + height, entry.colour);
  fill_picture(end - thin, y, end, y + height, entry.colour);
}

/// Fills a rectangle anywhere in the picture, which must hold it.
void Canvas::fill_picture(std::uint32_t x0, std::uint32_t y0, std::uint32_t x1, std::uint32_t y1,
                          Colour colour) {
  for (std::size_t y = y0; y < y1; ++y) {
    for (std::size_t x = x0; x < x1; ++x) {
      const std::size_t at = y * picture_.width + x;
      picture_.rgb[at * 3] = colour.red;
      picture_.rgb[at * 3 + 1] = colour.green;
      picture_.rgb[at * 3 + 2] = colour.blue;
    }
  }
}

void Canvas::draw_text(std::uint32_t x, std::uint32_t y, std::uint32_t size,
                       std::string_view text) {
  for (const char letter : text) {
    const Glyph& glyph = find_glyph(letter);
    const std::uint32_t top = y + (hangs_below(letter) ? size : 0);
    for (std::uint32_t r = 0; r < kGlyphHeight; ++r) {
      for (std::uint32_t c = 0; c < kGlyphWidth; ++c) {
        if ((glyph.rows[r] >> (kGlyphWidth - 1 - c) & 1) == 0) continue;
        fill_picture(x + c * size, top + r * size, x + (c + 1) * size, top + (r + 1) * size,
                     palette::kInk);
      }
    }
    x += (kGlyphWidth + 1) * size;
  }
}

/// Makes the picture larger to the right and below; the new part is paper.
void Canvas::enlarge(std::uint32_t width, std::uint32_t height) {
  Picture old = std::move(picture_);
  picture_ = {width, height, std::vector<std::uint8_t>(std::size_t{width} * height * 3)};
  fill_picture(0, 0, width, height, palette::kPaper);
  for (std::size_t y = 0; y < old.height; ++y) {
    std::copy_n(old.rgb.begin() + static_cast<std::ptrdiff_t>(y * old.width * 3),
                std::size_t{old.width} * 3,
                picture_.rgb.begin() + static_cast<std::ptrdiff_t>(y * width * 3));
  }
}

}  // namespace portolan::detail
