#include "portolan/navmesh/mesh_effort.h"

#include <string>
#include <vector>

namespace portolan::detail {
namespace {

constexpr double kFreeEntries = 1 << 27;
constexpr double kEntriesPerPolygon = 1 << 12;
constexpr double kFreeSteps = 8e9;
constexpr double kStepsPerPolygon = 1 << 20;

/// By handle. The two cells that a doorway or a link joins have a gate of it at every level that
/// still tells them apart.
std::vector<double> count_gates(const PolygonMesh& mesh, std::span<const CellId> cells,
                                const Partition& partition) {
  std::vector<double> gates(partition.handle_count(), 0.0);
  const auto count = [&](std::uint32_t a, std::uint32_t b) {
    for (unsigned level = 1; level <= partition.levels(); ++level) {
      const CellHandle one = partition.ancestor(cells[a], level);
      const CellHandle other = partition.ancestor(cells[b], level);
      if (one == other) break;
      ++gates[one];
      ++gates[other];
    }
  };
  for (const Portal& portal : mesh.portals) count(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) count(link.from_polygon, link.to_polygon);
  return gates;
}

double square(double number) { return number * number; }

}  // namespace

double count_crossings(const PolygonMesh& mesh) {
  double crossings = 0.0;
  for (const std::uint32_t doorways : count_doorways(mesh)) crossings += square(doorways);
  return crossings;
}

CellEffort estimate_cells(const PolygonMesh& mesh, std::span<const CellId> cells,
                          const Partition& partition) {
  const std::vector<std::uint32_t> doorways = count_doorways(mesh);
  const std::vector<double> gates = count_gates(mesh, cells, partition);
  std::vector<double> edges(partition.handle_count(), 0.0);  // that a search of the cell looks at
  for (std::uint32_t p = 0; p < doorways.size(); ++p) edges[index(cells[p])] += square(doorways[p]);
  CellEffort effort;
  double most = -1.0;
  CellHandle largest = 0;
  for (CellHandle h = 0; h < partition.handle_count(); ++h) {
    for (const CellHandle child : partition.children(h)) edges[h] += square(gates[child]);
    const double steps = gates[h] * edges[h];
    effort.entries += square(gates[h]);
    effort.steps += steps;
    if (steps > most) {
      most = steps;
      largest = h;
    }
  }
  const unsigned level = partition.level(largest);
  std::uint32_t least = 0;
  for (std::uint32_t p = 0; p < doorways.size(); ++p) {
    if (partition.ancestor(cells[p], level) != largest || doorways[p] < least) continue;
    effort.polygon = PolygonId{p};
    least = doorways[p] + 1;
  }
  return effort;
}

Result<Done> check_effort(const PolygonMesh& mesh, std::span<const CellId> cells,
                          const Partition& partition) {
  const auto polygons = static_cast<double>(mesh.polygon_count());
  const double most_entries = kFreeEntries + kEntriesPerPolygon * polygons;
  const double most_steps = kFreeSteps + kStepsPerPolygon * polygons;
  const CellEffort effort = estimate_cells(mesh, cells, partition);
  if (count_crossings(mesh) + effort.entries <= most_entries && effort.steps <= most_steps)
    return Done{};
  const std::uint32_t doorways = count_doorways(mesh)[index(effort.polygon)];
  return Error{place_of(mesh, effort.polygon)
                   .append(", is crowded: it has ")
                   .append(std::to_string(doorways))
                   .append(" doorways, and with those around it so many that tables of costs would "
                           "take more than ")
                   .append(std::to_string(static_cast<std::uint64_t>(most_entries)))
                   .append(" entries or ")
                   .append(std::to_string(static_cast<std::uint64_t>(most_steps)))
                   .append(" steps; remove polygons that share one edge and links that begin or "
                           "end close together, or merge into smaller cells")};
}

}  // namespace portolan::detail
