#pragma once

#include "portolan/core/geometry.h"
#include "portolan/core/progress.h"
#include "portolan/core/result.h"
#include "portolan/recast/detour_mesh.h"
#include "portolan/recast/recast_options.h"

namespace portolan {

/// Builds a navigation mesh of triangles by Recast, as one tile or tiled. A polygon has the area
/// of the triangles it came from (where they overlap within a step's height, the highest) and the
/// flags 1. An off-mesh link of the geometry becomes an off-mesh connection whose user id is the
/// link's index; one that begins far above or below everything is left out. Progress is told by
/// tile, or by stage where there is one tile, always from the calling thread. Fails with the limit
/// that was hit and what to change: bad indices or numbers, too many voxels, vertices, polygons or
/// tiles, nothing to walk on.
Result<DetourMesh> build_detour_mesh(const Geometry& geometry, const RecastOptions& options = {},
                                     const Progress& progress = {});

}  // namespace portolan
