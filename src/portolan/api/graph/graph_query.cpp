#include <vector>

#include "portolan/api/graph/graph_inside.h"
#include "portolan/graph.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/search/search.h"

namespace portolan {

struct GraphQuery::Inside {
  detail::SnapshotQuery<detail::CsrWorld> query{2};
  std::vector<detail::NodeId> nodes;
  detail::Labels labels;
  detail::OpenList open;

  detail::QueryResult find(const detail::GraphInside& world, std::uint32_t start,
                           std::uint32_t goal, const GraphQueryOptions& options) {
    if (options.method == Method::astar)
      return search_base(world, start, goal, options.max_expansions);
    return query.find_path(world, detail::NodeId{start}, detail::NodeId{goal},
                           options.method == Method::automatic, search_options(options), nodes);
  }

  static detail::QueryOptions search_options(const GraphQueryOptions& options) {
    detail::QueryOptions search;
    search.max_expansions = options.max_expansions;
    return search;
  }

  /// A graph without geometry has no estimate: this is Dijkstra's algorithm.
  detail::QueryResult search_base(const detail::GraphInside& world, std::uint32_t start,
                                  std::uint32_t goal, std::uint64_t max_expansions) {
    nodes.clear();
    labels.reserve(world.graph().node_count());
    labels.clear();
    open.configure(world.graph().most_expensive_edge() / 2);
    open.clear();
    detail::add_source(labels, open, detail::NoHeuristic{}, start, 0);
    detail::QueryResult result{Status::unreachable, kInfinite, 0, world.hierarchy().version()};
    std::uint64_t left = max_expansions;
    detail::search(
        world.graph(), labels, open, detail::NoHeuristic{},
        [&](const detail::OpenEntry& entry) {
          if (entry.node == goal) {
            result.status = Status::complete;
            return detail::Settle::stop;
          }
          if (left-- != 0) return detail::Settle::expand;
          result.status = Status::out_of_budget;
          return detail::Settle::stop;
        },
        detail::Uncounted{});
    if (result.status != Status::complete) return result;
    result.cost = labels.cost(goal);
    labels.append_branch(goal, nodes);
    return result;
  }
};

GraphQuery::GraphQuery() : inside_(std::make_unique<Inside>()) {}
GraphQuery::~GraphQuery() = default;
GraphQuery::GraphQuery(GraphQuery&&) noexcept = default;
GraphQuery& GraphQuery::operator=(GraphQuery&&) noexcept = default;

GraphPath GraphQuery::find_path(const GraphSnapshot& snapshot, std::uint32_t start,
                                std::uint32_t goal, const GraphQueryOptions& options) {
  GraphPath path;
  find_path(snapshot, start, goal, path, options);
  return path;
}

Status GraphQuery::find_path(const GraphSnapshot& snapshot, std::uint32_t start, std::uint32_t goal,
                             GraphPath& path, const GraphQueryOptions& options) {
  const detail::GraphInside& world = snapshot.inside();
  path.nodes.clear();
  path.cost = kInfinite;
  path.version = world.hierarchy().version();
  if (start >= snapshot.node_count()) return path.status = Status::invalid_start;
  if (goal >= snapshot.node_count()) return path.status = Status::invalid_goal;
  const detail::QueryResult result = inside_->find(world, start, goal, options);
  path.status = result.status;
  if (path.status != Status::complete) return path.status;
  path.cost = result.cost;
  path.nodes.reserve(inside_->nodes.size());
  for (const detail::NodeId node : inside_->nodes) path.nodes.push_back(detail::index(node));
  return path.status;
}

Cost GraphQuery::find_cost(const GraphSnapshot& snapshot, std::uint32_t start, std::uint32_t goal,
                           const GraphQueryOptions& options) {
  if (start >= snapshot.node_count() || goal >= snapshot.node_count()) return kInfinite;
  const detail::GraphInside& world = snapshot.inside();
  if (options.method == Method::astar)
    return inside_->search_base(world, start, goal, options.max_expansions).cost;
  return inside_->query
      .find_cost(world, detail::NodeId{start}, detail::NodeId{goal},
                 options.method == Method::automatic, Inside::search_options(options))
      .cost;
}

}  // namespace portolan
