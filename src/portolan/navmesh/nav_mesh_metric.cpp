#include "portolan/navmesh/nav_mesh_metric.h"

namespace portolan::detail {

Result<Done> validate(const NavMeshMetric& metric) {
  for (std::uint32_t area = 0; area < kAreaCount; ++area) {
    const float cost = metric.cost[area];
    if (cost == NavMeshMetric::kBlocked) continue;
    if (cost >= NavMeshMetric::kLeast && cost <= NavMeshMetric::kMost) continue;
    return Error{std::string("metric ")
                     .append(metric.name)
                     .append(": area ")
                     .append(std::to_string(area))
                     .append(" costs ")
                     .append(std::to_string(cost))
                     .append("; give 0 for blocked, or 0.001 to 10000")};
  }
  return Done{};
}

}  // namespace portolan::detail
