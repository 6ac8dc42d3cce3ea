#pragma once

#include <string>
#include <vector>

#include "arguments/query_arguments.h"
#include "portolan/grid/grid_query.h"

namespace portolan::detail::cli {

/// A path to draw, and who found it.
struct DrawnGridPath {
  Algorithm algorithm;
  const GridPath* path;
  std::string caption;  ///< For the legend.
};

/// Draws the world with its cells, its gates and these paths, and saves it as PNG.
void save_grid_picture(const std::string& file, const GridSnapshot& world, Tile from, Tile to,
                       const std::vector<DrawnGridPath>& paths);

}  // namespace portolan::detail::cli
