#pragma once

#include "portolan/grid.h"
#include "portolan/grid/grid_sizes.h"

namespace portolan::detail {

/// What of a newer world takes the place of an older snapshot: that for units of the same width, on
/// a map of the same width and height. Null where there is none.
inline const GridSnapshot* find_successor(const portolan::GridSnapshot& newer,
                                          const GridSnapshot& older) {
  if (newer.grid().width() != older.grid().width() ||
      newer.grid().height() != older.grid().height())
    return nullptr;
  return newer.all_sizes().find(older.unit_size());
}

}  // namespace portolan::detail
