#include "view/solver_routes.h"

#include "portolan/batch.h"
#include "portolan/core/narrow.h"

namespace portolan::detail::cli {

SolverRoutes::SolverRoutes(std::shared_ptr<const ViewedWorld> world, Algorithm algorithm)
    : world_(std::move(world)), parallel_(tbb_parallel()) {
  arguments_.algorithms = {algorithm};
  arguments_.waypoints = world_->world().kind() == WorldKind::navmesh;
}

void SolverRoutes::find(std::span<const Spot> starts, std::span<const Spot> goals,
                        std::size_t most_points, std::vector<Route>& routes) {
  routes.assign(starts.size(), Route{});
  parallel_(narrow<std::uint32_t>(routes.size()), [&](std::uint32_t i) {
    routes[i] = find_one(starts[i], goals[i]);
    routes[i].cut(most_points);
  });
}

Route SolverRoutes::find_one(const Spot& start, const Spot& goal) const {
  // By the middles of triangles: a point at an edge may be taken for one of the triangle beyond.
  const auto spelled = [this](const Spot& spot) {
    const bool middle = world_->world().kind() == WorldKind::terrain;
    return world_->spell(middle ? world_->point_on(spot.element, 0.0f, 0.0f) : spot.point);
  };
  const auto query = world_->world().make_query(spelled(start), spelled(goal), arguments_);
  const auto solver = query->make_solver(arguments_.algorithms.front());
  solver->answer(0);
  return solver->status() == Status::complete ? world_->route_of(*solver) : Route{};
}

}  // namespace portolan::detail::cli
