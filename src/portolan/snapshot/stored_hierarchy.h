#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "portolan/hierarchy/customize.h"
#include "portolan/types.h"
#include "portolan/validation/validate_cells.h"
#include "portolan/validation/validate_paths.h"

namespace portolan::detail {

/// The hierarchy of cells from an untrusted file, which are checked; computed where the file has
/// none, since without stored paths nothing would prove them right. Grids take cells without stored
/// paths too, by a check of their own: see validate_grid_cells.
template <CellWorld W>
Result<Hierarchy> stored_hierarchy(const W& world, std::shared_ptr<const Partition> partition,
                                   std::vector<CellWords> cells, bool store_steps,
                                   const ParallelFor& parallel) {
  if (!store_steps) {
    if (!cells.empty()) return Error{"it has cells without stored paths"};
    return build_hierarchy(world, std::move(partition), {false, false});
  }
  if (auto good = validate_cells(*partition, cells, world.node_count(), parallel); !good)
    return good.error();
  if (auto good = validate_paths(world, *partition, cells, parallel); !good) return good.error();
  return Hierarchy(std::move(partition), std::move(cells), 1);
}

}  // namespace portolan::detail
