#pragma once

#include <memory>
#include <string>

#include "cli_fwd.h"
#include "given_options.h"
#include "grid_build_arguments.h"
#include "mesh_build_arguments.h"
#include "shared_build_options.h"
#include "world.h"

namespace portolan::cli {

/// The build options of the command line, for all kinds of worlds.
class BuildArguments {
 public:
  /// Adds the options to a subcommand; the object must outlive it.
  void add_to(CLI::App& command);

  /// The names of the options that were given, for messages; empty when none were.
  std::string given() const { return all_.names(); }

  /// Builds the world of a file with a progress bar. Options for another kind of world are
  /// refused.
  std::unique_ptr<World> build(const std::string& path, SourceKind kind) const;

 private:
  void add_shared_to(CLI::App& command);

  SharedBuildOptions shared_;
  GridBuildArguments grid_;
  MeshBuildArguments mesh_;
  GivenOptions all_;
};

}  // namespace portolan::cli
