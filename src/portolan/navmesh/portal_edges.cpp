#include "portolan/navmesh/portal_edges.h"

#include <limits>

#include "portolan/core/narrow.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail {
namespace {

/// The edge that both ends of a portal are nearest to. Heights do not count: across the border of
/// tiles they may differ by a step.
std::uint16_t find_edge(const PolygonMesh& mesh, PolygonId polygon, const Portal& portal) {
  const std::uint32_t count = mesh.corner_count(index(polygon));
  std::uint32_t best = 0;
  double nearest = std::numeric_limits<double>::infinity();
  for (std::uint32_t i = 0; i < count; ++i) {
    const Flat a = flat(mesh.corner(index(polygon), i));
    const Flat b = flat(mesh.corner(index(polygon), (i + 1) % count));
    double apart = 0.0;
    for (const Vec3& end : portal.ends)
      apart += length(a + (b - a) * nearest_share(a, b, flat(end)) - flat(end));
    if (apart >= nearest) continue;
    nearest = apart;
    best = i;
  }
  return narrow<std::uint16_t>(best);
}

}  // namespace

PortalEdges::PortalEdges(const PolygonMesh& mesh) {
  edges_.reserve(mesh.portals.size());
  for (const Portal& portal : mesh.portals) {
    edges_.push_back({find_edge(mesh, PolygonId{portal.polygons[0]}, portal),
                      find_edge(mesh, PolygonId{portal.polygons[1]}, portal)});
  }
}

}  // namespace portolan::detail
