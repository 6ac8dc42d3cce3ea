#include "portolan/io/baked/nav_mesh_effort.h"

#include "portolan/navmesh/mesh_effort.h"

namespace portolan::detail {
namespace {

// Far more than the meshes of real worlds need: a table entry for every few bytes of the file, a
// few hundred steps of a search for each.
constexpr double kFreeEntries = 1 << 26;
constexpr double kEntriesPerByte = 16.0;
constexpr double kFreeSteps = 8e9;
constexpr double kStepsPerByte = 8192.0;

}  // namespace

Result<Done> check_table_sizes(const PolygonMesh& mesh, std::size_t agents, std::uint64_t bytes) {
  const double entries = static_cast<double>(mesh.polygon_count()) + count_crossings(mesh);
  if (entries * static_cast<double>(agents) <=
      kFreeEntries + kEntriesPerByte * static_cast<double>(bytes)) {
    return Done{};
  }
  return Error{"its polygons have too many doorways for a baked file; cut large polygons"};
}

Result<Done> check_customizing(const PolygonMesh& mesh, const NestedCells& cells,
                               const Partition& partition, std::size_t agents,
                               std::uint64_t bytes) {
  const CellEffort effort = estimate_cells(mesh, cells.cell_of_atom, partition);
  const auto size = static_cast<double>(bytes);
  const auto count = static_cast<double>(agents);
  if (effort.entries * count <= kFreeEntries + kEntriesPerByte * size &&
      effort.steps * count <= kFreeSteps + kStepsPerByte * size) {
    return Done{};
  }
  return Error{
      "its cells have too many gates to be computed again when it is loaded; store the paths, or "
      "merge into smaller cells"};
}

}  // namespace portolan::detail
