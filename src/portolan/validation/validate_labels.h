#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// Checks untrusted labels over links that passed find_links_problem: every one of them
/// is the cost of a path along edges, whose first step it names. Null when all is well.
const char* find_labels_problem(const Hierarchy& hierarchy, const Tables::Parts& parts);

}  // namespace portolan::detail
