#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/narrow.h"
#include "portolan/query/connect.h"
#include "portolan/query/end_to_gates.h"
#include "portolan/query/many_ends.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/tables/row_sums.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Which of many ends is the cheapest to get to.
struct Nearest {
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  std::uint32_t at = kNone;  ///< The first of those that cost the least; kNone: none is reachable.
  QueryResult result;        ///< Of the path there.
};

/// Costs between one end and many: the same as single queries tell, for much less. With complete
/// tables, whatever is common is done once: the end's costs to the gates above it; for each cell
/// of the many the costs between the end and its gates; for the end's own cell one search. So an
/// end of the many costs little more than its connect costs. Without complete tables it is one
/// search for each of the many. Owns all scratch, so it allocates nothing after warm-up; make one
/// for each thread.
template <QueryWorld W>
class OneToMany {
 public:
  using Anchor = typename W::Anchor;

  /// costs[i]: from `start` to goals[i]; kInfinite where no path leads there. All anchors lie where
  /// the world can be walked on.
  void find_costs_from(const SnapshotView<W>& snapshot, const Anchor& start,
                       std::span<const Anchor> goals, Cost* costs) {
    many_.prepare(snapshot, goals, true);
    find_costs(snapshot, start, many_, costs);
  }
  /// costs[i]: from starts[i] to `goal`.
  void find_costs_to(const SnapshotView<W>& snapshot, const Anchor& goal,
                     std::span<const Anchor> starts, Cost* costs) {
    many_.prepare(snapshot, starts, false);
    find_costs(snapshot, goal, many_, costs);
  }
  /// Between `one` and ends that were prepared with the same snapshot.
  void find_costs(const SnapshotView<W>& snapshot, const Anchor& one, const ManyEnds<W>& many,
                  Cost* costs) {
    if (!many.by_tables()) return find_each(snapshot, one, many, costs);
    const Tables& tables = snapshot.tables();
    one_.begin(snapshot.world(), tables, one, !many.goals());
    if (gate_costs_.size() < tables.most_gates() + kRowSlack)
      gate_costs_.resize(tables.most_gates() + kRowSlack);
    for (const typename ManyEnds<W>::CellEnds& ends : many.cells()) {
      one_.reach(tables, ends.cell, gate_costs_.data());
      sums_.resize(ends.end - ends.begin);
      least_row_sums(gate_costs_.data(), ends.gates, many.costs(ends), ends.end - ends.begin,
                     sums_.data());
      for (std::uint32_t k = ends.begin; k < ends.end; ++k) {
        const Cost sum = sums_[k - ends.begin];
        costs[many.order(k)] = sum < kTableInfinite ? sum : kInfinite;
      }
      if (ends.cell == one_.cell()) lower_inside(snapshot, one, ends, many, costs);
    }
  }

  /// The cheapest of the goals, and its path as SnapshotQuery tells it.
  Nearest find_nearest(const SnapshotView<W>& snapshot, const Anchor& start,
                       std::span<const Anchor> goals, std::vector<NodeId>& path) {
    path.clear();
    nearest_costs_.resize(goals.size());
    find_costs_from(snapshot, start, goals, nearest_costs_.data());
    const auto best = std::min_element(nearest_costs_.begin(), nearest_costs_.end());
    Nearest nearest;
    nearest.result.version = snapshot.hierarchy().version();
    if (best == nearest_costs_.end() || *best == kInfinite) return nearest;
    nearest.at = narrow<std::uint32_t>(best - nearest_costs_.begin());
    nearest.result =
        single_.find_path(snapshot, start, goals[nearest.at], true, QueryOptions{}, path);
    return nearest;
  }

 private:
  void find_each(const SnapshotView<W>& snapshot, const Anchor& one, const ManyEnds<W>& many,
                 Cost* costs) {
    for (std::size_t i = 0; i < many.anchors().size(); ++i) {
      const Anchor& other = many.anchors()[i];
      const QueryResult found = single_.find_cost(snapshot, many.goals() ? one : other,
                                                  many.goals() ? other : one, true, QueryOptions{});
      costs[i] = found.cost;
    }
  }

  /// The paths that do not leave the end's own cell, by one search for all.
  void lower_inside(const SnapshotView<W>& snapshot, const Anchor& one,
                    const typename ManyEnds<W>::CellEnds& ends, const ManyEnds<W>& many,
                    Cost* costs) {
    const W& world = snapshot.world();
    Connection<W>& c =
        connector_.open(world, snapshot.hierarchy(), one, one_.backward(), ConnectMethod::dijkstra);
    if (!c.ready) connector_.reach(world, c, one, 1, 0, nullptr);
    for (std::uint32_t k = ends.begin; k < ends.end; ++k) {
      const std::uint32_t i = many.order(k);
      const Anchor& other = many.anchors()[i];
      costs[i] = std::min(costs[i], one_.backward() ? world.direct_cost(other, one)
                                                    : world.direct_cost(one, other));
      world.for_each_entry_node(
          other, !one_.backward(), [&](NodeId node, Cost cost, std::uint32_t) {
            costs[i] = std::min(costs[i], add(c.labels.cost(c.opened.local(node)), cost));
          });
    }
  }

  EndToGates<W> one_;
  std::vector<Cost> gate_costs_;
  std::vector<Cost> sums_;
  std::vector<Cost> nearest_costs_;
  Connector<W> connector_;
  ManyEnds<W> many_;
  SnapshotQuery<W> single_;
};

}  // namespace portolan::detail
