#pragma once

#include <string>
#include <vector>

#include "mesh/loaded_mesh.h"
#include "world/cost_check.h"

namespace portolan::detail::cli {

/// Answers queries on a navigation mesh by A*, by the hierarchy at every level and, where there
/// is the data for it, by tables and by Detour, and counts how often hierarchy and tables miss the
/// cost of A* and how often Detour's corridor is cheaper, all of which should be never. A part for
/// each agent type.
std::vector<CheckedPart> check_mesh(const LoadedMesh& world, const std::string& queries,
                                    std::size_t limit);

}  // namespace portolan::detail::cli
