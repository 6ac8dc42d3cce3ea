#pragma once

#include <cstdint>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/query/query_world.h"

namespace portolan::detail {

/// Whether an entry node of the start and one of the goal lie in one component; if not, no path
/// that touches a node leads from one to the other.
template <QueryWorld W>
bool may_reach(const W& world, const Hierarchy& hierarchy, const typename W::Anchor& start,
               const typename W::Anchor& goal) {
  bool same = false;
  const auto component = [&](NodeId n) {
    return hierarchy.component(world.home_cell(n), world.home_index(n));
  };
  world.for_each_entry_node(start, false, [&](NodeId from, Cost, std::uint32_t) {
    if (same) return;
    const std::uint32_t wanted = component(from);
    world.for_each_entry_node(goal, true, [&](NodeId to, Cost, std::uint32_t) {
      same = same || component(to) == wanted;
    });
  });
  return same;
}

}  // namespace portolan::detail
