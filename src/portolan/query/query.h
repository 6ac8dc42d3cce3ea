#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/entered_once.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/query/connect.h"
#include "portolan/query/main_search.h"
#include "portolan/query/may_reach.h"
#include "portolan/query/query_options.h"
#include "portolan/query/query_world.h"
#include "portolan/query/refine.h"
#include "portolan/types.h"

namespace portolan::detail {

/// An abstract path that a query found, beside its hops.
template <QueryWorld W>
struct FoundHops {
  QueryResult result;
  NodeId first = kNoNode;  ///< The first node of the path; kNoNode where it touches none.
  /// How its ends were connected. They are the query's, and good until its next path.
  Connection<W>* start = nullptr;
  Connection<W>* goal = nullptr;
};

/// Answers queries on one hierarchy at a time. Owns all scratch, so it allocates nothing after
/// warm-up; make one for each thread (entering one twice at once is asserted against). Nothing is
/// written to the hierarchy.
template <QueryWorld W>
class Query {
 public:
  using Anchor = typename W::Anchor;

  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit Query(std::size_t kept_connections = 2) : connector_(kept_connections) {}

  /// Counts are added up over queries; null to count nothing.
  void count_into(QueryCounts* counts) { counts_ = counts; }

  /// Forgets the starts and goals that it remembers, but keeps its memory.
  void forget() { connector_.forget(); }

  /// The cheapest path between two anchors as hops. Both lie where the world can be walked on
  /// (the world checks that first).
  FoundHops<W> find(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                    const Anchor& goal, const QueryOptions& options, Hops& hops) {
    const EnteredOnce::Scope only_here(entered_);
    hops.clear();
    return collect(world, hierarchy, find_answer(world, hierarchy, start, goal, options), hops);
  }
  /// The same where the hops and what they cost are enough.
  QueryResult find_hops(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal, const QueryOptions& options, Hops& hops) {
    return find(world, hierarchy, start, goal, options, hops).result;
  }
  /// Only its cost.
  QueryResult find_cost(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal, const QueryOptions& options) {
    const EnteredOnce::Scope only_here(entered_);
    return find_answer(world, hierarchy, start, goal, options).attempt.result;
  }

  /// The same as nodes, from an entry node of the start to one of the goal, both included: none
  /// where the path touches no node.
  QueryResult find_path(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                        const Anchor& goal, const QueryOptions& options,
                        std::vector<NodeId>& path) {
    const EnteredOnce::Scope only_here(entered_);
    path.clear();
    const Answer answer = find_answer(world, hierarchy, start, goal, options);
    if (!answer.has_nodes) return answer.attempt.result;
    if (counts_ == nullptr && main_.told_in_nodes(answer.attempt.over_gates) &&
        answer.attempt.over_gates.cost < answer.attempt.inside.cost) {
      append_told(world, hierarchy, answer, path);
      return answer.attempt.result;
    }
    hops_.clear();
    const FoundHops<W> found = collect(world, hierarchy, answer, hops_);
    path.push_back(found.first);
    for (const Hop& hop : hops_) append(world, hierarchy, found, hop, path);
    return found.result;
  }

  /// Appends the nodes of a hop of the path just found; the paths between start or goal and the
  /// gates are read off their connections.
  void append(const W& world, const Hierarchy& hierarchy, const FoundHops<W>& found, const Hop& hop,
              std::vector<NodeId>& path) {
    if (hop.kind == Hop::Kind::leave) {
      connector_.append_path(world, *found.start, hop.to, false, path);
    } else if (hop.kind == Hop::Kind::arrive) {
      connector_.append_path(world, *found.goal, hop.from, true, path);
    } else {
      append_hop(world, hierarchy, hop, path);
    }
  }
  /// Appends the nodes of any hop.
  void append_hop(const W& world, const Hierarchy& hierarchy, const Hop& hop,
                  std::vector<NodeId>& path) {
    refiner_.append(world, hierarchy, hop, main_.lend_labels(world),
                    counts_ ? &counts_->refine : nullptr, path);
  }
  /// Appends the hops one level down of a crossing of level 2 or above.
  void split(const W& world, const Hierarchy& hierarchy, const Hop& hop, Hops& hops) {
    refiner_.split(world, hierarchy, hop, main_.lend_labels(world),
                   counts_ ? &counts_->refine : nullptr, hops);
  }

 private:
  struct Ends {
    Connection<W>& start;
    Connection<W>& goal;
  };
  /// What came of a search between two ends that have been connected.
  struct Attempt {
    QueryResult result;
    InsidePath inside;
    typename MainSearch<W>::Found over_gates;
  };

  /// What a query comes to, before its path is told.
  struct Answer {
    Attempt attempt;
    Connection<W>* start = nullptr;
    Connection<W>* goal = nullptr;
    bool has_nodes = false;  ///< There is a path, and it touches nodes.
  };

  Answer find_answer(const W& world, const Hierarchy& hierarchy, const Anchor& start,
                     const Anchor& goal, const QueryOptions& options) {
    const Cost direct = world.direct_cost(start, goal);
    if (direct == kInfinite && !may_reach(world, hierarchy, start, goal)) {
      Answer answer;
      answer.attempt.result = {Status::unreachable, kInfinite, 0, hierarchy.version()};
      return answer;
    }
    const bool partial =
        options.connect == ConnectMethod::sparse || options.connect == ConnectMethod::goalward;
    const unsigned all_gates =
        std::max({4u, hierarchy.cell(index(world.anchor_cell(start))).gate_count(),
                  hierarchy.cell(index(world.anchor_cell(goal))).gate_count()});
    for (unsigned share = 1;; share *= 2) {
      const Ends ends = connect(world, hierarchy, start, goal, options, share);
      const Attempt attempt = attempt_search(world, hierarchy, ends, direct, options);
      const QueryResult& result = attempt.result;
      if (result.status == Status::unreachable && partial && share < all_gates) continue;
      return {attempt, &ends.start, &ends.goal,
              result.status == Status::complete && result.cost < direct};
    }
  }

  /// Appends the hops of an answer.
  FoundHops<W> collect(const W& world, const Hierarchy& hierarchy, const Answer& answer,
                       Hops& hops) {
    FoundHops<W> found{answer.attempt.result, kNoNode, answer.start, answer.goal};
    if (answer.has_nodes) {
      found.first =
          collect_hops(world, hierarchy, {*answer.start, *answer.goal}, answer.attempt, hops);
    }
    return found;
  }

  /// Appends the nodes of an answer that tables told.
  void append_told(const W& world, const Hierarchy& hierarchy, const Answer& answer,
                   std::vector<NodeId>& path) {
    const auto& over_gates = answer.attempt.over_gates;
    const auto told = main_.find_told(world, hierarchy, over_gates);
    const auto [left_at, entered_at] = told.gates;
    path.push_back(connector_.entry_node_of(world, *answer.start, left_at));
    if (path.back() != left_at) connector_.append_path(world, *answer.start, left_at, false, path);
    main_.append_nodes(world, hierarchy, over_gates, told, path);
    if (connector_.entry_node_of(world, *answer.goal, entered_at) != entered_at)
      connector_.append_path(world, *answer.goal, entered_at, true, path);
  }

  Ends connect(const W& world, const Hierarchy& hierarchy, const Anchor& start, const Anchor& goal,
               const QueryOptions& options, unsigned share) {
    const Ends ends{connector_.open(world, hierarchy, start, false, options.connect, options.table),
                    connector_.open(world, hierarchy, goal, true, options.connect, options.table)};
    SearchCounts counts[2];
    if (counts_ && options.connect != ConnectMethod::threads)  // which would write it at once
      counts[0].trace = counts[1].trace = counts_->connect.trace;
    const auto reach = [&](std::uint32_t side) {
      Connection<W>& c = side == 0 ? ends.start : ends.goal;
      if (!c.ready) {
        connector_.reach(world, c, side == 0 ? goal : start, share, side,
                         counts_ ? &counts[side] : nullptr);
      }
    };
    if (options.connect == ConnectMethod::threads && options.parallel != nullptr &&
        *options.parallel && &ends.start != &ends.goal) {
      (*options.parallel)(2, reach);
    }
    reach(0);  // what is ready is not done again
    reach(1);
    if (counts_) (counts_->connect += counts[0]) += counts[1];
    return ends;
  }

  Attempt attempt_search(const W& world, const Hierarchy& hierarchy, const Ends& ends, Cost direct,
                         const QueryOptions& options) {
    Attempt attempt;
    if (ends.start.cell == ends.goal.cell) {
      attempt.inside = connector_.find_inside(world, ends.start, ends.goal.anchor,
                                              counts_ ? &counts_->connect : nullptr);
    }
    const Cost known = std::min(direct, attempt.inside.cost);
    attempt.over_gates =
        main_.find(world, hierarchy, ends.start, ends.goal, known, options, counts_);
    attempt.result = {Status::complete, std::min(known, attempt.over_gates.cost),
                      options.level == kAutoLevel ? hierarchy.levels() : attempt.over_gates.level,
                      hierarchy.version()};
    if (attempt.over_gates.stopped) {
      attempt.result.status = Status::out_of_budget;
      attempt.result.cost = kInfinite;
    } else if (attempt.result.cost == kInfinite) {
      attempt.result.status = Status::unreachable;
    }
    return attempt;
  }

  /// Appends the hops of the path just found; returns its first node.
  NodeId collect_hops(const W& world, const Hierarchy& hierarchy, const Ends& ends,
                      const Attempt& attempt, Hops& hops) {
    const CellHandle start_cell = index(ends.start.cell);
    if (attempt.over_gates.cost >= attempt.inside.cost) {
      const NodeId last = attempt.inside.entry_node;
      const NodeId first = connector_.entry_node_of(world, ends.start, last);
      if (first != last) hops.push_back({Hop::Kind::leave, start_cell, first, last});
      return first;
    }
    hops.push_back({Hop::Kind::leave, start_cell, kNoNode, kNoNode});  // filled in below
    const auto gates = main_.append_hops(world, hierarchy, attempt.over_gates, hops);
    const NodeId first = connector_.entry_node_of(world, ends.start, gates.left_at);
    hops.front().from = first;
    hops.front().to = gates.left_at;
    if (first == gates.left_at) hops.erase(hops.begin());
    const NodeId last = connector_.entry_node_of(world, ends.goal, gates.entered_at);
    if (gates.entered_at != last)
      hops.push_back({Hop::Kind::arrive, index(ends.goal.cell), gates.entered_at, last});
    return first;
  }

  Connector<W> connector_;
  MainSearch<W> main_;
  Refiner<W> refiner_;
  Hops hops_;
  QueryCounts* counts_ = nullptr;
  EnteredOnce entered_;
};

}  // namespace portolan::detail
