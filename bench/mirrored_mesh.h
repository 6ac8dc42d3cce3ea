#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "portolan/navmesh/polygon_mesh.h"

/// Towns larger than one navigation mesh of Detour's can be.
namespace portolan::detail::bench {

/// Adds the mirror image beyond the mesh's largest x (or z). Polygons with an edge out there are
/// joined to their images.
inline void mirror(PolygonMesh& mesh, float Vec3::*axis) {
  float plane = mesh.vertices[0].*axis;
  for (const Vec3& v : mesh.vertices) plane = std::max(plane, v.*axis);
  const auto image = [&](Vec3 v) {
    v.*axis = 2.0f * plane - v.*axis;
    return v;
  };
  const auto on_plane = [&](const Vec3& v) { return plane - v.*axis < 1e-3f; };
  const std::uint32_t polygons = mesh.polygon_count();
  const auto vertices = static_cast<std::uint32_t>(mesh.vertices.size());
  const std::size_t portals = mesh.portals.size();
  mesh.refs.clear();
  mesh.links.clear();
  for (std::uint32_t v = 0; v < vertices; ++v) mesh.vertices.push_back(image(mesh.vertices[v]));
  for (std::size_t i = 0; i < portals; ++i) {
    Portal portal = mesh.portals[i];
    for (std::uint32_t& polygon : portal.polygons) polygon += polygons;
    portal.ends[0] = image(mesh.portals[i].ends[1]);
    portal.ends[1] = image(mesh.portals[i].ends[0]);
    mesh.portals.push_back(portal);
  }
  for (std::uint32_t p = 0; p < polygons; ++p) {
    const std::uint32_t count = mesh.corner_count(p);
    for (std::uint32_t i = count; i-- > 0;)
      mesh.corners.push_back(mesh.corners[mesh.corner_begin[p] + i] + vertices);
    mesh.corner_begin.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
    if (!mesh.areas.empty()) mesh.areas.push_back(mesh.areas[p]);
    if (!mesh.flags.empty()) mesh.flags.push_back(mesh.flags[p]);
    for (std::uint32_t i = 0; i < count; ++i) {
      Portal portal{{mesh.corner(p, i), mesh.corner(p, (i + 1) % count)}, {p, p + polygons}};
      if (!on_plane(portal.ends[0]) || !on_plane(portal.ends[1])) continue;
      orient(portal, mesh);
      mesh.portals.push_back(portal);
    }
  }
}

}  // namespace portolan::detail::bench
