#pragma once

#include <memory>
#include <string>

#include "arguments/command.h"
#include "arguments/given_options.h"
#include "arguments/shared_build_options.h"
#include "grid/grid_build_arguments.h"
#include "mesh/mesh_build_arguments.h"
#include "terrain/terrain_build_arguments.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// The build options of the command line, for all kinds of worlds.
class BuildArguments {
 public:
  /// Adds the options to a subcommand; the object must outlive it.
  void add_to(Command& command);

  /// Leaves them out of the help of a subcommand that builds only now and then.
  void hide() const { all_.hide(); }
  /// The names of the options that were given, for messages; empty when none were.
  std::string given() const { return all_.names(); }

  /// What the world of such a file will be.
  WorldKind kind_of_world(SourceKind kind) const { return shared_.world.value_or(world_of(kind)); }
  /// Builds the world of a file with a progress bar. Options for another kind of world are
  /// refused.
  std::unique_ptr<World> build(BegunFile file, SourceKind kind) const;
  /// Adds the agent types of --metric to a built navigation mesh. Options that would take another
  /// build are refused.
  std::unique_ptr<World> add_agents(BegunFile file) const;

 private:
  void add_shared_to(Command& command);
  void add_axes_to(Command& command);

  SharedBuildOptions shared_;
  GridBuildArguments grid_;
  MeshBuildArguments mesh_;
  TerrainBuildArguments terrain_;
  GivenOptions all_;
  GivenOptions of_squares_;      // grids and terrain
  GivenOptions of_geometry_;     // navigation meshes and terrain
  GivenOptions not_of_terrain_;  // grids and navigation meshes
};

}  // namespace portolan::detail::cli
