#include "portolan/core/narrow.h"
#include "portolan/navmesh.h"
#include "portolan/navmesh/polygon_locator.h"

namespace portolan {

std::vector<std::uint32_t> add_links(PolygonMesh& mesh, std::span<const OffMeshLink> links,
                                     const Vec3& extent) {
  const detail::PolygonLocator locator(mesh);
  std::vector<std::uint32_t> loose;
  for (std::size_t i = 0; i < links.size(); ++i) {
    OffMeshLink link = links[i];
    const Vec3 near{link.radius < 0.0f ? extent.x : link.radius, extent.y,
                    link.radius < 0.0f ? extent.z : link.radius};
    const auto from = locator.find_nearest(mesh, link.from, near);
    const auto to = locator.find_nearest(mesh, link.to, near);
    if (!from || !to) {
      loose.push_back(detail::narrow<std::uint32_t>(i));
      continue;
    }
    link.from = from->point;
    link.to = to->point;
    link.radius = -1.0f;
    mesh.links.push_back({link, from->polygon, to->polygon, 0});
  }
  return loose;
}

}  // namespace portolan
