#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "arguments/command.h"
#include "scenes/terrain_scenes.h"

namespace portolan::detail::cli {

/// A height map that was written, and how a world is built of it.
struct GeneratedTerrain {
  std::uint32_t width = 0;
  std::uint32_t height = 0;
  std::string build_command;
};

/// What `generate` reads for terrain alone.
struct TerrainGeneration {
  scenes::TerrainSceneOptions options;
  std::string difficulty;  ///< File of the difficulty map; empty for none.
  Option* relief = nullptr;

  /// Adds its options, each through `add`; the object must outlive the subcommand.
  void add_to(Command& command, const std::function<void(Option*, const char* type)>& add);
  /// Makes a scene and writes its height map.
  GeneratedTerrain generate(const std::string& scene, const std::string& output) const;
};

}  // namespace portolan::detail::cli
