#include <algorithm>
#include <limits>

#include "portolan/navmesh/surface_queries.h"

namespace portolan::detail {
namespace {

/// A ray that leaves a polygon so close to a corner may go through either edge there, in metres.
constexpr double kAtCorner = 1e-4;

struct Ray {
  Flat from;
  Flat along;

  Flat at(double share) const { return from + along * share; }
};

/// The share of the ray at which it leaves a convex polygon through an edge; infinite where it
/// does not go out there.
double exit_share(const PolygonMesh& mesh, PolygonId polygon, double side, std::uint32_t edge,
                  const Ray& ray) {
  const std::uint32_t next = (edge + 1) % mesh.corner_count(index(polygon));
  const Flat a = flat(mesh.corner(index(polygon), edge));
  const Flat along = flat(mesh.corner(index(polygon), next)) - a;
  const double outwards = -side * cross(along, ray.along);
  if (outwards <= 0.0) return std::numeric_limits<double>::infinity();
  return side * cross(along, ray.from - a) / outwards;
}

struct Exit {
  double share = std::numeric_limits<double>::infinity();
  std::uint32_t edge = 0;
};

Exit find_exit(const PolygonMesh& mesh, PolygonId polygon, double side, const Ray& ray) {
  Exit exit;
  for (std::uint32_t edge = 0; edge < mesh.corner_count(index(polygon)); ++edge) {
    const double share = exit_share(mesh, polygon, side, edge, ray);
    if (share < exit.share) exit = {share, edge};
  }
  return exit;
}

/// The walk of one ray from polygon to polygon.
class RayWalk {
 public:
  RayWalk(const NavMeshSnapshot& snapshot, const Ray& ray, SurfaceScratch& scratch, RayHit& hit)
      : snapshot_(snapshot),
        mesh_(snapshot.mesh().polygons()),
        ray_(ray),
        at_corner_(kAtCorner / std::max(length(ray.along), kAtCorner)),
        scratch_(scratch),
        hit_(hit) {}

  void run(PolygonId first) {
    for (PolygonId at = first; at != kNoPolygon;) {
      hit_.polygons.push_back(index(at));
      side_ = orientation(mesh_, at);
      const Exit exit = find_exit(mesh_, at, side_, ray_);
      if (exit.share >= 1.0) return arrive(at);
      if (exit.share > share_ + at_corner_) first_here_ = hit_.polygons.size();
      share_ = std::max(share_, exit.share);
      const PolygonId next = find_next(at, exit);
      if (next == kNoPolygon) stop(at, exit.edge);
      at = next;
    }
  }

 private:
  void arrive(PolygonId at) {
    hit_.share = 1.0f;
    hit_.end = {index(at), point_under(mesh_, at, ray_.at(1.0))};
  }

  void stop(PolygonId at, std::uint32_t edge) {
    hit_.hit = true;
    hit_.share = static_cast<float>(share_);
    hit_.end = {index(at), point_under(mesh_, at, ray_.at(share_))};
    hit_.normal = inward_normal(mesh_, at, edge);
  }

  /// The polygon behind the exit, or behind another edge at the same corner; kNoPolygon at walls.
  PolygonId find_next(PolygonId at, const Exit& exit) {
    PolygonId beside = kNoPolygon;
    for (const Opening& opening : scratch_.list_openings(snapshot_, at)) {
      if (was_here(opening.next)) continue;
      const double share = exit_share(mesh_, at, side_, opening.edge, ray_);
      if (share > exit.share + at_corner_ || !leads_through(at, opening)) continue;
      if (opening.edge == exit.edge) return opening.next;
      beside = opening.next;
    }
    return beside;
  }

  bool leads_through(PolygonId at, const Opening& opening) const {
    const std::uint32_t p = index(at);
    const Flat a = flat(mesh_.corner(p, opening.edge));
    const Flat b = flat(mesh_.corner(p, (opening.edge + 1) % mesh_.corner_count(p)));
    const double share = nearest_share(a, b, ray_.at(share_));
    return share >= opening.low - kNoGap / 2 && share <= opening.high + kNoGap / 2;
  }

  /// Whether the ray came through a polygon at the very place where it is now: it goes on around a
  /// corner, and never back.
  bool was_here(PolygonId polygon) const {
    const auto begin =
        hit_.polygons.begin() + static_cast<std::ptrdiff_t>(first_here_ == 0 ? 0 : first_here_ - 1);
    return std::find(begin, hit_.polygons.end(), index(polygon)) != hit_.polygons.end();
  }

  const NavMeshSnapshot& snapshot_;
  const PolygonMesh& mesh_;
  const Ray ray_;
  const double at_corner_;  // as a share of the ray
  SurfaceScratch& scratch_;
  RayHit& hit_;
  double side_ = 1.0;
  double share_ = 0.0;
  std::size_t first_here_ = 0;  // of the polygons entered where the ray is now
};

}  // namespace

void cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
              SurfaceScratch& scratch, RayHit& hit) {
  hit.polygons.clear();
  hit.hit = !snapshot.passable(start) || !is_usable(to);
  hit.share = hit.hit ? 0.0f : 1.0f;
  hit.end = start;
  hit.normal = {};
  if (hit.hit) return;
  const Ray ray{flat(start.point), flat(to) - flat(start.point)};
  RayWalk(snapshot, ray, scratch, hit).run(polygon_of(start));
}

}  // namespace portolan::detail
