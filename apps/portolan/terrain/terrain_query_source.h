#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "arguments/argument_parsing.h"
#include "terrain/loaded_terrain.h"

namespace portolan::detail::cli {

/// A path asked for on terrain.
struct TerrainEnds {
  GroundPoint from;
  GroundPoint to;
  TriangleId start = kNoTriangle;  ///< The triangles there; kNoTriangle off the ground.
  TriangleId goal = kNoTriangle;
  double reference_cost = kNone;  ///< In metres; NaN where none is given.
};

/// Looks up the triangles of two places.
TerrainEnds find_ends(const LoadedTerrain& world, const GroundPoint& from, const GroundPoint& to);
/// From the middle of one triangle to the middle of another.
TerrainEnds ends_between(const LoadedTerrain& world, TriangleId start, TriangleId goal);

/// The queries of `text`: a CSV file, in metres or in the coordinates of the map, or
/// random:COUNT[:SEED], which are pairs of different triangles with a path between them, or any
/// that can be stood on, all equally likely. At most `limit`.
std::vector<TerrainEnds> load_terrain_queries(const std::string& text, const LoadedTerrain& world,
                                              std::size_t limit, const QueryArguments& arguments);

}  // namespace portolan::detail::cli
