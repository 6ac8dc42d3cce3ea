#pragma once

#include <string>

#include "portolan/io/baked/nav_mesh_world_file.h"
#include "world/world.h"

/// What `build` and `info` say about a navigation mesh.
namespace portolan::detail::cli {

/// Polygons, areas, agent types, options, levels and memory, as tables for people. `meshing_ms`
/// as in LoadedMesh.
std::string mesh_text(const std::string& world_name, const BakedNavMesh& baked, double meshing_ms);
/// The same for programs.
Json mesh_json(const std::string& world_name, const BakedNavMesh& baked);

}  // namespace portolan::detail::cli
