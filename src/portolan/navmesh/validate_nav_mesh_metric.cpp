#include "portolan/navmesh/validate_nav_mesh_metric.h"

#include <string>

#include "portolan/core/joined_text.h"

namespace portolan::detail {

Result<Done> validate(const NavMeshMetric& metric) {
  for (std::uint32_t area = 0; area < kAreaCount; ++area) {
    const float cost = metric.cost[area];
    if (cost == NavMeshMetric::kBlocked) continue;
    if (cost >= NavMeshMetric::kLeast && cost <= NavMeshMetric::kMost) continue;
    return Error{joined_text("metric ", metric.name, ": area ", area, " costs ",
                             std::to_string(cost), "; give 0 for blocked, or 0.001 to 10000")};
  }
  return Done{};
}

}  // namespace portolan::detail
