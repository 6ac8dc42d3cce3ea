#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "portolan/geometry.h"
#include "portolan/types.h"

/// Levels made on the spot, as triangles for a navmesh builder.
namespace portolan::detail::scenes {

/// What to make. Each scene reads the common fields and the one that names it.
struct MeshSceneOptions {
  float size = 200.0f;     ///< Side of the ground seen from above, in metres. [30, 10000]
  std::uint64_t seed = 1;  ///< Another seed, another level.
  std::uint32_t clutter_percent = 60;  ///< Share of the spots with an obstacle. [0, 100]

  std::uint32_t floors = 3;  ///< dungeon: floors above one another. [1, 16]
};

/// The scenes by name:
/// "city": streets, pavements and crooked blocks of houses, parks, markets, and open buildings
///   whose storeys are joined by stairs and, across the streets, by bridges.
/// "islands": hilly islands with trees and rocks, joined by bridges.
/// "serpentine": one long strip that winds to and fro: near goals are far on foot.
/// "dungeon": floors of rooms and corridors, joined by stairs.
/// "hill-town": a hill of terraces with houses between steep lanes and stairs.
std::span<const std::string_view> mesh_scene_names();

/// Makes a scene: y up, in metres, the ground within [0, size] in x and z, what can be walked on
/// facing up. The same name and options give the same geometry on every machine: all choices are
/// whole-number arithmetic, in centimetres. Areas: 0 "ground", 1 "road", 2 "pavement", 3 "grass".
/// For agents 2 m high of radius 0.6 m that climb 0.9 m all of it hangs together, but for corners
/// that obstacles cut off. Fails on an unknown name or an option out of range.
Result<Geometry> generate_mesh(std::string_view name, const MeshSceneOptions& options);

/// A scene of a stated size.
struct MeshPreset {
  std::string_view name;
  std::string_view scene;
  MeshSceneOptions options;
  std::uint32_t polygons;  ///< About as many has the largest connected part of its navmesh.
  bool tiled;              ///< Counted on tiles of 128 voxels a side, else on a single one.
};

/// The sizes of the HNA* papers' scenes, and two far larger. The polygons are those that Recast
/// makes with cells of 0.3 m, 0.2 m high, an agent 2 m high of radius 0.6 m that climbs 0.9 m and
/// 45 degrees, and the other settings as in its demo.
std::span<const MeshPreset> mesh_presets();

}  // namespace portolan::detail::scenes
