#include "portolan/terrain/step_price.h"

#include <algorithm>
#include <numbers>

namespace portolan::detail {
namespace {

/// How far `value` lies beyond the range of a and b.
double beyond(double value, double a, double b) {
  return value > std::max(a, b)   ? value - std::max(a, b)
         : value < std::min(a, b) ? value - std::min(a, b)
                                  : 0.0;
}

double weighed(double enlargement, const AxisMultiplier& axis) {
  return enlargement * (enlargement < 0.0 ? axis.down : axis.up);
}

/// The corner of a triangle that a neighbour does not share.
Vec3d far_corner(const TriangleMesh& mesh, TriangleId triangle, TriangleId neighbour) {
  return corner_of(mesh, triangle, find_edge(mesh, triangle, neighbour) + 2);
}

}  // namespace

Vec3d normal_of(const TriangleMesh& mesh, TriangleId triangle) {
  const Vec3d a = corner_of(mesh, triangle, 0);
  const Vec3d n = cross(corner_of(mesh, triangle, 1) - a, corner_of(mesh, triangle, 2) - a);
  const double size = length(n);
  if (size == 0.0) return {0.0, 1.0, 0.0};
  return {n.x / size, n.y / size, n.z / size};
}

Vec3d enlargement(const TriangleMesh& mesh, TriangleId from, unsigned edge) {
  const Vec3d a = corner_of(mesh, from, edge);
  const Vec3d b = corner_of(mesh, from, edge + 1);
  const Vec3d c = far_corner(mesh, mesh.neighbours[from][edge], from);
  return {beyond(c.x, a.x, b.x), beyond(c.y, a.y, b.y), beyond(c.z, a.z, b.z)};
}

double base_price(const PriceSettings& settings, const Vec3d& enlargement) {
  return length(Vec3d{weighed(enlargement.x, settings.x), weighed(enlargement.y, settings.y),
                      weighed(enlargement.z, settings.z)});
}

double final_multiplier(const TriangleMesh& mesh, const PriceSettings& settings, TriangleId from,
                        unsigned edge, const Vec3d& from_normal) {
  const TriangleId to = mesh.neighbours[from][edge];
  const Vec3d to_normal = normal_of(mesh, to);
  double multiplier = 1.0 + settings.steepness_respect * (1.0 - to_normal.y) +
                      settings.steepness_difference_respect * std::abs(from_normal.y - to_normal.y);
  if (!mesh.difficulty.empty()) {
    const double there = mesh.difficulty[to];
    multiplier += settings.difficulty_respect * there +
                  settings.difficulty_difference_respect * std::abs(there - mesh.difficulty[from]);
  }
  // The angle between two directions, also where it is nearly 0 or 180 degrees.
  const double angle =
      std::atan2(length(cross(from_normal, to_normal)), dot(from_normal, to_normal)) /
      std::numbers::pi;
  const bool turns_down =
      dot(from_normal, far_corner(mesh, to, from) - corner_of(mesh, from, edge)) < 0.0;
  return multiplier +
         settings.angle_respect * angle * (turns_down ? settings.concave : settings.convex);
}

}  // namespace portolan::detail
