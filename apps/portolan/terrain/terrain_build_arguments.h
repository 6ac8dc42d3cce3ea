#pragma once

#include <memory>
#include <string>

#include "arguments/command.h"
#include "arguments/given_options.h"
#include "arguments/shared_build_options.h"
#include "terrain/loaded_terrain.h"
#include "terrain/price_arguments.h"
#include "terrain/terrain_source.h"

namespace portolan::detail::cli {

/// The build options that only terrain has.
class TerrainBuildArguments {
 public:
  /// Adds the options to a subcommand, and to `all`; the object must outlive it.
  void add_to(Command& command, GivenOptions& all);
  const GivenOptions& given() const { return given_; }

  /// Builds the terrain of a height map or of geometry, with progress bars.
  std::unique_ptr<LoadedTerrain> build(BegunFile file, SourceKind kind,
                                       const SharedBuildOptions& shared) const;

 private:
  void add_map_options(Command& command, GivenOptions& all);

  TerrainSourceOptions source_;
  PriceArguments prices_;
  GivenOptions given_;          // all of these,
  GivenOptions given_of_maps_;  // those for height maps alone,
  GivenOptions given_of_raw_;   // and for raw ones
  GivenOptions given_of_pictures_;
};

}  // namespace portolan::detail::cli
