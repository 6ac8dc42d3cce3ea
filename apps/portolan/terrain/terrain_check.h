#pragma once

#include <string>

#include "terrain/loaded_terrain.h"
#include "world/cost_check.h"

namespace portolan::detail::cli {

/// Answers queries on terrain by A*, by the hierarchy at every level and, where there are some, by
/// tables, and counts how often these miss the cost of A*; how often A* misses that of Dijkstra's
/// algorithm, on a sample; and how often merged and guided are cheaper: all should be never.
CheckedPart check_terrain(const LoadedTerrain& world, const std::string& queries,
                          std::size_t limit);

}  // namespace portolan::detail::cli
