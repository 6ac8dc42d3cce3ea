#include <algorithm>
#include <limits>

#include "portolan/navmesh/surface_queries.h"

namespace portolan::detail {
namespace {

/// The place nearest to the goal of a move, among what was visited.
struct Nearest {
  double distance = std::numeric_limits<double>::infinity();
  Vec3 point;
  std::uint32_t visit = 0;
};

/// Holds the walls of a polygon against what was found before.
void look_at_walls(const PolygonMesh& mesh, PolygonId polygon, const std::vector<Opening>& openings,
                   const Flat& goal, std::uint32_t visit, Nearest& nearest) {
  const std::uint32_t p = index(polygon);
  const std::uint32_t count = mesh.corner_count(p);
  for_each_wall(count, openings, [&](std::uint32_t edge, double low, double high) {
    const Vec3& a = mesh.corner(p, edge);
    const Vec3& b = mesh.corner(p, (edge + 1) % count);
    const Vec3 point = between(a, b, nearest_share(flat(a), flat(b), goal, low, high));
    const double distance = length(flat(point) - goal);
    if (distance < nearest.distance) nearest = {distance, point, visit};
  });
}

}  // namespace

void move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
                SurfaceScratch& scratch, SurfaceMove& move) {
  constexpr double kSlack = 1e-3;  // for doorways that the circle only touches
  move.polygons.clear();
  move.end = start;
  if (!snapshot.passable(start) || !is_usable(to)) return;
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const Flat goal = flat(to);
  const Flat middle = (flat(start.point) + goal) * 0.5;
  const double radius = length(goal - middle) + kSlack;
  Nearest nearest;
  scratch.begin(mesh.polygon_count(), polygon_of(start));
  for (std::uint32_t i = 0; i < scratch.visits().size(); ++i) {
    const PolygonId polygon = scratch.visits()[i].polygon;
    if (covers(mesh, polygon, goal)) {
      nearest = {0.0, point_under(mesh, polygon, goal), i};
      break;
    }
    const std::vector<Opening>& openings = scratch.list_openings(snapshot, polygon);
    look_at_walls(mesh, polygon, openings, goal, i, nearest);
    for (const Opening& opening : openings) {
      const std::uint32_t p = index(polygon);
      const Flat a = flat(mesh.corner(p, opening.edge));
      const Flat b = flat(mesh.corner(p, (opening.edge + 1) % mesh.corner_count(p)));
      const double share = nearest_share(a, b, middle, opening.low, opening.high);
      if (length(a + (b - a) * share - middle) <= radius) scratch.visit(opening.next, i);
    }
  }
  if (nearest.distance == std::numeric_limits<double>::infinity()) {  // no wall anywhere near
    move.polygons.assign(1, start.polygon);
    return;
  }
  move.end = {index(scratch.visits()[nearest.visit].polygon), nearest.point};
  for (std::uint32_t i = nearest.visit;; i = scratch.visits()[i].from) {
    move.polygons.push_back(index(scratch.visits()[i].polygon));
    if (scratch.visits()[i].from == i) break;
  }
  std::reverse(move.polygons.begin(), move.polygons.end());
}

}  // namespace portolan::detail
