#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/node_buffer.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/branch_hops.h"
#include "portolan/query/climb.h"
#include "portolan/query/hub_finder.h"
#include "portolan/query/query_options.h"
#include "portolan/query/query_world.h"
#include "portolan/query/shortcut_path.h"
#include "portolan/query/table_end.h"
#include "portolan/search/search.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// The path over gates between two connections: by tables where these answer, else by a search.
/// Owns its scratch, which the path just found is read from.
template <QueryWorld W>
class MainSearch {
 public:
  /// Where one end joins the path over gates.
  struct End {
    CellHandle cell = kNoHandle;
    const Cost* costs = nullptr;          ///< Of its gates.
    const ClimbedEnd* climbed = nullptr;  ///< Above level 1.
  };
  /// What came of it; good as long as its connections.
  struct Found {
    Cost cost = kInfinite;
    bool stopped = false;  ///< There were no expansions left.
    unsigned level = 1;    ///< At which both ends joined.
    End start;
    End goal;
    std::uint32_t goal_node = 0;     ///< The virtual node behind the gates of the goal's cell.
    const Tables* tables = nullptr;  ///< That told the path; null where it was searched for.
    Depth hub{};                     ///< Of the path that tables told.
  };

  /// The cheapest path over gates. Paths that cost `known` or more are of no use.
  Found find(const W& world, const Hierarchy& hierarchy, Connection<W>& start, Connection<W>& goal,
             Cost known, const QueryOptions& options, QueryCounts* counts) {
    const bool by_cell = options.level == kAutoLevel;
    Found found;
    found.goal_node = world.node_count();
    SearchCounts* const climbing = counts ? &counts->connect : nullptr;
    labels_.reserve(found.goal_node + 1);
    const Tables* const tables = by_cell ? options.tables : nullptr;
    assert(tables == nullptr || tables->choice().far == FarMethod::shortcuts);
    if (tables != nullptr) {
      found.level = highest_level_apart(hierarchy, start.cell, goal.cell, tables->level());
      if (found.level == tables->level()) {
        join(hierarchy, start, goal, climbing, found);
        if (look_up(world, *tables, known, found) != LookUp::unknown) return found;
      }
    }
    found.level =
        by_cell ? 1 : highest_level_apart(hierarchy, start.cell, goal.cell, options.level);
    join(hierarchy, start, goal, climbing, found);
    const Overlay overlay = hierarchy.overlay();
    const OverlayGraph graph =
        (by_cell ? OverlayGraph::between(overlay, start.cell, goal.cell, hierarchy.levels())
                 : OverlayGraph::at_level(overlay, found.level))
            .with_goal(found.goal_node, found.goal.cell, found.goal.costs);
    const auto heuristic = [&](std::uint32_t node) {
      return node == found.goal_node ? 0 : world.distance_bound(NodeId{node}, goal.anchor);
    };
    begin(hierarchy, found.start, start.opened.estimate_step(), heuristic);
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
  EndGates append_hops(const W& world, const Hierarchy& hierarchy, const Found& found, Hops& hops) {
    if (found.tables != nullptr) return append_told_hops(world, hierarchy, found, hops);
    const std::uint32_t last = labels_[found.goal_node].parent;
    if (found.level == 1) return {NodeId{append_branch_hops(labels_, last, hops)}, NodeId{last}};
    const std::uint32_t first = branch_root(labels_, last);
    tree_.reserve(found.goal_node);
    found.start.climbed->spread(tree_);
    const NodeId left_at{append_branch_hops(tree_, first, hops)};
    append_branch_hops(labels_, last, hops);
    found.goal.climbed->spread(tree_);
    return {left_at, NodeId{append_backward_branch_hops(tree_, last, hops)}};
  }

  /// Whether the path just found can be written without its hops.
  static bool told_in_nodes(const Found& found) {
    return found.tables != nullptr && found.level == 1;
  }
  /// That path, until the next one is found.
  struct Told {
    std::array<ShortcutHalf, 2> halves;
    EndGates gates;  ///< Of the level at which both ends joined.
  };
  Told find_told(const W& world, const Hierarchy& hierarchy, const Found& found) {
    const auto halves = halves_.find({world, hierarchy, *found.tables}, ends_, found.hub);
    return {halves,
            {hierarchy.cell(found.start.cell).gate(halves[0].entry),
             hierarchy.cell(found.goal.cell).gate(halves[1].entry)}};
  }
  /// Appends its nodes after the gate where it leaves the start's cell.
  void append_nodes(const W& world, const Hierarchy& hierarchy, const Found& found,
                    const Told& told, std::vector<NodeId>& path) {
    nodes_.clear();
    nodes_.push_back(told.gates.left_at);
    halves_.append({world, hierarchy, *found.tables}, told.halves, kAllNodes, nodes_);
    path.insert(path.end(), nodes_.begin() + 1, nodes_.end());
  }

  /// Scratch for other searches over gates, with room for every node of the world; the path just
  /// found is lost.
  Labels& lend_labels(const W& world) {
    labels_.reserve(world.node_count() + 1);
    return labels_;
  }

 private:
  /// Connects both ends at the level of `found`.
  void join(const Hierarchy& hierarchy, Connection<W>& start, Connection<W>& goal,
            SearchCounts* counts, Found& found) {
    found.start = end_of(hierarchy, start, found.level, counts);
    found.goal = end_of(hierarchy, goal, found.level, counts);
  }
  End end_of(const Hierarchy& hierarchy, Connection<W>& c, unsigned level, SearchCounts* counts) {
    if (level == 1) return {index(c.cell), c.costs.data()};
    open_.configure(c.opened.cost_step());  // whatever was searched for before
    const ClimbedEnd& end = climb(hierarchy, c, level, labels_, open_, counts);
    return {end.cell, end.costs.data(), &end};
  }

  /// What tables say of the path between two ends.
  enum class LookUp : std::uint8_t {
    told,     ///< All of it.
    no_use,   ///< That there is none, or none cheaper than what is known.
    unknown,  ///< Nothing: there may be one that is too expensive for them.
  };
  /// Between the ends of `found`, which gets the path. They may lie in one cell, where the path
  /// over gates leads out of it and back.
  LookUp look_up(const W& world, const Tables& tables, Cost known, Found& found) {
    ends_[0].take(tables, found.start.cell, found.start.costs, false);
    ends_[1].take(tables, found.goal.cell, found.goal.costs, true);
    if (known < kTableInfinite &&
        known <= ends_[0].least_cost(tables) + ends_[1].least_cost(tables))
      return LookUp::no_use;
    const HubPath path = hubs_.find(tables, ends_);
    if (path.cost == kInfinite)
      return tells_all(world, tables, found) ? LookUp::no_use : LookUp::unknown;
    found.cost = path.cost;
    found.tables = &tables;
    found.hub = path.hub;
    return LookUp::told;
  }

  /// Whether no path between the ends of `found` can be too expensive for tables.
  static bool tells_all(const W& world, const Tables& tables, const Found& found) {
    std::uint64_t most = std::min<std::uint64_t>(world.most_expensive_path(), kTableInfinite);
    for (const End* end : {&found.start, &found.goal}) {
      Cost farthest = 0;
      for (std::size_t i = 0; i < tables.links().gates_of(end->cell).size(); ++i)
        if (end->costs[i] != kInfinite) farthest = std::max(farthest, end->costs[i]);
      most += farthest;
    }
    return most < kTableInfinite;
  }

  EndGates append_told_hops(const W& world, const Hierarchy& hierarchy, const Found& found,
                            Hops& hops) {
    const Told told = find_told(world, hierarchy, found);
    EndGates gates = told.gates;
    tree_.reserve(found.goal_node);
    if (found.level > 1) {
      found.start.climbed->spread(tree_);
      gates.left_at = NodeId{append_branch_hops(tree_, index(told.gates.left_at), hops)};
    }
    NodeId at = told.gates.left_at;
    for (const ShortcutHalf& half : told.halves) {
      for (const GateStep& step : half.steps) {
        const GateLinks::Link& home = found.tables->links().links_of(step.gate)[0];
        const NodeId to = hierarchy.cell(home.cell).gate(home.own);
        const bool inter = step.cell == GateLinks::Link::kInter;
        hops.push_back({inter ? Hop::Kind::inter : Hop::Kind::cross,
                        inter ? index(hierarchy.cell(home.cell).home(home.own)) : step.cell, at,
                        to});
        at = to;
      }
    }
    if (found.level > 1) {
      found.goal.climbed->spread(tree_);
      gates.entered_at =
          NodeId{append_backward_branch_hops(tree_, index(told.gates.entered_at), hops)};
    }
    return gates;
  }

  /// Opens the gates of the start.
  template <class Heuristic>
  void begin(const Hierarchy& hierarchy, const End& start, Cost estimate_step,
             const Heuristic& heuristic) {
    labels_.clear();
    open_.configure(estimate_step);
    open_.clear();
    const OverlayCell cell = hierarchy.cell(start.cell);
    for (const GatePlace i : cell.places()) {
      const Cost cost = start.costs[index(i)];
      if (cost != kInfinite)
        add_source(labels_, open_, heuristic, index(cell.gate(i)), cost, start.cell);
    }
  }

  TableEnds ends_;  // as tables see them
  HubFinder hubs_;
  ShortcutHalves<W> halves_;
  NodeBuffer nodes_;
  Labels labels_;
  Labels tree_;  // of one end above level 1, while hops are collected
  OpenList open_;
};

}  // namespace portolan::detail
