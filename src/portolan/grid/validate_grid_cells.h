#pragma once

#include <vector>

#include "portolan/grid/grid_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks untrusted cells against the grid they are said to belong to, so that
/// querying, measuring and editing them and making tables of them does no harm: everything that
/// validate_cells and validate_symmetric_costs check; gates of all levels, inter-edges and
/// components exactly as a build would find them; stored paths that lead from gate to gate by legal
/// moves inside the square and cost what is stored; no cost below the straight-line bound. In
/// linear time.
///
/// What it cannot find without building again: a stored path that is not the cheapest, or where
/// none are stored, or above level 1, a cost that is wrong but possible. Queries on such a world
/// end and give legal moves, but their costs are no better than those stored.
Result<Done> validate_grid_cells(const GridWorld& world, const Partition& partition,
                                 const std::vector<CellWords>& cells, bool store_steps,
                                 const ParallelFor& parallel = {});

}  // namespace portolan::detail
