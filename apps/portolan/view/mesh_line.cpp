#include "view/mesh_line.h"

#include <algorithm>
#include <optional>

namespace portolan::detail::cli {
namespace {

/// How far a line may miss a portal and still be said to cross it, in shares of their lengths:
/// lines turn at the ends of portals, and numbers are rounded.
constexpr float kSlack = 1e-3f;
/// How many turns a line may take inside one polygon.
constexpr std::size_t kMostTurns = 3;

float cross_from_above(const Vec3& a, const Vec3& b) { return a.x * b.z - a.z * b.x; }

/// Where a straight line crosses a portal, seen from above, at the height of the portal.
std::optional<Vec3> find_crossing(const Vec3& from, const Vec3& to, const Portal& portal) {
  const Vec3 direction = to - from;
  const Vec3 side = portal.ends[1] - portal.ends[0];
  const float turn = cross_from_above(direction, side);
  if (turn == 0.0f) return std::nullopt;
  const Vec3 apart = portal.ends[0] - from;
  const float along = cross_from_above(apart, side) / turn;
  const float across = cross_from_above(apart, direction) / turn;
  const auto inside = [](float share) { return share >= -kSlack && share <= 1.0f + kSlack; };
  if (!inside(along) || !inside(across)) return std::nullopt;
  return portal.ends[0] + side * std::clamp(across, 0.0f, 1.0f);
}

/// f(const Portal&) for the portals between two polygons.
template <class F>
void for_each_portal(const MeshLayout& layout, const PolygonMesh& mesh, PolygonId from,
                     PolygonId to, F&& f) {
  for (const MeshLayout::Slot& slot : layout.slots(from)) {
    const DoorwayId doorway = layout.doorway(slot.node);
    if (index(doorway) < mesh.portals.size() && layout.beyond(slot.node, from) == to)
      f(mesh.portals[index(doorway)]);
  }
}

}  // namespace

Route line_on_mesh(const MeshLayout& layout, const PolygonMesh& mesh,
                   std::span<const Vec3> waypoints, std::span<const std::uint32_t> polygons) {
  Route line;
  if (waypoints.empty() || polygons.empty()) return line;
  const auto add = [&line](const Vec3& point, std::uint32_t polygon) {
    if (!line.points.empty() && line.points.back() == point) {
      line.elements.back() = polygon;
      return;
    }
    line.points.push_back(point);
    line.elements.push_back(polygon);
  };
  add(waypoints.front(), polygons.front());
  std::size_t at = 0;  // the way-point that the stretch at hand begins at
  for (std::size_t i = 1; i < polygons.size(); ++i) {
    const std::size_t last = std::min(at + kMostTurns, waypoints.size() - 1);
    std::optional<Vec3> crossing;
    std::size_t stretch = at;
    for (; stretch < last && !crossing; ++stretch) {
      for_each_portal(layout, mesh, PolygonId{polygons[i - 1]}, PolygonId{polygons[i]},
                      [&](const Portal& portal) {
                        if (!crossing)
                          crossing =
                              find_crossing(waypoints[stretch], waypoints[stretch + 1], portal);
                      });
    }
    if (!crossing) continue;  // a link, or a line along the portal
    for (--stretch; at < stretch;) add(waypoints[++at], polygons[i - 1]);
    add(*crossing, polygons[i]);
  }
  while (at + 1 < waypoints.size()) add(waypoints[++at], polygons.back());
  return line;
}

}  // namespace portolan::detail::cli
