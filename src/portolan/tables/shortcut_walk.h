#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
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
  SharedArray<std::uint32_t> lowers;       ///< that have shortcuts to it.

  bool empty() const { return tree.groups.empty(); }
  std::size_t bytes() const {
    return empty() ? 0 : tree.bytes() + shortcuts.bytes() + lower_begin.bytes() + lowers.bytes();
  }
};
ShortcutTable make_shortcut_table(GateTree tree, Shortcuts shortcuts);

/// The elimination-tree query: carries the costs of one end's gates up the tree, gate by gate, to
/// all gates above, and later tells the steps behind such a cost. Owns its scratch.
class ShortcutWalk {
 public:
  /// From the gates of one cell, at their costs. `hubs` is by depth, with room for the deepest
  /// gate and kRowSlack more: afterwards it holds the cost to every gate above.
  void climb(const ShortcutTable& table, std::span<const GateId> gates, const Cost* costs,
             bool backward, Cost* hubs);
  /// After a climb: appends the steps from a gate of the cell to the hub at `depth`, or from
  /// the hub if it was backward, in the order of the whole path. Returns the gate's place.
  GatePlace append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                         const GateLinks& links, std::uint32_t depth, std::vector<GateStep>& steps);

 private:
  void unpack(const ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links,
              GateId from, GateId to, std::vector<GateStep>& steps) const;

  bool backward_ = false;
  std::vector<GateId> gate_at_;      // by depth: the gates from the root to the deepest
  std::vector<std::uint32_t> from_;  // by depth: the depth it was reached from
  std::vector<GatePlace> place_;     // by depth: the place of a gate of the cell
  std::vector<std::uint32_t> depths_;
};

}  // namespace portolan::detail
