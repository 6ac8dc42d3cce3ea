#pragma once

#include <optional>

#include "portolan/terrain/terrain_snapshot.h"
#include "portolan/terrain/triangle_locator.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The point of the ground nearest to `goal`, seen from above, that can be reached from `start`;
/// see TriangleLocator::find_nearest. None where there is no ground at the start. Which triangles
/// can be reached is looked up in the hierarchy; without one they are gone through once.
std::optional<Vec3> find_nearest_reachable(const TerrainSnapshot& snapshot,
                                           const TriangleLocator& locator, const Vec3& start,
                                           const Vec3& goal);

}  // namespace portolan::detail
