#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "portolan/grid.h"
#include "portolan/terrain.h"

namespace portolan::detail::cli {

class ViewedWorld;

/// A change that a request asks for; which members count depends on the kind of world.
struct Edit {
  std::vector<TileChange> tiles;  ///< Grids.
  std::string area;               ///< Meshes: its name, or its number.
  double cost = 1.0;              ///< Of a metre there,
  bool passable = true;           ///< if it can be entered at all,
  std::string agent;              ///< by this agent type; empty: the first.
};

/// Reads the body of a request; throws an HttpError where it is not understood.
Edit parse_edit(const std::string& body);

/// What came of a change.
struct Edited {
  std::shared_ptr<const ViewedWorld> world;
  std::uint64_t customized = 0;  ///< Cells computed again, of all levels.
  double microseconds = 0.0;
  Box changed;  ///< What lies outside, seen from above, can be walked on as before.
};

}  // namespace portolan::detail::cli
