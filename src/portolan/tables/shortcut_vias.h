#pragma once

#include <cstdint>

#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/shortcuts.h"
#include "portolan/tables/supernode_rows.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What each shortcut stands for: a step along an edge, or two shortcuts over a gate below both
/// ends. A supernode may have the same vias both ways where its costs are not, and other ones where
/// they are.
struct ShortcutVias : SupernodeRows<std::uint32_t> {
  /// An edge, told by the place of the gate above among GateLinks::targets; else a gate.
  static constexpr std::uint32_t kEdge = 0x8000'0000u;

  /// Whether they can tell edges from gates.
  static bool suit(const GateLinks& links) {
    return links.gate_count() < kEdge && links.targets.size() < kEdge;
  }
};
/// Fails where the costs are not exactly those of the cheapest paths over gates below: vias are the
/// proof that they are, quicker found than the costs. Gates in parallel; fails where the caller's
/// loop loses work, too.
Result<ShortcutVias> find_vias(const Hierarchy& hierarchy, const GateLinks& links,
                               const GateTree& tree, const LowerSupernodes& lowers,
                               const Shortcuts& shortcuts, const ParallelFor& parallel);

/// The step along an edge that vias tell, from the gate below to that above or back.
GateStep edge_step(const GateLinks& links, GateId below, std::uint32_t via, bool upwards);

}  // namespace portolan::detail
