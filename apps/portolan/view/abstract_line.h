#pragma once

#include <vector>

#include "portolan/query/query.h"

namespace portolan::detail::cli {

/// The nodes of an abstract path, where one hop ends and the next begins; none where there is no
/// path over the hierarchy.
template <QueryWorld W>
std::vector<NodeId> find_abstract_nodes(const W& world, const Hierarchy& hierarchy,
                                        const typename W::Anchor& start,
                                        const typename W::Anchor& goal,
                                        const QueryOptions& options) {
  Query<W> query;
  Hops hops;
  std::vector<NodeId> nodes;
  query.find_hops(world, hierarchy, start, goal, options, hops);
  for (const Hop& hop : hops) {
    if (nodes.empty()) nodes.push_back(hop.from);
    nodes.push_back(hop.to);
  }
  return nodes;
}

}  // namespace portolan::detail::cli
