#pragma once

#include <algorithm>
#include <cstdint>

#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/hop.h"
#include "portolan/search/labels.h"

namespace portolan::detail {

/// The last hop of the path by which a search over gates reached a node: between the node and its
/// parent, in this direction.
inline Hop last_hop(const Label& label, NodeId from, NodeId to) {
  const bool inter = (label.via & kUncrossed) != 0;
  return {inter ? Hop::Kind::inter : Hop::Kind::cross, label.via & ~kUncrossed, from, to};
}

/// Where the branch to a node of a search over gates begins.
inline std::uint32_t branch_root(const Labels& labels, std::uint32_t node) {
  while (labels[node].parent != node) node = labels[node].parent;
  return node;
}

/// Appends the hops of the branch to a node; returns its root.
inline std::uint32_t append_branch_hops(const Labels& labels, std::uint32_t node, Hops& hops) {
  const auto at = static_cast<std::ptrdiff_t>(hops.size());
  for (Label label = labels[node]; label.parent != node; label = labels[node]) {
    hops.push_back(last_hop(label, NodeId{label.parent}, NodeId{node}));
    node = label.parent;
  }
  std::reverse(hops.begin() + at, hops.end());
  return node;
}

/// The same for a search that went backward: from the node to the root.
inline std::uint32_t append_backward_branch_hops(const Labels& labels, std::uint32_t node,
                                                 Hops& hops) {
  for (Label label = labels[node]; label.parent != node; label = labels[node]) {
    hops.push_back(last_hop(label, NodeId{node}, NodeId{label.parent}));
    node = label.parent;
  }
  return node;
}

}  // namespace portolan::detail
