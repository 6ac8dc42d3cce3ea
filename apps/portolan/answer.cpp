#include "answer.h"

#include <fmt/format.h>

#include <limits>

#include "failure.h"

namespace portolan::cli {
namespace {

void verify_cost(const GridSnapshot& world, Tile from, Tile to, const QueryArguments& arguments,
                 const GridPath& path) {
  GridQueryOptions options = arguments.options;
  options.smoothing = Smoothing::none;
  GridQuery query;
  GridPath whole;
  query.find_path(world, from, to, options, whole);
  if (whole.status == path.status && whole.cost == path.cost &&
      world.graph().cost(whole.nodes) == path.cost) {
    return;
  }
  throw Failure{ExitCode::internal,
                fmt::format("fault: the cost from {},{} to {},{} is not that of the path; please "
                            "report this with the world and the command",
                            from.x, from.y, to.x, to.y)};
}

}  // namespace

Status answer(GridQuery& query, const GridSnapshot& world, Tile from, Tile to, Algorithm algorithm,
              const QueryArguments& arguments, GridPath& path) {
  if (algorithm == Algorithm::astar) return query.find_path_astar(world, from, to, path);
  if (!arguments.cost_only) return query.find_path(world, from, to, arguments.options, path);
  path.nodes.clear();
  path.status = query.find_cost(world, from, to, arguments.options, path.cost);
  return path.status;
}

void verify(const GridSnapshot& world, Tile from, Tile to, Algorithm algorithm,
            const QueryArguments& arguments, const GridPath& path) {
  if (path.status != Status::complete) return;
  if (algorithm == Algorithm::hierarchy && arguments.cost_only) {
    verify_cost(world, from, to, arguments, path);
    return;
  }
  const GridGraph& graph = world.graph();
  const char* wrong = nullptr;
  if (path.nodes.empty() || path.nodes.front() != graph.node(from) ||
      path.nodes.back() != graph.node(to)) {
    wrong = "does not join start and goal";
  } else if (const Cost sum = graph.cost(path.nodes); sum != path.cost) {
    wrong = sum == kInfinite ? "has an illegal move" : "does not cost the sum of its moves";
  }
  if (wrong == nullptr) return;
  throw Failure{ExitCode::internal,
                fmt::format("fault: the path of {} from {},{} to {},{} {}; please report this with "
                            "the world and the command",
                            name(algorithm), from.x, from.y, to.x, to.y, wrong)};
}

std::uint64_t expansions(const QueryCounts& counts) {
  return counts.connect.expansions + counts.main.expansions + counts.refine.expansions;
}

double world_cost(const GridSnapshot& world, const GridPath& path) {
  if (path.status != Status::complete) return std::numeric_limits<double>::quiet_NaN();
  if (!path.nodes.empty()) return world.graph().length(path.nodes);
  return static_cast<double>(path.cost) / static_cast<double>(world.graph().straight());
}

}  // namespace portolan::cli
