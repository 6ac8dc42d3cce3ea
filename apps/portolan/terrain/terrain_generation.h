#pragma once

#include <functional>
#include <string>

#include "arguments/command.h"
#include "scenes/terrain_scenes.h"

namespace portolan::detail::cli {

/// What `generate` reads for terrain alone.
struct TerrainGeneration {
  scenes::TerrainSceneOptions options;
  std::string difficulty;  ///< File of the difficulty map; empty for none.
  Option* relief = nullptr;

  /// Adds its options, each through `add`; the object must outlive the subcommand.
  void add_to(Command& command, const std::function<void(Option*, const char* type)>& add);
  /// Makes a scene, writes its height map and says how to build it.
  void generate(const std::string& scene, const std::string& output) const;
};

}  // namespace portolan::detail::cli
