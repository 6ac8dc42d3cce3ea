#pragma once

#include <string>

#include "failure.h"
#include "mesh/loaded_mesh.h"

namespace portolan::detail::cli {

/// Answers queries on a navigation mesh by A*, by the hierarchy at every level and, where there
/// is the data for it, by tables and by Detour, and prints how often hierarchy and tables miss the
/// cost of A* and how often Detour's corridor is cheaper, all of which should be never. All agent
/// types are checked.
ExitCode check_mesh(const LoadedMesh& world, const std::string& queries, std::size_t limit);

}  // namespace portolan::detail::cli
