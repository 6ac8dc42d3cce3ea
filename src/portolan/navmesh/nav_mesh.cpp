#include "portolan/navmesh/nav_mesh.h"

#include <algorithm>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/navmesh/polygon_locator.h"
#include "portolan/navmesh/portal_edges.h"
#include "portolan/navmesh/validate_polygon_mesh.h"

namespace portolan::detail {
namespace {

std::vector<bool> connected_polygons(const PolygonMesh& mesh) {
  std::vector<bool> connected(mesh.polygon_count(), false);
  for (const Portal& portal : mesh.portals) {
    connected[portal.polygons[0]] = true;
    connected[portal.polygons[1]] = true;
  }
  for (const PolygonLink& link : mesh.links) {
    if (link.from_polygon == link.to_polygon) continue;
    connected[link.from_polygon] = true;
    connected[link.to_polygon] = true;
  }
  return connected;
}

}  // namespace

std::uint32_t count_unconnected(const PolygonMesh& mesh) {
  const std::vector<bool> connected = connected_polygons(mesh);
  return narrow<std::uint32_t>(std::count(connected.begin(), connected.end(), false));
}

}  // namespace portolan::detail

namespace portolan {

struct NavMesh::Data {
  PolygonMesh polygons;
  detail::PolygonLocator locator;
  detail::PortalEdges portal_edges;
};

Result<NavMesh> NavMesh::make(PolygonMesh polygons) {
  if (auto valid = detail::validate(polygons); !valid) return valid.error();
  if (polygons.polygon_count() == 0)
    return Error{"the mesh has no polygons: nothing in it can be walked on"};
  auto data = std::make_shared<Data>();
  data->polygons = std::move(polygons);
  data->locator = detail::PolygonLocator(data->polygons);
  data->portal_edges = detail::PortalEdges(data->polygons);
  NavMesh mesh;
  mesh.data_ = std::move(data);
  return mesh;
}

std::size_t NavMesh::bytes() const {
  const PolygonMesh& m = polygons();
  return m.vertices.capacity() * sizeof(Vec3) +
         (m.corner_begin.capacity() + m.corners.capacity()) * sizeof(std::uint32_t) +
         m.areas.capacity() + m.flags.capacity() * 2 + m.refs.capacity() * 8 +
         m.portals.capacity() * sizeof(Portal) + m.links.capacity() * sizeof(PolygonLink) +
         data_->locator.bytes() + data_->portal_edges.bytes();
}

const PolygonMesh& NavMesh::polygons() const { return data_->polygons; }
const detail::PolygonLocator& NavMesh::locator() const { return data_->locator; }
const detail::PortalEdges& NavMesh::portal_edges() const { return data_->portal_edges; }

std::optional<MeshPlace> NavMesh::find_nearest(
    const Vec3& point, const Vec3& extent,
    const std::function<bool(std::uint32_t polygon)>& wanted) const {
  return data_->locator.find_nearest(data_->polygons, point, extent, wanted);
}

MeshPlace NavMesh::place_on(std::uint32_t polygon, const Vec3& point) const {
  return {polygon, detail::nearest_point(data_->polygons, detail::PolygonId{polygon}, point)};
}

PolygonMesh without_unconnected(const PolygonMesh& mesh) {
  const std::vector<bool> connected = detail::connected_polygons(mesh);
  PolygonMesh kept;
  kept.vertices = mesh.vertices;
  kept.area_names = mesh.area_names;
  std::vector<std::uint32_t> number(mesh.polygon_count(), 0);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    if (!connected[p]) continue;
    number[p] = kept.polygon_count();
    kept.corners.insert(kept.corners.end(), mesh.corners.begin() + mesh.corner_begin[p],
                        mesh.corners.begin() + mesh.corner_begin[p + 1]);
    kept.corner_begin.push_back(detail::narrow<std::uint32_t>(kept.corners.size()));
    if (!mesh.areas.empty()) kept.areas.push_back(mesh.areas[p]);
    if (!mesh.flags.empty()) kept.flags.push_back(mesh.flags[p]);
    if (!mesh.refs.empty()) kept.refs.push_back(mesh.refs[p]);
  }
  kept.portals = mesh.portals;
  for (Portal& portal : kept.portals) {
    for (std::uint32_t& polygon : portal.polygons) polygon = number[polygon];
  }
  for (PolygonLink link : mesh.links) {
    if (!connected[link.from_polygon] || !connected[link.to_polygon]) continue;
    link.from_polygon = number[link.from_polygon];
    link.to_polygon = number[link.to_polygon];
    kept.links.push_back(link);
  }
  return kept;
}

}  // namespace portolan
