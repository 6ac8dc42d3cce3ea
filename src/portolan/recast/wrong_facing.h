#pragma once

#include <string>

#include "portolan/geometry.h"
#include "portolan/navmesh.h"
#include "portolan/recast_options.h"

namespace portolan::detail {

/// Whether a geometry looks as if z were its up axis, or as if its triangles faced the wrong side:
/// then far more could be walked on than is in the mesh made of it. The text says what is seen and
/// the remedy; empty where nothing looks wrong. The geometry must have passed `check_geometry`.
std::string find_wrong_facing(const Geometry& geometry, const RecastOptions& options,
                              const PolygonMesh& mesh);

}  // namespace portolan::detail
