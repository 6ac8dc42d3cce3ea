#pragma once

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks untrusted labels over links that passed find_links_problem: every one of them
/// is the cost of a path along edges, whose first step it names.
Result<Done> validate_labels(const Hierarchy& hierarchy, const Tables::Parts& parts,
                             const ParallelFor& parallel);

}  // namespace portolan::detail
