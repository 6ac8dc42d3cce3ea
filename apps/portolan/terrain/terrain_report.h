#pragma once

#include <string>

#include "portolan/io/baked/terrain_world_file.h"
#include "terrain/merged_structure.h"
#include "world/world.h"

/// What `build` and `info` say about terrain.
namespace portolan::detail::cli {

/// Triangles, prices, options, levels, tables and memory, as tables for people.
std::string terrain_text(const std::string& world_name, const BakedTerrain& baked);
/// The same for programs.
Json terrain_json(const std::string& world_name, const BakedTerrain& baked);

/// What merging the triangles gives: layers, meshes and bytes of the structure and of the guide
/// layers cut out of it.
std::string merged_text(MergedStructure& merged);
Json merged_json(MergedStructure& merged);

}  // namespace portolan::detail::cli
