/// Files: maps, levels, height maps and metrics in; worlds out and in again; pictures out.
/// Component Portolan::io.
///
/// Files are untrusted: whatever is in one, loading it ends with a world or with an error
/// that names the file, the place in it and what to do. Files that are written appear under their
/// name only when they are whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "portolan/formats.h"
#include "portolan/geometry.h"
#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/picture.h"
#include "portolan/recast_options.h"
#include "portolan/terrain.h"
#include "portolan/types.h"

namespace portolan {

class DetourMesh;  // recast.h

// Worlds. A baked world has everything in it, tables included: loading checks it, on the threads of
// the execution, and builds nothing again but what helps shortcuts. Its progress is told, and may
// cancel, before the file is opened, and on terrain while guide layers are made; not in between.

/// With all its sizes, whichever is given.
Result<Done> save(const std::filesystem::path& path, const GridSnapshot& world);
Result<Done> save(const std::filesystem::path& path, const TerrainSnapshot& world);
Result<Done> save(const std::filesystem::path& path, const NavMeshSnapshot& world);
/// Several agent types: snapshots that `with_metric` made of one another, each with a name of its
/// own.
Result<Done> save(const std::filesystem::path& path, std::span<const NavMeshSnapshot> agents);
/// The same with what Detour has of the mesh, RecastMesh::detour of recast.h: the tool's
/// `--algorithm detour` searches that. Fails where the mesh was not made from it.
Result<Done> save(const std::filesystem::path& path, std::span<const NavMeshSnapshot> agents,
                  const DetourMesh& detour);

/// The smallest of its sizes; GridSnapshot::of_size gives the others.
Result<GridSnapshot> load_grid(const std::filesystem::path& path, const Execution& execution = {});
Result<TerrainSnapshot> load_terrain(const std::filesystem::path& path,
                                     const Execution& execution = {});
/// One snapshot for each agent type, in the order they were saved; find_agent finds one by its
/// name.
Result<std::vector<NavMeshSnapshot>> load_nav_mesh(const std::filesystem::path& path,
                                                   const Execution& execution = {});

/// Adds an agent type to a baked navigation mesh, in place: its mesh, partition, other agent types
/// and Detour data stay as they are, only the new one is customized. Fails for a name that it has.
Result<Done> add_agent(const std::filesystem::path& path, const NavMeshMetric& metric,
                       const Execution& execution = {});

/// What a file holds, going by its first bytes.
enum class BakedKind : std::uint8_t {
  none,      ///< No baked world.
  grid,      ///< load_grid reads it, or says what is wrong with it;
  nav_mesh,  ///< load_nav_mesh does;
  terrain,   ///< load_terrain does.
  unknown,   ///< A baked world, but damaged or of a kind that this version does not know.
};
/// Pipes are not looked into, since what was taken from one is lost: `none`.
BakedKind baked_kind(const std::filesystem::path& path);

// What grids are made from.

/// A `.map` file of the MovingAI benchmarks. Every letter is kept; what it costs is the metric's
/// business.
Result<Grid> load_map(const std::filesystem::path& path);
/// A picture, PNG, PGM or PPM, with a tile for each pixel: '.' where it is at least as light as
/// `threshold`, '@' where it is darker.
Result<Grid> load_map_picture(const std::filesystem::path& path, std::uint8_t threshold = 128);
/// The `.scen` file that goes with a map.
Result<std::vector<Scenario>> load_scenarios(const std::filesystem::path& path);
/// A JSON file. All keys may be missing; what is not named keeps its default:
///
///     {"terrain": {".": 1, "S": 2.5, "T": null}, "diagonals": "both_free",
///     "diagonal_length": 1.42}
Result<GridMetric> load_grid_metric(const std::filesystem::path& path);

// What navigation meshes are made from.

/// Triangles of a `.obj`, `.gltf` or `.glb` file, with the transforms of its nodes. Materials
/// become area types by name: `area_names` has them in the order of first use, area 0 is "default",
/// for what has none. Where a mesh of it has a handful of polygons only, look at `axes`.
Result<Geometry> load_geometry(const std::filesystem::path& path, const SourceAxes& axes = {});
/// Off-mesh links of a CSV file: `from_x`, `from_y`, `from_z`, `to_x`, `to_y`, `to_z` in metres,
/// `both_ways`, 1 or 0; and, if wanted, `area`, a number or one of `area_names`, and `cost` in
/// metres.
Result<std::vector<OffMeshLink>> load_off_mesh_links(const std::filesystem::path& path,
                                                     const std::vector<std::string>& area_names);
/// A `.gset` file of RecastDemo, and the geometry that its line `f` names, seen from the folder of
/// the file, or else in it. Areas are numbers, 0 to 5 with RecastDemo's names (ground, water,
/// road, door, grass, jump). The whole geometry counts, whatever box the settings have.
Result<RecastScene> load_gset(const std::filesystem::path& path, const SourceAxes& axes = {});
/// A mesh that is one already: RecastDemo's ("MSET"), or Polyanya's text (`.mesh`).
Result<NavMesh> load_polygon_mesh(const std::filesystem::path& path);
/// The same of RecastDemo as Detour has it, for a DetourPathfinder and programs that steer with
/// Detour; include recast.h. Of a baked world, what was saved with it. Everything in the bytes is
/// checked before Detour sees it.
Result<DetourMesh> load_detour_mesh(const std::filesystem::path& path,
                                    const Execution& execution = {});
/// A JSON file with the costs of areas, by their names in the mesh or their numbers. All keys may
/// be missing; what is not named keeps its default:
///
///     {"name": "truck", "areas": {"road": 1, "grass": 3.5, "water": "blocked", "7": 2},
///      "others": 1, "include_flags": 65535, "exclude_flags": 0}
Result<NavMeshMetric> load_nav_mesh_metric(const std::filesystem::path& path,
                                           std::span<const std::string> area_names);

// What terrain is made from.

/// A height map: a picture (PNG with 8 or 16 bits, PGM, PPM), an ESRI ASCII grid (.asc), an array
/// of NumPy (.npy) or, where Portolan was built with GDAL, a GeoTIFF, which has its place on the
/// map with it as the ASCII grid has. Where a `.prj` file of its name lies beside that, it says in
/// which coordinates. What is fully transparent, NaN or without data is missing.
Result<HeightMap> load_height_map(const std::filesystem::path& path,
                                  const HeightMapFormat& format = {});
Result<HeightMap> load_raw_height_map(const std::filesystem::path& path, const RawFormat& format);
/// How difficult the ground is, times `most`: a gray picture, black 0 and white 1, or the values of
/// a GeoTIFF, an ESRI ASCII grid or an array of NumPy, from 0 up. Of the same size as the heights
/// and, where both say it, in the same place.
Result<HeightMap> load_difficulty_map(const std::filesystem::path& path, const HeightMap& heights,
                                      float most = 1.0f);

Result<Done> save_png(const std::filesystem::path& path, const Picture& picture);

}  // namespace portolan
