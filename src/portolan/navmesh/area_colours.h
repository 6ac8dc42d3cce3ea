#pragma once

#include <cstdint>
#include <vector>

#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/picture/picture.h"

namespace portolan::detail {

inline constexpr Colour kBlockedGround{176, 176, 178};

/// An area in a picture of a mesh.
struct AreaColour {
  std::uint8_t area;
  float cost;  ///< Of a metre; NavMeshMetric::kBlocked.
  Colour colour;
};

/// The areas that cost something else than the one with the most ground that can be walked on, by
/// how much ground they have, most first. Blocked ones have kBlockedGround; the others have eight
/// colours, which come again where there are more.
std::vector<AreaColour> choose_area_colours(const NavMeshSnapshot& snapshot);

}  // namespace portolan::detail
