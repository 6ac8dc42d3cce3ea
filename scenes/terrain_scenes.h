#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "portolan/terrain.h"
#include "portolan/types.h"

/// Terrain made on the spot, as height maps.
namespace portolan::detail::scenes {

struct TerrainSceneOptions {
  std::uint32_t width = 257;           ///< In values. [2, 8193]
  std::uint32_t height = 257;          ///< In values. [2, 8193]
  std::uint64_t seed = 1;              ///< Another seed, another map; cone and walls have none.
  std::uint32_t relief_percent = 100;  ///< Heights of hills, ridges and fractal. [0, 1000]
  std::uint32_t roads = 12;            ///< fractal: towns, each joined to another. [0, 1000]
};

struct TerrainScene {
  HeightMap heights;     ///< In metres, from 0 up.
  HeightMap difficulty;  ///< Of the same size: 0 on roads, 1 beside; without values: none.
  float spacing = 1.0f;  ///< Metres from value to value.
};

/// The scenes by name:
/// "cone": a cone that rises as steeply as it is wide, the function of the thesis' generator.
/// "hills": round hills and valleys.
/// "ridges": sharp mountain chains with valleys between.
/// "walls": a plain with walls to walk around, and on top of (the simple map of its section 8.1).
/// "fractal": rough land at all scales, crossed by roads.
std::span<const std::string_view> terrain_scene_names();

/// Makes a scene. The same name and options give the same map on every machine. Fails on an unknown
/// name or an option out of range.
Result<TerrainScene> generate_terrain(std::string_view name, const TerrainSceneOptions& options);

}  // namespace portolan::detail::scenes
