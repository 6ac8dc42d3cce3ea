#include "portolan/partition/dissection.h"

#include <metis.h>

#include <mutex>
#include <vector>

#include "portolan/partition/metis_lock.h"

namespace portolan {

Result<GroupOrder> dissect(const GateGraph& graph, std::uint64_t seed) {
  const std::uint32_t count = graph.group_count();
  GroupOrder order(count);
  if (graph.neighbours.empty()) {  // METIS does not take a graph without edges
    for (std::uint32_t g = 0; g < count; ++g) order[g] = g;
    return order;
  }
  std::vector<idx_t> begin(graph.neighbour_begin.begin(), graph.neighbour_begin.end());
  std::vector<idx_t> neighbours(graph.neighbours.begin(), graph.neighbours.end());
  std::vector<idx_t> weights;
  for (std::uint32_t g = 0; g < count; ++g)
    weights.push_back(static_cast<idx_t>(graph.group_size(g)));
  std::vector<idx_t> group_at(count);
  std::vector<idx_t> place(count);
  idx_t options[METIS_NOPTIONS];
  METIS_SetDefaultOptions(options);
  options[METIS_OPTION_SEED] = static_cast<idx_t>(seed & 0x3FFF'FFFFu);
  options[METIS_OPTION_COMPRESS] = 0;  // groups are what it would compress gates to
  auto vertices = static_cast<idx_t>(count);
  const std::lock_guard lock(metis_mutex());
  const int code = METIS_NodeND(&vertices, begin.data(), neighbours.data(), weights.data(), options,
                                group_at.data(), place.data());
  std::vector<bool> taken(count, false);
  for (std::uint32_t g = 0; g < count && code == METIS_OK; ++g) {
    const auto at = static_cast<std::uint32_t>(place[g]);
    if (at >= count || taken[at]) return Error{"METIS returned no order; build without tables"};
    taken[at] = true;
    order[g] = at;
  }
  if (code != METIS_OK) return Error{"METIS could not order the gates; build without tables"};
  return order;
}

}  // namespace portolan
