#pragma once

#include <vector>

#include "portolan/query/query.h"
#include "portolan/query/refine.h"
#include "view/viewed_world.h"

namespace portolan::detail::cli {

/// The nodes of an abstract path, where one hop ends and the next begins.
struct AbstractNodes {
  std::vector<NodeId> nodes;                 ///< None where there is no path over the hierarchy.
  std::vector<std::vector<NodeId>> refined;  ///< By hop: the nodes behind its first, to its last.
};

template <QueryWorld W>
AbstractNodes find_abstract_nodes(const W& world, const Hierarchy& hierarchy,
                                  const typename W::Anchor& start, const typename W::Anchor& goal,
                                  const QueryOptions& options) {
  Query<W> query;
  Hops hops;
  query.find_hops(world, hierarchy, start, goal, options, hops);
  Refiner<W> refiner;
  Labels over;
  over.reserve(world.node_count());
  AbstractNodes found;
  for (const Hop& hop : hops) {
    if (found.nodes.empty()) found.nodes.push_back(hop.from);
    found.nodes.push_back(hop.to);
    refiner.append(world, hierarchy, hop, over, nullptr, found.refined.emplace_back());
  }
  return found;
}

/// The same as a line from start to goal.
inline AbstractLine make_abstract_line(const ViewedWorld& world, const Vec3& start,
                                       const Vec3& goal, const AbstractNodes& found) {
  AbstractLine line{{start}, {}};
  for (std::size_t i = 0; i < found.nodes.size(); ++i) {
    std::vector<Vec3>& refined = line.refined.emplace_back();
    if (i == 0) {
      refined.push_back(world.place_of(found.nodes[0]));
    } else {
      for (const NodeId node : found.refined[i - 1]) refined.push_back(world.place_of(node));
    }
    line.points.push_back(world.place_of(found.nodes[i]));
  }
  line.points.push_back(goal);
  line.refined.push_back({goal});
  return line;
}

}  // namespace portolan::detail::cli
