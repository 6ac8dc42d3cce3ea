#include "mesh/mesh_corridor.h"

#include <algorithm>
#include <vector>

#include "portolan/core/narrow.h"

namespace portolan::detail::cli {
namespace {

/// A doorway of the polygon that the path has come to, and what it cost to get there.
struct Reached {
  NodeId node;
  std::uint64_t cost;
};

/// The cost of getting to a doorway of a polygon from those through which it was entered.
std::uint64_t cost_to(const NavMeshWorld& world, const std::vector<Reached>& entered,
                      PolygonId polygon, std::uint32_t slot) {
  const MeshLayout& layout = world.layout();
  const auto slots = layout.slots(polygon);
  std::uint64_t least = kInfinite;
  for (const Reached& from : entered) {
    const MeshLayout::Side* side = layout.side(from.node, polygon);
    const Cost move =
        from.node == slots[slot].node
            ? 0
            : world.costs().matrix[layout.matrix(polygon) + side->slot * slots.size() + slot];
    if (move != kInfinite) least = std::min(least, from.cost + move);
  }
  return least;
}

/// Goes on from one polygon to the next: `reached` are doorways of the first, then of the second.
void step(const NavMeshWorld& world, PolygonId polygon, PolygonId next, bool first,
          std::vector<Reached>& reached) {
  const MeshLayout& layout = world.layout();
  const auto slots = layout.slots(polygon);
  std::vector<Reached> beyond;
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    if (!slots[i].leave) continue;
    const NodeId node = slots[i].node;
    const NodeId partner = layout.partner(node);
    const PolygonId behind =
        partner == kNoNode ? layout.beyond(node, polygon) : layout.sides(partner).of[0].polygon;
    const Cost link = partner == kNoNode ? 0 : world.link_cost(node);
    if (behind != next || link == kInfinite) continue;
    std::uint64_t cost = kInfinite;
    if (first) {
      for (const Reached& entry_node : reached) {
        if (entry_node.node == node) cost = entry_node.cost;
      }
    } else {
      cost = cost_to(world, reached, polygon, i);
    }
    if (cost < kInfinite) beyond.push_back({partner == kNoNode ? node : partner, cost + link});
  }
  reached = std::move(beyond);
}

}  // namespace

Cost corridor_cost(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
                   std::span<const std::uint32_t> polygons) {
  if (polygons.empty() || polygons.front() != start.polygon || polygons.back() != goal.polygon)
    return kInfinite;
  const NavMeshWorld& world = snapshot.world();
  if (polygons.size() == 1) return world.direct_cost(start, goal);
  std::vector<Reached> reached;
  world.for_each_entry_node(start, false, [&](NodeId node, Cost cost, std::uint32_t) {
    reached.push_back({node, cost});
  });
  for (std::size_t i = 1; i < polygons.size(); ++i) {
    step(world, PolygonId{polygons[i - 1]}, PolygonId{polygons[i]}, i == 1, reached);
  }
  std::uint64_t least = kInfinite;
  world.for_each_entry_node(goal, true, [&](NodeId node, Cost cost, std::uint32_t) {
    for (const Reached& from : reached) {
      if (from.node == node) least = std::min(least, from.cost + cost);
    }
  });
  return narrow<Cost>(std::min<std::uint64_t>(least, kInfinite));
}

}  // namespace portolan::detail::cli
