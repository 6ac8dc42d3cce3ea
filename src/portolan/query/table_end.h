#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
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

  /// By shortcuts: carries the costs up, as far as labels do not tell the rest. The cell must have
  /// gates.
  void climb_up(const Tables& tables) {
    if (tables.choice().far == FarMethod::shortcuts)
      climb.climb(tables.shortcuts(), climb_end(tables), backward);
  }
  /// Afterwards: how many of the topmost `count` hubs follow from labels, and from which.
  std::uint32_t labelled(const Tables& tables, std::uint32_t count) const {
    return tables.choice().far == FarMethod::shortcuts ? std::min(count, climb.labelled()) : count;
  }
  LabelRows label_rows(const Tables& tables) const {
    if (tables.choice().far == FarMethod::shortcuts) return climb.label_rows(tables.shortcuts());
    return {tables.labels().costs.data(), tables.label_rows(cell, backward), costs.data()};
  }
  /// Fills in the topmost `count` hubs.
  void take_hubs(const Tables& tables, std::uint32_t count) {
    const std::uint32_t by_labels = labelled(tables, count);
    const LabelRows from = label_rows(tables);
    least_of_rows(from.labels, from.rows, from.costs, by_labels, hubs.data());
    copy_climbed(by_labels, count);
  }
  /// The same, but as far as they follow from labels only the stretches of them that begin at
  /// `stretches`, the others as if there were no path.
  void take_hubs(const Tables& tables, std::uint32_t count,
                 std::span<const std::uint32_t> stretches) {
    const std::uint32_t by_labels = labelled(tables, count);
    std::fill_n(hubs.data(), by_labels, kTableInfinite);
    const LabelRows from = label_rows(tables);
    least_of_rows(from.labels, from.rows, from.costs, by_labels, stretches, hubs.data());
    copy_climbed(by_labels, count);
  }

 private:
  void copy_climbed(std::uint32_t begin, std::uint32_t end) {
    if (begin < end) std::copy(climb.hubs() + begin, climb.hubs() + end, hubs.data() + begin);
  }
  void make_room(const Tables& tables) {
    if (hubs.size() < tables.most_hubs() + kRowSlack) hubs.resize(tables.most_hubs() + kRowSlack);
    if (costs.size() < tables.most_gates() + kRowSlack)
      costs.resize(tables.most_gates() + kRowSlack);
  }
};

/// The start's, then the goal's.
using TableEnds = std::array<TableEnd, 2>;

}  // namespace portolan::detail
