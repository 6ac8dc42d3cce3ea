#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/entered_once.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/overlay_graph.h"
#include "portolan/query/connect.h"
#include "portolan/query/refine.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The level is chosen cell by cell: as high as possible where neither start nor goal is.
inline constexpr unsigned kAutoLevel = 0;

struct QueryOptions {
  /// kAutoLevel, or the level to search at, from 1; start and goal are then connected level by
  /// level as in the HPA* paper's section 3.4. A level at which both lie in one cell is lowered.
  unsigned level = kAutoLevel;
  ConnectMethod connect = ConnectMethod::dijkstra;
  std::uint64_t max_expansions = ~std::uint64_t{0};  ///< Of the main search.
  const ParallelFor* parallel = nullptr;  ///< For ConnectMethod::threads; without one, one thread.
  const ConnectTable* table = nullptr;    ///< For ConnectMethod::table: of this very hierarchy.
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
/// warm-up; make one for each thread (entering one twice at once is asserted against). Nothing is
/// written to the hierarchy.
template <CellWorld W>
class Query {
 public:
  using Anchor = typename W::Anchor;

  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit Query(std::size_t kept_connections = 2) : connector_(kept_connections) {}

  /// Counts are added up over queries; null to count nothing.
  void count_into(QueryCounts* counts) { counts_ = counts; }

  /// The cheapest path between two anchors as hops. Both lie where the world can be walked on
  /// (the world checks that first).
  QueryResult find_hops(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal, const QueryOptions& options, Hops& hops) {
    const EnteredOnce::Scope only_here(entered_);
    hops.clear();
    first_ = kNoNode;
    const Cost direct = world.direct_cost(start, goal);
    if (direct == kInfinite && !may_reach(world, hierarchy, start, goal))
      return {Status::unreachable, kInfinite, 0, hierarchy.version()};
    const bool partial =
        options.connect == ConnectMethod::sparse || options.connect == ConnectMethod::goalward;
    const unsigned all_gates =
        std::max({4u, hierarchy.cell(index(world.anchor_cell(start))).gate_count(),
                  hierarchy.cell(index(world.anchor_cell(goal))).gate_count()});
    QueryResult result;
    for (unsigned share = 1;; share *= 2) {
      result = search_once(world, hierarchy, start, goal, direct, options, share);
      if (result.status != Status::unreachable || !partial || share >= all_gates) break;
    }
    if (result.status == Status::complete && result.cost < direct) collect_hops(world, hops);
    return result;
  }

  /// The same as nodes, from an entry node of the start to one of the goal, both included: none
  /// where the way touches no node.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal, const QueryOptions& options,
                        std::vector<NodeId>& path) {
    path.clear();
    const QueryResult result = find_hops(world, hierarchy, start, goal, options, hops_);
    if (first_ == kNoNode) return result;
    path.push_back(first_);
    for (const Hop& hop : hops_) append(world, hierarchy, hop, path);
    return result;
  }
  /// The first node of the path just found; kNoNode where it touches none.
  NodeId first_node() const { return first_; }

  /// Appends the nodes of a hop of the path just found by find_hops; the paths between start or
  /// goal and the gates are read off their connections.
  void append(const W& world, const Hierarchy& hierarchy, const Hop& hop,
              std::vector<NodeId>& path) {
    if (hop.kind == Hop::Kind::leave) {
      connector_.append_path(world, *start_, hop.to, false, path);
    } else if (hop.kind == Hop::Kind::arrive) {
      connector_.append_path(world, *goal_, hop.from, true, path);
    } else {
      append_hop(world, hierarchy, hop, path);
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

  /// Whether an entry node of the start and one of the goal lie in one component; if not, no path
  /// that touches a node leads from one to the other.
  static bool may_reach(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal) {
    bool same = false;
    const auto component = [&](NodeId n) {
      return hierarchy.component(world.home_cell(n), world.home_index(n));
    };
    world.for_each_entry_node(start, false, [&](NodeId from, Cost, std::uint32_t) {
      if (same) return;
      const std::uint32_t wanted = component(from);
      world.for_each_entry_node(goal, true, [&](NodeId to, Cost, std::uint32_t) {
        same = same || component(to) == wanted;
      });
    });
    return same;
  }

 private:
  /// One end of the query, connected up to the level of the main search.
  struct End {
    CellHandle cell = kNoHandle;
    std::vector<Cost> costs;  // by gate of `cell`
    Labels climb;             // how gates above level 1 were reached
  };

  void connect(const W& world, const Hierarchy& hierarchy, const Anchor& start, const Anchor& goal,
               const QueryOptions& options, unsigned share) {
    start_ = &connector_.open(world, hierarchy, start, false, options.connect, options.table);
    goal_ = &connector_.open(world, hierarchy, goal, true, options.connect, options.table);
    SearchCounts counts[2];
    const auto reach = [&](std::uint32_t side) {
      Connection<W>& c = side == 0 ? *start_ : *goal_;
      if (!c.ready) {
        connector_.reach(world, hierarchy, c, side == 0 ? goal : start, share, side,
                         counts_ ? &counts[side] : nullptr);
      }
    };
    if (options.connect == ConnectMethod::threads && options.parallel != nullptr &&
        *options.parallel && start_ != goal_) {
      (*options.parallel)(2, reach);
    }
    reach(0);  // what is ready is not done again
    reach(1);
    if (counts_) (counts_->connect += counts[0]) += counts[1];
  }

  QueryResult search_once(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                          const Anchor& goal, Cost direct, const QueryOptions& options,
                          unsigned share) {
    connect(world, hierarchy, start, goal, options, share);
    const CellId from = start_->cell;
    const CellId to = goal_->cell;
    level_ = main_level(hierarchy, from, to, options.level);
    inside_ = {};
    if (from == to) {
      inside_ = connector_.find_inside(world, *start_, goal, counts_ ? &counts_->connect : nullptr);
    }
    const Cost known = std::min(direct, inside_.cost);
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
    open_.configure(start_->opened.estimate_step());
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
          if (entry.node == goal_node_ || entry.estimate() >= known) return Settle::stop;
          stopped = left-- == 0;
          return stopped ? Settle::stop : Settle::expand;
        },
        CountedIf{counts_ ? &counts_->main : nullptr});
    const Cost through_gates = main_.cost(goal_node_);
    const unsigned level = options.level == kAutoLevel ? hierarchy.levels() : level_;
    QueryResult result{Status::complete, std::min(known, through_gates), level,
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
      if (c.backward) graph = graph.reversed();
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

  void collect_hops(const W& world, Hops& hops) {
    if (main_.cost(goal_node_) >= inside_.cost) {
      first_ = connector_.entry_node_of(world, *start_, inside_.entry_node);
      if (first_ != inside_.entry_node)
        hops.push_back({Hop::Kind::leave, index(start_->cell), first_, inside_.entry_node});
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
    first_ = connector_.entry_node_of(world, *start_, NodeId{left_at});
    if (NodeId{left_at} != first_) {
      hops.insert(hops.begin(), {Hop::Kind::leave, index(start_->cell), first_, NodeId{left_at}});
    }
    hops.insert(hops.end(), across_.begin(), across_.end());
    across_.clear();
    std::uint32_t entered_at = last;
    if (level_ > 1) entered_at = append_descent(last, hops);
    const NodeId entry_node = connector_.entry_node_of(world, *goal_, NodeId{entered_at});
    if (NodeId{entered_at} != entry_node)
      hops.push_back({Hop::Kind::arrive, index(goal_->cell), NodeId{entered_at}, entry_node});
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
  typename Connector<W>::InsidePath inside_;
  NodeId first_ = kNoNode;
  std::uint32_t goal_node_ = 0;
  Labels main_;
  OpenList open_;
  Hops hops_;
  Hops across_;
  QueryCounts* counts_ = nullptr;
  EnteredOnce entered_;
};

}  // namespace portolan::detail
