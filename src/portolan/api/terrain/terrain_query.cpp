#include "portolan/terrain/terrain_query.h"

#include <cassert>
#include <limits>
#include <memory>
#include <optional>

#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_query.h"
#include "portolan/terrain.h"
#include "portolan/terrain/nearest_ground.h"
#include "portolan/terrain/path_line.h"

namespace portolan {
namespace {

detail::TerrainQueryOptions query_options(const TerrainQueryOptions& options) {
  detail::TerrainQueryOptions query;
  query.search.max_expansions = options.max_expansions;
  query.tables = options.method == Method::automatic;
  return query;
}

}  // namespace

struct TerrainQuery::Inside {
  detail::TerrainQuery query;
  detail::TerrainPath nodes;
  TerrainPath scratch;  ///< Of queries for a cost alone.
  /// Of the snapshot that was asked last: these queries belong to one hierarchy.
  std::shared_ptr<const detail::MergedHierarchy> hierarchy;
  std::shared_ptr<const detail::GuideLayers> guide;
  std::optional<detail::MergedQuery> merged;
  std::optional<detail::GuidedQuery> guided;
  detail::MergedPath merged_path;
  detail::StripStraightener straightener;

  void turn_to(const detail::TerrainInside& world) {
    if (hierarchy == world.merged) return;
    hierarchy = world.merged;
    guide = world.guide;
    merged.emplace(*hierarchy);
    guided.emplace(*hierarchy, *guide);
  }

  Cost find_merged(const detail::TerrainInside& world, Method method, detail::TriangleId start,
                   detail::TriangleId goal, TerrainPath& path) {
    assert(world.merged != nullptr);
    turn_to(world);
    merged_path.triangles.swap(path.triangles);
    if (method == Method::merged) {
      merged->find(start, goal, merged_path);
    } else {
      guided->find(start, goal, merged_path);
    }
    merged_path.triangles.swap(path.triangles);
    path.status = merged_path.status;
    return merged_path.cost;
  }

  /// Appends the triangles of a path that was cleared.
  Cost find(const detail::TerrainInside& world, detail::TriangleId start, detail::TriangleId goal,
            TerrainPath& path, const TerrainQueryOptions& options) {
    if (options.method == Method::merged || options.method == Method::guided)
      return find_merged(world, options.method, start, goal, path);
    const detail::NodeId from = detail::node_of(start), to = detail::node_of(goal);
    if (options.method == Method::astar) {
      query.find_path_astar(world.world, from, to, nodes, options.max_expansions);
    } else {
      query.find_path(world.world, from, to, query_options(options), nodes);
    }
    for (const detail::NodeId node : nodes.nodes) path.triangles.push_back(detail::index(node));
    path.status = nodes.status;
    return nodes.cost;
  }
};

TerrainQuery::TerrainQuery() : inside_(std::make_unique<Inside>()) {}
TerrainQuery::~TerrainQuery() = default;
TerrainQuery::TerrainQuery(TerrainQuery&&) noexcept = default;
TerrainQuery& TerrainQuery::operator=(TerrainQuery&&) noexcept = default;

TerrainPath TerrainQuery::find_path(const TerrainSnapshot& snapshot, const Vec3& start,
                                    const Vec3& goal, const TerrainQueryOptions& options) {
  TerrainPath path;
  find_path(snapshot, start, goal, path, options);
  return path;
}

Status TerrainQuery::find_path(const TerrainSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                               TerrainPath& path, const TerrainQueryOptions& options) {
  const detail::TerrainInside& world = snapshot.inside();
  path.triangles.clear();
  path.points.clear();
  path.waypoints.clear();
  path.version = world.world.hierarchy().version();
  path.cost = std::numeric_limits<double>::infinity();
  const detail::TriangleId from = world.locator.find(start.x, start.z);
  const detail::TriangleId to = world.locator.find(goal.x, goal.z);
  if (from == detail::kNoTriangle) return path.status = Status::invalid_start;
  if (to == detail::kNoTriangle) return path.status = Status::invalid_goal;
  const Cost cost = inside_->find(world, from, to, path, options);
  if (path.status != Status::complete) return path.status;
  path.cost = world.world.metres(cost);
  const detail::TriangleMesh& mesh = world.world.mesh();
  detail::append_middles(mesh, path.triangles, start, goal, path.points);
  if (options.waypoints)
    inside_->straightener.append_waypoints(mesh, path.triangles, start, goal, path.waypoints);
  return path.status;
}

double TerrainQuery::find_cost(const TerrainSnapshot& snapshot, const Vec3& start, const Vec3& goal,
                               const TerrainQueryOptions& options) {
  const detail::TerrainInside& world = snapshot.inside();
  const detail::TriangleId from = world.locator.find(start.x, start.z);
  const detail::TriangleId to = world.locator.find(goal.x, goal.z);
  Cost cost = kInfinite;
  if (from == detail::kNoTriangle || to == detail::kNoTriangle)
    return std::numeric_limits<double>::infinity();
  if (options.method == Method::automatic || options.method == Method::hierarchy) {
    inside_->query.find_cost(world.world, detail::node_of(from), detail::node_of(to),
                             query_options(options), cost);
  } else {
    inside_->scratch.triangles.clear();
    cost = inside_->find(world, from, to, inside_->scratch, options);
  }
  return world.world.metres(cost);
}

std::optional<Vec3> TerrainQuery::find_nearest_reachable(const TerrainSnapshot& snapshot,
                                                         const Vec3& start, const Vec3& goal) {
  const detail::TerrainInside& world = snapshot.inside();
  return detail::find_nearest_reachable(world.world, world.locator, start, goal);
}

}  // namespace portolan
