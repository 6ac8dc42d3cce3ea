#pragma once

#include <cstdint>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks untrusted cells before they are used: that each block holds together, that
/// they fit the partition, and that gates named by two cells are known to both. Each block must
/// lie in memory of at least the size that it says (its first word).
Result<Done> validate_cells(const Partition& partition, const std::vector<CellWords>& cells,
                            std::uint32_t node_count, const ParallelFor& parallel = {});

}  // namespace portolan::detail
