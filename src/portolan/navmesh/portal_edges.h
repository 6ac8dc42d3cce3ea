#pragma once

#include <array>
#include <cstdint>

#include "portolan/core/id_vector.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// Which edge of each of its two polygons a portal lies on. Immutable.
class PortalEdges {
 public:
  PortalEdges() = default;
  explicit PortalEdges(const PolygonMesh& mesh);

  /// Edge k goes from corner k to the next. `portal`: a doorway that is one. `side`: 0 for the
  /// first polygon of the portal, or 1.
  std::uint32_t edge(DoorwayId portal, std::uint32_t side) const { return edges_[portal][side]; }
  std::size_t bytes() const { return edges_.capacity() * sizeof(edges_.front()); }

 private:
  static_assert(kMaxCorners <= 0x10000);
  IdVector<DoorwayId, std::array<std::uint16_t, 2>> edges_;  // of portals, the first doorways
};

}  // namespace portolan::detail
