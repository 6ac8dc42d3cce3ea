#pragma once

#include <algorithm>
#include <cstdint>

#include "portolan/core/ids.h"
#include "portolan/hierarchy/overlay_cell.h"

namespace portolan::detail {

/// Whether a packed cell of level 1 has the components of the world. `number` gives that of a node
/// in `opened`, numbered in the order in which it is asked: home nodes first, as a build does.
template <class Cell, class Number>
bool same_components(const OverlayCell& cell, const Cell& opened, Number&& number) {
  if (cell.component_count() != 0 && cell.home_count() != opened.home_count()) return false;
  std::uint32_t count = 0;
  const auto same = [&](std::uint32_t stored, NodeId node) {
    const std::uint32_t made = number(node);
    count = std::max(count, made + 1);
    return stored == made;
  };
  for (std::uint32_t i = 0; i < opened.home_count(); ++i) {
    const NodeId node = opened.home_node(i);
    const std::uint32_t stored = cell.node_component(i);
    if (node == kNoNode ? stored != kNoComponent : !same(stored, node)) return false;
  }
  for (const GatePlace i : cell.places()) {
    if (!same(cell.gate_component(i), cell.gate(i))) return false;
  }
  return cell.component_count() == count;
}

}  // namespace portolan::detail
