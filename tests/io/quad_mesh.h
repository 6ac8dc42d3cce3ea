#pragma once

#include <cstdint>
#include <random>

#include "portolan/navmesh/nav_mesh_snapshot.h"

namespace portolan::detail {

/// A floor of quads of 2 m, a few of them missing, with areas and flags, one-way portals, and
/// links of all kinds.
inline PolygonMesh make_quads(std::uint32_t width, std::uint32_t height, std::uint32_t links,
                              std::uint32_t seed = 1) {
  std::mt19937 random(seed);
  PolygonMesh mesh;
  for (std::uint32_t z = 0; z <= height; ++z) {
    for (std::uint32_t x = 0; x <= width; ++x) {
      mesh.vertices.push_back({2.0f * static_cast<float>(x),
                               0.1f * static_cast<float>(random() % 10),
                               2.0f * static_cast<float>(z)});
    }
  }
  for (std::uint32_t z = 0; z < height; ++z) {
    for (std::uint32_t x = 0; x < width; ++x) {
      if (random() % 6 == 0 && x + z != 0) continue;
      const std::uint32_t v = z * (width + 1) + x;
      mesh.corners.insert(mesh.corners.end(), {v, v + width + 1, v + width + 2, v + 1});
      mesh.corner_begin.push_back(static_cast<std::uint32_t>(mesh.corners.size()));
      mesh.areas.push_back(static_cast<std::uint8_t>(random() % 3));
      mesh.flags.push_back(random() % 10 == 0 ? 3 : 1);
      mesh.refs.push_back(1000 + mesh.refs.size());
    }
  }
  mesh.area_names = {"ground", "road", "grass"};
  static_cast<void>(find_portals(mesh));  // no edge has more than two polygons
  for (std::size_t i = 0; i < mesh.portals.size(); i += 7)
    mesh.portals[i].crossable_from[i % 2] = false;
  for (std::uint32_t k = 0; k < links; ++k) {
    PolygonLink l{};
    l.from_polygon = static_cast<std::uint32_t>(random()) % mesh.polygon_count();
    l.to_polygon = static_cast<std::uint32_t>(random()) % mesh.polygon_count();
    l.link.from = mesh.corner(l.from_polygon, 0);
    l.link.to = mesh.corner(l.to_polygon, 2);
    l.link.both_ways = k % 2 == 0;
    l.link.area = static_cast<std::uint8_t>(k % 3);
    if (k % 3 == 0) l.link.cost = 1.5f;
    l.ref = k;
    mesh.links.push_back(l);
  }
  return mesh;
}

inline NavMeshBuildOptions small_cells(bool store_steps = true, unsigned levels = 0) {
  NavMeshBuildOptions options;
  options.cells.merge = {4, 3};
  options.cells.levels = levels;
  options.store_steps = store_steps;
  return options;
}

/// Agents for whom areas cost different things; the last may not go everywhere.
inline std::vector<NavMeshSnapshot> make_agents(PolygonMesh polygons, std::uint32_t count,
                                                const NavMeshBuildOptions& options) {
  std::vector<NavMeshSnapshot> agents;
  NavMeshMetric metric;
  agents.push_back(*NavMeshSnapshot::build(*NavMesh::make(std::move(polygons)), metric, options));
  for (std::uint32_t k = 1; k < count; ++k) {
    metric.name = "agent " + std::to_string(k);
    metric.cost[1] = 0.5f * static_cast<float>(k);
    metric.cost[2] = k + 1 == count ? NavMeshMetric::kBlocked : 3.0f;
    metric.exclude_flags = k + 1 == count ? 2 : 0;
    agents.push_back(*agents.front().with_metric(metric));
  }
  return agents;
}

}  // namespace portolan::detail
