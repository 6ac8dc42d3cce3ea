#include "portolan/navmesh/surface_queries.h"
#include "portolan/surface.h"

namespace portolan {

struct SurfaceQuery::Inside {
  detail::SurfaceScratch scratch;
};

SurfaceQuery::SurfaceQuery() : inside_(std::make_unique<Inside>()) {}
SurfaceQuery::~SurfaceQuery() = default;
SurfaceQuery::SurfaceQuery(SurfaceQuery&&) noexcept = default;
SurfaceQuery& SurfaceQuery::operator=(SurfaceQuery&&) noexcept = default;

RayHit SurfaceQuery::cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                              const Vec3& to) {
  RayHit hit;
  cast_ray(snapshot, start, to, hit);
  return hit;
}

void SurfaceQuery::cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
                            RayHit& hit) {
  detail::cast_ray(snapshot.inside(), start, to, inside_->scratch, hit);
}

SurfaceMove SurfaceQuery::move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                                     const Vec3& to) {
  SurfaceMove move;
  move_along(snapshot, start, to, move);
  return move;
}

void SurfaceQuery::move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                              const Vec3& to, SurfaceMove& move) {
  detail::move_along(snapshot.inside(), start, to, inside_->scratch, move);
}

std::optional<WallHit> SurfaceQuery::find_wall(const NavMeshSnapshot& snapshot,
                                               const MeshPlace& place, float radius) {
  return detail::find_wall(snapshot.inside(), place, radius, inside_->scratch);
}

void SurfaceQuery::find_polygons_around(const NavMeshSnapshot& snapshot, const MeshPlace& place,
                                        float radius, std::vector<std::uint32_t>& polygons) {
  detail::find_polygons_around(snapshot.inside(), place, radius, inside_->scratch, polygons);
}

}  // namespace portolan
