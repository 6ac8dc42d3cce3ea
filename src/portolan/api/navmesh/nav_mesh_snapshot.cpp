#include "portolan/navmesh/nav_mesh_snapshot.h"

#include <utility>

#include "portolan/navmesh.h"
#include "portolan/query/snapshot_info.h"

namespace portolan {
namespace {

detail::NavMeshBuildOptions build_options(const NavMeshOptions& options, std::uint32_t polygons) {
  detail::NavMeshBuildOptions build;
  if (!options.merge.empty()) {
    build.cells.merge = options.merge;
  } else if (options.table_bytes > 0) {
    build.cells = detail::merge_for_tables(polygons);
  }
  build.cells.levels = options.levels;
  build.store_steps = options.store_paths;
  return build;
}

Result<NavMeshSnapshot> with_tables(detail::NavMeshSnapshot snapshot, std::uint64_t table_bytes,
                                    const Execution& execution) {
  if (table_bytes == 0) return NavMeshSnapshot(std::move(snapshot), 0);
  detail::TableOptions options;
  options.max_bytes = table_bytes;
  auto made = snapshot.with_tables(options, execution.parallel, execution.progress);
  if (!made) return made.error();
  return NavMeshSnapshot(std::move(*made), table_bytes);
}

}  // namespace

NavMeshSnapshot::NavMeshSnapshot(detail::NavMeshSnapshot inside, std::uint64_t table_bytes)
    : inside_(std::make_shared<const detail::NavMeshSnapshot>(std::move(inside))),
      table_bytes_(table_bytes) {}

Result<NavMeshSnapshot> NavMeshSnapshot::build(NavMesh mesh, const NavMeshMetric& metric,
                                               const NavMeshOptions& options,
                                               const Execution& execution) {
  const detail::NavMeshBuildOptions build = build_options(options, mesh.polygon_count());
  auto built = detail::NavMeshSnapshot::build(std::move(mesh), metric, build, execution.progress);
  if (!built) return built.error();
  return with_tables(std::move(*built), options.table_bytes, execution);
}

Result<NavMeshSnapshot> NavMeshSnapshot::with_metric(const NavMeshMetric& metric,
                                                     const Execution& execution) const {
  auto made = inside_->with_metric(metric, execution.progress);
  if (!made) return made.error();
  return with_tables(std::move(*made), table_bytes_, execution);
}

const NavMesh& NavMeshSnapshot::mesh() const { return inside_->mesh(); }
const NavMeshMetric& NavMeshSnapshot::metric() const { return inside_->metric(); }
bool NavMeshSnapshot::passable(std::uint32_t polygon) const {
  return inside_->passable(detail::PolygonId{polygon});
}

std::optional<MeshPlace> NavMeshSnapshot::find_nearest(const Vec3& point,
                                                       const Vec3& extent) const {
  return inside_->mesh().find_nearest(point, extent,
                                      [this](std::uint32_t polygon) { return passable(polygon); });
}

SnapshotInfo NavMeshSnapshot::info() const {
  return detail::make_snapshot_info(inside_->hierarchy(), inside_->tables(),
                                    inside_->partition_ms() + inside_->customize_ms());
}

Result<NavMeshSnapshot> find_agent(std::span<const NavMeshSnapshot> agents, std::string_view name) {
  std::string known;
  for (const NavMeshSnapshot& agent : agents) {
    if (agent.metric().name == name) return agent;
    known += (known.empty() ? "" : ", ") + agent.metric().name;
  }
  return Error{"no agent type is named '" + std::string(name) + "'; there are " +
               (known.empty() ? "none" : known)};
}

}  // namespace portolan
