#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/connect_path.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/shortcut_climb.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// One end of a query by tables: its costs to the gates of its cell, and from there to gates above
/// these in the elimination tree. Scratch; keeps its memory.
struct TableEnd : ConnectEnd {
  IdVector<GatePlace, Cost> costs;  ///< To the gates of the cell; with kRowSlack more.
  IdVector<Depth, Cost> hubs;       ///< To the gates above them; with kRowSlack more.
  ShortcutClimb climb;              ///< How they were reached, by shortcuts.

  /// By the connect table.
  template <QueryWorld W>
  void connect(const W& world, const Tables& tables, const typename W::Anchor& anchor,
               bool is_goal) {
    make_room(tables);
    find_entry_nodes(world, anchor, is_goal, *this);
    tables.connect().connect(cell, backward, entry_nodes, costs.data());
  }
  /// By costs to the gates of a cell, which were found elsewhere.
  void take(const Tables& tables, CellHandle of, const Cost* found, bool is_goal) {
    make_room(tables);
    cell = of;
    backward = is_goal;
    const std::size_t gates = tables.links().gates_of(cell).size();
    std::transform(found, found + gates, costs.data(),
                   [](Cost cost) { return std::min(cost, kTableInfinite); });
  }

  /// What no path from here over gates costs less than; kTableInfinite where there is none.
  Cost least_cost(const Tables& tables) const {
    const std::size_t gates = tables.links().gates_of(cell).size();
    return gates == 0 ? kTableInfinite : *std::min_element(costs.data(), costs.data() + gates);
  }

  /// The cell's gates, as a climb by shortcuts begins.
  ShortcutClimb::End climb_end(const Tables& tables) const {
    return {tables.links().gates_of(cell), costs.data()};
  }

  /// Fills in the topmost `count` hubs. The cell must have gates.
  void reach_hubs(const Tables& tables, std::uint32_t count) {
    if (tables.choice().far == FarMethod::shortcuts) {
      climb.reach_hubs(tables.shortcuts(), climb_end(tables), backward, count, hubs.data());
    } else {
      least_of_rows(tables.labels().direction(backward).costs.data(), tables.links().rows_of(cell),
                    costs.data(), count, hubs.data());
    }
  }

 private:
  void make_room(const Tables& tables) {
    if (hubs.size() < tables.most_hubs() + kRowSlack) hubs.resize(tables.most_hubs() + kRowSlack);
    if (costs.size() < tables.most_gates() + kRowSlack)
      costs.resize(tables.most_gates() + kRowSlack);
  }
};

/// The start's, then the goal's.
using TableEnds = std::array<TableEnd, 2>;

/// A path over gates: what it costs, and its topmost gate.
struct HubPath {
  Cost cost = kInfinite;
  Depth hub{};
};
/// The cheapest path over gates between two ends whose costs to the gates of their cells are known.
/// Reaches their hubs.
inline HubPath meet(const Tables& tables, TableEnds& ends) {
  const GateLinks& links = tables.links();
  const CellHandle cells[2] = {ends[0].cell, ends[1].cell};
  if (links.gates_of(cells[0]).empty() || links.gates_of(cells[1]).empty()) return {};
  const std::uint32_t hubs =
      cells[0] == cells[1] ? links.hub_count(cells[0]) : links.common_hubs(cells[0], cells[1]);
  for (TableEnd& end : ends) end.reach_hubs(tables, hubs);
  const Least found = least_sum(ends[0].hubs.data(), ends[1].hubs.data(), hubs);
  if (found.cost >= kTableInfinite) return {};  // paths inside a cell may cost more
  return {found.cost, Depth{found.at}};
}

}  // namespace portolan::detail
