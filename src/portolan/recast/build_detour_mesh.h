#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/recast.h"
#include "portolan/recast/recast_options.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Builds a navigation mesh of triangles by Recast, as one tile or tiled. A polygon has the area
/// of the triangles it came from (where they overlap within a step's height, the highest) and the
/// flags 1. An off-mesh link of the geometry becomes an off-mesh connection whose user id is the
/// link's index; one that begins far above or below everything is left out. Tiles are
/// built on the threads of the execution. Progress is told from the calling thread alone, before
/// each tile that it builds itself, or before each stage where there is one tile. Fails with the
/// limit that was hit and what to change: bad indices or numbers, too many voxels, vertices,
/// polygons or tiles, nothing to walk on.
Result<DetourMesh> build_detour_mesh(const Geometry& geometry, const RecastOptions& options = {},
                                     const Execution& execution = {});

/// A mesh of triangles as Detour and as Portolan have it.
struct MeshedGeometry {
  PolygonMesh polygons;  ///< With the names of the areas and the costs of the links.
  DetourMesh detour;
  std::vector<std::uint32_t> loose_links;  ///< See RecastMesh, for this
  std::string warning;                     ///< and that.
};
Result<MeshedGeometry> mesh_geometry(const Geometry& geometry, const RecastOptions& options = {},
                                     const Execution& execution = {});

}  // namespace portolan::detail
