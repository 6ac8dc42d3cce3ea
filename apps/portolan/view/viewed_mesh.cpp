#include "view/viewed_mesh.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <optional>

#include "failure.h"
#include "mesh/mesh_query_source.h"
#include "mesh/mesh_solvers.h"
#include "view/abstract_line.h"
#include "view/mesh_line.h"
#include "view/timed_wave.h"

namespace portolan::detail::cli {
namespace {

unsigned area_of(const PolygonMesh& mesh, std::uint32_t polygon) {
  return mesh.areas.empty() ? 0 : mesh.areas[polygon];
}

Json areas_json(const NavMeshSnapshot& world) {
  const PolygonMesh& mesh = world.mesh().polygons();
  std::vector<std::uint32_t> count(kAreaCount);
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) ++count[area_of(mesh, p)];
  Json areas = Json::array();
  for (const unsigned area : areas_of(mesh)) {
    const float cost = world.metric().cost[area];
    const bool passable = cost != NavMeshMetric::kBlocked;
    areas.push_back({{"area", area},
                     {"name", area_name(mesh, area)},
                     {"cost", passable ? Json(double{cost}) : Json()},
                     {"passable", passable},
                     {"polygons", count[area]}});
  }
  return areas;
}

/// The area of a name, or of a number; throws where the mesh has none such.
unsigned find_area(const PolygonMesh& mesh, const std::string& text) {
  std::string known;
  for (const unsigned area : areas_of(mesh)) {
    if (area_name(mesh, area) == text || std::to_string(area) == text) return area;
    known += (known.empty() ? "" : ", ") + area_name(mesh, area);
  }
  throw HttpError{400, fmt::format("area: the mesh has no '{}'; give one of {}", text, known)};
}

/// Polygons as fans of triangles, and the polygon of each.
struct Fans {
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> polygon;
};

Fans make_fans(const PolygonMesh& mesh) {
  Fans fans;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p) {
    const std::uint32_t* corner = mesh.corners.data() + mesh.corner_begin[p];
    for (std::uint32_t i = 2; i < mesh.corner_count(p); ++i) {
      fans.corners.insert(fans.corners.end(), {corner[0], corner[i - 1], corner[i]});
      fans.polygon.push_back(p);
    }
  }
  return fans;
}

}  // namespace

std::vector<unsigned> areas_of(const PolygonMesh& mesh) {
  bool there[kAreaCount] = {};
  for (const std::uint8_t area : mesh.areas) there[area] = true;
  if (mesh.areas.empty()) there[0] = true;
  std::vector<unsigned> areas;
  for (unsigned area = 0; area < kAreaCount; ++area) {
    if (there[area]) areas.push_back(area);
  }
  return areas;
}

Box ViewedMesh::bounds() const {
  const PolygonMesh& mesh = polygons();
  Box box{mesh.vertices.front(), mesh.vertices.front()};
  for (const Vec3& v : mesh.vertices) {
    box.low = {std::min(box.low.x, v.x), std::min(box.low.y, v.y), std::min(box.low.z, v.z)};
    box.high = {std::max(box.high.x, v.x), std::max(box.high.y, v.y), std::max(box.high.z, v.z)};
  }
  return box;
}

Json ViewedMesh::details(const std::string& agent) const {
  return {{"agents", world_->agent_names()}, {"areas", areas_json(world_->agent(agent))}};
}

std::vector<Algorithm> ViewedMesh::algorithms(const std::string& agent) const {
  std::vector<Algorithm> known{Algorithm::astar, Algorithm::hierarchy};
  if (world_->agent(agent).tables().answer()) known.push_back(Algorithm::tables);
  if (world_->detour() != nullptr) known.push_back(Algorithm::detour);
  return known;
}

void ViewedMesh::add_geometry(Bundle& bundle) const {
  const PolygonMesh& mesh = polygons();
  const Fans fans = make_fans(mesh);
  bundle.add_points("positions", mesh.vertices);
  bundle.add("indices", fans.corners, 3);
  bundle.add("element", fans.polygon);
  std::vector<std::uint8_t> areas = mesh.areas;
  areas.resize(mesh.polygon_count());
  bundle.add("area", areas);
  std::vector<Vec3> segments;
  for (const Portal& portal : mesh.portals)
    segments.insert(segments.end(), {portal.ends[0], portal.ends[1]});
  bundle.add_points("portals", segments, 2);
  segments.clear();
  for (const PolygonLink& link : mesh.links)
    segments.insert(segments.end(), {link.link.from, link.link.to});
  bundle.add_points("links", segments, 2);
}

CellId ViewedMesh::cell_of(std::uint32_t element) const {
  return first().world().layout().cell(PolygonId{element});
}

Vec3 ViewedMesh::place_of(NodeId node) const { return first().world().layout().place(node); }

double ViewedMesh::in_units(Cost cost, const std::string& agent) const {
  return world_->agent(agent).metres(cost);
}

void ViewedMesh::for_each_border(
    const std::function<void(std::uint32_t, std::uint32_t)>& visit) const {
  for (const Portal& portal : polygons().portals) visit(portal.polygons[0], portal.polygons[1]);
}

Underneath ViewedMesh::find(const Vec3& point, const std::string& agent) const {
  const NavMeshSnapshot& world = world_->agent(agent);
  const PolygonMesh& mesh = polygons();
  Underneath under;
  if (const auto place = world.mesh().find_nearest(
          point, NavMesh::kDefaultExtent,
          [&](std::uint32_t polygon) { return world.passable(PolygonId{polygon}); })) {
    under.nearest = place->polygon;
    under.point = place->point;
  }
  const auto place = world.mesh().find_nearest(point);
  if (!place) {
    under.text = "off the mesh";
    return under;
  }
  under.element = place->polygon;
  under.walkable = world.passable(PolygonId{place->polygon});
  const unsigned area = area_of(mesh, place->polygon);
  const auto cost = double{world.metric().cost[area]};
  under.text = fmt::format("polygon {}, {} corners, {}, {}", place->polygon,
                           mesh.corner_count(place->polygon), area_name(mesh, area),
                           under.walkable ? fmt::format("cost {:g}", cost) : "not for this agent");
  under.details["polygon"] = place->polygon;
  under.details["area"] = area_name(mesh, area);
  under.details["cost"] = under.walkable ? Json(cost) : Json();
  return under;
}

std::string ViewedMesh::spell(const Vec3& point) const {
  return fmt::format("{},{},{}", point.x, point.y, point.z);
}

Route ViewedMesh::route_of(const Solver& solver) const {
  const auto& found = static_cast<const MeshSolver&>(solver);
  return line_on_mesh(first().world().layout(), polygons(), found.line(), found.polygons());
}

AbstractLine ViewedMesh::abstract_line(const Vec3& start, const Vec3& goal,
                                       const QueryOptions& options,
                                       const std::string& agent) const {
  const NavMeshSnapshot& world = world_->agent(agent);
  const Spot from = find_ground(*this, start, agent);
  const Spot to = find_ground(*this, goal, agent);
  const auto nodes =
      find_abstract_nodes(world.world(), world.hierarchy(), MeshPlace{from.element, from.point},
                          MeshPlace{to.element, to.point}, options);
  return make_abstract_line(*this, start, goal, nodes);
}

std::vector<std::pair<Vec3, Vec3>> ViewedMesh::draw_pairs(std::size_t count,
                                                          std::uint64_t seed) const {
  std::vector<std::pair<Vec3, Vec3>> pairs;
  for (const PointQuery& query : make_random_mesh_queries(first(), count, seed))
    pairs.emplace_back(query.from, query.to);
  return pairs;
}

Wave ViewedMesh::make_wave(const Vec3& from, bool by_hierarchy, const std::string& agent) const {
  const NavMeshSnapshot& world = world_->agent(agent);
  const Spot spot = find_ground(*this, from, agent);
  return make_timed_wave(
      world.world(), world.hierarchy(), MeshPlace{spot.element, spot.point}, by_hierarchy,
      element_count(),
      [&](std::uint32_t polygon) -> std::optional<MeshPlace> {
        if (!world.passable(PolygonId{polygon})) return std::nullopt;
        return MeshPlace{polygon, middle_of_polygon(polygons(), polygon)};
      },
      [&](Cost cost) { return world.metres(cost); });
}

Edited ViewedMesh::edit(const Edit& edit) const {
  const NavMeshSnapshot& before = world_->agent(edit.agent);
  NavMeshMetric metric = before.metric();
  const auto cost = static_cast<float>(edit.cost);
  if (edit.passable && !(cost >= NavMeshMetric::kLeast && cost <= NavMeshMetric::kMost)) {
    throw HttpError{400,
                    fmt::format("cost: give a number from {:g} to {:g}, or \"passable\": false",
                                NavMeshMetric::kLeast, NavMeshMetric::kMost)};
  }
  metric.cost[find_area(polygons(), edit.area)] = edit.passable ? cost : NavMeshMetric::kBlocked;
  const auto begin = std::chrono::steady_clock::now();
  auto changed = before.with_metric(metric);
  if (!changed) throw HttpError{400, changed.error().message};
  Edited edited;
  edited.microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  edited.customized = changed->hierarchy().partition().handle_count();
  edited.changed = bounds();
  BakedNavMesh baked = world_->baked();
  for (NavMeshSnapshot& agent : baked.agents) {
    if (agent.metric().name == metric.name) agent = *changed;
  }
  edited.world =
      std::make_shared<ViewedMesh>(std::make_shared<LoadedMesh>(std::move(baked), *world_));
  return edited;
}

std::vector<std::uint32_t> ViewedMesh::cell_sizes() const {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t size : {4u, 8u, 16u, 32u, 64u, 128u}) {
    if (4 * size <= element_count()) sizes.push_back(size);
  }
  return sizes;
}

std::shared_ptr<const ViewedWorld> ViewedMesh::with_cell_size(std::uint32_t size,
                                                              const Progress& progress) const {
  BakedNavMesh baked = world_->baked();
  for (NavMeshSnapshot& agent : baked.agents) {
    NavMeshBuildOptions options = agent.options();
    options.cells.merge = {size, options.cells.merge.back()};
    agent = take(NavMeshSnapshot::build(agent.mesh(), agent.metric(), options, progress));
  }
  return std::make_shared<ViewedMesh>(std::make_shared<LoadedMesh>(std::move(baked), *world_));
}

std::shared_ptr<const ViewedWorld> ViewedMesh::with_tables(const Progress& progress) const {
  BakedNavMesh baked = world_->baked();
  for (NavMeshSnapshot& agent : baked.agents) {
    if (agent.tables().answer()) continue;
    auto built = agent.with_tables({}, {}, progress);
    if (!built) return nullptr;
    agent = std::move(*built);
  }
  return std::make_shared<ViewedMesh>(std::make_shared<LoadedMesh>(std::move(baked), *world_));
}

}  // namespace portolan::detail::cli
