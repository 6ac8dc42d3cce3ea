/// Pictures of worlds, their cells and gates, and paths over them; io.h saves them. Each is in the
/// component of its world.
#pragma once

#include <cstdint>
#include <span>

#include "portolan/grid.h"
#include "portolan/navmesh.h"
#include "portolan/terrain.h"

namespace portolan {

/// A world seen from above with its cells and gates, and paths over it, each in another colour:
/// red, blue, green, purple, and so on again. `side`: of a square that the world fits into, in
/// pixels. [64, 16384]
Picture draw(const GridSnapshot& world, std::span<const GridPath> paths = {},
             std::uint32_t side = 1600);
Picture draw(const NavMeshSnapshot& world, std::span<const NavMeshPath> paths = {},
             std::uint32_t side = 1600);
Picture draw(const TerrainSnapshot& world, std::span<const TerrainPath> paths = {},
             std::uint32_t side = 1600);
/// One path.
template <class Snapshot, class Path>
Picture draw(const Snapshot& world, const Path& path, std::uint32_t side = 1600) requires requires {
  path.status;
}
{ return draw(world, std::span(&path, 1), side); }

}  // namespace portolan
