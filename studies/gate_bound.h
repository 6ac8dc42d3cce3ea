#pragma once

#include <cstdint>
#include <span>

#include "portolan/navmesh/polygon_mesh.h"

/// The bound of the multi-agent HNA* paper (2020, section 4.1) on the gates of a cell.
namespace portolan::detail {

/// The paper's s: the most sides that a polygon of the mesh has. A side with several neighbours
/// counts once for each, and so does the end of a link.
std::uint32_t most_sides(const PolygonMesh& mesh);

/// The paper's I(x, μ) = μ^x (s - 2) + 2: the most gates that a cell of level x has when every side
/// is a portal and cells that are merged share a single one. `merge` is μ by level, the last one
/// repeated for further levels, and μ^x their product. METIS may merge a few more than μ.
double gate_bound(std::span<const std::uint32_t> merge, unsigned level, std::uint32_t sides);

}  // namespace portolan::detail
