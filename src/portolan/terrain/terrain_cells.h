#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The nested cells of a mesh.
struct TerrainCells {
  IdVector<TriangleId, CellId> of;  ///< Of level 1.
  std::uint32_t count = 0;          ///< Of level 1; squares without any triangle are cells too.
  std::vector<std::vector<CellId>> parents;  ///< What Partition::make takes.
};

/// Cells of `side` x `side` squares of the mesh's raster, which it must have; above them `group` x
/// `group` cells make one, up to `levels` levels or a single cell.
TerrainCells make_square_cells(const TriangleMesh& mesh, std::uint32_t side, std::uint32_t group,
                               std::uint32_t levels);

/// Cells of about `triangles` each by METIS, for meshes without a raster; above them about `group`
/// * `group` cells make one.
Result<TerrainCells> build_metis_cells(const TriangleMesh& mesh, std::uint32_t triangles,
                                       std::uint32_t group, std::uint32_t levels,
                                       const Progress& progress = {});

}  // namespace portolan::detail
