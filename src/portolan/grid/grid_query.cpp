#include "portolan/grid/grid_query.h"

#include "portolan/grid/straight_path.h"
#include "portolan/query/may_reach.h"
#include "portolan/search/search.h"

namespace portolan::detail {

Status GridQuery::find_path(const GridSnapshot& snapshot, Tile start, Tile goal,
                            const GridQueryOptions& options, GridPath& path) {
  const GridGraph& graph = snapshot.graph();
  path.nodes.clear();
  path.cost = kInfinite;
  path.level = 0;
  path.version = snapshot.hierarchy().version();
  path.status = check_ends(snapshot, start, goal);
  if (path.status != Status::complete) return path.status;
  const bool tables = options.tables && snapshot.tables().answer();
  const bool near = tables && options.exact_near;
  const Cost straight = near ? find_straight_path(graph, start, goal, path.nodes) : kInfinite;
  if (straight == graph.distance_bound(start, goal)) {
    path.cost = straight;
    return path.status;
  }
  if (near && find_near_path(snapshot, start, goal, path)) return path.status;
  const QueryResult result = query_.find_path(snapshot, graph.node(start), graph.node(goal),
                                              options.tables, options.search, path.nodes);
  path.status = result.status;
  path.cost = result.cost;
  path.level = result.level;
  if (path.status != Status::complete) return path.status;
  if (straight < path.cost) path.cost = find_straight_path(graph, start, goal, path.nodes);
  path.cost = smoother_.smooth(graph, options.smoothing, path.nodes, path.cost);
  return path.status;
}

bool GridQuery::find_near_path(const GridSnapshot& snapshot, Tile start, Tile goal,
                               GridPath& path) {
  const GridGraph& graph = snapshot.graph();
  if (!NearSearch::may_be_near(graph, start, goal) ||
      !may_reach(snapshot.world(), snapshot.hierarchy(), graph.node(start), graph.node(goal)))
    return false;
  path.cost = near_.find_path(graph, start, goal, path.nodes,
                              counts_ == nullptr ? nullptr : &counts_->main);
  return path.cost != kInfinite;
}

Status GridQuery::find_cost(const GridSnapshot& snapshot, Tile start, Tile goal,
                            const GridQueryOptions& options, Cost& cost) {
  const GridGraph& graph = snapshot.graph();
  cost = kInfinite;
  const Status status = check_ends(snapshot, start, goal);
  if (status != Status::complete) return status;
  const QueryResult result = query_.find_cost(snapshot, graph.node(start), graph.node(goal),
                                              options.tables, options.search);
  cost = result.cost;
  return result.status;
}

Status GridQuery::find_path_astar(const GridSnapshot& snapshot, Tile start, Tile goal,
                                  GridPath& path, std::uint64_t max_expansions) {
  const GridGraph& graph = snapshot.graph();
  path = {check_ends(snapshot, start, goal), kInfinite, 0, snapshot.hierarchy().version(),
          std::move(path.nodes)};
  path.nodes.clear();
  if (path.status != Status::complete) return path.status;
  path.status = search_base(graph, start, goal, max_expansions);
  if (path.status != Status::complete) return path.status;
  const std::uint32_t goal_node = index(graph.node(goal));
  path.cost = labels_.cost(goal_node);
  labels_.append_branch(goal_node, path.nodes);
  return path.status;
}

Status GridQuery::search_base(const GridGraph& graph, Tile start, Tile goal,
                              std::uint64_t max_expansions) {
  labels_.reserve(graph.node_count());
  labels_.clear();
  open_.configure(graph.cheapest_move() / 8);
  open_.clear();
  const GridHeuristic heuristic{&graph, goal};
  const std::uint32_t goal_node = index(graph.node(goal));
  add_source(labels_, open_, heuristic, index(graph.node(start)), 0);
  Status status = Status::unreachable;
  std::uint64_t left = max_expansions;
  const auto settle = [&](const OpenEntry& entry) {
    if (entry.node == goal_node) {
      status = Status::complete;
      return Settle::stop;
    }
    if (left-- != 0) return Settle::expand;
    status = Status::out_of_budget;
    return Settle::stop;
  };
  if (counts_ != nullptr) {
    search(graph, labels_, open_, heuristic, settle, CountedIf{&counts_->main});
  } else {
    search(graph, labels_, open_, heuristic, settle, Uncounted{});
  }
  return status;
}

}  // namespace portolan::detail
