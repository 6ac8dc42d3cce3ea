#include "portolan/navmesh/nav_mesh_snapshot.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "portolan/hierarchy/customize.h"
#include "portolan/navmesh/mesh_effort.h"
#include "portolan/snapshot/stored_hierarchy.h"
#include "portolan/snapshot/with_tables.h"
#include "portolan/validation/validate_cell_numbers.h"

namespace portolan::detail {
namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

Result<NavMeshWorld> make_world(const NavMesh& mesh, std::shared_ptr<const MeshLayout> layout,
                                const NavMeshMetric& metric) {
  auto costs = make_mesh_costs(mesh.polygons(), *layout, metric);
  if (!costs) return costs.error();
  return NavMeshWorld(std::move(layout), std::make_shared<const MeshCosts>(std::move(*costs)));
}

}  // namespace

AtomGraph make_atom_graph(const PolygonMesh& mesh) {
  std::vector<std::pair<AtomId, AtomId>> pairs;  // two borders shared count twice
  pairs.reserve(2 * (mesh.portals.size() + mesh.links.size()));
  for (const Portal& portal : mesh.portals)
    pairs.emplace_back(AtomId{portal.polygons[0]}, AtomId{portal.polygons[1]});
  for (const PolygonLink& link : mesh.links)
    pairs.emplace_back(AtomId{link.from_polygon}, AtomId{link.to_polygon});
  return make_atom_graph(mesh.polygon_count(), std::move(pairs));
}

Result<NavMeshSnapshot> NavMeshSnapshot::build(NavMesh mesh, const NavMeshMetric& metric,
                                               const NavMeshBuildOptions& options,
                                               const Progress& progress) {
  const auto begin = Clock::now();
  auto cells = build_nested_cells(make_atom_graph(mesh.polygons()), options.cells, progress);
  if (!cells) return cells.error();
  const double partition_ms = milliseconds_since(begin);
  auto snapshot = customize(std::move(mesh), metric, *cells, options, progress);
  if (snapshot) snapshot->partition_ms_ = partition_ms;
  return snapshot;
}

Result<NavMeshSnapshot> NavMeshSnapshot::customize(NavMesh mesh, const NavMeshMetric& metric,
                                                   const NestedCells& cells,
                                                   const NavMeshBuildOptions& options,
                                                   const Progress& progress) {
  const auto begin = Clock::now();
  if (cells.cell_of_atom.size() != mesh.polygon_count())
    return Error{"the partition is not one of this mesh: it has another number of polygons"};
  const std::uint32_t count = cells.cells();
  auto partition = Partition::make(count, cells.parents);
  if (!partition) return partition.error();
  if (auto good = check_effort(mesh.polygons(), cells.cell_of_atom, *partition); !good)
    return good.error();
  auto layout = std::make_shared<const MeshLayout>(mesh.polygons(), cells.cell_of_atom, count);
  auto world = make_world(mesh, std::move(layout), metric);
  if (!world) return world.error();
  auto hierarchy = build_hierarchy(*world, std::make_shared<const Partition>(std::move(*partition)),
                                   {options.store_steps, options.store_steps}, progress);
  if (!hierarchy) return hierarchy.error();
  NavMeshSnapshot snapshot;
  snapshot.mesh_ = std::move(mesh);
  snapshot.metric_ = metric;
  snapshot.world_ = std::move(*world);
  snapshot.hierarchy_ = std::move(*hierarchy);
  snapshot.options_ = options;
  snapshot.find_strong_components();
  snapshot.customize_ms_ = milliseconds_since(begin);
  return snapshot;
}

Result<std::vector<NavMeshSnapshot>> NavMeshSnapshot::assemble(
    const NavMesh& mesh, const NestedCells& cells, const NavMeshBuildOptions& options,
    double partition_ms, std::vector<StoredAgent> agents, const ParallelFor& parallel) {
  if (cells.cell_of_atom.size() != mesh.polygon_count())
    return Error{"its partition has another number of polygons than its mesh"};
  const auto count = validate_cell_numbers(cells.cell_of_atom, "polygon");
  if (!count) return count.error();
  auto made = Partition::make(*count, cells.parents);
  if (!made) return made.error();
  const auto partition = std::make_shared<const Partition>(std::move(*made));
  const auto layout =
      std::make_shared<const MeshLayout>(mesh.polygons(), cells.cell_of_atom, *count);
  std::vector<NavMeshSnapshot> snapshots;
  for (StoredAgent& agent : agents) {
    auto world = make_world(mesh, layout, agent.metric);
    if (!world) return world.error();
    auto hierarchy =
        stored_hierarchy(*world, partition, std::move(agent.cells), options.store_steps, parallel);
    if (!hierarchy) {
      return Error{std::string("agent ")
                       .append(agent.metric.name)
                       .append(": ")
                       .append(hierarchy.error().message)};
    }
    NavMeshSnapshot& snapshot = snapshots.emplace_back();
    snapshot.mesh_ = mesh;
    snapshot.metric_ = std::move(agent.metric);
    snapshot.world_ = std::move(*world);
    snapshot.hierarchy_ = std::move(*hierarchy);
    snapshot.options_ = options;
    snapshot.partition_ms_ = partition_ms;
    snapshot.customize_ms_ = agent.customize_ms;
    snapshot.find_strong_components();
  }
  return snapshots;
}

Result<NavMeshSnapshot> NavMeshSnapshot::with_metric(const NavMeshMetric& metric,
                                                     const Progress& progress) const {
  const auto begin = Clock::now();
  auto world = make_world(mesh_, world_.shared_layout(), metric);
  if (!world) return world.error();
  auto hierarchy = build_hierarchy(*world, hierarchy_.shared_partition(),
                                   {options_.store_steps, options_.store_steps}, progress);
  if (!hierarchy) return hierarchy.error();
  NavMeshSnapshot next = *this;
  next.metric_ = metric;
  next.world_ = std::move(*world);
  next.hierarchy_ = std::move(*hierarchy);
  next.tables_ = {};
  next.customized_ = true;
  next.find_strong_components();
  next.customize_ms_ = milliseconds_since(begin);
  return next;
}

Result<NavMeshSnapshot> NavMeshSnapshot::with_metric_for_search(const NavMeshMetric& metric) const {
  auto world = make_world(mesh_, world_.shared_layout(), metric);
  if (!world) return world.error();
  NavMeshSnapshot next = *this;
  next.metric_ = metric;
  next.world_ = std::move(*world);
  next.tables_ = {};
  next.customized_ = false;
  next.find_strong_components();
  return next;
}

void NavMeshSnapshot::find_strong_components() {
  strong_components_ = std::make_shared<const StrongComponents>(mesh_.polygons(), world_);
}

template class Snapshot<NavMeshSnapshot, NavMeshWorld>;

}  // namespace portolan::detail
