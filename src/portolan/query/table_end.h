#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/connect_path.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/shortcut_climb.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// One end of a query by tables: its costs to the gates of its cell, and from there to gates above
/// these in the elimination tree. Scratch; keeps its memory.
struct TableEnd : ConnectEnd {
  IdVector<GatePlace, Cost> costs;  ///< To the gates of the cell; with kRowSlack more.
  IdVector<Depth, Cost> hubs;       ///< To the gates above them; with kRowSlack more.
  ShortcutClimb climb;              ///< How they were reached, by shortcuts.

  template <QueryWorld W>
  void connect(const W& world, const Tables& tables, const typename W::Anchor& anchor,
               bool is_goal) {
    if (hubs.size() < tables.most_hubs() + kRowSlack) hubs.resize(tables.most_hubs() + kRowSlack);
    if (costs.size() < tables.most_gates() + kRowSlack)
      costs.resize(tables.most_gates() + kRowSlack);
    find_entry_nodes(world, anchor, is_goal, *this);
    tables.connect().connect(cell, backward, entry_nodes, costs.data());
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
};

/// The start's, then the goal's.
using TableEnds = std::array<TableEnd, 2>;

}  // namespace portolan::detail
