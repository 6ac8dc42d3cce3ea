#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>

#include "portolan/io/file.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/tables/tables.h"
#include "portolan/terrain/terrain_snapshot.h"
#include "portolan/types.h"

/// Baked terrain: the mesh, its prices, its partition, its hierarchy, its tables and its merged
/// hierarchy in one file.
namespace portolan::detail {

struct BakedTerrain {
  TerrainSnapshot world;
  /// Of its mesh and prices, whole or at a step; null where nothing was merged.
  std::shared_ptr<const MergedHierarchy> merged = nullptr;
};

/// Writes it; the file appears under its name only when it is whole. A merged hierarchy
/// goes with it at whatever step it is, but not a compressed one, which could not be merged
/// further.
Result<Done> save_terrain_world(const std::filesystem::path& path, const BakedTerrain& baked);

/// What is read of a file.
enum class TerrainParts : std::uint8_t {
  ground,  ///< Mesh and prices: see TerrainSnapshot::has_hierarchy.
  all,
};

/// Reads it back, ready to be queried: cells and tables are used where they lie in the file's
/// memory, which lives as long as any of them. The message of a refusal tells a foreign file,
/// another version's, a truncated, a damaged, another world's and an inconsistent one apart.
///
/// The file is untrusted: nothing in it can make this, or a query of the world it gives,
/// crash or run without end. See validate_paths and validate_tables for what a file made to deceive
/// can still do: claim paths to be more expensive than they are. Prices are taken as they are
/// written.
///
/// `parts`: the ground alone is read in a small part of the time that hierarchy and tables take to
/// be checked; what was not read is not checked either, and the bound that guides A* is taken as it
/// is: a file made to deceive can make A* find more expensive paths.
Result<BakedTerrain> load_terrain_world(BegunFile file, TerrainParts parts = TerrainParts::all,
                                        const ParallelFor& parallel = {});
/// What was chosen for its tables; no more than that is read and checked, in a small part of the
/// time.
Result<Tables::Choice> load_terrain_table_choice(BegunFile file);
/// The same as load_terrain_world from memory; `name` stands for the file in messages.
Result<BakedTerrain> parse_terrain_world(SharedBytes bytes, std::string_view name);

}  // namespace portolan::detail
