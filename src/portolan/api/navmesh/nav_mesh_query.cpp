#include <utility>

#include "portolan/api/navmesh/nav_mesh_finder.h"
#include "portolan/navmesh.h"

namespace portolan {
namespace detail {
namespace {

NavMeshQueryOptions query_options(const portolan::NavMeshQueryOptions& options) {
  NavMeshQueryOptions query;
  query.search.max_expansions = options.max_expansions;
  query.waypoints = options.waypoints;
  query.tables = options.method == Method::automatic;
  return query;
}

}  // namespace

MeshPlace place_at(const portolan::NavMeshSnapshot& snapshot, const Vec3& point,
                   const Vec3& extent) {
  return snapshot.find_nearest(point, extent).value_or(MeshPlace{});
}

const NavMeshPath& NavMeshFinder::find_path(const NavMeshSnapshot& world, const MeshPlace& start,
                                            const MeshPlace& goal,
                                            const portolan::NavMeshQueryOptions& options) {
  const auto find = [&](const MeshPlace& to) {
    return options.method == Method::astar
               ? query.find_path_astar(world, start, to, query_options(options), path)
               : query.find_path(world, start, to, query_options(options), path);
  };
  if (find(goal) == Status::unreachable && options.nearest) {
    const auto nearest = query.find_nearest_reachable(world, start, goal.point, NavMesh::kAnywhere);
    if (nearest && find(*nearest) == Status::complete) path.status = Status::partial;
  }
  path.version = world.hierarchy().version();
  return path;
}

double NavMeshFinder::find_cost(const NavMeshSnapshot& world, const MeshPlace& start,
                                const MeshPlace& goal,
                                const portolan::NavMeshQueryOptions& options) {
  if (options.method == Method::astar)
    return world.metres(find_path(world, start, goal, options).cost);
  Cost cost = kInfinite;
  query.find_cost(world, start, goal, query_options(options), cost);
  return world.metres(cost);
}

}  // namespace detail

double NavMeshPath::length() const { return detail::length_of(waypoints); }

struct NavMeshQuery::Inside : detail::NavMeshFinder {};

NavMeshQuery::NavMeshQuery() : inside_(std::make_unique<Inside>()) {}
NavMeshQuery::~NavMeshQuery() = default;
NavMeshQuery::NavMeshQuery(NavMeshQuery&&) noexcept = default;
NavMeshQuery& NavMeshQuery::operator=(NavMeshQuery&&) noexcept = default;

NavMeshPath NavMeshQuery::find_path(const NavMeshSnapshot& snapshot, const Vec3& start,
                                    const Vec3& goal, const NavMeshQueryOptions& options) {
  NavMeshPath path;
  find_path(snapshot, start, goal, path, options);
  return path;
}

Status NavMeshQuery::find_path(const NavMeshSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                               NavMeshPath& path, const NavMeshQueryOptions& options) {
  return find_path_between(snapshot, detail::place_at(snapshot, start, options.extent),
                           detail::place_at(snapshot, goal, options.extent), path, options);
}

Status NavMeshQuery::find_path_between(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                                       const MeshPlace& goal, NavMeshPath& path,
                                       const NavMeshQueryOptions& options) {
  // What is found is written into the caller's memory, and never copied.
  detail::NavMeshPath& found = inside_->path;
  found.polygons.swap(path.polygons);
  found.waypoints.swap(path.waypoints);
  inside_->find_path(snapshot.inside(), start, goal, options);
  found.polygons.swap(path.polygons);
  found.waypoints.swap(path.waypoints);
  path.status = found.status;
  path.version = found.version;
  path.cost = snapshot.inside().metres(found.cost);
  return path.status;
}

double NavMeshQuery::find_cost(const NavMeshSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                               const NavMeshQueryOptions& options) {
  return inside_->find_cost(snapshot.inside(), detail::place_at(snapshot, start, options.extent),
                            detail::place_at(snapshot, goal, options.extent), options);
}

std::optional<MeshPlace> NavMeshQuery::find_nearest_reachable(const NavMeshSnapshot& snapshot,
                                                              const Vec3& start, const Vec3& goal,
                                                              const Vec3& extent) {
  const auto from = snapshot.find_nearest(start);
  if (!from) return std::nullopt;
  return inside_->query.find_nearest_reachable(snapshot.inside(), *from, goal, extent);
}

}  // namespace portolan
