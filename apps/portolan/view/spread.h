#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/grid/grid_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/query_world.h"
#include "portolan/search/search.h"

/// Waves: the costs from one anchor to every node, by a search of the base graph and by the
/// hierarchy.
namespace portolan::detail::cli {

struct NodeWave {
  std::vector<Cost> costs;  ///< By node; kInfinite where no path leads.
  SearchCounts counts;
};

template <QueryWorld W>
const W& base_graph(const W& world) {
  return world;
}
inline const GridGraph& base_graph(const GridWorld& world) { return world.graph(); }

/// By Dijkstra's algorithm on level 0.
template <QueryWorld W>
NodeWave spread_by_search(const W& world, const typename W::Anchor& start) {
  NodeWave wave;
  wave.costs.assign(world.node_count(), kInfinite);
  Labels labels;
  OpenList open;
  labels.reserve(world.node_count());
  labels.clear();
  world.for_each_entry_node(start, false, [&](NodeId node, Cost cost, std::uint32_t via) {
    add_source(labels, open, NoHeuristic{}, index(node), cost, via);
  });
  search(
      base_graph(world), labels, open, NoHeuristic{},
      [&](const OpenEntry& entry) {
        wave.costs[entry.node] = entry.cost();
        return Settle::expand;
      },
      CountedIf{&wave.counts});
  return wave;
}

/// By the hierarchy: over the gates of level 1, then into each cell from its gates.
template <QueryWorld W>
class HierarchySpread {
 public:
  HierarchySpread(const W& world, const Hierarchy& hierarchy)
      : world_(world), hierarchy_(hierarchy) {}

  NodeWave run(const typename W::Anchor& start) {
    wave_ = {};
    wave_.costs.assign(world_.node_count(), kInfinite);
    const CellId home = world_.anchor_cell(start);
    fill_cell(home, [&](auto&& add) {
      world_.for_each_entry_node(start, false, [&](NodeId node, Cost cost, std::uint32_t via) {
        add(opened_.local(node), cost, via);
      });
    });
    search_gates(home);
    for (std::uint32_t c = 0; c < hierarchy_.partition().cell_count(1); ++c) {
      const OverlayCell overlay = hierarchy_.cell(c);
      fill_cell(CellId{c}, [&](auto&& add) {
        for (const GatePlace gate : overlay.places()) {
          const NodeId node = overlay.gate(gate);
          if (gates_.reached(index(node))) add(opened_.local(node), gates_.cost(index(node)), 0u);
        }
      });
    }
    return std::move(wave_);
  }

 private:
  /// Searches a cell from what `sources` adds; the costs of its nodes are lowered.
  template <class Sources>
  void fill_cell(CellId cell, Sources&& sources) {
    world_.open_cell(cell, hierarchy_.cell(index(cell)), opened_);
    inside_.reserve(opened_.local_count());
    inside_.clear();
    open_.clear();
    bool any = false;
    sources([&](std::uint32_t local, Cost cost, std::uint32_t via) {
      any = true;
      add_source(inside_, open_, NoHeuristic{}, local, cost, via);
    });
    if (!any) return;
    search(
        opened_, inside_, open_, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; },
        CountedInCell(&wave_.counts, opened_));
    for (std::uint32_t i = 0; i < opened_.home_count(); ++i) {
      const NodeId node = opened_.home_node(i);
      if (node == kNoNode) continue;
      Cost& known = wave_.costs[index(node)];
      known = std::min(known, inside_.cost(opened_.local(node)));
    }
  }

  /// From the gates of the start's cell, whose search is still in the labels.
  void search_gates(CellId home) {
    gates_.reserve(world_.node_count());
    gates_.clear();
    open_.clear();
    const OverlayCell overlay = hierarchy_.cell(index(home));
    for (const GatePlace gate : overlay.places()) {
      const NodeId node = overlay.gate(gate);
      const Cost cost = inside_.cost(opened_.local(node));
      if (cost != kInfinite)
        add_source(gates_, open_, NoHeuristic{}, index(node), cost, index(home));
    }
    search(
        OverlayGraph::at_level(hierarchy_.overlay(), 1), gates_, open_, NoHeuristic{},
        [](const OpenEntry&) { return Settle::expand; }, CountedIf{&wave_.counts});
  }

  const W& world_;
  const Hierarchy& hierarchy_;
  NodeWave wave_;
  typename W::Cell opened_;
  Labels inside_;
  Labels gates_;
  OpenList open_;
};

/// What reaching an anchor costs, where the wave began at `start`.
template <QueryWorld W>
Cost cost_at(const W& world, const NodeWave& wave, const typename W::Anchor& start,
             const typename W::Anchor& end) {
  Cost least = world.direct_cost(start, end);
  world.for_each_entry_node(end, true, [&](NodeId node, Cost cost, std::uint32_t) {
    const Cost before = wave.costs[index(node)];
    if (before < kInfinite - cost) least = std::min(least, before + cost);
  });
  return least;
}

}  // namespace portolan::detail::cli
