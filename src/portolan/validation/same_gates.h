#pragma once

#include <cstdint>

#include "portolan/hierarchy/overlay_cell.h"

namespace portolan::detail {

/// Whether a packed cell of level 1 has exactly these gates, touches and inter-edges.
inline bool same_gates(const OverlayCell& cell, const CellGates& gates) {
  if (cell.gate_count() != gates.nodes.size() || cell.inter_count() != gates.inters.size())
    return false;
  auto touch = gates.touches.begin();
  auto inter = gates.inters.begin();
  bool same = true;
  for (const GatePlace i : cell.places()) {
    same = same && cell.gate(i) == gates.nodes[index(i)] && cell.home(i) == gates.homes[index(i)];
    if (!same) return false;
    cell.for_each_touch(i, [&](CellId c) {
      same = same && touch != gates.touches.end() && touch->gate == i && touch->cell == c;
      if (same) ++touch;
    });
    cell.for_each_inter(i, [&](const InterEdge& e) {
      same = same && inter->gate == i && inter->to == e.to && inter->to_home == e.to_home &&
             inter->cost_out == e.cost_out && inter->cost_in == e.cost_in;
      if (same) ++inter;
    });
  }
  return same && touch == gates.touches.end();
}

}  // namespace portolan::detail
