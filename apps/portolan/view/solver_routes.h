#pragma once

#include <memory>
#include <utility>

#include "portolan/types.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// Routes by one of the algorithms that paths are compared by, one query at a time on each thread.
class SolverRoutes final : public RouteFinder {
 public:
  SolverRoutes(std::shared_ptr<const ViewedWorld> world, Algorithm algorithm);

  void find(std::span<const Spot> starts, std::span<const Spot> goals, std::size_t most_points,
            std::vector<Route>& routes) override;

 private:
  Route find_one(const Spot& start, const Spot& goal) const;

  std::shared_ptr<const ViewedWorld> world_;
  QueryArguments arguments_;
  ParallelFor parallel_;
};

}  // namespace portolan::detail::cli
