#include "portolan/navmesh/funnel.h"

#include <algorithm>

namespace portolan {
namespace {

/// How far c lies to the left of the line from a to b, seen from above; times the line's length.
double leftness(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (double{c.x} - double{a.x}) * (double{b.z} - double{a.z}) -
         (double{b.x} - double{a.x}) * (double{c.z} - double{a.z});
}

bool same_from_above(const Vec3& a, const Vec3& b) { return a.x == b.x && a.z == b.z; }

/// Whether a point is in a doorway, seen from above. Points on an edge are rounded, to either side
/// of it: a millimetre is nearness enough.
bool stands_in(const Vec3& point, const Doorway& doorway) {
  constexpr double kNear = 1e-3;
  const double along_x = double{doorway.right.x} - double{doorway.left.x};
  const double along_z = double{doorway.right.z} - double{doorway.left.z};
  const double x = double{point.x} - double{doorway.left.x};
  const double z = double{point.z} - double{doorway.left.z};
  const double square = along_x * along_x + along_z * along_z;
  const double t = square == 0.0 ? 0.0 : std::clamp((x * along_x + z * along_z) / square, 0.0, 1.0);
  const double off_x = x - t * along_x;
  const double off_z = z - t * along_z;
  return off_x * off_x + off_z * off_z < kNear * kNear;
}

/// One side of the funnel: its far end, and the doorway that it comes from.
struct Edge {
  Vec3 point;
  std::size_t at = 0;
};

}  // namespace

void pull_string(const Vec3& start, std::uint32_t start_polygon, std::span<const Doorway> doorways,
                 const Vec3& goal, std::vector<Waypoint>& waypoints) {
  // The sides are narrowed doorway by doorway. When one would cross over the other, the other's
  // far end is a turn: it becomes the apex, and the funnel begins anew behind that doorway.
  const std::uint32_t last = doorways.empty() ? start_polygon : doorways.back().polygon;
  Vec3 apex = start;
  Edge left{start, 0};
  Edge right{start, 0};
  std::size_t i = 0;
  while (i < doorways.size() && stands_in(apex, doorways[i])) ++i;  // those limit nothing
  while (i <= doorways.size()) {
    const Vec3& new_left = i < doorways.size() ? doorways[i].left : goal;
    const Vec3& new_right = i < doorways.size() ? doorways[i].right : goal;
    const Edge* turn = nullptr;
    if (leftness(apex, right.point, new_right) >= 0.0) {  // it narrows
      if (same_from_above(apex, right.point) || leftness(apex, left.point, new_right) < 0.0) {
        right = {new_right, i};
      } else {
        turn = &left;
      }
    }
    if (turn == nullptr && leftness(apex, left.point, new_left) <= 0.0) {
      if (same_from_above(apex, left.point) || leftness(apex, right.point, new_left) > 0.0) {
        left = {new_left, i};
      } else {
        turn = &right;
      }
    }
    if (turn == nullptr) {
      ++i;
      continue;
    }
    const Edge corner = *turn;
    apex = corner.point;
    left = right = corner;
    if (waypoints.empty() || waypoints.back().point != apex) {
      waypoints.push_back({apex, corner.at < doorways.size() ? doorways[corner.at].polygon : last});
    }
    i = corner.at + 1;
    for (; i < doorways.size() && stands_in(apex, doorways[i]); ++i)
      waypoints.back().polygon = doorways[i].polygon;
  }
  if (waypoints.empty() || waypoints.back().point != goal) waypoints.push_back({goal, last});
}

}  // namespace portolan
