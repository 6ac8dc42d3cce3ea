#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/gate_links.h"

namespace portolan::detail {

/// Checks untrusted links: that they number the gates of a hierarchy, list the cells and
/// inter-edges of each as a build does, that the depths make a tree in which gates beside each
/// other lie on one path from the root, and that they tell right what two cells have in common.
/// Null when all is well.
const char* find_links_problem(const Hierarchy& hierarchy, const GateLinks& links);

}  // namespace portolan::detail
