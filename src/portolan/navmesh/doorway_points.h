#pragma once

#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// By portal, the point that stands for it in the base graph. Paths are searched from point to
/// point and only then pulled straight, so a point should lie where straight paths go through: over
/// the middles of wide portals paths look longer than they are, and a search passes obstacles on
/// the wrong side.
///
/// A point is drawn to where lines cross its portal, each from the point of another portal of one
/// of its polygons to that of one of the other. A line counts by the widths of the portals at its
/// ends and by how squarely it crosses. All points move at once, half of that distance, in a few
/// rounds that begin at the middles. They stay in the middle three fifths of their portals, on one
/// of 64 steps from end to end: there rounding, which may differ from machine to machine, hardly
/// ever shows. Where two polygons have very many portals, the one between them keeps its middle.
std::vector<Vec3> make_doorway_points(const PolygonMesh& mesh);

}  // namespace portolan::detail
