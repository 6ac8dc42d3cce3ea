#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/shortcuts.h"

namespace portolan::detail {

/// Shortcuts with what a query over them needs. Immutable.
struct ShortcutTable {
  GateTree tree;
  Shortcuts shortcuts;
  SharedArray<std::uint32_t> lower_begin;  ///< By group, and one more: the groups below it
  SharedArray<GroupId> lowers;             ///< that have shortcuts to it.

  bool empty() const { return tree.groups.empty(); }
  std::size_t bytes() const {
    return empty() ? 0 : tree.bytes() + shortcuts.bytes() + lower_begin.bytes() + lowers.bytes();
  }
};
ShortcutTable make_shortcut_table(GateTree tree, Shortcuts shortcuts);

/// The elimination-tree query: carries the costs of one end's gates up the tree, gate by gate, to
/// all gates above, and later tells the steps behind such a cost. Owns its scratch.
class ShortcutClimb {
 public:
  /// From the gates of one cell, at their costs. `hubs` is by depth, with room for the deepest
  /// gate and kRowSlack more: afterwards it holds the cost to every gate above.
  void reach_hubs(const ShortcutTable& table, std::span<const GateId> gates, const Cost* costs,
                  bool backward, Cost* hubs);
  /// Afterwards: appends the steps from a gate of the cell to a hub, or from
  /// the hub if it was backward, in the order of the whole path. Returns the gate's place.
  GatePlace append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                         const GateLinks& links, Depth hub, std::vector<GateStep>& steps);

 private:
  void unpack(const ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links,
              GateId from, GateId to, std::vector<GateStep>& steps) const;

  bool backward_ = false;
  IdVector<Depth, GateId> gate_at_;   // the gates from the root to the deepest
  IdVector<Depth, Depth> from_;       // where each was reached from
  IdVector<Depth, GatePlace> place_;  // of the gates of the cell
  std::vector<Depth> depths_;
};

}  // namespace portolan::detail
