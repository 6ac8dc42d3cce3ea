#pragma once

#include <optional>
#include <string>

#include "portolan/io/geometry/axes.h"
#include "portolan/io/maps/height_map_file.h"
#include "portolan/terrain/triangle_mesh.h"
#include "world/world_kind.h"

namespace portolan::detail::cli {

/// How a height map, or triangles, become the ground.
struct TerrainSourceOptions {
  HeightMapFormat format;
  std::optional<RawFormat> raw;  ///< Of .raw files, which need it.
  Triangulation triangulation = Triangulation::two;
  MapPlacement placement;
  std::string difficulty;  ///< File of the difficulty map; empty for none.
  float most_difficult = 1.0f;
  SourceAxes axes;  ///< Of geometry.
};

/// Loads the ground of a file. What is wrong with it ends the subcommand.
TriangleMesh load_terrain_source(BegunFile file, SourceKind kind,
                                 const TerrainSourceOptions& options);

}  // namespace portolan::detail::cli
