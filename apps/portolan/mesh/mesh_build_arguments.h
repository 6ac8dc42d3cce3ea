#pragma once

#include <memory>
#include <string>
#include <vector>

#include "arguments/command.h"
#include "arguments/given_options.h"
#include "arguments/shared_build_options.h"
#include "mesh/loaded_mesh.h"
#include "mesh/mesh_source.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "world/world_kind.h"

namespace portolan::detail::cli {

/// The build options that only navigation meshes have.
class MeshBuildArguments {
 public:
  /// Adds the options to a subcommand, and to `all`; the object must outlive it.
  void add_to(Command& command, GivenOptions& all);
  const GivenOptions& given() const { return given_; }

  /// Builds a world of geometry or of a mesh, with progress bars.
  std::unique_ptr<LoadedMesh> build(BegunFile file, SourceKind kind,
                                    const SharedBuildOptions& shared) const;
  /// Adds agent types to a built world; with tables where it has some or they were asked for.
  std::unique_ptr<LoadedMesh> add_agents(BegunFile file, const SharedBuildOptions& shared,
                                         bool tables_given) const;

 private:
  void add_geometry_to(Command& command, GivenOptions& all);
  NavMeshBuildOptions options_with(const SharedBuildOptions& shared) const;

  NavMeshBuildOptions options_;
  std::vector<std::uint32_t> merge_;  // empty where left out
  GeometryOptions geometry_;
  bool drop_unconnected_ = false;
  GivenOptions given_;              // all of these,
  GivenOptions given_of_geometry_;  // and those for geometry alone
};

}  // namespace portolan::detail::cli
