/// How navigation meshes are made of triangles.
#pragma once

#include <cstdint>

#include "portolan/geometry.h"

namespace portolan {

/// How Recast cuts the walkable surface into regions before it makes polygons of them.
enum class RegionPartition : std::uint8_t {
  watershed,  ///< Best shapes, slowest: for meshes that are built once.
  monotone,   ///< Fastest; may give long thin polygons.
  layers,     ///< In between: for tiled meshes of medium tile size.
};

/// How a navigation mesh is built from triangles: who walks there, and how finely the surface is
/// looked at. One voxel is cell_size wide and deep and cell_height high; what an agent needs is
/// counted in whole ones: with voxels of 0.3 m a radius of 0.4 m is 0.6 m.
struct RecastOptions {
  float cell_size = 0.3f;    ///< Width of a voxel, in metres. [0.001, 1000]
  float cell_height = 0.2f;  ///< Height of a voxel, in metres. [0.001, 1000]

  float agent_height = 2.0f;  ///< In metres, rounded up. [3 voxels, 255 voxels]
  /// Kept clear of walls and ledges, in metres, rounded up. [0, 127 voxels]
  float agent_radius = 0.6f;
  /// The highest step up or down, in metres, rounded down. [0, 255 voxels]
  float max_climb = 0.9f;
  float max_slope = 45.0f;  ///< The steepest surface to walk on, in degrees. [0, 90)

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

  /// What the voxels of one tile may take, by an estimate made in advance, in MiB. [1, 2^20]
  std::uint32_t memory_limit = 8192;
};

/// A level, and how its mesh is to be made.
struct RecastScene {
  Geometry geometry;
  RecastOptions recast;
};

}  // namespace portolan
