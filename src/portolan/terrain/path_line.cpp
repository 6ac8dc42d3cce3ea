#include "portolan/terrain/path_line.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace portolan::detail {
namespace {

/// Where the line from a to b, seen from above, crosses the edge from left to right: a point of the
/// edge. Where they hardly cross, rounding must not lead beyond the ends.
Vec3 crossing(const Vec3& a, const Vec3& b, const Vec3& left, const Vec3& right) {
  const double dx = double{b.x} - double{a.x}, dz = double{b.z} - double{a.z};
  const auto aside = [&](const Vec3& p) {
    return dx * (double{p.z} - double{a.z}) - dz * (double{p.x} - double{a.x});
  };
  const double of_left = aside(left), of_right = aside(right);
  const double share =
      of_left == of_right ? 0.5 : std::clamp(of_left / (of_left - of_right), 0.0, 1.0);
  return left + (right - left) * static_cast<float>(share);
}

}  // namespace

Vec3 on_ground(const TriangleMesh& mesh, TriangleId triangle, const Vec3& point) {
  const auto& corners = mesh.corners[triangle];
  const Vec3& a = mesh.vertices[corners[0]];
  const Vec3& b = mesh.vertices[corners[1]];
  const Vec3& c = mesh.vertices[corners[2]];
  const float whole = area_from_above(a, b, c);
  if (whole == 0.0f) return {point.x, a.y, point.z};
  const float of_b = area_from_above(a, point, c) / whole;
  const float of_c = area_from_above(a, b, point) / whole;
  return {point.x, a.y + of_b * (b.y - a.y) + of_c * (c.y - a.y), point.z};
}

void append_middles(const TriangleMesh& mesh, std::span<const std::uint32_t> strip,
                    const Vec3& start, const Vec3& goal, std::vector<Vec3>& points) {
  if (strip.empty()) return;
  points.reserve(points.size() + std::max<std::size_t>(strip.size(), 2));
  points.push_back(on_ground(mesh, TriangleId{strip.front()}, start));
  for (std::size_t i = 1; i + 1 < strip.size(); ++i)
    points.push_back(centre_of(mesh, TriangleId{strip[i]}));
  points.push_back(on_ground(mesh, TriangleId{strip.back()}, goal));
}

LineLengths measure_line(std::span<const Vec3> points) {
  LineLengths sum;
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double x = double{points[i].x} - double{points[i - 1].x};
    const double y = double{points[i].y} - double{points[i - 1].y};
    const double z = double{points[i].z} - double{points[i - 1].z};
    sum.ground += std::hypot(x, y, z);
    sum.map += std::hypot(x, z);
    (y > 0.0 ? sum.up : sum.down) += std::abs(y);
  }
  return sum;
}

void StripStraightener::pull(const TriangleMesh& mesh, std::span<const std::uint32_t> strip,
                             const Vec3& start, const Vec3& goal) {
  edges_.clear();
  trace_.gaps.clear();
  trace_.turns.clear();
  for (std::size_t i = 0; i + 1 < strip.size(); ++i) {
    const TriangleId from{strip[i]};
    const unsigned edge = find_edge(mesh, from, TriangleId{strip[i + 1]});
    assert(edge < 3);
    // Corners go round to the left, so who leaves by an edge has its second corner on the left.
    const Edge crossed{{mesh.corners[from][(edge + 1) % 3], mesh.corners[from][edge]}};
    edges_.push_back(crossed);
    const Vec3& left = mesh.vertices[crossed.ends[0]];
    const Vec3& right = mesh.vertices[crossed.ends[1]];
    trace_.gaps.push_back({{left.x, right.x}, {left.z, right.z}});
  }
  pull_string(start, trace_.gaps, goal, trace_.turns);
}

void StripStraightener::append_waypoints(const TriangleMesh& mesh,
                                         std::span<const std::uint32_t> strip, const Vec3& start,
                                         const Vec3& goal, std::vector<Vec3>& waypoints) {
  if (strip.empty()) return;
  pull(mesh, strip, start, goal);
  waypoints.push_back(on_ground(mesh, TriangleId{strip.front()}, start));
  for (const Turn& turn : trace_.turns) waypoints.push_back(place_of(mesh, turn));
  waypoints.push_back(on_ground(mesh, TriangleId{strip.back()}, goal));
}

void StripStraightener::append_crossings(const TriangleMesh& mesh,
                                         std::span<const std::uint32_t> strip, const Vec3& start,
                                         const Vec3& goal, std::vector<Vec3>& points) {
  if (strip.empty()) return;
  pull(mesh, strip, start, goal);
  Vec3 from = start;
  std::uint32_t gap = 0;
  points.push_back(on_ground(mesh, TriangleId{strip.front()}, start));
  const auto cross_up_to = [&](std::uint32_t end, const Vec3& to) {
    for (; gap < end; ++gap) {
      const auto& ends = edges_[gap].ends;
      points.push_back(crossing(from, to, mesh.vertices[ends[0]], mesh.vertices[ends[1]]));
    }
  };
  for (const Turn& turn : trace_.turns) {
    const Vec3& place = place_of(mesh, turn);
    cross_up_to(turn.gap, place);
    for (; gap <= turn.behind; ++gap) points.push_back(place);
    from = place;
  }
  cross_up_to(static_cast<std::uint32_t>(edges_.size()), goal);
  points.push_back(on_ground(mesh, TriangleId{strip.back()}, goal));
}

}  // namespace portolan::detail
