#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "portolan/io/file.h"

namespace portolan::detail::cli {

enum class WorldKind : std::uint8_t { grid, navmesh, terrain };

/// As the command line spells it; other words are refused in the name of `argument`.
WorldKind parse_world_kind(const std::string& argument, const std::string& text);
/// The same in the other direction.
const char* name(WorldKind kind);
/// For messages: "grids", "navigation meshes", "terrain worlds".
const char* plural(WorldKind kind);

/// What a file holds that a world can be built from.
enum class SourceKind : std::uint8_t {
  map,
  picture,
  obj,
  gltf,
  gset,
  mset,
  polyanya,
  raw,
  heights
};

/// By the file's name, and where that does not tell by its first bytes; nothing when neither does.
std::optional<SourceKind> source_kind(BegunFile& file);
/// By the name alone.
std::optional<SourceKind> source_kind_by_name(const std::string& path);
/// The endings of names that tell, for messages: ".map, .pgm, ...".
std::string known_endings();
/// The world that it is made into where nothing else is asked for.
WorldKind world_of(SourceKind kind);
/// Whether such a world can be made of it.
bool makes(SourceKind kind, WorldKind world);
/// Whether it is triangles, which a navigation mesh or terrain is made from.
bool is_geometry(SourceKind kind);

}  // namespace portolan::detail::cli
