#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/status.h"
#include "portolan/hierarchy/connect.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/hierarchy/refine.h"

namespace portolan {

/// The level is chosen cell by cell: as high as possible where neither start nor goal is.
inline constexpr unsigned kAutoLevel = 0;

struct QueryOptions {
  /// kAutoLevel, or the level to search at, from 1; start and goal are then connected level by
  /// level as in the HPA* paper's section 3.4. A level at which both lie in one cell is lowered.
  unsigned level = kAutoLevel;
  ConnectMethod connect = ConnectMethod::dijkstra;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< Of the main search.
};

/// The effort of a query, as the HPA* paper splits it.
struct QueryCounts {
  SearchCounts connect;  ///< Connecting start and goal ("SG").
  SearchCounts main;     ///< The search over the gates.
  SearchCounts refine;   ///< Turning hops into nodes.
};

struct QueryResult {
  Status status = Status::unreachable;
  Cost cost = kInfinite;
  unsigned level = 0;         ///< The level searched; the top one allowed when chosen cell by cell.
  std::uint64_t version = 0;  ///< Of the snapshot that answered.
};

/// Answers queries on one hierarchy at a time. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread. Nothing is written to the hierarchy.
template <CellWorld W>
class Query {
 public:
  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit Query(std::size_t kept_connections = 2) : connector_(kept_connections) {}

  /// Counts are added up over queries; null to count nothing.
  void count_into(QueryCounts* counts) { counts_ = counts; }

  /// The cheapest way between two nodes as hops. `start` and `goal` are nodes of the world that
  /// are not blocked (the world checks that first).
  QueryResult find_hops(const W& world, const Hierarchy& hierarchy, NodeId start, NodeId goal,
                        const QueryOptions& options, Hops& hops) {
    hops.clear();
    QueryResult result{Status::complete, 0, 0, hierarchy.version()};
    if (start == goal) return result;
    const CellId from = world.home_cell(start);
    const CellId to = world.home_cell(goal);
    if (hierarchy.component(from, world.home_index(start)) !=
        hierarchy.component(to, world.home_index(goal))) {
      return {Status::unreachable, kInfinite, 0, hierarchy.version()};
    }
    const bool partial =
        options.connect == ConnectMethod::sparse || options.connect == ConnectMethod::goalward;
    const unsigned all_gates = std::max(
        {4u, hierarchy.cell(index(from)).gate_count(), hierarchy.cell(index(to)).gate_count()});
    for (unsigned share = 1;; share *= 2) {
      result = search_once(world, hierarchy, start, goal, options, share);
      if (result.status != Status::unreachable || !partial || share >= all_gates) break;
    }
    if (result.status == Status::complete) collect_hops(world, from, to, start, goal, hops);
    return result;
  }

  /// The same as nodes, from start to goal, both included.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, NodeId start, NodeId goal,
                        const QueryOptions& options, std::vector<NodeId>& path) {
    path.clear();
    const QueryResult result = find_hops(world, hierarchy, start, goal, options, hops_);
    if (result.status != Status::complete) return result;
    path.push_back(start);
    for (const Hop& hop : hops_) append(world, hierarchy, hop, path);
    return result;
  }

  /// Appends the nodes of a hop of the path just found by find_hops; the ways between start or
  /// goal and the gates are read off their connections.
  void append(const W& world, const Hierarchy& hierarchy, const Hop& hop,
              std::vector<NodeId>& path) {
    if (hop.kind != Hop::Kind::inside) {
      append_hop(world, hierarchy, hop, path);
    } else if (hop.from == start_->node && hop.cell == index(start_->cell)) {
      connector_.append_way(world, *start_, hop.to, false, path);
    } else {
      connector_.append_way(world, *goal_, hop.from, true, path);
    }
  }
  /// Appends the nodes of any hop.
  void append_hop(const W& world, const Hierarchy& hierarchy, const Hop& hop,
                  std::vector<NodeId>& path) {
    main_.reserve(world.node_count() + 1);
    refiner_.append(world, hierarchy, hop, main_, counts_ ? &counts_->refine : nullptr, path);
  }
  /// Appends the hops one level down of a crossing of level 2 or above.
  void split(const W& world, const Hierarchy& hierarchy, const Hop& hop, Hops& hops) {
    main_.reserve(world.node_count() + 1);
    refiner_.split(world, hierarchy, hop, main_, counts_ ? &counts_->refine : nullptr, hops);
  }

 private:
  static constexpr Cost kBucketsAnEdge = 4;  // many entries lie within the cost of one edge

  /// One end of the query, connected up to the level of the main search.
  struct End {
    CellHandle cell = kNoHandle;
    std::vector<Cost> costs;  // by gate of `cell`
    Labels climb;             // how gates above level 1 were reached
  };

  QueryResult search_once(const W& world, const Hierarchy& hierarchy, NodeId start, NodeId goal,
                          const QueryOptions& options, unsigned share) {
    SearchCounts* connect_counts = counts_ ? &counts_->connect : nullptr;
    start_ = &connector_.connect(world, hierarchy, start, false, options.connect, goal, share,
                                 connect_counts);
    goal_ = &connector_.connect(world, hierarchy, goal, true, options.connect, start, share,
                                connect_counts);
    const CellId from = start_->cell;
    const CellId to = goal_->cell;
    level_ = main_level(hierarchy, from, to, options.level);
    direct_ = from == to ? connector_.inside_cost(world, *start_, goal, connect_counts) : kInfinite;
    climb(hierarchy, *start_, level_, ends_[0], world.node_count());
    climb(hierarchy, *goal_, level_, ends_[1], world.node_count());

    const Overlay overlay = hierarchy.overlay();
    const OverlayGraph graph =
        (options.level == kAutoLevel ? OverlayGraph::between(overlay, from, to, hierarchy.levels())
                                     : OverlayGraph::at_level(overlay, level_))
            .with_goal(world.node_count(), ends_[1].cell, ends_[1].costs.data());
    goal_node_ = world.node_count();
    const auto heuristic = [&](std::uint32_t node) {
      return node == goal_node_ ? 0 : world.distance_bound(NodeId{node}, goal);
    };
    main_.reserve(world.node_count() + 1);
    main_.clear();
    open_.configure(start_->opened.cheapest_edge() / kBucketsAnEdge);
    open_.clear();
    const OverlayCell first = hierarchy.cell(ends_[0].cell);
    for (std::uint32_t i = 0; i < first.gate_count(); ++i) {
      if (ends_[0].costs[i] != kInfinite) {
        add_source(main_, open_, heuristic, index(first.gate(i)), ends_[0].costs[i], ends_[0].cell);
      }
    }
    std::uint64_t left = options.max_expansions;
    bool stopped = false;
    search(
        graph, main_, open_, heuristic,
        [&](const OpenEntry& entry) {
          if (entry.node == goal_node_ || entry.estimate() >= direct_) return Settle::stop;
          stopped = left-- == 0;
          return stopped ? Settle::stop : Settle::expand;
        },
        CountedIf{counts_ ? &counts_->main : nullptr});
    const Cost through_gates = main_.cost(goal_node_);
    const unsigned level = options.level == kAutoLevel ? hierarchy.levels() : level_;
    QueryResult result{Status::complete, std::min(direct_, through_gates), level,
                       hierarchy.version()};
    if (stopped) result = {Status::out_of_budget, kInfinite, level, hierarchy.version()};
    if (result.cost == kInfinite && !stopped) result.status = Status::unreachable;
    return result;
  }

  unsigned main_level(const Hierarchy& hierarchy, CellId from, CellId to, unsigned wanted) const {
    if (wanted == kAutoLevel) return 1;
    unsigned level = std::min(wanted, hierarchy.levels());
    while (level > 1 && hierarchy.partition().ancestor(from, level) ==
                            hierarchy.partition().ancestor(to, level)) {
      --level;
    }
    return level;
  }

  /// Carries an end's costs from the gates of its cell of level 1 up to those of its cell at
  /// `level`, level by level.
  void climb(const Hierarchy& hierarchy, const Connection<W>& c, unsigned level, End& end,
             std::uint32_t node_count) {
    const Partition& partition = hierarchy.partition();
    end.cell = index(c.cell);
    end.costs = c.costs;
    if (level == 1) return;
    end.climb.reserve(node_count);
    end.climb.clear();
    const OverlayCell lowest = hierarchy.cell(end.cell);
    for (std::uint32_t i = 0; i < lowest.gate_count(); ++i) {
      if (c.costs[i] != kInfinite)
        end.climb.improve(index(lowest.gate(i)), c.costs[i], index(lowest.gate(i)), end.cell);
    }
    for (unsigned l = 2; l <= level; ++l) {
      const OverlayCell below = hierarchy.cell(end.cell);
      end.cell = partition.ancestor(c.cell, l);
      OverlayGraph graph = OverlayGraph::inside(hierarchy.overlay(), end.cell);
      if (c.backward) graph = graph.against_the_arrows();
      open_.clear();
      for (std::uint32_t i = 0; i < below.gate_count(); ++i) {
        const std::uint32_t gate = index(below.gate(i));
        if (end.climb.reached(gate)) open_.push(gate, end.climb.cost(gate), end.climb.cost(gate));
      }
      search(
          graph, end.climb, open_, NoHeuristic{}, [](const OpenEntry&) { return Settle::expand; },
          CountedIf{counts_ ? &counts_->connect : nullptr});
    }
    const OverlayCell top = hierarchy.cell(end.cell);
    end.costs.resize(top.gate_count());
    for (std::uint32_t i = 0; i < top.gate_count(); ++i)
      end.costs[i] = end.climb.cost(index(top.gate(i)));
  }

  void collect_hops(const W&, CellId from, CellId to, NodeId start, NodeId goal, Hops& hops) {
    if (main_.cost(goal_node_) >= direct_) {
      hops.push_back({Hop::Kind::inside, index(from), start, goal});
      return;
    }
    const std::uint32_t last = main_[goal_node_].parent;
    Refiner<W>::append_hops(main_, last, across_);
    const std::uint32_t first = across_.empty() ? last : index(across_.front().from);
    std::uint32_t left_at = first;
    if (level_ > 1) {
      Refiner<W>::append_hops(ends_[0].climb, first, hops);
      if (!hops.empty()) left_at = index(hops.front().from);
    }
    if (NodeId{left_at} != start)
      hops.insert(hops.begin(), {Hop::Kind::inside, index(from), start, NodeId{left_at}});
    hops.insert(hops.end(), across_.begin(), across_.end());
    across_.clear();
    std::uint32_t entered_at = last;
    if (level_ > 1) entered_at = append_descent(last, hops);
    if (NodeId{entered_at} != goal)
      hops.push_back({Hop::Kind::inside, index(to), NodeId{entered_at}, goal});
  }

  /// Appends the goal's climb, walked the other way; returns the gate of level 1 it ends at.
  std::uint32_t append_descent(std::uint32_t node, Hops& hops) {
    for (Label label = ends_[1].climb[node]; label.parent != node; label = ends_[1].climb[node]) {
      const bool inter = (label.via & kUncrossed) != 0;
      hops.push_back({inter ? Hop::Kind::inter : Hop::Kind::cross, label.via & ~kUncrossed,
                      NodeId{node}, NodeId{label.parent}});
      node = label.parent;
    }
    return node;
  }

  Connector<W> connector_;
  Refiner<W> refiner_;
  Connection<W>* start_ = nullptr;
  Connection<W>* goal_ = nullptr;
  End ends_[2];
  unsigned level_ = 1;
  Cost direct_ = kInfinite;
  std::uint32_t goal_node_ = 0;
  Labels main_;
  OpenList open_;
  Hops hops_;
  Hops across_;
  QueryCounts* counts_ = nullptr;
};

}  // namespace portolan
