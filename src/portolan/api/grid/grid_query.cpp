#include "portolan/api/grid/grid_finder.h"
#include "portolan/grid.h"
#include "portolan/grid/nearest_tile.h"

namespace portolan {
namespace detail {
namespace {

GridQueryOptions query_options(const GridSnapshot& world,
                               const portolan::GridQueryOptions& options) {
  const bool by_tables = options.method == Method::automatic && world.tables().answer();
  GridQueryOptions query;
  query.search.max_expansions = options.max_expansions;
  query.smoothing = options.smoothing.value_or(by_tables ? Smoothing::none : Smoothing::full);
  query.tables = options.method == Method::automatic;
  return query;
}

}  // namespace

const GridPath& GridFinder::find_path(const GridSnapshot& world, Tile start, Tile goal,
                                      const portolan::GridQueryOptions& options) {
  if (options.method == Method::astar) {
    query.find_path_astar(world, start, goal, path, options.max_expansions);
  } else {
    query.find_path(world, start, goal, query_options(world, options), path);
  }
  return path;
}

double GridFinder::find_cost(const GridSnapshot& world, Tile start, Tile goal,
                             const portolan::GridQueryOptions& options) {
  if (options.method == Method::astar)
    return world.graph().in_tiles(find_path(world, start, goal, options).cost);
  Cost cost = kInfinite;
  query.find_cost(world, start, goal, query_options(world, options), cost);
  return world.graph().in_tiles(cost);
}

}  // namespace detail

struct GridQuery::Inside : detail::GridFinder {};

GridQuery::GridQuery() : inside_(std::make_unique<Inside>()) {}
GridQuery::~GridQuery() = default;
GridQuery::GridQuery(GridQuery&&) noexcept = default;
GridQuery& GridQuery::operator=(GridQuery&&) noexcept = default;

detail::GridQuery& GridQuery::inside() { return inside_->query; }

GridPath GridQuery::find_path(const GridSnapshot& snapshot, Tile start, Tile goal,
                              const GridQueryOptions& options) {
  GridPath path;
  find_path(snapshot, start, goal, path, options);
  return path;
}

Status GridQuery::find_path(const GridSnapshot& snapshot, Tile start, Tile goal, GridPath& path,
                            const GridQueryOptions& options) {
  const detail::GridSnapshot& world = snapshot.inside();
  const detail::GridPath& found = inside_->find_path(world, start, goal, options);
  path.status = found.status;
  path.version = found.version;
  path.cost = world.graph().in_tiles(found.cost);
  path.tiles.resize(found.nodes.size());
  world.graph().write_tiles(found.nodes, path.tiles.data());
  return path.status;
}

std::optional<Tile> GridQuery::find_nearest_reachable(const GridSnapshot& snapshot, Tile start,
                                                      Tile goal) {
  return detail::find_nearest_reachable(snapshot.inside(), start, goal);
}

double GridQuery::find_cost(const GridSnapshot& snapshot, Tile start, Tile goal,
                            const GridQueryOptions& options) {
  return inside_->find_cost(snapshot.inside(), start, goal, options);
}

}  // namespace portolan
