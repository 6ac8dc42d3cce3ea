#pragma once

#include <cstdint>
#include <span>

#include "portolan/navmesh.h"
#include "portolan/navmesh/mesh_layout.h"
#include "view/route.h"

namespace portolan::detail::cli {

/// Way-points with the points where the lines between them cross portals put in between, so that
/// the line follows the ground up and down. `polygons` are those of the path, each beside the next.
Route line_on_mesh(const MeshLayout& layout, const PolygonMesh& mesh,
                   std::span<const Vec3> waypoints, std::span<const std::uint32_t> polygons);

}  // namespace portolan::detail::cli
