#pragma once

#include <string_view>

#include "portolan/io/file.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A navigation mesh in the text format of Polyanya (`.mesh`), version 1 or 2. It is flat: x and
/// y of the file become x and z, and y is 0. The order of a polygon's corners is kept; polygons
/// that do not all go round the same way are refused. The neighbours that the file names make the
/// portals, and each must name the other over the same two vertices; -1 is an obstacle. What the
/// file says about the polygons around a vertex follows from this and is only checked to be
/// indices. The two versions differ in which edge a neighbour lies behind.
Result<PolygonMesh> load_polyanya(BegunFile file);
/// The same from memory; `name` stands for the file in messages.
Result<PolygonMesh> parse_polyanya(std::string_view text, std::string_view name);

}  // namespace portolan::detail
