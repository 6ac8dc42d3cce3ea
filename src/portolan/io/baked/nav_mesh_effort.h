#pragma once

#include <cstdint>

#include "portolan/hierarchy/partition.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/partition/nested_cells.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Refuses a mesh whose tables for so many agents would take memory out of proportion to the file
/// they come from: what crosses a polygon is a table of its doorways. The mesh must be valid.
Result<Done> check_table_sizes(const PolygonMesh& mesh, std::size_t agents, std::uint64_t bytes);

/// Refuses a partition whose cells would take time or memory out of proportion to compute: their
/// costs are a table of their gates. `partition` is that of `cells`.
Result<Done> check_customizing(const PolygonMesh& mesh, const NestedCells& cells,
                               const Partition& partition, std::size_t agents, std::uint64_t bytes);

}  // namespace portolan::detail
