#include "portolan/terrain/terrain_cells.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/partition/nested_cells.h"

namespace portolan::detail {

TerrainCells make_square_cells(const TriangleMesh& mesh, std::uint32_t side, std::uint32_t group,
                               std::uint32_t levels) {
  const TriangleRaster& raster = mesh.raster;
  std::uint32_t columns = (raster.columns + side - 1) / side;
  std::uint32_t rows = (raster.rows + side - 1) / side;
  TerrainCells cells;
  cells.count = columns * rows;
  cells.of.resize(mesh.triangle_count());
  const auto square = [](float from, float at, float step, std::uint32_t count) {
    return std::min(static_cast<std::uint32_t>((at - from) / step), count - 1);
  };
  for (const TriangleId t : mesh.triangles()) {
    const Vec3 centre = centre_of(mesh, t);  // well inside its square
    const std::uint32_t x = square(raster.origin.x, centre.x, raster.step_x, raster.columns);
    const std::uint32_t z = square(raster.origin.z, centre.z, raster.step_z, raster.rows);
    cells.of[t] = CellId{z / side * columns + x / side};
  }
  while (cells.parents.size() + 1 < levels && columns * rows > 1) {
    const std::uint32_t wider = (columns + group - 1) / group;
    std::vector<CellId>& parent = cells.parents.emplace_back();
    for (std::uint32_t z = 0; z < rows; ++z) {
      for (std::uint32_t x = 0; x < columns; ++x)
        parent.push_back(CellId{z / group * wider + x / group});
    }
    columns = wider;
    rows = (rows + group - 1) / group;
  }
  return cells;
}

Result<TerrainCells> build_metis_cells(const TriangleMesh& mesh, std::uint32_t triangles,
                                       std::uint32_t group, std::uint32_t levels,
                                       const Progress& progress) {
  AtomGraph graph;
  graph.begin.reserve(std::size_t{mesh.triangle_count()} + 1);
  graph.neighbours.reserve(3 * std::size_t{mesh.triangle_count()});
  for (const auto& neighbours : mesh.neighbours) {
    const auto begin = static_cast<std::ptrdiff_t>(graph.neighbours.size());
    for (const TriangleId to : neighbours) {
      if (to == kNoTriangle) continue;
      const AtomId atom{index(to)};
      const auto row = graph.neighbours.begin() + begin;
      if (std::find(row, graph.neighbours.end(), atom) == graph.neighbours.end())
        graph.neighbours.push_back(atom);
    }
    graph.begin.push_back(narrow<std::uint32_t>(graph.neighbours.size()));
  }
  MergeOptions options;
  options.merge = {std::clamp(triangles, 2u, 1024u), std::clamp(group * group, 2u, 1024u)};
  options.levels = levels;
  auto nested = build_nested_cells(graph, options, progress);
  if (!nested) return nested.error();
  TerrainCells cells;
  cells.count = nested->cells();
  cells.of = std::move(nested->cell_of_atom);
  cells.parents = std::move(nested->parents);
  return cells;
}

}  // namespace portolan::detail
