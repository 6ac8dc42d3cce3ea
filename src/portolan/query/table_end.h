#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/query/query_world.h"
#include "portolan/tables/connect_path.h"
#include "portolan/tables/shortcut_walk.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// One end of a query by tables: its costs to the gates of its cell, and from there to gates above
/// these in the elimination tree. Scratch; keeps its memory.
struct TableEnd : ConnectEnd {
  std::vector<Cost> costs;  ///< By gate of the cell; with kRowSlack more.
  std::vector<Cost> hubs;   ///< By depth: the cost to the gate there; with kRowSlack more.
  ShortcutWalk walk;        ///< How they were reached, by shortcuts.

  template <QueryWorld W>
  void connect(const W& world, const Tables& tables, const typename W::Anchor& anchor,
               bool is_goal) {
    if (hubs.size() < tables.most_depth() + kRowSlack) hubs.resize(tables.most_depth() + kRowSlack);
    if (costs.size() < tables.most_gates() + kRowSlack)
      costs.resize(tables.most_gates() + kRowSlack);
    find_entry_nodes(world, anchor, is_goal, *this);
    tables.connect().connect(cell, backward, entry_nodes, costs.data());
  }

  /// Fills in the hubs down to a depth; by shortcuts all of them. The cell must have gates.
  void reach_hubs(const Tables& tables, std::uint32_t depth) {
    const GateLinks& links = tables.links();
    if (tables.choice().far == FarMethod::shortcuts) {
      walk.climb(tables.shortcuts(), links.gates_of(cell), costs.data(), backward, hubs.data());
    } else {
      least_of_rows(tables.labels().direction(backward).costs.data(), links.rows_of(cell),
                    costs.data(), depth, hubs.data());
    }
  }
};

/// The start's, then the goal's.
using TableEnds = std::array<TableEnd, 2>;

}  // namespace portolan::detail
