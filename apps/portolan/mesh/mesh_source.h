#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "portolan/io/geometry/axes.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/recast.h"
#include "portolan/recast/recast_options.h"
#include "world/world.h"

namespace portolan::detail::cli {

/// How a navigation mesh is made from geometry.
struct GeometryOptions {
  SourceAxes axes;
  /// What the command line says, to be applied to the usual options or to those of a .gset file.
  std::vector<std::function<void(RecastOptions&)>> settings;
  unsigned threads = 1;  ///< That build tiles.
  std::string links;     ///< A CSV file of off-mesh links; empty for none.
};

/// The off-mesh links that were left out because an end lies off the mesh.
struct LooseLinks {
  std::vector<std::size_t> connections;  ///< Of the input itself, counted from 1,
  std::vector<std::size_t> lines;        ///< and of the CSV file.
};

/// The polygons of a file.
struct MeshSource {
  PolygonMesh polygons;
  std::optional<DetourMesh> detour;  ///< Where the polygons are Detour's.
  double meshing_ms = kNone;         ///< What Recast took; NaN where it had nothing to do.
  LooseLinks loose_links;
};

/// Loads a mesh, or loads geometry and makes its mesh with a progress bar. Tells on standard error
/// of links that begin or end off the mesh.
MeshSource load_mesh_source(BegunFile file, SourceKind kind, const GeometryOptions& options);

}  // namespace portolan::detail::cli
