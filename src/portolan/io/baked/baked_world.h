#pragma once

#include <cstdint>
#include <filesystem>

#include "portolan/io/baked/container.h"
#include "portolan/io/file.h"
#include "portolan/types.h"

/// What the baked files of all worlds share.
namespace portolan::detail {

inline constexpr Tag kGridKind = "GRID";
inline constexpr Tag kNavMeshKind = "MESH";
inline constexpr Tag kTerrainKind = "TERR";

/// What a file holds, going by its first bytes.
enum class BakedWorldKind : std::uint8_t {
  none,      ///< No baked file, or none that can be read.
  grid,      ///< load_grid_world reads it, or says what is wrong with it;
  nav_mesh,  ///< load_nav_mesh_world does;
  terrain,   ///< load_terrain_world does.
  unknown,   ///< A baked file, but damaged or of a kind that this version does not know.
};

BakedWorldKind baked_world_kind(BegunFile& file);
/// The same of a path; `none` for a pipe, from which bytes would be lost.
BakedWorldKind baked_world_kind(const std::filesystem::path& path);

/// The refusal of a file that is not of the wanted kind; `wanted` says in words what is, as in
/// "a grid".
Result<Done> check_kind(const Container& file, Tag kind, const char* wanted);

/// The refusal of a file whose sections contradict each other.
Error inconsistent(const Container& file, const Error& problem);

}  // namespace portolan::detail
