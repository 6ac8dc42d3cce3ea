#pragma once

#include <filesystem>
#include <optional>
#include <string_view>
#include <vector>

#include "portolan/io/file.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/recast.h"
#include "portolan/types.h"

/// Baked navigation meshes: the mesh, its partition, and for every agent type its metric and its
/// hierarchy and tables in one file.
namespace portolan::detail {

struct BakedNavMesh {
  std::vector<NavMeshSnapshot> agents;  ///< One a metric, all over one mesh and partition. [1, 256]
  std::optional<DetourMesh> detour;     ///< The Detour data, if the mesh came from them.
};

/// Writes it; the file appears under its name only when it is whole. Of agents that were built
/// without stored paths the cells are left out, since nothing could prove them right later: loading
/// computes them again, which takes about as long as it did the first time.
///
/// Fails for agents that do not share mesh, partition and whether paths are stored, and for meshes
/// that loading would refuse: a polygon of so many doorways, or without stored paths cells of so
/// many gates, that the file would be small beside the memory it asks for.
Result<Done> save_nav_mesh_world(const std::filesystem::path& path, const BakedNavMesh& baked);

/// Reads it back, ready to be queried: cells and tables are used where they lie in the file's
/// memory, which lives as long as any of them. The message of a refusal tells a foreign file,
/// another version's, a truncated, a damaged, another world's and an inconsistent one apart.
///
/// The file is untrusted: nothing in it can make this, or a query or measure of the
/// world it gives, crash or run without end, or take memory out of proportion to the file. See
/// validate_paths and validate_tables for what a file made to deceive can still do: claim paths to
/// be more expensive than they are, or not to be there.
///
/// `extras`: whether what makes queries by shortcuts quicker is computed again.
Result<BakedNavMesh> load_nav_mesh_world(BegunFile file, const ParallelFor& parallel = {},
                                         TableExtras extras = TableExtras::all);
/// The same from memory; `name` stands for the file in messages.
Result<BakedNavMesh> parse_nav_mesh_world(SharedBytes bytes, std::string_view name);

}  // namespace portolan::detail
