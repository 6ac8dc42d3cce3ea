#pragma once

#include <cstdint>

#include "portolan/navmesh.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// How many polygons without_unconnected leaves out.
std::uint32_t count_unconnected(const PolygonMesh& mesh);

}  // namespace portolan::detail
