#include "mesh/mesh_report.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "mesh/mesh_queries.h"
#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "report/json.h"
#include "report/level_report.h"
#include "report/table.h"
#include "report/table_report.h"
#include "studies/gate_bound.h"

namespace portolan::detail::cli {
namespace {

struct Area {
  std::uint32_t number;
  std::string name;  ///< Its number where the mesh has no name for it.
  std::uint32_t polygons = 0;
};

/// The mesh itself, whoever walks there.
struct MeshGround {
  Vec3 low, high;
  std::uint32_t components = 0;
  std::uint32_t largest = 0;  ///< Polygons of the largest component.
  std::uint32_t unconnected = 0;
  std::vector<Area> areas;  ///< Those that occur.
};

std::string area_name(const PolygonMesh& mesh, std::uint32_t area) {
  return area < mesh.area_names.size() && !mesh.area_names[area].empty() ? mesh.area_names[area]
                                                                         : std::to_string(area);
}

void count_components(const PolygonMesh& mesh, MeshGround& ground) {
  DisjointSets sets;
  sets.reset(mesh.polygon_count());
  for (const Portal& portal : mesh.portals) sets.join(portal.polygons[0], portal.polygons[1]);
  for (const PolygonLink& link : mesh.links) sets.join(link.from_polygon, link.to_polygon);
  std::vector<std::uint32_t> sizes(mesh.polygon_count(), 0);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) ++sizes[sets.find(p)];
  ground.components = narrow<std::uint32_t>(sizes.size()) -
                      narrow<std::uint32_t>(std::count(sizes.begin(), sizes.end(), 0u));
  ground.largest = *std::max_element(sizes.begin(), sizes.end());
}

MeshGround describe_ground(const PolygonMesh& mesh) {
  MeshGround ground;
  ground.low = ground.high = mesh.corner(0, 0);
  std::vector<std::uint32_t> polygons_of(kAreaCount, 0);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    ++polygons_of[mesh.areas.empty() ? 0 : mesh.areas[p]];
    for (std::uint32_t i = 0; i < mesh.corner_count(p); ++i) {
      const Vec3& corner = mesh.corner(p, i);
      ground.low = {std::min(ground.low.x, corner.x), std::min(ground.low.y, corner.y),
                    std::min(ground.low.z, corner.z)};
      ground.high = {std::max(ground.high.x, corner.x), std::max(ground.high.y, corner.y),
                     std::max(ground.high.z, corner.z)};
    }
  }
  for (std::uint32_t area = 0; area < kAreaCount; ++area) {
    if (polygons_of[area] > 0) {
      ground.areas.push_back({area, area_name(mesh, area), polygons_of[area]});
    }
  }
  count_components(mesh, ground);
  ground.unconnected = count_unconnected(mesh);
  return ground;
}

const char* method_text(MergeMethod method) {
  switch (method) {
    case MergeMethod::automatic: return "auto";
    case MergeMethod::matching: return "matching";
    case MergeMethod::metis: return "metis";
  }
  return "unknown";
}

std::string weights_text(const MergeOptions& options) {
  return options.weights == MergeWeights::random ? fmt::format("random:{}", options.seed)
                                                 : "uniform";
}

std::uint32_t count_passable(const NavMeshSnapshot& agent) {
  std::uint32_t passable = 0;
  for (std::uint32_t p = 0; p < agent.mesh().polygon_count(); ++p)
    passable += agent.passable(PolygonId{p});
  return passable;
}

/// The costs of the areas that occur: "ground 1, water blocked".
std::string costs_text(const MeshGround& ground, const NavMeshMetric& metric) {
  std::string text;
  for (const Area& area : ground.areas) {
    const float cost = metric.cost[area.number];
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", area.name,
                        cost == NavMeshMetric::kBlocked ? "blocked" : fmt::format("{:g}", cost));
  }
  return text;
}

std::size_t graph_bytes(const NavMeshSnapshot& agent) {
  return agent.world().layout().bytes() + agent.world().costs().bytes() +
         agent.strong_components().bytes();
}

std::string agent_table(const BakedNavMesh& baked, const MeshGround& ground) {
  Table table({"agent type", "polygons", "customized in", "memory", "costs"});
  for (const NavMeshSnapshot& agent : baked.agents) {
    table.add({agent.metric().name, grouped(count_passable(agent)),
               duration(1e3 * agent.customize_ms()), memory(agent.hierarchy().bytes()),
               costs_text(ground, agent.metric())});
  }
  return table.text();
}

Json agent_json(const NavMeshSnapshot& agent, const MeshGround& ground) {
  Json costs = Json::object();
  for (const Area& area : ground.areas) {
    const float cost = agent.metric().cost[area.number];
    costs[area.name] = cost == NavMeshMetric::kBlocked ? Json("blocked") : Json(cost);
  }
  return {{"name", agent.metric().name},
          {"areas", std::move(costs)},
          {"include_flags", agent.metric().include_flags},
          {"exclude_flags", agent.metric().exclude_flags},
          {"passable_polygons", count_passable(agent)},
          {"customize_ms", agent.customize_ms()},
          {"hierarchy_bytes", agent.hierarchy().bytes()},
          {"tables", tables_json(agent.tables())}};
}

/// What the multi-agent HNA* paper says of the gates of a cell, by level from 1.
std::vector<double> gate_bounds(const NavMeshSnapshot& agent) {
  const std::uint32_t sides = most_sides(agent.mesh().polygons());
  std::vector<double> bounds;
  for (unsigned level = 1; level <= agent.hierarchy().levels(); ++level)
    bounds.push_back(gate_bound(agent.options().cells.merge, level, sides));
  return bounds;
}

}  // namespace

std::string mesh_text(const std::string& world_name, const BakedNavMesh& baked, double meshing_ms) {
  const NavMeshSnapshot& first = baked.agents.front();
  const PolygonMesh& mesh = first.mesh().polygons();
  const MeshGround ground = describe_ground(mesh);
  const MergeOptions& cells = first.options().cells;
  double customize_ms = 0.0;
  std::size_t bytes = 0;
  for (const NavMeshSnapshot& agent : baked.agents) {
    customize_ms += agent.customize_ms();
    bytes += agent.hierarchy().bytes();
  }
  std::string areas;
  for (const Area& area : ground.areas) {
    areas += fmt::format("{}{} {}", areas.empty() ? "" : ", ", area.name, grouped(area.polygons));
  }
  std::string text = fmt::format(
      "{}\n  mesh        {}, {}, {}\n"
      "  components  {}, the largest of {}; {} unconnected\n"
      "  bounds      {} to {}\n  areas       {}\n  detour data {}\n"
      "  options     merge {}, partition {}, weights {}, stored paths {}\n",
      world_name, counted(mesh.polygon_count(), "polygon"), counted(mesh.portals.size(), "portal"),
      counted(mesh.links.size(), "link"), grouped(ground.components),
      counted(ground.largest, "polygon"), counted(ground.unconnected, "polygon"),
      point_text(ground.low), point_text(ground.high), areas, baked.detour ? "present" : "none",
      fmt::join(cells.merge, ","), method_text(cells.method), weights_text(cells),
      first.options().store_steps ? "on" : "off");
  text += fmt::format(
      "  built in    {:.1f} ms: partition {:.1f}, customize {:.1f}{}\n",
      first.partition_ms() + customize_ms, first.partition_ms(), customize_ms,
      std::isnan(meshing_ms) ? "" : fmt::format("; the mesh before in {:.1f}", meshing_ms));
  text += fmt::format(
      "  memory      hierarchy {} ({:.1f} bytes per polygon), base graph {}, mesh {}\n",
      memory(bytes), static_cast<double>(bytes) / static_cast<double>(mesh.polygon_count()),
      memory(graph_bytes(first)), memory(first.mesh().bytes()));
  for (const NavMeshSnapshot& agent : baked.agents) {
    if (baked.agents.size() > 1) text += fmt::format("  agent type  {}\n", agent.metric().name);
    text += tables_text(agent.tables());
  }
  text += "\n";
  return text +
         level_table({mesh.polygon_count(), first.world().node_count(), graph_bytes(first)},
                     first.hierarchy(), gate_bounds(first)) +
         fmt::format(
             "  bound: section 4.1 of the multi-agent HNA* paper, merge^level (s - 2) + 2 "
             "with s = {} sides per polygon\n\n",
             most_sides(mesh)) +
         agent_table(baked, ground);
}

Json mesh_json(const std::string& world_name, const BakedNavMesh& baked) {
  const NavMeshSnapshot& first = baked.agents.front();
  const PolygonMesh& mesh = first.mesh().polygons();
  const MeshGround ground = describe_ground(mesh);
  const MergeOptions& cells = first.options().cells;
  Json areas = Json::array();
  for (const Area& area : ground.areas) {
    areas.push_back({{"area", area.number}, {"name", area.name}, {"polygons", area.polygons}});
  }
  Json agents = Json::array();
  double build_ms = first.partition_ms();
  std::size_t bytes = 0;
  std::size_t table_bytes = 0;
  for (const NavMeshSnapshot& agent : baked.agents) {
    agents.push_back(agent_json(agent, ground));
    build_ms += agent.customize_ms();
    bytes += agent.hierarchy().bytes();
    table_bytes += agent.tables().bytes();
  }
  return {{"world", world_name},
          {"kind", "navmesh"},
          {"polygons", mesh.polygon_count()},
          {"portals", mesh.portals.size()},
          {"links", mesh.links.size()},
          {"nodes", first.world().node_count()},
          {"components", ground.components},
          {"largest_component", ground.largest},
          {"unconnected_polygons", ground.unconnected},
          {"bounds", {{"low", point_json(ground.low)}, {"high", point_json(ground.high)}}},
          {"areas", std::move(areas)},
          {"agents", std::move(agents)},
          {"options",
           {{"merge", cells.merge},
            {"levels", first.hierarchy().levels()},
            {"partition", method_text(cells.method)},
            {"weights", weights_text(cells)},
            {"store_paths", first.options().store_steps}}},
          {"detour_data", baked.detour.has_value()},
          {"partition_ms", first.partition_ms()},
          {"build_ms", build_ms},
          {"hierarchy_bytes", bytes},
          {"table_bytes", table_bytes},
          {"graph_bytes", graph_bytes(first)},
          {"mesh_bytes", first.mesh().bytes()},
          {"most_sides", most_sides(mesh)},
          {"levels", levels_json(first.hierarchy(), gate_bounds(first))}};
}

}  // namespace portolan::detail::cli
