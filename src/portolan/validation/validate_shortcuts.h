#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/shortcut_climb.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks untrusted shortcuts over links that passed find_links_problem: the supernodes
/// make the tree of those links, with shortcuts wherever an elimination needs them, and the costs
/// are exactly those that it finds. When all is well the table has vias where they suit: they prove
/// it.
Result<Done> validate_shortcuts(const Hierarchy& hierarchy, const GateLinks& links,
                                ShortcutTable& table, bool directed, const ParallelFor& parallel);

}  // namespace portolan::detail
