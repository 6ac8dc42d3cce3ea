#include "portolan/terrain/terrain_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/terrain/path_line.h"
#include "portolan/terrain/step_price.h"

namespace portolan::detail {

double round_below(double value) {
  const double power = std::pow(10.0, std::floor(std::log10(value)));
  for (const double times : {5.0, 2.0}) {
    if (times * power <= value) return times * power;
  }
  return power;
}

double round_above(double value) {
  const double below = round_below(value);
  return below >= value * (1.0 - 1e-9) ? below : round_below(2.5 * below);
}

namespace {

/// From low ground to high: muted, so that paths stand out.
constexpr std::array<Colour, 6> kHeights{{{136, 170, 134},
                                          {176, 195, 146},
                                          {216, 210, 164},
                                          {205, 180, 140},
                                          {184, 160, 142},
                                          {232, 228, 224}}};
constexpr std::array<Colour, 6> kDistances{
    {{58, 22, 98}, {62, 74, 138}, {38, 130, 142}, {53, 183, 121}, {170, 220, 80}, {253, 231, 100}}};
constexpr Colour kDifficult{84, 44, 140};  // a hue that no height has
constexpr double kDifficultShare = 0.45;   // of it, where the ground is most difficult
constexpr double kContours = 14.0;         // from the lowest ground to the highest, at most
/// What the mean slope looks like, whatever it is.
constexpr double kUsualSlope = 0.45;

template <std::size_t N>
Colour colour_along(const std::array<Colour, N>& colours, double share) {
  const double at = std::clamp(share, 0.0, 1.0) * (N - 1);
  const auto below = std::min(static_cast<std::size_t>(at), N - 2);
  return mix_colours(colours[below], colours[below + 1], at - static_cast<double>(below));
}

/// How much the ground rises per metre along x and along z.
struct Slope {
  double x, z;
};
Slope slope_of(const TriangleMesh& mesh, TriangleId triangle) {
  const Vec3d normal = normal_of(mesh, triangle);
  const double up = std::max(std::abs(normal.y), 1e-3);
  return {-normal.x / up, -normal.z / up};
}

std::string number_text(const char* format, double number) {
  std::array<char, 48> text{};
  std::snprintf(text.data(), text.size(), format, number);
  return text.data();
}

}  // namespace

Colour distance_colour(double share) { return colour_along(kDistances, share); }

TerrainPicture::TerrainPicture(const TriangleMesh& mesh, const TriangleLocator& locator,
                               std::uint32_t side)
    : mesh_(mesh), bounds_(bounds_of(mesh)) {
  const double width = std::max(bounds_.high.x - bounds_.low.x, 1e-6f);
  const double depth = std::max(bounds_.high.z - bounds_.low.z, 1e-6f);
  pixels_per_metre_ = side / std::max(width, depth);
  const auto pixels = [&](double metres) {
    return static_cast<std::uint32_t>(
        std::clamp(std::round(metres * pixels_per_metre_), 1.0, static_cast<double>(side)));
  };
  canvas_ = Canvas(pixels(width), pixels(depth), palette::kPaper);
  thin_ = std::max(1.0, side / 900.0);
  triangle_at_.reserve(std::size_t{canvas_.map_width()} * canvas_.map_height());
  double slopes = 0.0;
  std::size_t count = 0;
  for (std::uint32_t row = 0; row < canvas_.map_height(); ++row) {
    const double z = bounds_.low.z + (row + 0.5) / pixels_per_metre_;
    for (std::uint32_t column = 0; column < canvas_.map_width(); ++column) {
      const double x = bounds_.low.x + (column + 0.5) / pixels_per_metre_;
      const TriangleId t = locator.find(static_cast<float>(x), static_cast<float>(z));
      triangle_at_.push_back(t);
      if (t == kNoTriangle) continue;
      const Slope slope = slope_of(mesh, t);
      slopes += std::min(std::hypot(slope.x, slope.z), 10.0);
      ++count;
    }
  }
  for (const float d : mesh.difficulty) most_difficult_ = std::max(most_difficult_, double{d});
  if (slopes > 0.0)
    exaggeration_ = std::clamp(kUsualSlope * static_cast<double>(count) / slopes, 1e-3, 1e3);
}

Canvas::Point TerrainPicture::at(double x, double z) const {
  return {(x - bounds_.low.x) * pixels_per_metre_, (z - bounds_.low.z) * pixels_per_metre_};
}

double TerrainPicture::shade(TriangleId triangle) const {
  const Slope slope = slope_of(mesh_, triangle);
  // The light comes down from the top left; level ground has 1.
  const double x = slope.x * exaggeration_, z = slope.z * exaggeration_;
  return (1.0 + 0.6 * (x + z)) / std::sqrt(1.0 + x * x + z * z);
}

void TerrainPicture::draw_relief() {
  const double low = bounds_.low.y, range = std::max(bounds_.high.y - low, 1e-6);
  draw_ground([&](TriangleId t) {
    const Colour height = colour_along(kHeights, (double{centre_of(mesh_, t).y} - low) / range);
    if (most_difficult_ == 0.0) return height;
    return mix_colours(height, kDifficult,
                       kDifficultShare * double{mesh_.difficulty[t]} / most_difficult_);
  });
  relief_ = true;
  if (range <= 1e-3) return;
  contour_metres_ = round_above(range / kContours);
  draw_contours(contour_metres_);
}

double TerrainPicture::height_at(std::size_t pixel) const {
  const std::uint32_t width = canvas_.map_width();
  const double x = bounds_.low.x + (static_cast<double>(pixel % width) + 0.5) / pixels_per_metre_;
  const double z = bounds_.low.z + (static_cast<double>(pixel / width) + 0.5) / pixels_per_metre_;
  return on_ground(mesh_, triangle_at_[pixel], {static_cast<float>(x), 0.0f, static_cast<float>(z)})
      .y;
}

void TerrainPicture::draw_contours(double metres) {
  constexpr std::int64_t kDarkEvery = 5;
  const std::size_t width = canvas_.map_width();
  const auto band_at = [&](std::size_t pixel) {
    return static_cast<std::int64_t>(std::floor(height_at(pixel) / metres));
  };
  const auto line_between = [&](std::size_t pixel, std::size_t next) -> double {
    if (triangle_at_[next] == kNoTriangle) return 0.0;
    const std::int64_t here = band_at(pixel), there = band_at(next);
    if (here == there) return 0.0;
    return std::max(here, there) % kDarkEvery == 0 ? 0.6 : 0.32;
  };
  for (std::size_t i = 0; i < triangle_at_.size(); ++i) {
    if (triangle_at_[i] == kNoTriangle) continue;
    double share = 0.0;
    if (i % width + 1 < width) share = line_between(i, i + 1);
    if (i + width < triangle_at_.size()) share = std::max(share, line_between(i, i + width));
    if (share > 0.0) {
      canvas_.blend(static_cast<std::int64_t>(i % width), static_cast<std::int64_t>(i / width),
                    palette::kInk, share);
    }
  }
}

void TerrainPicture::draw_ground(const std::function<Colour(TriangleId triangle)>& colour_of,
                                 double shading) {
  const std::uint32_t width = canvas_.map_width();
  for (std::size_t i = 0; i < triangle_at_.size(); ++i) {
    const TriangleId t = triangle_at_[i];
    if (t == kNoTriangle) continue;
    const double light = shading * (shade(t) - 1.0);
    const Colour colour = light < 0.0
                              ? mix_colours(colour_of(t), palette::kBlack, std::min(-light, 0.75))
                              : mix_colours(colour_of(t), palette::kRim, std::min(light, 0.6));
    canvas_.blend(static_cast<std::int64_t>(i % width), static_cast<std::int64_t>(i / width),
                  colour, 1.0);
  }
}

void TerrainPicture::draw_borders(
    const std::function<std::uint32_t(TriangleId triangle)>& number_of, Colour colour,
    double share) {
  constexpr std::uint32_t kNoGround = 0xFFFF'FFFFu;
  const std::uint32_t width = canvas_.map_width();
  const auto number_at = [&](std::size_t pixel) {
    const TriangleId t = triangle_at_[pixel];
    return t == kNoTriangle ? kNoGround : number_of(t);
  };
  for (std::size_t i = 0; i < triangle_at_.size(); ++i) {
    const std::uint32_t here = number_at(i);
    const bool border = (i % width + 1 < width && number_at(i + 1) != here) ||
                        (i + width < triangle_at_.size() && number_at(i + width) != here);
    if (border) {
      canvas_.blend(static_cast<std::int64_t>(i % width), static_cast<std::int64_t>(i / width),
                    colour, share);
    }
  }
}

void TerrainPicture::draw_path(std::span<const std::uint32_t> triangles, Colour colour,
                               double width) {
  std::vector<Vec3> middles;
  for (const std::uint32_t t : triangles) middles.push_back(centre_of(mesh_, TriangleId{t}));
  draw_line(middles, colour, width);
}

void TerrainPicture::draw_line(std::span<const Vec3> line, Colour colour, double width) {
  std::vector<Canvas::Point> points;
  for (const Vec3& point : line) points.push_back(at(point.x, point.z));
  canvas_.draw_path(points, thin_ * width, colour);
}

void TerrainPicture::draw_marker(float x, float z, Colour colour) {
  canvas_.draw_marker(at(x, z), 6.0 * thin_, colour);
}

void TerrainPicture::draw_legend(std::span<const LegendEntry> entries) {
  std::vector<LegendEntry> all(entries.begin(), entries.end());
  const double metres = round_below(canvas_.map_width() / pixels_per_metre_ / 4.0);
  all.push_back({palette::kInk, number_text("%g m", metres),
                 narrow<std::uint32_t>(std::lround(metres * pixels_per_metre_))});
  canvas_.draw_legend(all);
  if (relief_) canvas_.draw_legend(relief_legend());
}

std::vector<LegendEntry> TerrainPicture::relief_legend() const {
  const double low = bounds_.low.y, range = bounds_.high.y - bounds_.low.y;
  std::vector<LegendEntry> entries;
  for (const double share : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    const double height = low + share * range;
    entries.push_back(
        {colour_along(kHeights, share), number_text(range < 20.0 ? "%.2f m" : "%.0f m", height)});
    if (range <= 1e-3) break;
  }
  entries.front().text = "height " + entries.front().text;
  if (contour_metres_ > 0.0)
    entries.push_back({palette::kInk, number_text("a line every %g m", contour_metres_)});
  if (most_difficult_ > 0.0) {
    const Colour middle = colour_along(kHeights, 0.5);
    entries.push_back({middle, "easy ground, roads"});
    entries.push_back({mix_colours(middle, kDifficult, kDifficultShare),
                       number_text("difficulty %g", most_difficult_)});
  }
  return entries;
}

}  // namespace portolan::detail
