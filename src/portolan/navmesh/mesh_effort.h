#pragma once

#include <cstdint>
#include <span>

#include "portolan/core/ids.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/types.h"

/// What a hierarchy over a mesh takes, before any of it is computed. Both grow with the square of
/// how much meets in one place, which small inputs can make very large.
namespace portolan::detail {

/// Entries in the tables of crossings: one for each two doorways of a polygon.
double count_crossings(const PolygonMesh& mesh);

/// What the cells of a partition take; never less than it will be.
struct CellEffort {
  double entries = 0.0;  ///< In the tables of costs: one for each two gates of a cell.
  double steps = 0.0;    ///< Edges that searches look at.
  PolygonId polygon{0};  ///< That of the most doorways in the cell of the most steps.
};
/// `cells` names the cell of level 1 of every polygon.
CellEffort estimate_cells(const PolygonMesh& mesh, std::span<const CellId> cells,
                          const Partition& partition);

/// Refuses what is out of all proportion to the number of polygons; the message names the place.
/// Real meshes stay far below the limits.
Result<Done> check_effort(const PolygonMesh& mesh, std::span<const CellId> cells,
                          const Partition& partition);

}  // namespace portolan::detail
