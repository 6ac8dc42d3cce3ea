#include "portolan/navmesh/nav_mesh_query.h"

#include <algorithm>

#include "portolan/search/search.h"

namespace portolan::detail {
namespace {

/// Ends closer than so many typical crossings of a polygon are tried on level 0 first, with so many
/// expansions: about what connecting them to gates and searching there would take.
constexpr Cost kNearCrossings = 16;
constexpr std::uint64_t kNearExpansions = 128;

/// The base graph with a goal: one more node, reached across its polygon.
struct BaseGraph {
  const NavMeshWorld& world;
  const MeshPlace& goal;
  std::uint32_t goal_node;

  template <class F>
  void for_each_edge(std::uint32_t node, const Label& label, F&& f) const {
    for (const MeshLayout::Side& side : world.layout().sides(NodeId{node}).of) {
      if (side.polygon == polygon_of(goal) && via_polygon(side.polygon) != label.via) {
        if (world.layout().slots(side.polygon)[side.slot].enter) reach_goal(node, f);
      }
    }
    world.for_each_edge(node, label, f);
  }

  template <class F>
  void reach_goal(std::uint32_t node, F& f) const {
    const double length = length_between(goal.point, world.layout().place(NodeId{node}));
    f(goal_node, world.costs().of_length(length, world.costs().area_costs[polygon_of(goal)]),
      via_polygon(polygon_of(goal)));
  }
};

/// Whether the cell of a place is all that can be reached from there: its tables are empty, and A*
/// beats the search inside a cell.
bool cell_is_whole_component(const NavMeshSnapshot& snapshot, const MeshPlace& place) {
  const CellId cell = snapshot.world().anchor_cell(place);
  return snapshot.tables().links().gates_of(index(cell)).empty();
}

}  // namespace

void NavMeshPath::clear() {
  status = Status::unreachable;
  cost = kInfinite;
  level = 0;
  version = 0;
  nodes.clear();
  polygons.clear();
  waypoints.clear();
}

double length_of(const std::vector<Waypoint>& waypoints) {
  double sum = 0.0;
  for (std::size_t i = 1; i < waypoints.size(); ++i)
    sum += double{distance(waypoints[i - 1].point, waypoints[i].point)};
  return sum;
}

Status NavMeshQuery::find_path(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                               const MeshPlace& goal, const NavMeshQueryOptions& options,
                               NavMeshPath& path) {
  path.clear();
  path.version = snapshot.hierarchy().version();
  path.status = check_pair(snapshot, start, goal);
  if (path.status != Status::complete) return path.status;
  const MeshCosts& costs = snapshot.world().costs();
  const bool tables = query_.answers_by_tables(snapshot, options.tables);
  if (tables && cell_is_whole_component(snapshot, start)) {
    NavMeshQueryOptions unlimited = options;  // as tables are
    unlimited.search.max_expansions = ~std::uint64_t{0};
    return find_path_astar(snapshot, start, goal, unlimited, path);
  }
  if (!tables && options.search.level == kAutoLevel &&
      costs.bound(start.point, goal.point) / kNearCrossings < costs.typical) {
    NavMeshQueryOptions near = options;
    near.search.max_expansions = std::min(options.search.max_expansions, kNearExpansions);
    if (find_path_astar(snapshot, start, goal, near, path) != Status::out_of_budget)
      return path.status;
  }
  const QueryResult result =
      query_.find_path(snapshot, start, goal, options.tables, exactly(options.search), path.nodes);
  path.status = result.status;
  path.cost = result.cost;
  path.level = result.level;
  path.version = result.version;
  if (path.status == Status::complete)
    trace(snapshot, start, goal, options.waypoints, scratch_, path);
  return path.status;
}

Status NavMeshQuery::find_cost(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                               const MeshPlace& goal, const NavMeshQueryOptions& options,
                               Cost& cost) {
  cost = kInfinite;
  const Status ends = check_pair(snapshot, start, goal);
  if (ends != Status::complete) return ends;
  const QueryResult result =
      query_.find_cost(snapshot, start, goal, options.tables, exactly(options.search));
  cost = result.cost;
  return result.status;
}

Status NavMeshQuery::find_path_astar(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                                     const MeshPlace& goal, const NavMeshQueryOptions& options,
                                     NavMeshPath& path) {
  path.clear();
  path.version = snapshot.hierarchy().version();
  path.status = check_pair(snapshot, start, goal);
  if (path.status != Status::complete) return path.status;
  const NavMeshWorld& world = snapshot.world();
  path.cost = world.direct_cost(start, goal);
  bool stopped = false;
  const Cost known = path.cost;
  path.cost =
      std::min(known, search_base(snapshot, start, goal, options.search.max_expansions, stopped));
  if (path.cost < known) labels_.append_branch(labels_[world.node_count()].parent, path.nodes);
  if (stopped) {
    path.status = Status::out_of_budget;
    path.cost = kInfinite;
  } else if (path.cost == kInfinite) {
    path.status = Status::unreachable;
  } else {
    trace(snapshot, start, goal, options.waypoints, scratch_, path);
  }
  return path.status;
}

Cost NavMeshQuery::search_base(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                               const MeshPlace& goal, std::uint64_t max_expansions, bool& stopped) {
  const NavMeshWorld& world = snapshot.world();
  const std::uint32_t goal_node = world.node_count();
  const auto heuristic = [&](std::uint32_t node) {
    return node == goal_node ? 0 : world.distance_bound(NodeId{node}, goal);
  };
  labels_.reserve(goal_node + 1);
  labels_.clear();
  open_.configure(world.costs().typical / 4);
  open_.clear();
  world.for_each_entry_node(start, false, [&](NodeId node, Cost cost, std::uint32_t via) {
    add_source(labels_, open_, heuristic, index(node), cost, via);
  });
  const Cost known = world.direct_cost(start, goal);
  search(
      BaseGraph{world, goal, goal_node}, labels_, open_, heuristic,
      [&](const OpenEntry& entry) {
        if (entry.node == goal_node || entry.estimate() >= known) return Settle::stop;
        stopped = max_expansions-- == 0;
        return stopped ? Settle::stop : Settle::expand;
      },
      CountedIf{counts_ ? &counts_->main : nullptr});
  return labels_.cost(goal_node);
}

std::optional<MeshPlace> NavMeshQuery::find_nearest_reachable(const NavMeshSnapshot& snapshot,
                                                              std::span<const MeshPlace> starts,
                                                              const Vec3& point,
                                                              const Vec3& extent) {
  reached_.clear();
  for (const MeshPlace& start : starts) {
    if (snapshot.passable(start)) reached_.add(snapshot.strong_components().of(polygon_of(start)));
  }
  snapshot.strong_components().add_reached(reached_);
  return snapshot.strong_components().find_nearest(snapshot.mesh(), reached_.all(), point, extent);
}

/// Complete where a path leads from one to the other.
Status NavMeshQuery::check_pair(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                                const MeshPlace& goal) {
  const Status ends = check_ends(snapshot, start, goal);
  if (ends != Status::complete) return ends;
  return snapshot.strong_components().reaches(polygon_of(start), polygon_of(goal), reached_)
             ? Status::complete
             : Status::unreachable;
}

}  // namespace portolan::detail
