#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace portolan::cli {

enum class WorldKind : std::uint8_t { grid, navmesh };

/// For messages: "grids", "navigation meshes".
const char* plural(WorldKind kind);

/// What a file holds that a world can be built from.
enum class SourceKind : std::uint8_t { map, picture, obj, gltf, mset, polyanya };

/// By the file's name, and where that does not tell by its first bytes; nothing when neither does.
std::optional<SourceKind> source_kind(const std::string& path);
/// By the name alone.
std::optional<SourceKind> source_kind_by_name(const std::string& path);
WorldKind world_of(SourceKind kind);
/// Whether it is geometry that a navigation mesh is made from first.
bool is_geometry(SourceKind kind);

}  // namespace portolan::cli
