/// From a level's triangles, or a Detour mesh, to a navigation mesh of Portolan's. Component
/// Portolan::recast.
///
///     const auto level = portolan::load_geometry("level.glb");  // io.h
///     const auto world = portolan::build_nav_mesh(*level);      // a NavMeshSnapshot
#pragma once

#include <DetourNavMesh.h>

#include <cassert>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/geometry.h"
#include "portolan/navmesh.h"
#include "portolan/recast_options.h"
#include "portolan/types.h"

namespace portolan {

static_assert(sizeof(dtPolyRef) == 4, "Portolan is built for 32-bit dtPolyRef");

/// A dtNavMesh, shared by its copies and freed with the last of them. Never null. Reading it from
/// several threads is safe; changing it is not, and no copy notices.
class DetourMesh {
 public:
  /// Takes over a mesh that dtAllocNavMesh made.
  explicit DetourMesh(dtNavMesh* mesh) : mesh_(mesh, &dtFreeNavMesh) { assert(mesh != nullptr); }

  /// Shares a mesh that is owned elsewhere.
  explicit DetourMesh(std::shared_ptr<dtNavMesh> mesh) : mesh_(std::move(mesh)) {
    assert(mesh_ != nullptr);
  }

  dtNavMesh& operator*() const { return *mesh_; }
  dtNavMesh* operator->() const { return mesh_.get(); }
  dtNavMesh* get() const { return mesh_.get(); }

 private:
  std::shared_ptr<dtNavMesh> mesh_;
};

/// What Recast makes of a level.
struct RecastMesh {
  NavMesh mesh;       ///< With the names of the areas and the costs of the links.
  DetourMesh detour;  ///< The same as Detour has it, for programs that steer with it.
  /// Links of the geometry, by their numbers there, that are left out since one of their ends is
  /// too far from the mesh.
  std::vector<std::uint32_t> loose_links{};
  /// What looks wrong about the geometry as a whole, and the remedy; empty: nothing. Told where the
  /// mesh is a small part of what could be walked on if z were up, or if triangles faced up that
  /// face down.
  std::string warning{};
};

/// Builds a navigation mesh of triangles by Recast, as one tile or tiled. A polygon has the area
/// of the triangles it came from (where they overlap within a step's height, the highest) and the
/// flags 1. Off-mesh links that begin or end off the mesh are left out and named. Fails with the
/// limit that was hit and what to change: bad indices or numbers, too many voxels, vertices,
/// polygons or tiles, nothing to walk on. Tiles are built on the threads of the execution; the
/// result is the same for any.
Result<RecastMesh> make_nav_mesh(const Geometry& geometry, const RecastOptions& options = {},
                                 const Execution& execution = {});

/// The mesh of a program that has one: every ground polygon of every tile with area, flags and
/// reference, in the order of the tiles, and its off-mesh connections.
Result<NavMesh> make_nav_mesh(const dtNavMesh& mesh);

/// From triangles to a world that can be queried, in one go, on the threads of the execution. What
/// make_nav_mesh warns of and leaves out is not told: where a level is new, make_nav_mesh and
/// NavMeshSnapshot::build tell it.
Result<NavMeshSnapshot> build_nav_mesh(const Geometry& geometry, const RecastOptions& recast = {},
                                       const NavMeshMetric& metric = {},
                                       const NavMeshOptions& options = {},
                                       const Execution& execution = {});

}  // namespace portolan
