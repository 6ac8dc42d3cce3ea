// What agents need of a navigation mesh.
#include <cmath>

#include "portolan/core/vec3.h"
#include "view/batch_routes.h"
#include "view/mesh_line.h"
#include "view/viewed_mesh.h"

namespace portolan::detail::cli {
namespace {

/// Points for a batch, and its paths as lines.
struct MeshLines {
  portolan::NavMeshSnapshot world;

  Vec3 place(const Spot& spot) const { return spot.point; }
  void write(const NavMeshPaths& paths, std::size_t i, Route& route) const {
    std::vector<Vec3> points;
    for (const Waypoint& waypoint : paths.waypoints[i]) points.push_back(waypoint.point);
    route = line_on_mesh(world.inside().world().layout(), world.mesh().polygons(), points,
                         paths.polygons[i]);
  }
};

}  // namespace

Vec3 middle_of_polygon(const PolygonMesh& mesh, std::uint32_t polygon) {
  Vec3 sum;
  for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i)
    sum = sum + mesh.corner(polygon, i);
  return sum * (1.0f / static_cast<float>(mesh.corner_count(polygon)));
}

std::uint32_t ViewedMesh::component_of(std::uint32_t element) const {
  const NavMeshSnapshot& snapshot = first();
  const auto slots = snapshot.world().layout().slots(PolygonId{element});
  if (!snapshot.passable(PolygonId{element}) || slots.empty()) return kNoComponent;
  const NodeId node = slots.front().node;
  return snapshot.hierarchy().component(snapshot.world().home_cell(node),
                                        snapshot.world().home_index(node));
}

double ViewedMesh::size_of(std::uint32_t element) const {
  const PolygonMesh& mesh = polygons();
  double sum = 0.0;
  for (std::uint32_t i = 2; i < mesh.corner_count(element); ++i) {
    sum += std::abs(double{area_from_above(mesh.corner(element, 0), mesh.corner(element, i - 1),
                                           mesh.corner(element, i))});
  }
  return sum;
}

Vec3 ViewedMesh::point_on(std::uint32_t element, float u, float v) const {
  const PolygonMesh& mesh = polygons();
  const auto fans = static_cast<float>(mesh.corner_count(element) - 2);
  const auto fan = std::min(static_cast<std::uint32_t>(u * fans), mesh.corner_count(element) - 3);
  u = u * fans - static_cast<float>(fan);
  if (u + v > 1.0f) {  // the other half of the parallelogram, folded over
    u = 1.0f - u;
    v = 1.0f - v;
  }
  const Vec3& a = mesh.corner(element, 0);
  return a + (mesh.corner(element, fan + 1) - a) * u + (mesh.corner(element, fan + 2) - a) * v;
}

std::unique_ptr<RouteFinder> ViewedMesh::make_route_finder() const {
  portolan::NavMeshSnapshot snapshot(first(), 0);
  return std::make_unique<BatchRoutes<portolan::NavMeshSnapshot, MeshLines>>(snapshot,
                                                                             MeshLines{snapshot});
}

Route ViewedMesh::step_randomly(const Spot& from, scenes::Random& random) const {
  const MeshLayout& layout = first().world().layout();
  const auto slots = layout.slots(PolygonId{from.element});
  Route route{{from.point}, {from.element}, true};
  if (slots.empty()) return route;
  const MeshLayout::Slot& slot = slots[random.below(narrow<std::uint32_t>(slots.size()))];
  if (!slot.leave || layout.partner(slot.node) != kNoNode) return route;
  const PolygonId beyond = layout.beyond(slot.node, PolygonId{from.element});
  if (!first().passable(beyond)) return route;
  route.points.push_back(layout.place(slot.node));
  route.points.push_back(middle_of_polygon(polygons(), index(beyond)));
  route.elements.insert(route.elements.end(), 2, index(beyond));
  return route;
}

}  // namespace portolan::detail::cli
