#pragma once

#include <algorithm>
#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/connect.h"
#include "portolan/query/hub_finder.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/query/table_end.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// What the paths between two ends cost, by where they lead. kInfinite: there is none.
template <QueryWorld W>
struct TableCosts {
  Cost direct = kInfinite;  ///< Touches no node.
  InsidePath inside;        ///< Does not leave the cell of both ends.
  /// Whose labels know the path inside; null unless both ends lie in one cell. Good until the next
  /// costs are found.
  const Connection<W>* start = nullptr;
  HubPath far;  ///< Over gates.

  Cost least() const { return std::min({direct, inside.cost, far.cost}); }
};

/// Finds the costs between two anchors by tables. Searches only inside the cell where both lie in
/// one. Scratch; one thread at a time.
template <QueryWorld W>
class TableCostFinder {
 public:
  using Anchor = typename W::Anchor;

  /// `ends` are filled in: with their hubs, as far as `far` was asked for.
  TableCosts<W> find(const SnapshotView<W>& snapshot, const Anchor& start, const Anchor& goal,
                     TableEnds& ends) {
    const W& world = snapshot.world();
    const Tables& tables = snapshot.tables();
    ends[0].connect(world, tables, start, false);
    ends[1].connect(world, tables, goal, true);
    TableCosts<W> costs;
    costs.direct = world.direct_cost(start, goal);
    const bool together = ends[0].cell == ends[1].cell;
    if (together) {
      Connection<W>& connection =
          connector_.open(world, snapshot.hierarchy(), start, false, ConnectMethod::astar);
      costs.start = &connection;
      costs.inside = find_inside(world, tables.connect(), connection, goal, ends[1]);
    }
    // Where both lie in one cell, the path over gates leads out of it and back.
    if (!together || std::min(costs.direct, costs.inside.cost) >
                         ends[0].least_cost(tables) + ends[1].least_cost(tables))
      costs.far = hubs_.find(tables, ends);
    return costs;
  }

 private:
  /// The path that does not leave the cell of both ends. Where the table has a row for every node,
  /// it tells how far away the goal is at least.
  InsidePath find_inside(const W& world, const ConnectTable& table, Connection<W>& start,
                         const Anchor& goal, const TableEnd& goal_end) {
    if constexpr (W::Cell::kRowsAreLocals) {
      const ConnectTable::LandmarkBound bound(table, goal_end.cell, goal_end.costs.data());
      return connector_.find_inside(world, start, goal, nullptr,
                                    [&](std::uint32_t local) { return bound.from(RowId{local}); });
    } else {
      return connector_.find_inside(world, start, goal, nullptr);
    }
  }

  Connector<W> connector_;
  HubFinder hubs_;
};

}  // namespace portolan::detail
