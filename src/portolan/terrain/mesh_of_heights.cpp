#include <algorithm>
#include <cmath>
#include <string>

#include "portolan/core/narrow.h"
#include "portolan/terrain/map_frame.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {
namespace {

std::string size_text(const HeightMap& map) {
  return std::to_string(map.width) + "x" + std::to_string(map.height);
}

std::string place_text(const HeightMap& map, std::size_t at) {
  return "column " + std::to_string(at % map.width) + ", row " + std::to_string(at / map.width);
}

bool above_zero(float value) { return std::isfinite(value) && value > 0.0f; }

Result<Done> check_placement(const MapPlacement& placement) {
  if (placement.box) {
    const Vec3 size = placement.box->high - placement.box->low;
    if (above_zero(size.x) && above_zero(size.z) && std::isfinite(size.y) && size.y >= 0.0f)
      return Done{};
    return Error{"the box that the map is fitted into is empty: give a low corner and a high one"};
  }
  if (placement.spacing != 0.0f && !above_zero(placement.spacing))
    return Error{"the spacing of the map must be a number of metres above 0"};
  if (!above_zero(placement.height_scale))
    return Error{"the height scale of the map must be a number above 0"};
  return Done{};
}

Result<Done> check_map(const HeightMap& map) {
  if (map.width < 2 || map.height < 2) {
    return Error{"a height map of " + size_text(map) +
                 " has no square between values: it needs at least 2x2"};
  }
  if (map.values.size() != std::size_t{map.width} * map.height) {
    return Error{"a height map of " + size_text(map) + " holds " +
                 std::to_string(map.values.size()) + " values instead of " +
                 std::to_string(std::size_t{map.width} * map.height)};
  }
  const auto infinite =
      std::find_if(map.values.begin(), map.values.end(), [](float v) { return std::isinf(v); });
  if (infinite == map.values.end()) return Done{};
  return Error{"the height at " +
               place_text(map, static_cast<std::size_t>(infinite - map.values.begin())) +
               " is infinite: give a number, or NaN where it is missing"};
}

Result<Done> check_frame(const HeightMap& map) {
  return map.frame ? validate_frame(*map.frame, map.width, map.height) : Result<Done>(Done{});
}

Result<Done> check_difficulty(const HeightMap& map, const HeightMap& difficulty) {
  if (difficulty.width != map.width || difficulty.height != map.height ||
      difficulty.values.size() != map.values.size()) {
    return Error{"the difficulty map is " + size_text(difficulty) + ", but the height map is " +
                 size_text(map) + ": give one of the same size"};
  }
  for (std::size_t k = 0; k < map.values.size(); ++k) {
    const float value = difficulty.values[k];
    if (std::isnan(map.values[k]) || (std::isfinite(value) && value >= 0.0f)) continue;
    return Error{"the difficulty at " + place_text(map, k) +
                 " is missing, infinite or below 0: give a number from 0 up"};
  }
  return Done{};
}

/// Where the values of a map lie.
class Placing {
 public:
  Placing(const HeightMap& map, const MapPlacement& placement)
      : columns_(map.width - 1),
        rows_(map.height - 1),
        step_x_(placement.spacing),
        step_z_(placement.spacing),
        scale_(placement.height_scale) {
    if (placement.spacing == 0.0f) {
      const Spacing spacing = map.frame ? spacing_of(*map.frame, map.width, map.height) : Spacing{};
      step_x_ = spacing.columns;
      step_z_ = spacing.rows;
    }
    if (!placement.box) return;
    float low = INFINITY;
    float high = -INFINITY;
    for (const float v : map.values) {
      low = std::fmin(low, v);  // passes over what is missing
      high = std::fmax(high, v);
    }
    const Vec3 size = placement.box->high - placement.box->low;
    origin_ = placement.box->low;
    step_x_ = size.x / static_cast<float>(map.width - 1);
    step_z_ = size.z / static_cast<float>(map.height - 1);
    scale_ = high > low ? size.y / (high - low) : 0.0f;
    lowest_ = low;
  }
  Vec3 point(std::uint32_t x, std::uint32_t row, float value) const {
    return {origin_.x + step_x_ * static_cast<float>(x), origin_.y + scale_ * (value - lowest_),
            origin_.z + step_z_ * static_cast<float>(row)};
  }
  TriangleRaster raster() const { return {columns_, rows_, origin_, step_x_, step_z_}; }

 private:
  std::uint32_t columns_;
  std::uint32_t rows_;
  Vec3 origin_;
  float step_x_;
  float step_z_;
  float scale_;
  float lowest_ = 0.0f;
};

enum SquareSide : unsigned { kTop, kLeft, kBottom, kRight };
constexpr std::uint32_t kMissing = 0xFFFF'FFFFu;  // of vertices and squares

class TriangleMeshMaker {
 public:
  TriangleMeshMaker(const HeightMap& map, Triangulation triangulation,
                    const MapPlacement& placement, const HeightMap* difficulty)
      : map_(map),
        triangulation_(triangulation),
        difficulty_(difficulty),
        columns_(map.width - 1),
        per_square_(triangulation == Triangulation::four ? 4 : 2) {
    const Placing placing(map, placement);
    place_vertices(placing);
    mesh_.raster = placing.raster();
    mesh_.frame = map.frame;
    number_squares();
  }

  std::uint64_t triangle_count() const { return std::uint64_t{per_square_} * squares_; }

  TriangleMesh make() {
    mesh_.corners.resize(triangle_count());
    mesh_.neighbours.resize(triangle_count());
    if (difficulty_ != nullptr) mesh_.difficulty.resize(triangle_count());
    const std::size_t middles = per_square_ == 4 ? squares_ : 0;
    const std::size_t values = mesh_.vertices.size();
    mesh_.vertices.resize(values + middles);
    for (std::uint32_t row = 0; row + 1 < map_.height; ++row) {
      for (std::uint32_t x = 0; x < columns_; ++x) {
        const std::uint32_t square = square_[std::size_t{row} * columns_ + x];
        if (square == kMissing) continue;
        if (per_square_ == 4) {
          make_four(x, row, square, narrow<std::uint32_t>(values) + square);
        } else {
          make_two(x, row, square);
        }
      }
    }
    return std::move(mesh_);
  }

 private:
  /// The corners of a square: top left, bottom left, bottom right, top right.
  std::array<std::size_t, 4> values_of(std::uint32_t x, std::uint32_t row) const {
    const std::size_t top = std::size_t{row} * map_.width + x;
    return {top, top + map_.width, top + map_.width + 1, top + 1};
  }

  void place_vertices(const Placing& placing) {
    vertex_.assign(map_.values.size(), kMissing);
    mesh_.vertices.reserve(map_.values.size() * (per_square_ == 4 ? 2 : 1));
    std::size_t at = 0;
    for (std::uint32_t row = 0; row < map_.height; ++row) {
      for (std::uint32_t x = 0; x < map_.width; ++x, ++at) {
        if (std::isnan(map_.values[at])) continue;
        vertex_[at] = narrow<std::uint32_t>(mesh_.vertices.size());
        mesh_.vertices.push_back(placing.point(x, row, map_.values[at]));
      }
    }
  }

  void number_squares() {
    square_.assign(std::size_t{columns_} * (map_.height - 1), kMissing);
    std::size_t at = 0;
    for (std::uint32_t row = 0; row + 1 < map_.height; ++row) {
      for (std::uint32_t x = 0; x < columns_; ++x, ++at) {
        const auto values = values_of(x, row);
        if (std::all_of(values.begin(), values.end(),
                        [&](std::size_t v) { return vertex_[v] != kMissing; }))
          square_[at] = squares_++;
      }
    }
  }

  /// Whether the edge between a square's two triangles leads from bottom left to top right.
  bool rises(std::uint32_t x, std::uint32_t row) const {
    if (triangulation_ != Triangulation::contour) return false;
    const auto v = values_of(x, row);
    const auto& values = map_.values;
    return std::fabs(values[v[1]] - values[v[3]]) < std::fabs(values[v[0]] - values[v[2]]);
  }

  /// The triangle that lies on a side of a square, by its number in the square.
  std::uint32_t triangle_on(std::uint32_t x, std::uint32_t row, SquareSide side) const {
    if (per_square_ == 4) return side;
    if (side == kLeft || side == kRight) return side == kRight;
    return (side == kBottom) == rises(x, row);
  }

  TriangleId triangle(std::uint32_t square, std::uint32_t number) const {
    return TriangleId{square * per_square_ + number};
  }

  /// What lies beyond a side of a square.
  TriangleId beyond(std::uint32_t x, std::uint32_t row, SquareSide side) const {
    const bool edge_of_map = side == kTop      ? row == 0
                             : side == kLeft   ? x == 0
                             : side == kBottom ? row + 2 == map_.height
                                               : x + 1 == columns_;
    if (edge_of_map) return kNoTriangle;
    row += side == kBottom ? 1u : side == kTop ? ~0u : 0u;
    x += side == kRight ? 1u : side == kLeft ? ~0u : 0u;
    const std::uint32_t square = square_[std::size_t{row} * columns_ + x];
    if (square == kMissing) return kNoTriangle;
    return triangle(square, triangle_on(x, row, static_cast<SquareSide>((side + 2) % 4)));
  }

  void make_four(std::uint32_t x, std::uint32_t row, std::uint32_t square, std::uint32_t middle) {
    const auto v = values_of(x, row);
    Vec3 sum;
    for (const std::size_t value : v) sum = sum + mesh_.vertices[vertex_[value]];
    mesh_.vertices[middle] = sum * 0.25f;
    for (unsigned side = 0; side < 4; ++side) {
      // Anticlockwise each side begins where the one before ends; the top one at the top right.
      const std::size_t begin = v[(side + 3) % 4];
      const std::size_t end = v[side];
      const TriangleId made = triangle(square, side);
      mesh_.corners[made] = {vertex_[begin], vertex_[end], middle};
      mesh_.neighbours[made] = {beyond(x, row, static_cast<SquareSide>(side)),
                                triangle(square, (side + 1) % 4), triangle(square, (side + 3) % 4)};
      if (difficulty_ == nullptr) continue;
      const auto& d = difficulty_->values;
      const float middle_difficulty = (d[v[0]] + d[v[1]] + d[v[2]] + d[v[3]]) / 4.0f;
      mesh_.difficulty[made] = (d[begin] + d[end] + middle_difficulty) / 3.0f;
    }
  }

  void make_two(std::uint32_t x, std::uint32_t row, std::uint32_t square) {
    const auto v = values_of(x, row);
    // Corner k of the square begins side kLeft + k.
    const auto side_from = [&](unsigned corner) {
      return beyond(x, row, static_cast<SquareSide>((kLeft + corner) % 4));
    };
    const unsigned turn = rises(x, row) ? 3 : 0;  // the first corner of the left triangle
    for (unsigned k = 0; k < 2; ++k) {
      const unsigned a = (turn + 2 * k) % 4;
      const unsigned b = (a + 1) % 4;
      const unsigned c = (a + 2) % 4;
      const TriangleId made = triangle(square, k);
      mesh_.corners[made] = {vertex_[v[a]], vertex_[v[b]], vertex_[v[c]]};
      mesh_.neighbours[made] = {side_from(a), side_from(b), triangle(square, 1 - k)};
      if (difficulty_ == nullptr) continue;
      const auto& d = difficulty_->values;
      mesh_.difficulty[made] = (d[v[a]] + d[v[b]] + d[v[c]]) / 3.0f;
    }
  }

  const HeightMap& map_;
  Triangulation triangulation_;
  const HeightMap* difficulty_;
  std::uint32_t columns_;     // squares in a row
  std::uint32_t per_square_;  // triangles
  std::uint32_t squares_ = 0;
  std::vector<std::uint32_t> vertex_;  // by value of the map
  std::vector<std::uint32_t> square_;  // by place: numbers without those that are missing
  TriangleMesh mesh_;
};

}  // namespace

Result<TriangleMesh> make_triangle_mesh(const HeightMap& map, Triangulation triangulation,
                                        const MapPlacement& placement,
                                        const HeightMap* difficulty) {
  for (const auto& checked : {check_map(map), check_placement(placement), check_frame(map)}) {
    if (!checked) return checked.error();
  }
  if (difficulty != nullptr) {
    if (auto checked = check_difficulty(map, *difficulty); !checked) return checked.error();
  }
  if (4 * std::uint64_t{map.width} * map.height > kMaxTriangles) {
    return Error{"a height map of " + size_text(map) + " is too large: at most " +
                 std::to_string(kMaxTriangles / 4) + " values can be taken"};
  }
  TriangleMeshMaker maker(map, triangulation, placement, difficulty);
  if (maker.triangle_count() == 0) {
    return Error{
        "no four values of the height map that lie in a square are all there: it has no "
        "ground to walk on"};
  }
  return maker.make();
}

}  // namespace portolan::detail
