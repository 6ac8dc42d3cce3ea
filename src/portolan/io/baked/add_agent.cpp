#include "portolan/io/baked/add_agent.h"

#include <string>
#include <utility>

namespace portolan::detail {

Result<Done> add_agent(BakedNavMesh& baked, const NavMeshMetric& metric, std::uint64_t table_bytes,
                       const Execution& execution) {
  for (const NavMeshSnapshot& agent : baked.agents) {
    if (agent.metric().name == metric.name) {
      return Error{"it has an agent type named " + metric.name +
                   " already; give the metric another \"name\""};
    }
  }
  auto agent = baked.agents.front().with_metric(metric, execution.progress);
  if (agent && table_bytes > 0) {
    TableOptions options;
    options.max_bytes = table_bytes;
    agent = agent->with_tables(options, execution.parallel, execution.progress);
  }
  if (!agent) return agent.error();
  baked.agents.push_back(std::move(*agent));
  return Done{};
}

}  // namespace portolan::detail
