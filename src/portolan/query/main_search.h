#pragma once

#include <cstdint>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/branch_hops.h"
#include "portolan/query/climb.h"
#include "portolan/query/query_options.h"
#include "portolan/query/query_world.h"
#include "portolan/search/search.h"

namespace portolan::detail {

/// The search over the gates between two connections. Owns its scratch, which the path just found
/// is read from.
template <QueryWorld W>
class MainSearch {
 public:
  /// What came of a search.
  struct Found {
    Cost cost = kInfinite;
    bool stopped = false;         ///< There were no expansions left.
    unsigned level = 1;           ///< At which both ends joined the search.
    std::uint32_t goal_node = 0;  ///< The virtual node behind the gates of the goal's cell.
  };

  /// The cheapest path over gates. Paths that cost `known` or more are of no use.
  Found find(const W& world, const Hierarchy& hierarchy, Connection<W>& start, Connection<W>& goal,
             Cost known, const QueryOptions& options, QueryCounts* counts) {
    const bool by_cell = options.level == kAutoLevel;
    Found found;
    found.level =
        by_cell ? 1 : highest_level_apart(hierarchy, start.cell, goal.cell, options.level);
    found.goal_node = world.node_count();
    SearchCounts* const climbing = counts ? &counts->connect : nullptr;
    labels_.reserve(found.goal_node + 1);
    start_ = end_of(hierarchy, start, found.level, climbing);
    goal_ = end_of(hierarchy, goal, found.level, climbing);
    const Overlay overlay = hierarchy.overlay();
    const OverlayGraph graph =
        (by_cell ? OverlayGraph::between(overlay, start.cell, goal.cell, hierarchy.levels())
                 : OverlayGraph::at_level(overlay, found.level))
            .with_goal(found.goal_node, goal_.cell, goal_.costs);
    const auto heuristic = [&](std::uint32_t node) {
      return node == found.goal_node ? 0 : world.distance_bound(NodeId{node}, goal.anchor);
    };
    begin(hierarchy, start.opened.estimate_step(), heuristic);
    std::uint64_t left = options.max_expansions;
    search(
        graph, labels_, open_, heuristic,
        [&](const OpenEntry& entry) {
          if (entry.node == found.goal_node || entry.estimate() >= known) return Settle::stop;
          found.stopped = left-- == 0;
          return found.stopped ? Settle::stop : Settle::expand;
        },
        CountedIf{counts ? &counts->main : nullptr});
    found.cost = labels_.cost(found.goal_node);
    return found;
  }

  /// Gates of level 1: where a path over gates leaves the start's cell and enters the goal's.
  struct EndGates {
    NodeId left_at;
    NodeId entered_at;
  };
  /// Appends the hops of the path just found, from gate to gate.
  EndGates append_hops(const Found& found, Hops& hops) {
    const std::uint32_t last = labels_[found.goal_node].parent;
    if (found.level == 1) return {NodeId{append_branch_hops(labels_, last, hops)}, NodeId{last}};
    const std::uint32_t first = branch_root(labels_, last);
    tree_.reserve(found.goal_node);
    start_.climbed->spread(tree_);
    const NodeId left_at{append_branch_hops(tree_, first, hops)};
    append_branch_hops(labels_, last, hops);
    goal_.climbed->spread(tree_);
    return {left_at, NodeId{append_backward_branch_hops(tree_, last, hops)}};
  }

  /// Scratch for other searches over gates, with room for every node of the world; the path just
  /// found is lost.
  Labels& lend_labels(const W& world) {
    labels_.reserve(world.node_count() + 1);
    return labels_;
  }

 private:
  /// Where one end joins the search.
  struct End {
    CellHandle cell = kNoHandle;
    const Cost* costs = nullptr;          ///< Of its gates.
    const ClimbedEnd* climbed = nullptr;  ///< Above level 1.
  };

  End end_of(const Hierarchy& hierarchy, Connection<W>& c, unsigned level, SearchCounts* counts) {
    if (level == 1) return {index(c.cell), c.costs.data()};
    const ClimbedEnd& end = climb(hierarchy, c, level, labels_, open_, counts);
    return {end.cell, end.costs.data(), &end};
  }

  /// Opens the gates of the start.
  template <class Heuristic>
  void begin(const Hierarchy& hierarchy, Cost estimate_step, const Heuristic& heuristic) {
    labels_.clear();
    open_.configure(estimate_step);
    open_.clear();
    const OverlayCell cell = hierarchy.cell(start_.cell);
    for (const GatePlace i : cell.places()) {
      const Cost cost = start_.costs[index(i)];
      if (cost != kInfinite)
        add_source(labels_, open_, heuristic, index(cell.gate(i)), cost, start_.cell);
    }
  }

  End start_;
  End goal_;
  Labels labels_;
  Labels tree_;  // of one end above level 1, while hops are collected
  OpenList open_;
};

}  // namespace portolan::detail
