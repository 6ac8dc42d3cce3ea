#pragma once

#include <optional>
#include <vector>

#include "portolan/navmesh/openings.h"
#include "portolan/surface.h"

/// What SurfaceQuery promises, one file each.
namespace portolan::detail {

void cast_ray(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
              SurfaceScratch& scratch, RayHit& hit);

void move_along(const NavMeshSnapshot& snapshot, const MeshPlace& start, const Vec3& to,
                SurfaceScratch& scratch, SurfaceMove& move);

std::optional<WallHit> find_wall(const NavMeshSnapshot& snapshot, const MeshPlace& place,
                                 float radius, SurfaceScratch& scratch);

void find_polygons_around(const NavMeshSnapshot& snapshot, const MeshPlace& place, float radius,
                          SurfaceScratch& scratch, std::vector<std::uint32_t>& polygons);

}  // namespace portolan::detail
