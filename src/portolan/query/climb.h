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

/// One end of a query, connected up to some level. Reuse one: its memory is kept.
struct ClimbedEnd {
  CellHandle cell = kNoHandle;
  IdVector<GatePlace, Cost> costs;  ///< Of `cell`.
  Labels tree;                      ///< How gates above level 1 were reached.
};

/// The highest level, up to a wanted one, at which two cells of level 1 lie in different cells.
inline unsigned highest_level_apart(const Hierarchy& hierarchy, CellId from, CellId to,
                                    unsigned wanted) {
  const Partition& partition = hierarchy.partition();
  unsigned level = std::min(wanted, hierarchy.levels());
  while (level > 1 && partition.ancestor(from, level) == partition.ancestor(to, level)) --level;
  return level;
}

/// Carries an end's costs from the gates of its cell of level 1 up to those of its cell at `level`,
/// level by level. `node_count` is that of the world; `open` is scratch.
template <QueryWorld W>
void climb(const Hierarchy& hierarchy, const Connection<W>& c, unsigned level,
           std::uint32_t node_count, OpenList& open, SearchCounts* counts, ClimbedEnd& end) {
  end.cell = index(c.cell);
  end.costs = c.costs;
  if (level == 1) return;
  end.tree.reserve(node_count);
  end.tree.clear();
  const OverlayCell lowest = hierarchy.cell(end.cell);
  for (const GatePlace i : lowest.places()) {
    if (c.costs[i] != kInfinite)
      end.tree.improve(index(lowest.gate(i)), c.costs[i], index(lowest.gate(i)), end.cell);
  }
  for (unsigned l = 2; l <= level; ++l) {
    const OverlayCell below = hierarchy.cell(end.cell);
    end.cell = hierarchy.partition().ancestor(c.cell, l);
    OverlayGraph graph = OverlayGraph::inside(hierarchy.overlay(), end.cell);
    if (c.backward) graph = graph.reversed();
    open.clear();
    for (const GatePlace i : below.places()) {
      const std::uint32_t gate = index(below.gate(i));
      if (end.tree.reached(gate)) open.push(gate, end.tree.cost(gate), end.tree.cost(gate));
    }
    search(
        graph, end.tree, open, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; },
        CountedIf{counts});
  }
  const OverlayCell top = hierarchy.cell(end.cell);
  end.costs.resize(top.gate_count());
  for (const GatePlace i : top.places()) end.costs[i] = end.tree.cost(index(top.gate(i)));
}

}  // namespace portolan::detail
