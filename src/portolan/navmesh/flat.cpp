#include "portolan/navmesh/flat.h"

#include <limits>

namespace portolan::detail {

double signed_area(const PolygonMesh& mesh, PolygonId polygon) {
  const std::uint32_t p = index(polygon);
  const Flat first = flat(mesh.corner(p, 0));
  double twice_the_area = 0.0;
  for (std::uint32_t i = 2; i < mesh.corner_count(p); ++i)
    twice_the_area += cross(flat(mesh.corner(p, i - 1)) - first, flat(mesh.corner(p, i)) - first);
  return twice_the_area / 2.0;
}

double orientation(const PolygonMesh& mesh, PolygonId polygon) {
  return signed_area(mesh, polygon) < 0.0 ? -1.0 : 1.0;
}

Vec3 inward_normal(const PolygonMesh& mesh, PolygonId polygon, std::uint32_t edge) {
  const std::uint32_t next = (edge + 1) % mesh.corner_count(index(polygon));
  const Flat along =
      flat(mesh.corner(index(polygon), next)) - flat(mesh.corner(index(polygon), edge));
  const double size = length(along);
  if (size == 0.0) return {};
  const double scale = orientation(mesh, polygon) / size;
  return {static_cast<float>(-along.z * scale), 0.0f, static_cast<float>(along.x * scale)};
}

bool covers(const PolygonMesh& mesh, PolygonId polygon, const Flat& point) {
  const std::uint32_t p = index(polygon);
  const std::uint32_t count = mesh.corner_count(p);
  const double side = orientation(mesh, polygon);
  constexpr double kOnBorder = 1e-6;  // metres: rounding must not let a point fall between two
  for (std::uint32_t i = 0; i < count; ++i) {
    const Flat a = flat(mesh.corner(p, i));
    const Flat along = flat(mesh.corner(p, (i + 1) % count)) - a;
    if (side * cross(along, point - a) < -kOnBorder * length(along)) return false;
  }
  return true;
}

Vec3 point_under(const PolygonMesh& mesh, PolygonId polygon, const Flat& point) {
  const std::uint32_t p = index(polygon);
  const std::uint32_t count = mesh.corner_count(p);
  const Vec3& first = mesh.corner(p, 0);
  for (std::uint32_t i = 2; i < count; ++i) {
    const Vec3& b = mesh.corner(p, i - 1);
    const Vec3& c = mesh.corner(p, i);
    const double whole = cross(flat(b) - flat(first), flat(c) - flat(first));
    if (whole == 0.0) continue;
    const double v = cross(point - flat(first), flat(c) - flat(first)) / whole;
    const double w = cross(flat(b) - flat(first), point - flat(first)) / whole;
    if (v < 0.0 || w < 0.0 || v + w > 1.0) continue;
    const double height = double{first.y} * (1.0 - v - w) + double{b.y} * v + double{c.y} * w;
    return {static_cast<float>(point.x), static_cast<float>(height), static_cast<float>(point.z)};
  }
  Vec3 best = first;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Vec3& a = mesh.corner(p, i);
    const Vec3& b = mesh.corner(p, (i + 1) % count);
    const Vec3 on = between(a, b, nearest_share(flat(a), flat(b), point));
    const double d = length(flat(on) - point);
    if (d >= nearest) continue;
    nearest = d;
    best = on;
  }
  return best;
}

}  // namespace portolan::detail
