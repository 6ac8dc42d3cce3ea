#pragma once

#include <algorithm>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"

/// What a gate joins at one level. Level 1 keeps it, in the home of the gate; a higher level
/// follows from that.
namespace portolan::detail {

/// Calls f(CellHandle) for the cells of a level that a gate of the level belongs to, each once, its
/// home's first. `home`: of level 1.
template <class F>
void for_each_cell_of_gate(const Hierarchy& hierarchy, unsigned level, NodeId gate, CellId home,
                           F&& f) {
  const Partition& partition = hierarchy.partition();
  const OverlayCell own = hierarchy.cell(index(home));
  if (level == 1) {
    f(CellHandle{index(home)});
    own.for_each_touch(own.find(gate), [&](CellId touched) { f(CellHandle{index(touched)}); });
    return;
  }
  const CellHandle first = partition.ancestor(home, level);
  std::vector<CellHandle> others;
  own.for_each_touch(own.find(gate), [&](CellId touched) {
    if (const CellHandle cell = partition.ancestor(touched, level); cell != first)
      others.push_back(cell);
  });
  std::sort(others.begin(), others.end());
  others.erase(std::unique(others.begin(), others.end()), others.end());
  f(first);
  for (const CellHandle cell : others) f(cell);
}

/// Calls f(const InterEdge&) for the inter-edges of a gate that lead to another cell of the level.
template <class F>
void for_each_inter_of_gate(const Hierarchy& hierarchy, unsigned level, NodeId gate, CellId home,
                            F&& f) {
  const Partition& partition = hierarchy.partition();
  const OverlayCell own = hierarchy.cell(index(home));
  own.for_each_inter(own.find(gate), [&](const InterEdge& e) {
    if (partition.ancestor(e.to_home, level) != partition.ancestor(home, level)) f(e);
  });
}

}  // namespace portolan::detail
