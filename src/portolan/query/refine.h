#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/branch_hops.h"
#include "portolan/query/hop.h"
#include "portolan/query/query_world.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// Turns hops into nodes, one at a time, so that a caller may stop after the first few.
/// Scratch of its own; one thread at a time.
template <QueryWorld W>
class Refiner {
 public:
  /// Appends the nodes after `hop.from` up to `hop.to`. `over` needs room for every node.
  void append(const W& world, const Hierarchy& hierarchy, const Hop& hop, Labels& over,
              SearchCounts* counts, std::vector<NodeId>& nodes) {
    if (hop.kind == Hop::Kind::inter) {
      nodes.push_back(hop.to);
    } else if (hop.inside()) {
      append_inside(world, hierarchy, hop, counts, nodes);
    } else if (hop.cell < hierarchy.partition().cell_count(1)) {
      append_crossing(world, hierarchy, hop, counts, nodes);
    } else {
      const std::size_t first = hops_.size();
      split(world, hierarchy, hop, over, counts, hops_);
      for (std::size_t k = first; k < hops_.size(); ++k) {
        const Hop below = hops_[k];
        append(world, hierarchy, below, over, counts, nodes);
      }
      hops_.resize(first);
    }
  }

  /// Appends the hops of the level below that a crossing of level 2 or above consists of.
  void split(const W& world, const Hierarchy& hierarchy, const Hop& hop, Labels& over,
             SearchCounts* counts, Hops& hops) {
    if (hierarchy.cell(hop.cell).has_steps()) return append_stored(hierarchy, hop, hops);
    const OverlayGraph graph = OverlayGraph::inside(hierarchy.overlay(), hop.cell);
    const OverlayCell cell = hierarchy.cell(hop.cell);
    const CellId home = cell.home(cell.find(hop.from));
    const auto heuristic = [&](std::uint32_t node) {
      return world.distance_bound(NodeId{node}, hop.to);
    };
    over.clear();
    open_.clear();
    add_source(over, open_, heuristic, index(hop.from), 0, kUncrossed | index(home));
    search(
        graph, over, open_, heuristic,
        [&](const OpenEntry& e) { return e.node == index(hop.to) ? Settle::stop : Settle::expand; },
        CountedIf{counts});
    append_branch_hops(over, index(hop.to), hops);
  }

  /// Appends the nodes of a path through a cell of level 1, by searching it.
  void append_inside(const W& world, const Hierarchy& hierarchy, const Hop& hop,
                     SearchCounts* counts, std::vector<NodeId>& nodes) {
    world.open_cell(CellId{hop.cell}, hierarchy.cell(hop.cell), opened_);
    inside_.reserve(opened_.local_count());
    inside_.clear();
    open_.clear();
    const std::uint32_t goal = opened_.local(hop.to);
    const auto heuristic = [&](std::uint32_t local) {
      return world.distance_bound(opened_.node(local), hop.to);
    };
    add_source(inside_, open_, heuristic, opened_.local(hop.from), 0);
    search(
        opened_, inside_, open_, heuristic,
        [&](const OpenEntry& e) { return e.node == goal ? Settle::stop : Settle::expand; },
        CountedInCell(counts, opened_));
    const std::size_t at = nodes.size();
    for (std::uint32_t n = goal; inside_[n].parent != n; n = inside_[n].parent)
      nodes.push_back(opened_.node(n));
    std::reverse(nodes.begin() + static_cast<std::ptrdiff_t>(at), nodes.end());
  }

  /// Appends the nodes of a crossing of a cell of level 1, as stored, else by searching it.
  void append_crossing(const W& world, const Hierarchy& hierarchy, const Hop& hop,
                       SearchCounts* counts, std::vector<NodeId>& nodes) {
    const OverlayCell cell = hierarchy.cell(hop.cell);
    if (!cell.has_steps()) return append_inside(world, hierarchy, hop, counts, nodes);
    const auto [steps, reversed] = cell.stored_path(cell.find(hop.from), cell.find(hop.to));
    append_steps(world, hop.from, steps, reversed, nodes);
  }

 private:
  /// Appends the hops that a crossing of level 2 or above was stored as.
  static void append_stored(const Hierarchy& hierarchy, const Hop& hop, Hops& hops) {
    const OverlayCell cell = hierarchy.cell(hop.cell);
    const auto [steps, reversed] = cell.stored_path(cell.find(hop.from), cell.find(hop.to));
    const std::size_t at = hops.size();
    const std::span<const CellHandle> children = hierarchy.partition().children(hop.cell);
    NodeId from = reversed ? hop.to : hop.from;
    for (const std::uint8_t* bytes = steps.begin; bytes != steps.end; bytes += sizeof(StoredHop)) {
      StoredHop stored;
      std::memcpy(&stored, bytes, sizeof stored);
      const bool inter = (stored.child & StoredHop::kInter) != 0;
      const CellHandle child = children[stored.child & ~StoredHop::kInter];
      const OverlayCell below = hierarchy.cell(child);
      const GatePlace gate{stored.gate};
      const NodeId to = below.gate(gate);
      hops.push_back({inter ? Hop::Kind::inter : Hop::Kind::cross,
                      inter ? index(below.home(gate)) : child, from, to});
      from = to;
    }
    if (!reversed) return;
    std::reverse(hops.begin() + static_cast<std::ptrdiff_t>(at), hops.end());
    for (std::size_t k = at; k < hops.size(); ++k) std::swap(hops[k].from, hops[k].to);
  }

  typename W::Cell opened_;
  Labels inside_;
  OpenList open_;
  Hops hops_;
};

}  // namespace portolan::detail
