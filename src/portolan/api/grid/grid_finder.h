#pragma once

#include "portolan/grid.h"
#include "portolan/grid/grid_query.h"

namespace portolan::detail {

/// What a public query and a thread of a batch have in common.
struct GridFinder {
  GridQuery query;
  GridPath path;  ///< The last that was found.

  const GridPath& find_path(const GridSnapshot& world, Tile start, Tile goal,
                            const portolan::GridQueryOptions& options);
  double find_cost(const GridSnapshot& world, Tile start, Tile goal,
                   const portolan::GridQueryOptions& options);
};

}  // namespace portolan::detail
