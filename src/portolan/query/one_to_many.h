#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/narrow.h"
#include "portolan/query/connect.h"
#include "portolan/query/many_ends.h"
#include "portolan/query/query.h"
#include "portolan/query/table_query.h"
#include "portolan/tables/row_sums.h"
#include "portolan/tables/shortcut_descent.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Which of many ends is the cheapest to get to.
struct Nearest {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  std::uint32_t at = kNone;  ///< The first of those that cost the least; kNone: none is reachable.
  QueryResult result;        ///< Of the way there.
};

/// Costs between one end and many: the same as single queries tell, for much less. With complete
/// tables, whatever is common is done once: the end's costs to the gates above it; for each cell
/// of the many the costs between the end and its gates; for the end's own cell one search. So an
/// end of the many costs little more than its connect costs. Without complete tables it is one
/// search for each of the many. Owns all scratch, so it allocates nothing after warm-up; make one
/// for each thread.
template <CellWorld W>
class OneToMany {
 public:
  using Anchor = typename W::Anchor;

  /// costs[i]: from `start` to goals[i]; kInfinite where no path leads there. All anchors lie where
  /// the world can be walked on.
  void find_costs_from(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                       const Anchor& start, std::span<const Anchor> goals, Cost* costs) {
    many_.prepare(world, tables, goals, true);
    find_costs(world, hierarchy, tables, start, many_, costs);
  }
  /// costs[i]: from starts[i] to `goal`.
  void find_costs_to(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                     const Anchor& goal, std::span<const Anchor> starts, Cost* costs) {
    many_.prepare(world, tables, starts, false);
    find_costs(world, hierarchy, tables, goal, many_, costs);
  }
  /// Between `one` and ends that were prepared with the same world and tables.
  void find_costs(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                  const Anchor& one, const ManyEnds<W>& many, Cost* costs) {
    if (!tables.complete()) return search_each(world, hierarchy, one, many, costs);
    reach_hubs(world, tables, one, !many.goals());
    for (const typename ManyEnds<W>::Group& group : many.groups()) {
      reach_gates(tables, group.cell);
      sums_.resize(group.end - group.begin);
      least_row_sums(gate_costs_.data(), group.gates, many.costs(group), group.end - group.begin,
                     sums_.data());
      for (std::uint32_t k = group.begin; k < group.end; ++k) {
        const Cost sum = sums_[k - group.begin];
        costs[many.order(k)] = sum < kTableInfinite ? sum : kInfinite;
      }
      if (group.cell == one_.cell) lower_inside(world, hierarchy, one, group, many, costs);
    }
  }

  /// The cheapest of the goals, and its path as TableQuery or Query tell it.
  Nearest find_nearest(const W& world, const Hierarchy& hierarchy, const Tables& tables,
                       const Anchor& start, std::span<const Anchor> goals,
                       std::vector<NodeId>& path) {
    path.clear();
    nearest_costs_.resize(goals.size());
    find_costs_from(world, hierarchy, tables, start, goals, nearest_costs_.data());
    const auto best = std::min_element(nearest_costs_.begin(), nearest_costs_.end());
    Nearest nearest;
    nearest.result.version = hierarchy.version();
    if (best == nearest_costs_.end() || *best == kInfinite) return nearest;
    nearest.at = narrow<std::uint32_t>(best - nearest_costs_.begin());
    const Anchor& goal = goals[nearest.at];
    nearest.result = tables.complete()
                         ? table_query_.find_path(world, hierarchy, tables, start, goal, path)
                         : query_.find_path(world, hierarchy, start, goal, QueryOptions{}, path);
    return nearest;
  }

 private:
  void search_each(const W& world, const Hierarchy& hierarchy, const Anchor& one,
                   const ManyEnds<W>& many, Cost* costs) {
    for (std::size_t i = 0; i < many.anchors().size(); ++i) {
      const Anchor& other = many.anchors()[i];
      costs[i] = query_
                     .find_hops(world, hierarchy, many.goals() ? one : other,
                                many.goals() ? other : one, QueryOptions{}, hops_)
                     .cost;
    }
  }

  /// The end's costs to all gates above it.
  void reach_hubs(const W& world, const Tables& tables, const Anchor& one, bool backward) {
    one_.connect(world, tables, one, backward);
    depth_ = tables.links().depth_of(one_.cell);
    if (depth_ > 0) one_.reach_hubs(tables, depth_);
    if (tables.choice().far == FarMethod::shortcuts) {
      descent_.begin(tables.shortcuts(), tables.links().gates_of(one_.cell), backward,
                     one_.hubs.data());
    }
    if (gate_costs_.size() < one_.costs.size()) gate_costs_.resize(one_.costs.size());
  }

  /// The costs between the end and the gates of a cell.
  void reach_gates(const Tables& tables, CellHandle cell) {
    const GateLinks& links = tables.links();
    const auto rows = links.rows_of(cell);
    if (tables.choice().far == FarMethod::shortcuts)
      return descent_.reach(tables.shortcuts(), links.gates_of(cell), gate_costs_.data());
    const std::uint32_t depth = rows.empty() || depth_ == 0 ? 0
                                : one_.cell == cell         ? depth_
                                                            : links.common_depth(one_.cell, cell);
    least_row_sums(one_.hubs.data(), depth, tables.labels().direction(!one_.backward).costs.data(),
                   rows, gate_costs_.data());
  }

  /// The paths that do not leave the end's own cell, by one search for all.
  void lower_inside(const W& world, const Hierarchy& hierarchy, const Anchor& one,
                    const typename ManyEnds<W>::Group& group, const ManyEnds<W>& many,
                    Cost* costs) {
    Connection<W>& c =
        connector_.open(world, hierarchy, one, one_.backward, ConnectMethod::dijkstra);
    if (!c.ready) connector_.reach(world, hierarchy, c, one, 1, 0, nullptr);
    for (std::uint32_t k = group.begin; k < group.end; ++k) {
      const std::uint32_t i = many.order(k);
      const Anchor& other = many.anchors()[i];
      costs[i] = std::min(
          costs[i], one_.backward ? world.direct_cost(other, one) : world.direct_cost(one, other));
      world.for_each_entry_node(other, !one_.backward, [&](NodeId node, Cost cost, std::uint32_t) {
        costs[i] = std::min(costs[i], add(c.labels.cost(c.opened.local(node)), cost));
      });
    }
  }

  TableEnd one_;
  std::uint32_t depth_ = 0;  // of the deepest gate of its cell, plus one
  std::vector<Cost> gate_costs_;
  std::vector<Cost> sums_;
  std::vector<Cost> nearest_costs_;
  ShortcutDescent descent_;
  Connector<W> connector_;
  ManyEnds<W> many_;
  TableQuery<W> table_query_;
  Query<W> query_;
  Hops hops_;
};

}  // namespace portolan::detail
