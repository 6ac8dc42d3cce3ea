#pragma once

#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Checks the arrays against each other: sizes, indices, numbers that are finite, polygons of at
/// least three corners, portals and links between polygons that exist, no more of them at one
/// polygon than kMaxDoorways: every two of these are a move. The message names the polygon, portal
/// or link.
Result<Done> validate(const PolygonMesh& mesh);

}  // namespace portolan::detail
