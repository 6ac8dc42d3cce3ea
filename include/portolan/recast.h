/// From a level's triangles, or a Detour mesh, to a navigation mesh of Portolan's.
///
///     const auto level = portolan::load_geometry("level.glb");  // io.h
///     const auto world = portolan::build_nav_mesh(*level);      // a NavMeshSnapshot
#pragma once

#include <DetourNavMesh.h>

#include <cassert>
#include <cstdint>
#include <memory>
#include <utility>

#include "portolan/geometry.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan {

/// How Recast cuts the walkable surface into regions before it makes polygons of them.
enum class RegionPartition : std::uint8_t {
  watershed,  ///< Best shapes, slowest: for meshes that are built once.
  monotone,   ///< Fastest; may give long thin polygons.
  layers,     ///< In between: for tiled meshes of medium tile size.
};

/// How a navigation mesh is built from triangles: who walks there, and how finely the surface is
/// looked at. One voxel is cell_size wide and deep and cell_height high.
struct RecastOptions {
  float cell_size = 0.3f;    ///< Width of a voxel, in metres. [0.001, 1000]
  float cell_height = 0.2f;  ///< Height of a voxel, in metres. [0.001, 1000]

  float agent_height = 2.0f;  ///< In metres. [3 voxels, 255 voxels]
  float agent_radius = 0.6f;  ///< Kept clear of walls and ledges, in metres. [0, 127 voxels]
  float max_climb = 0.9f;     ///< The highest step up or down, in metres. [0, 255 voxels]
  float max_slope = 45.0f;    ///< The steepest surface to walk on, in degrees. [0, 90)

  RegionPartition partition = RegionPartition::watershed;
  float region_min_size = 8.0f;     ///< Islands below its square are dropped, in voxels. [0, 1000]
  float region_merge_size = 20.0f;  ///< Regions below its square are merged, in voxels. [0, 1000]

  float edge_max_length = 12.0f;           ///< Of edges at walls, in metres. 0: any. [0, 10000]
  float simplification_error = 1.3f;       ///< Of edges at walls, in voxels. [0, 100]
  std::uint32_t vertices_per_polygon = 6;  ///< At most; 3 gives triangles. [3, 6]

  /// Of heights between the corners of polygons, in voxels. Searches need none; Detour's heights on
  /// hills gain by them. 0: none. 0 or [0.9, 1000]
  float detail_sample_distance = 0.0f;
  float detail_max_error = 1.0f;  ///< Of sampled heights, in voxels. [0, 1000]

  bool filter_low_hanging_obstacles = true;  ///< One can step onto kerbs and stairs.
  bool filter_ledge_spans = true;            ///< One cannot stand at the very edge of a ledge.
  bool filter_low_ceilings = true;           ///< One cannot stand where the agent's head hits.

  /// Side of a tile, in voxels. 0: everything is one tile. Up to 255, the parts that polygons of
  /// two tiles share are exact to the voxel. 0 or [16, 4096]
  std::uint32_t tile_size = 0;
  float link_radius =
      1.2f;  ///< How far from the mesh an off-mesh link may end, in metres. [0, 100]
  std::uint32_t threads = 1;  ///< That build tiles; the result is the same for any. [1, 256]

  /// What the voxels of one tile may take, by an estimate made in advance, in MiB. [1, 2^20]
  std::uint32_t memory_limit = 8192;
};

/// A dtNavMesh, shared by its copies and freed with the last of them. Never null. Reading it from
/// several threads is safe; changing it is not, and no copy notices.
class DetourMesh {
 public:
  /// Takes over a mesh that dtAllocNavMesh made.
  explicit DetourMesh(dtNavMesh* mesh) : mesh_(mesh, &dtFreeNavMesh) { assert(mesh != nullptr); }

  /// Shares a mesh that is owned elsewhere.
  explicit DetourMesh(std::shared_ptr<dtNavMesh> mesh) : mesh_(std::move(mesh)) {
    assert(mesh_ != nullptr);
  }

  dtNavMesh& operator*() const { return *mesh_; }
  dtNavMesh* operator->() const { return mesh_.get(); }
  dtNavMesh* get() const { return mesh_.get(); }

 private:
  std::shared_ptr<dtNavMesh> mesh_;
};

/// What Recast makes of a level.
struct RecastMesh {
  NavMesh mesh;       ///< With the names of the areas and the costs of the links.
  DetourMesh detour;  ///< The same as Detour has it, for programs that steer with it.
};

/// Builds a navigation mesh of triangles by Recast, as one tile or tiled. A polygon has the area
/// of the triangles it came from (where they overlap within a step's height, the highest) and the
/// flags 1. An off-mesh link that begins far above or below everything is left out. Fails with the
/// limit that was hit and what to change: bad indices or numbers, too many voxels, vertices,
/// polygons or tiles, nothing to walk on.
Result<RecastMesh> make_nav_mesh(const Geometry& geometry, const RecastOptions& options = {},
                                 const Execution& execution = {});

/// The mesh of a program that has one: every ground polygon of every tile with area, flags and
/// reference, in the order of the tiles, and its off-mesh connections.
Result<NavMesh> make_nav_mesh(const dtNavMesh& mesh);

/// From triangles to a world that can be queried, in one go. Tiles are built on
/// RecastOptions::threads threads, tables on those of the execution.
Result<NavMeshSnapshot> build_nav_mesh(const Geometry& geometry, const RecastOptions& recast = {},
                                       const NavMeshMetric& metric = {},
                                       const NavMeshOptions& options = {},
                                       const Execution& execution = {});

}  // namespace portolan
