#pragma once

#include <algorithm>
#include <compare>
#include <cstdint>
#include <vector>

#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/connection.h"
#include "portolan/query/query_world.h"

namespace portolan::detail {

/// Whether a gate hangs together, inside the cell, with an entry node of the anchor.
template <QueryWorld W>
bool same_component(const W& world, const Connection<W>& c, GatePlace gate) {
  const OverlayCell& cell = c.overlay;
  bool same = false;
  world.for_each_entry_node(c.anchor, c.backward, [&](NodeId node, Cost, std::uint32_t) {
    const GatePlace at = cell.find(node);
    const std::uint32_t own =
        at != kNoPlace ? cell.gate_component(at) : cell.node_component(world.home_index(node));
    same = same || own == cell.gate_component(gate);
  });
  return same;
}

/// A gate of the connection's cell, and what a path over it costs at least.
struct ChosenGate {
  Cost detour;
  GatePlace gate;

  friend auto operator<=>(const ChosenGate&, const ChosenGate&) = default;
};

/// The gates that a method searches for one by one, in this order; `toward` is the other end of the
/// query, `share` says how many to try for the methods that do not take all.
template <QueryWorld W>
void choose_gates(const W& world, const Connection<W>& c, const typename W::Anchor& toward,
                  unsigned share, std::vector<ChosenGate>& gates) {
  const OverlayCell& cell = c.overlay;
  gates.clear();
  for (const GatePlace gate : cell.places()) {
    if (!same_component(world, c, gate)) continue;
    const Cost detour = c.method == ConnectMethod::astar
                            ? 0
                            : world.distance_bound(cell.gate(gate), c.anchor) +
                                  world.distance_bound(cell.gate(gate), toward);
    gates.push_back({detour, gate});
  }
  std::sort(gates.begin(), gates.end());
  std::size_t tried = gates.size();
  if (c.method == ConnectMethod::sparse) tried = std::min<std::size_t>(tried, share);
  if (c.method == ConnectMethod::goalward)
    tried = std::min(tried, std::max<std::size_t>(1, tried * share / 4));
  gates.resize(tried);
}

}  // namespace portolan::detail
