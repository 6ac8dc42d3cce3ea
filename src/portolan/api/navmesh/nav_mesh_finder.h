#pragma once

#include "portolan/navmesh.h"
#include "portolan/navmesh/nav_mesh_query.h"

namespace portolan::detail {

/// What a public query and a thread of a batch have in common.
struct NavMeshFinder {
  NavMeshQuery query;
  NavMeshPath path;  ///< The last that was found.

  const NavMeshPath& find_path(const NavMeshSnapshot& world, const MeshPlace& start,
                               const MeshPlace& goal, const portolan::NavMeshQueryOptions& options);
  double find_cost(const NavMeshSnapshot& world, const MeshPlace& start, const MeshPlace& goal,
                   const portolan::NavMeshQueryOptions& options);
};

/// The place nearest to a point; one that is passable nowhere where there is none.
MeshPlace place_at(const portolan::NavMeshSnapshot& snapshot, const Vec3& point,
                   const Vec3& extent);

}  // namespace portolan::detail
