#pragma once

#include "scenes/grid_scenes.h"
#include "scenes/tile_canvas.h"

/// One function per scene; `generate_grid` has checked the options before it calls them.
namespace portolan::detail::scenes {

TileCanvas make_maze(const GridSceneOptions& options);
TileCanvas make_rooms(const GridSceneOptions& options);
TileCanvas make_caves(const GridSceneOptions& options);
TileCanvas make_random(const GridSceneOptions& options);
TileCanvas make_city(const GridSceneOptions& options);

}  // namespace portolan::detail::scenes
