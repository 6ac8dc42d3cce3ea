#pragma once

#include <cstdint>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks the costs of valid cells of a world where every edge costs the same both ways: they
/// are the same both ways too, and a crossing of a cell can be made at the level below if and only
/// if it has a cost. That some path is really as cheap as its cost says cannot be known without
/// computing it; where costs are so large that sums could overflow, it is computed. So everything
/// that a build makes is good, whatever its costs are.
Result<Done> validate_symmetric_costs(const Partition& partition,
                                      const std::vector<CellWords>& cells,
                                      std::uint32_t node_count);

}  // namespace portolan::detail
