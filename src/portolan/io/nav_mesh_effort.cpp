#include "portolan/io/nav_mesh_effort.h"

#include <string>
#include <vector>

namespace portolan {
namespace {

// Far more than the meshes of real worlds need: a table entry for every few bytes of the file, a
// few hundred steps of a search for each.
constexpr double kFreeEntries = 1 << 26;
constexpr double kEntriesPerByte = 16.0;
constexpr double kFreeSteps = 8e9;
constexpr double kStepsPerByte = 8192.0;

std::vector<double> count_doorways(const PolygonMesh& mesh) {
  std::vector<double> doorways(mesh.polygon_count(), 0.0);
  for (const Portal& portal : mesh.portals) {
    for (const std::uint32_t polygon : portal.polygons) ++doorways[polygon];
  }
  for (const PolygonLink& link : mesh.links) {
    ++doorways[link.from_polygon];
    ++doorways[link.to_polygon];
  }
  return doorways;
}

/// By handle. The two cells that a doorway or a link joins have a gate of it at every level that
/// still tells them apart.
std::vector<double> count_gates(const PolygonMesh& mesh, const NestedCells& cells,
                                const Partition& partition) {
  std::vector<double> gates(partition.handle_count(), 0.0);
  const auto count = [&](std::uint32_t a, std::uint32_t b) {
    for (unsigned level = 1; level <= partition.levels(); ++level) {
      const CellHandle one = partition.ancestor(cells.cell_of_atom[a], level);
      const CellHandle other = partition.ancestor(cells.cell_of_atom[b], level);
      if (one == other) break;
      ++gates[one];
      ++gates[other];
    }
  };
  for (const Portal& portal : mesh.portals) count(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) count(link.from_polygon, link.to_polygon);
  return gates;
}

}  // namespace

Result<Done> check_table_sizes(const PolygonMesh& mesh, std::size_t agents, std::uint64_t bytes) {
  double entries = 0.0;
  for (const double doorways : count_doorways(mesh)) entries += 1.0 + doorways * doorways;
  if (entries * static_cast<double>(agents) <=
      kFreeEntries + kEntriesPerByte * static_cast<double>(bytes)) {
    return Done{};
  }
  return Error{"its polygons have too many doorways for a baked file; cut large polygons"};
}

Result<Done> check_customizing(const PolygonMesh& mesh, const NestedCells& cells,
                               const Partition& partition, std::size_t agents,
                               std::uint64_t bytes) {
  const std::vector<double> gates = count_gates(mesh, cells, partition);
  std::vector<double> edges(partition.handle_count(), 0.0);  // that a search of the cell looks at
  const std::vector<double> doorways = count_doorways(mesh);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p)
    edges[index(cells.cell_of_atom[p])] += doorways[p] * doorways[p];
  double entries = 0.0;
  double steps = 0.0;
  for (CellHandle h = 0; h < partition.handle_count(); ++h) {
    for (const CellHandle child : partition.children(h)) edges[h] += gates[child] * gates[child];
    entries += gates[h] * gates[h];
    steps += gates[h] * edges[h];
  }
  const auto size = static_cast<double>(bytes);
  const auto count = static_cast<double>(agents);
  if (entries * count <= kFreeEntries + kEntriesPerByte * size &&
      steps * count <= kFreeSteps + kStepsPerByte * size) {
    return Done{};
  }
  return Error{
      "its cells have too many gates to be computed again when it is loaded; store the ways, or "
      "merge into smaller cells"};
}

}  // namespace portolan
