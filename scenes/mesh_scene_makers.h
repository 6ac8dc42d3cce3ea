#pragma once

#include "scenes/mesh_canvas.h"
#include "scenes/mesh_scenes.h"

/// One function per scene; `generate_mesh` has checked the options before it calls them.
namespace portolan::detail::scenes {

MeshCanvas make_mesh_city(const MeshSceneOptions& options);
MeshCanvas make_islands(const MeshSceneOptions& options);
MeshCanvas make_serpentine(const MeshSceneOptions& options);
MeshCanvas make_dungeon(const MeshSceneOptions& options);
MeshCanvas make_hill_town(const MeshSceneOptions& options);

}  // namespace portolan::detail::scenes
