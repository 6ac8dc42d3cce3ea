#include <utility>

#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/merged/cluster_merger.h"
#include "portolan/query/snapshot_info.h"
#include "portolan/terrain.h"
#include "portolan/terrain/map_frame.h"
#include "portolan/terrain/path_line.h"

namespace portolan {
namespace detail {
namespace {

using Merged = std::shared_ptr<const MergedHierarchy>;

Result<Merged> merge(const TerrainSnapshot& world, const Execution& execution) {
  const auto prices = whole_prices(world, execution.parallel);
  if (!prices) return prices.error();
  MergeSettings settings;
  settings.scale = make_metric_scale(world.settings(), world.prices());
  auto merged = build_merged_hierarchy(world.mesh(), **prices, settings, execution.progress);
  if (!merged) return merged.error();
  return Merged(std::make_shared<const MergedHierarchy>(std::move(*merged)));
}

Result<std::shared_ptr<const TerrainInside>> build_inside(Result<TriangleMesh> mesh,
                                                          const PriceSettings& prices,
                                                          const TerrainOptions& options,
                                                          const Execution& execution) {
  if (!mesh) return mesh.error();
  TerrainBuildOptions build;
  build.cell_size = options.cell_size;
  build.group = options.group;
  build.levels = options.levels;
  build.store_steps = options.store_paths;
  auto world = TerrainSnapshot::build(std::move(*mesh), prices, build, execution.parallel,
                                      execution.progress);
  if (!world) return world.error();
  if (options.table_bytes > 0) {
    TableOptions tables;
    tables.max_bytes = options.table_bytes;
    world = world->with_tables(tables, execution.parallel, execution.progress);
    if (!world) return world.error();
  }
  Result<Merged> merged = Merged();
  if (options.merged) merged = merge(*world, execution);
  if (!merged) return merged.error();
  return make_terrain_inside(std::move(*world), std::move(*merged), execution.progress);
}

}  // namespace

Result<std::shared_ptr<const TerrainInside>> make_terrain_inside(TerrainSnapshot world,
                                                                 Merged merged,
                                                                 const Progress& progress) {
  auto inside = std::make_shared<TerrainInside>();
  inside->locator = TriangleLocator(world.shared_mesh());
  inside->world = std::move(world);
  inside->merged = std::move(merged);
  if (inside->merged) {
    auto guide = build_guide_layers(*inside->merged, {}, progress);
    if (!guide) return guide.error();
    inside->guide = std::make_shared<const GuideLayers>(std::move(*guide));
  }
  return std::shared_ptr<const TerrainInside>(std::move(inside));
}

}  // namespace detail

TerrainSnapshot::TerrainSnapshot(std::shared_ptr<const detail::TerrainInside> inside)
    : inside_(std::move(inside)) {}

Result<TerrainSnapshot> TerrainSnapshot::build(const TerrainSource& source,
                                               const PriceSettings& prices,
                                               const TerrainOptions& options,
                                               const Execution& execution) {
  auto inside = detail::build_inside(
      detail::make_triangle_mesh(source.heights, source.triangulation, source.placement,
                                 source.difficulty ? &*source.difficulty : nullptr),
      prices, options, execution);
  if (!inside) return inside.error();
  return TerrainSnapshot(std::move(*inside));
}

Result<TerrainSnapshot> TerrainSnapshot::build(const Geometry& geometry,
                                               std::span<const float> difficulty_of_area,
                                               const PriceSettings& prices,
                                               const TerrainOptions& options,
                                               const Execution& execution) {
  auto inside = detail::build_inside(detail::make_triangle_mesh(geometry, difficulty_of_area),
                                     prices, options, execution);
  if (!inside) return inside.error();
  return TerrainSnapshot(std::move(*inside));
}

std::uint32_t TerrainSnapshot::triangle_count() const {
  return inside_->world.mesh().triangle_count();
}

std::optional<std::uint32_t> TerrainSnapshot::find_triangle(const Vec3& point) const {
  const detail::TriangleId triangle = inside_->locator.find(point.x, point.z);
  if (triangle == detail::kNoTriangle) return std::nullopt;
  return detail::index(triangle);
}

std::optional<Vec3> TerrainSnapshot::find_nearest(const Vec3& point) const {
  return inside_->locator.find_nearest(point.x, point.z, [](detail::TriangleId) { return true; });
}

Box TerrainSnapshot::bounds() const { return detail::bounds_of(inside_->world.mesh()); }

Result<PathLengths> TerrainSnapshot::measure(const TerrainPath& path) const {
  const detail::TriangleMesh& mesh = inside_->world.mesh();
  auto lengths = detail::measure_path(mesh, inside_->world.settings(), path.triangles);
  if (!lengths) return lengths;
  lengths->points = detail::measure_line(path.points);
  if (path.waypoints.empty() || path.triangles.empty()) return lengths;
  std::vector<Vec3> line;
  detail::StripStraightener().append_crossings(mesh, path.triangles, path.waypoints.front(),
                                               path.waypoints.back(), line);
  lengths->waypoints = detail::measure_line(line);
  return lengths;
}

const std::optional<MapFrame>& TerrainSnapshot::frame() const {
  return inside_->world.mesh().frame;
}

std::optional<MapPoint> TerrainSnapshot::to_map(const Vec3& point) const {
  const detail::TriangleMesh& mesh = inside_->world.mesh();
  if (!mesh.frame) return std::nullopt;
  return detail::to_map(*mesh.frame, mesh.raster, point);
}

std::optional<Vec3> TerrainSnapshot::from_map(const MapPoint& point) const {
  const detail::TriangleMesh& mesh = inside_->world.mesh();
  if (!mesh.frame) return std::nullopt;
  return detail::from_map(*mesh.frame, mesh.raster, point);
}

bool TerrainSnapshot::merged() const { return inside_->merged != nullptr; }

SnapshotInfo TerrainSnapshot::info() const {
  return detail::make_snapshot_info(inside_->world.hierarchy(), inside_->world.tables(),
                                    inside_->world.build_ms());
}

}  // namespace portolan
