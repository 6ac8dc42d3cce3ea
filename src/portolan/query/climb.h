#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/connection.h"
#include "portolan/query/query_world.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// The highest level, up to a wanted one, at which two cells of level 1 lie in different cells.
inline unsigned highest_level_apart(const Hierarchy& hierarchy, CellId from, CellId to,
                                    unsigned wanted) {
  const Partition& partition = hierarchy.partition();
  unsigned level = std::min(wanted, hierarchy.levels());
  while (level > 1 && partition.ancestor(from, level) == partition.ancestor(to, level)) --level;
  return level;
}

/// Carries an end's costs from the gates of its cell of level 1 up to those of its cell at `level`,
/// which is above 1, level by level; or remembers them, as long as the connection does. `tree` and
/// `open` are scratch; `tree` has room for every node of the world.
template <QueryWorld W>
const ClimbedEnd& climb(const Hierarchy& hierarchy, Connection<W>& c, unsigned level, Labels& tree,
                        OpenList& open, SearchCounts* counts) {
  ClimbedEnd& end = c.climbed.at(level);
  if (end.ready) return end;
  tree.clear();
  end.tree.clear();
  end.cell = index(c.cell);
  const OverlayCell lowest = hierarchy.cell(end.cell);
  for (const GatePlace i : lowest.places()) {
    if (c.costs[i] != kInfinite)
      tree.improve(index(lowest.gate(i)), c.costs[i], index(lowest.gate(i)), end.cell);
  }
  for (unsigned l = 2; l <= level; ++l) {
    const OverlayCell below = hierarchy.cell(end.cell);
    end.cell = hierarchy.partition().ancestor(c.cell, l);
    OverlayGraph graph = OverlayGraph::inside(hierarchy.overlay(), end.cell);
    if (c.backward) graph = graph.reversed();
    open.clear();
    for (const GatePlace i : below.places()) {
      const std::uint32_t gate = index(below.gate(i));
      if (tree.reached(gate)) open.push(gate, tree.cost(gate), tree.cost(gate));
    }
    search(
        graph, tree, open, NoHeuristic{},
        [&](const OpenEntry& entry) {
          end.tree.push_back({entry.node, {}});
          return Settle::expand;
        },
        CountedIf{counts});
  }
  for (auto& [node, label] : end.tree) label = tree[node];  // as the last level left it
  const OverlayCell top = hierarchy.cell(end.cell);
  end.costs.resize(top.gate_count());
  for (const GatePlace i : top.places()) end.costs[i] = tree.cost(index(top.gate(i)));
  end.ready = c.ready;  // what takes only some of the gates does so anew for every query
  return end;
}

}  // namespace portolan::detail
