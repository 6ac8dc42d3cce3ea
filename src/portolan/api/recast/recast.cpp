#include "portolan/recast.h"

#include <utility>

#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/detour_polygons.h"

namespace portolan {

Result<RecastMesh> make_nav_mesh(const Geometry& geometry, const RecastOptions& options,
                                 const Execution& execution) {
  auto source = detail::mesh_geometry(geometry, options, execution);
  if (!source) return source.error();
  auto mesh = NavMesh::make(std::move(source->polygons));
  if (!mesh) return mesh.error();
  return RecastMesh{std::move(*mesh), std::move(source->detour), std::move(source->loose_links),
                    std::move(source->warning)};
}

Result<NavMesh> make_nav_mesh(const dtNavMesh& mesh) {
  auto polygons = detail::make_polygon_mesh(mesh);
  if (!polygons) return polygons.error();
  return NavMesh::make(std::move(polygons->mesh));
}

Result<NavMeshSnapshot> build_nav_mesh(const Geometry& geometry, const RecastOptions& recast,
                                       const NavMeshMetric& metric, const NavMeshOptions& options,
                                       const Execution& execution) {
  auto made = make_nav_mesh(geometry, recast, execution);
  if (!made) return made.error();
  return NavMeshSnapshot::build(std::move(made->mesh), metric, options, execution);
}

}  // namespace portolan
