#pragma once

#include <cstdint>

#include "portolan/grid/grid_query.h"
#include "query_arguments.h"

namespace portolan::cli {

/// Answers one query: the part of the work that is timed. With --cost-only the hierarchy leaves
/// the path without nodes.
Status answer(GridQuery& query, const GridSnapshot& world, Tile from, Tile to, Algorithm algorithm,
              const QueryArguments& arguments, GridPath& path);

/// Checks a complete path: its ends, that every step is a legal move, and that its cost is the
/// sum of its moves; of a cost alone, that a path of that cost exists. Anything else is a fault
/// of the library and ends the tool. Does nothing for other statuses.
void verify(const GridSnapshot& world, Tile from, Tile to, Algorithm algorithm,
            const QueryArguments& arguments, const GridPath& path);

/// Expansions of all phases.
std::uint64_t expansions(const QueryCounts& counts);

/// A path's cost for people, in tiles times terrain cost; NaN when it is not complete.
double world_cost(const GridSnapshot& world, const GridPath& path);

}  // namespace portolan::cli
