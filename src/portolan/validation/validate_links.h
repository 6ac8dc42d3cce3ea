#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/gate_links.h"

namespace portolan::detail {

/// Checks untrusted links: that they number the gates of one level of a hierarchy, which is told by
/// how many cells they are about; that they list the cells and inter-edges of each as a build does,
/// that the depths make a tree in which gates beside each other lie on one path from the root, and
/// that they tell right what two cells have in common. Sets their first cell. Null when all is
/// well.
const char* find_links_problem(const Hierarchy& hierarchy, GateLinks& links);

}  // namespace portolan::detail
