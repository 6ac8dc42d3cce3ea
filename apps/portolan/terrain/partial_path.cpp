#include "terrain/partial_path.h"

#include <algorithm>

#include "portolan/merged/merged_query.h"

namespace portolan::detail::cli {

PartialPath find_partial_path(const MergedHierarchy& h, TriangleId start, TriangleId goal,
                              std::uint32_t most_expansions) {
  MergedQuery query(h);
  PartialPath path;
  path.status = query.begin(start, goal);
  if (path.status != Status::complete) return path;
  while (path.expansions < most_expansions) {
    if (query.expand_next()) {
      ++path.expansions;
      continue;
    }
    const TriangleId triangle = query.next();
    if (triangle == kNoTriangle) break;
    path.clusters.push_back(cluster_of(triangle));
    path.cost += std::min(query.last_step(), headroom_above(path.cost));
    ++path.walked;
  }
  for (const ClusterId cluster : query.remaining()) path.clusters.push_back(cluster);
  return path;
}

}  // namespace portolan::detail::cli
