#pragma once

#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks of untrusted cells that have passed validate_cells that those above level 1 have the
/// gates that a build would find: every node that joins two cells of a level, in each of the cells
/// that it has edges in, and no others. Right as far as level 1 is, which only a world can tell.
Result<Done> validate_gates_above(const Partition& partition, const std::vector<CellWords>& cells,
                                  const ParallelFor& parallel = {});

}  // namespace portolan::detail
