#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// Which edge of each of its two polygons a portal lies on. Immutable.
class PortalEdges {
 public:
  PortalEdges() = default;
  explicit PortalEdges(const PolygonMesh& mesh);

  /// Edge k goes from corner k to the next. `side`: 0 for the first polygon of the portal, or 1.
  std::uint32_t edge(std::uint32_t portal, std::uint32_t side) const {
    return edges_[portal][side];
  }
  std::size_t bytes() const { return edges_.capacity() * sizeof(edges_[0]); }

 private:
  static_assert(kMaxCorners <= 0x10000);
  std::vector<std::array<std::uint16_t, 2>> edges_;
};

}  // namespace portolan::detail
