#include "portolan/terrain/terrain_query.h"

#include <algorithm>
#include <utility>

#include "portolan/search/search.h"

namespace portolan::detail {
Status TerrainQuery::find_path(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                               const TerrainQueryOptions& options, TerrainPath& path) {
  path.nodes.clear();
  path.cost = kInfinite;
  path.level = 0;
  path.version = snapshot.hierarchy().version();
  path.status = check_ends(snapshot, start, goal);
  if (path.status != Status::complete) return path.status;
  const QueryResult result =
      query_.find_path(snapshot, start, goal, options.tables, exactly(options.search), path.nodes);
  path.status = result.status;
  path.cost = result.cost;
  path.level = result.level;
  return path.status;
}

Status TerrainQuery::find_cost(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                               const TerrainQueryOptions& options, Cost& cost) {
  cost = kInfinite;
  const Status ends = check_ends(snapshot, start, goal);
  if (ends != Status::complete) return ends;
  const QueryResult result =
      query_.find_cost(snapshot, start, goal, options.tables, exactly(options.search));
  cost = result.cost;
  return result.status;
}

Status TerrainQuery::find_path_astar(const TerrainSnapshot& snapshot, NodeId start, NodeId goal,
                                     TerrainPath& path, std::uint64_t max_expansions) {
  path = {check_ends(snapshot, start, goal), kInfinite, 0,
          snapshot.has_hierarchy() ? snapshot.hierarchy().version() : 0, std::move(path.nodes)};
  path.nodes.clear();
  if (path.status != Status::complete) return path.status;
  const TerrainWorld& world = snapshot.world();
  const TerrainBound::Toward bound(world.layout().bound, world.mesh(), triangle_of(start),
                                   triangle_of(goal));
  // With a bound that holds a triangle is expanded once. One from a file made to deceive may not
  // hold, and could make this run without end.
  const std::uint64_t most = std::min<std::uint64_t>(max_expansions, world.node_count());
  path.status = search_path(
      world, start, goal, [&](std::uint32_t node) { return bound(TriangleId{node}); }, most);
  if (path.status == Status::out_of_budget && most < max_expansions)
    path.status = search_path(world, start, goal, NoHeuristic{}, max_expansions);
  if (path.status != Status::complete) return path.status;
  path.cost = labels_.cost(index(goal));
  labels_.append_branch(index(goal), path.nodes);
  return path.status;
}

template <class Heuristic>
Status TerrainQuery::search_path(const TerrainWorld& world, NodeId start, NodeId goal,
                                 const Heuristic& heuristic, std::uint64_t max_expansions) {
  labels_.reserve(world.node_count());
  labels_.clear();
  open_.configure(world.layout().usual_price / 4);
  open_.clear();
  add_source(labels_, open_, heuristic, index(start), 0);
  Status status = Status::unreachable;
  std::uint64_t left = max_expansions;
  const auto settle = [&](const OpenEntry& entry) {
    if (entry.node == index(goal)) {
      status = Status::complete;
      return Settle::stop;
    }
    if (left-- != 0) return Settle::expand;
    status = Status::out_of_budget;
    return Settle::stop;
  };
  search(world, labels_, open_, heuristic, settle, CountedIf{counts_ ? &counts_->main : nullptr});
  return status;
}

void TerrainQuery::find_costs_to_all(const TerrainSnapshot& snapshot, NodeId start,
                                     std::vector<Cost>& costs) {
  const TerrainWorld& world = snapshot.world();
  costs.assign(world.node_count(), kInfinite);
  labels_.reserve(world.node_count());
  labels_.clear();
  open_.configure(world.layout().usual_price);
  open_.clear();
  if (index(start) < world.node_count()) add_source(labels_, open_, NoHeuristic{}, index(start), 0);
  search(
      world, labels_, open_, NoHeuristic{},
      [&](const OpenEntry& entry) {
        costs[entry.node] = entry.cost();
        return Settle::expand;
      },
      CountedIf{counts_ ? &counts_->main : nullptr});
}

Result<PathLengths> measure_path(const TerrainSnapshot& snapshot, const TerrainPath& path) {
  std::vector<std::uint32_t> triangles;
  triangles.reserve(path.nodes.size());
  for (const NodeId node : path.nodes) triangles.push_back(index(node));
  return measure_path(snapshot.mesh(), snapshot.settings(), triangles);
}

}  // namespace portolan::detail
