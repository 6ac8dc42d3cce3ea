#include "portolan/io/geometry/triangulate.h"

#include <algorithm>
#include <cmath>

namespace portolan::detail {
namespace {

struct Point {
  double x;
  double y;
};

/// Twice the area of a, b, c; positive where they go round counterclockwise.
double turn(const Point& a, const Point& b, const Point& c) {
  return (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y);
}

bool lies_in(const Point& p, const Point& a, const Point& b, const Point& c) {
  return turn(a, b, p) >= 0.0 && turn(b, c, p) >= 0.0 && turn(c, a, p) >= 0.0;
}

/// The corners laid into the coordinate plane that the polygon lies flattest in, so that it goes
/// round counterclockwise there.
std::vector<Point> flatten(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners) {
  double normal[3] = {0.0, 0.0, 0.0};  // Twice the area in each plane.
  const auto place = [&](std::size_t i, std::size_t axis) {
    const Vec3& v = vertices[corners[i % corners.size()]];
    return static_cast<double>(axis == 0 ? v.x : axis == 1 ? v.y : v.z);
  };
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const std::size_t u = (axis + 1) % 3;
    const std::size_t v = (axis + 2) % 3;
    for (std::size_t i = 0; i < corners.size(); ++i) {  // From corner 0, lest far ones cancel.
      normal[axis] += (place(i, u) - place(0, u)) * (place(i + 1, v) - place(0, v)) -
                      (place(i + 1, u) - place(0, u)) * (place(i, v) - place(0, v));
    }
  }
  std::size_t axis = 0;
  for (std::size_t i = 1; i < 3; ++i) {
    if (std::abs(normal[i]) > std::abs(normal[axis])) axis = i;
  }
  const double sign = normal[axis] < 0.0 ? -1.0 : 1.0;
  std::vector<Point> points;
  points.reserve(corners.size());
  for (std::size_t i = 0; i < corners.size(); ++i) {
    points.push_back({sign * place(i, (axis + 1) % 3), place(i, (axis + 2) % 3)});
  }
  return points;
}

/// Cuts ears off, one triangle after the other. `left` holds the corners not yet cut off.
///
/// To look whether a corner is an ear takes time by all corners, so what is none is not looked at
/// again before a corner beside it is cut off: only then can that have changed, in a polygon that
/// does not touch itself. For the others all corners are looked at again where no ear is left, a
/// few times at most. In all that is a few looks at each corner.
class EarCutter {
 public:
  explicit EarCutter(const std::vector<Point>& points)
      : points_(points), left_(points.size()), is_no_ear_(points.size()) {
    for (std::size_t i = 0; i < left_.size(); ++i) left_[i] = i;
  }

  std::size_t size() const { return left_.size(); }
  std::size_t corner(std::size_t i) const { return left_[i % left_.size()]; }
  /// The corner before `i`, which is where the ear at i begins.
  std::size_t before(std::size_t i) const { return left_[(i + left_.size() - 1) % left_.size()]; }
  void cut(std::size_t i) {
    is_no_ear_[before(i)] = false;
    is_no_ear_[corner(i + 1)] = false;
    left_.erase(left_.begin() + static_cast<std::ptrdiff_t>(i));
  }

  /// The first ear from `from` on; `from` itself where there is none.
  std::size_t find_ear(std::size_t from) {
    for (;; --second_looks_) {
      for (std::size_t step = 0; step < left_.size(); ++step) {
        const std::size_t i = (from + step) % left_.size();
        if (is_no_ear_[left_[i]]) continue;
        if (is_ear(i)) return i;
        is_no_ear_[left_[i]] = true;
      }
      if (second_looks_ == 0) return from % left_.size();
      is_no_ear_.assign(is_no_ear_.size(), false);
    }
  }

 private:
  double turn_at(std::size_t i) const {
    return turn(points_[before(i)], points_[corner(i)], points_[corner(i + 1)]);
  }

  /// Whether no corner that turns inwards lies in the triangle that would be cut off.
  bool is_ear(std::size_t i) const {
    if (turn_at(i) <= 0.0) return false;
    const Point& a = points_[before(i)];
    const Point& b = points_[corner(i)];
    const Point& c = points_[corner(i + 1)];
    const auto same = [](const Point& p, const Point& q) { return p.x == q.x && p.y == q.y; };
    for (std::size_t k = 2; k + 1 < left_.size(); ++k) {
      const Point& p = points_[corner(i + k)];
      if (same(p, a) || same(p, b) || same(p, c)) continue;
      if (lies_in(p, a, b, c) && turn_at((i + k) % left_.size()) <= 0.0) return false;
    }
    return true;
  }

  const std::vector<Point>& points_;
  std::vector<std::size_t> left_;
  std::vector<bool> is_no_ear_;  ///< By corner: it was looked at, and nothing beside it cut since.
  int second_looks_ = 4;
};

bool is_convex(const std::vector<Point>& points) {
  const std::size_t n = points.size();
  for (std::size_t i = 0; i < n; ++i) {
    if (turn(points[i], points[(i + 1) % n], points[(i + 2) % n]) < 0.0) return false;
  }
  return true;
}

}  // namespace

void triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                 std::vector<Geometry::Triangle>& triangles) {
  if (corners.size() == 3) {
    triangles.push_back({corners[0], corners[1], corners[2]});
    return;
  }
  const std::vector<Point> points = flatten(vertices, corners);
  if (is_convex(points)) {
    for (std::size_t i = 2; i < corners.size(); ++i) {
      triangles.push_back({corners[0], corners[i - 1], corners[i]});
    }
    return;
  }
  EarCutter cutter(points);
  for (std::size_t at = 1; cutter.size() >= 3;) {
    at = cutter.find_ear(at);
    triangles.push_back(
        {corners[cutter.before(at)], corners[cutter.corner(at)], corners[cutter.corner(at + 1)]});
    cutter.cut(at);
  }
}

}  // namespace portolan::detail
