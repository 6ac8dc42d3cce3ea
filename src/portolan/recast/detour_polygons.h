#pragma once

#include <DetourNavMesh.h>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Finds a polygon by the reference that Detour has for it.
class RefIndex {
 public:
  RefIndex() = default;
  /// `refs` by polygon.
  explicit RefIndex(std::span<const std::uint64_t> refs);

  /// The polygon of a reference; nothing where none has it.
  std::optional<PolygonId> find(std::uint64_t ref) const;

 private:
  std::uint64_t bucket_of(std::uint64_t ref) const { return (ref - least_) >> shift_; }

  std::vector<std::pair<std::uint64_t, PolygonId>> polygons_;  // sorted by reference
  std::vector<std::uint32_t> begin_;  // of the references of each bucket, and their end
  std::uint64_t least_ = 0;
  unsigned shift_ = 0;
};

/// The polygons of a dtNavMesh and how they hang together.
struct DetourPolygons {
  PolygonMesh mesh;
  RefIndex index;  ///< From dtPolyRef to polygon of `mesh`.
  /// By link of `mesh`, the user id of Detour's connection; for meshes of `build_detour_mesh` the
  /// link's index in the geometry.
  std::vector<std::uint32_t> link_user_ids;
  /// Off-mesh connections that are left out because Detour found no polygon at one of their ends.
  std::uint32_t loose_links = 0;
};

/// Every ground polygon of every tile with area, flags and reference, in the order of the tiles.
/// Portals follow Detour's own links: whole edges within a tile; across tile borders the part of
/// the edge that dtNavMeshQuery would let one through, measured on the polygon that comes first.
/// A link that Detour has in one direction only becomes a portal of one way. Off-mesh connections
/// become links of the mesh, with their ends where Detour moved them to. Fails if there is no
/// polygon.
Result<DetourPolygons> make_polygon_mesh(const dtNavMesh& mesh);

}  // namespace portolan::detail
