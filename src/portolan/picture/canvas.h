#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "portolan/picture/picture.h"

namespace portolan::detail {

/// A picture to draw on: a map, and below it whatever legend is asked for. Everything but the
/// legend is cut off at the map's edges. Not for use by several threads at once.
class Canvas {
 public:
  /// A point of the map in pixels from its top left corner; pixel (0, 0) has its middle at 0.5.
  struct Point {
    double x, y;
  };

  Canvas() = default;
  Canvas(std::uint32_t map_width, std::uint32_t map_height, Colour ground);

  std::uint32_t map_width() const { return map_width_; }
  std::uint32_t map_height() const { return map_height_; }
  const Picture& picture() const { return picture_; }

  /// Lets `share` of the colour cover a pixel.
  void blend(std::int64_t x, std::int64_t y, Colour colour, double share);
  /// A rectangle, its right and lower border left out.
  void fill(std::int64_t x0, std::int64_t y0, std::int64_t x1, std::int64_t y1, Colour colour);
  /// The pixels whose middle lies in a convex polygon.
  void fill_convex(std::span<const Point> corners, Colour colour);
  /// A line with round ends and soft edges, `share` of it opaque; a disc where a = b.
  void draw_line(Point a, Point b, double radius, Colour colour, double share = 1.0);
  /// A line through all points with a light rim.
  void draw_path(std::span<const Point> points, double radius, Colour colour);
  /// A disc with a light rim and a light middle.
  void draw_marker(Point point, double radius, Colour colour);
  /// A strip below the map; a legend too wide for the map makes the picture wider.
  void draw_legend(std::span<const LegendEntry> entries);

 private:
  void fill_picture(std::uint32_t x0, std::uint32_t y0, std::uint32_t x1, std::uint32_t y1,
                    Colour colour);
  void draw_text(std::uint32_t x, std::uint32_t y, std::uint32_t size, std::string_view text);
  void draw_spot(const LegendEntry& entry, std::uint32_t x, std::uint32_t y, std::uint32_t size);
  void enlarge(std::uint32_t width, std::uint32_t height);

  std::uint32_t map_width_ = 0;
  std::uint32_t map_height_ = 0;
  Picture picture_;
};

}  // namespace portolan::detail
