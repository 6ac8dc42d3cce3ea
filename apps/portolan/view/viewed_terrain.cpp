#include "view/viewed_terrain.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "failure.h"
#include "portolan/batch.h"
#include "portolan/terrain/step_price.h"
#include "report/json.h"
#include "terrain/steepness.h"
#include "terrain/terrain_query_source.h"
#include "terrain/terrain_solvers.h"
#include "view/abstract_line.h"
#include "view/timed_wave.h"

namespace portolan::detail::cli {
namespace {

float difficulty_of(const TriangleMesh& mesh, TriangleId triangle) {
  return mesh.difficulty.empty() ? 0.0f : mesh.difficulty[triangle];
}

/// The height of a triangle's plane above a point of the map.
float height_at(const TriangleMesh& mesh, TriangleId triangle, float x, float z) {
  const Vec3d normal = normal_of(mesh, triangle);
  const Vec3 centre = centre_of(mesh, triangle);
  if (normal.y <= 0.0) return centre.y;
  return static_cast<float>(double{centre.y} - (normal.x * (double{x} - double{centre.x}) +
                                                normal.z * (double{z} - double{centre.z})) /
                                                   normal.y);
}

/// The point of an edge that the line between two points comes closest to, seen from above.
Vec3 crossing_of(const Vec3& from, const Vec3& to, const Vec3& a, const Vec3& b) {
  const Vec3 direction = to - from;
  const Vec3 side = b - a;
  const float turn = direction.x * side.z - direction.z * side.x;
  const Vec3 apart = a - from;
  const float share = turn == 0.0f ? 0.5f : (apart.x * direction.z - apart.z * direction.x) / turn;
  return a + side * std::clamp(share, 0.0f, 1.0f);
}

}  // namespace

Route line_on_terrain(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles) {
  Route line;
  const auto add = [&line](const Vec3& point, TriangleId triangle) {
    line.points.push_back(point);
    line.elements.push_back(index(triangle));
  };
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    const TriangleId at{triangles[i]};
    if (i > 0) {
      const TriangleId before{triangles[i - 1]};
      const unsigned edge = find_edge(mesh, before, at);
      if (edge < 3) {
        const auto& corners = mesh.corners[before];
        add(crossing_of(centre_of(mesh, before), centre_of(mesh, at), mesh.vertices[corners[edge]],
                        mesh.vertices[corners[(edge + 1) % 3]]),
            at);
      }
    }
    add(centre_of(mesh, at), at);
  }
  return line;
}

Json ViewedTerrain::details(const std::string&) const {
  Json json{{"has_difficulty", !mesh().difficulty.empty()}};
  json["can_merge"] = true;
  return json;
}

std::vector<Algorithm> ViewedTerrain::algorithms(const std::string&) const {
  std::vector<Algorithm> known{Algorithm::astar, Algorithm::hierarchy};
  if (snapshot().tables().answer()) known.push_back(Algorithm::tables);
  known.insert(known.end(), {Algorithm::merged, Algorithm::guided});
  return known;
}

void ViewedTerrain::add_geometry(Bundle& bundle) const {
  const TriangleMesh& m = mesh();
  std::vector<std::uint32_t> corners;
  std::vector<std::uint32_t> element;
  std::vector<float> difficulty;
  std::vector<float> steepness;
  corners.reserve(3 * std::size_t{m.triangle_count()});
  for (const TriangleId t : m.triangles()) {
    for (const std::uint32_t corner : m.corners[t]) corners.push_back(corner);
    element.push_back(index(t));
    difficulty.push_back(difficulty_of(m, t));
    steepness.push_back(steepness_of(m, t));
  }
  bundle.add_points("positions", m.vertices);
  bundle.add("indices", corners, 3);
  bundle.add("element", element);
  bundle.add("difficulty", difficulty);
  bundle.add("steepness", steepness);
}

CellId ViewedTerrain::cell_of(std::uint32_t element) const {
  return snapshot().world().home_cell(NodeId{element});
}

Vec3 ViewedTerrain::place_of(NodeId node) const { return centre_of(mesh(), triangle_of(node)); }

double ViewedTerrain::in_units(Cost cost, const std::string&) const {
  return snapshot().metres(cost);
}

void ViewedTerrain::for_each_border(
    const std::function<void(std::uint32_t, std::uint32_t)>& visit) const {
  for (const TriangleId t : mesh().triangles()) {
    for (const TriangleId n : mesh().neighbours[t]) {
      if (n != kNoTriangle && n < t) visit(index(n), index(t));
    }
  }
}

Underneath ViewedTerrain::find(const Vec3& point, const std::string&) const {
  const Box box = bounds();
  Underneath under;
  const TriangleId at = world_->locator().find(point.x, point.z);
  // Beyond the edge of the map the nearest ground is that at its edge.
  const float x = std::clamp(point.x, box.low.x, box.high.x);
  const float z = std::clamp(point.z, box.low.z, box.high.z);
  const TriangleId near = at != kNoTriangle ? at : world_->locator().find(x, z);
  if (near != kNoTriangle) {
    under.nearest = index(near);
    under.point = {x, height_at(mesh(), near, x, z), z};
  }
  if (at == kNoTriangle) {
    under.text = "no ground here";
    return under;
  }
  under.element = index(at);
  under.walkable = true;
  const auto steepness = double{steepness_of(mesh(), at)};
  const auto difficulty = double{difficulty_of(mesh(), at)};
  under.text = fmt::format("triangle {}, height {:.1f} m, steepness {:.2f}, difficulty {:g}",
                           index(at), under.point.y, steepness, difficulty);
  under.details["triangle"] = index(at);
  under.details["steepness"] = steepness;
  under.details["difficulty"] = difficulty;
  return under;
}

std::string ViewedTerrain::spell(const Vec3& point) const {
  return fmt::format("{},{}", point.x, point.z);
}

Route ViewedTerrain::route_of(const Solver& solver) const {
  return line_on_terrain(mesh(), static_cast<const TerrainSolver&>(solver).triangles());
}

AbstractLine ViewedTerrain::abstract_line(const Vec3& start, const Vec3& goal,
                                          const QueryOptions& options,
                                          const std::string& agent) const {
  const auto nodes = find_abstract_nodes(snapshot().world(), snapshot().hierarchy(),
                                         NodeId{find_ground(*this, start, agent).element},
                                         NodeId{find_ground(*this, goal, agent).element}, options);
  return make_abstract_line(*this, start, goal, nodes);
}

std::vector<std::pair<Vec3, Vec3>> ViewedTerrain::draw_pairs(std::size_t count,
                                                             std::uint64_t seed) const {
  std::vector<std::pair<Vec3, Vec3>> pairs;
  const auto drawn =
      load_terrain_queries(fmt::format("random:{}:{}", count, seed), *world_, count, {});
  for (const TerrainEnds& ends : drawn)
    pairs.emplace_back(centre_of(mesh(), ends.start), centre_of(mesh(), ends.goal));
  return pairs;
}

Wave ViewedTerrain::make_wave(const Vec3& from, bool by_hierarchy, const std::string& agent) const {
  return make_timed_wave(
      snapshot().world(), snapshot().hierarchy(), NodeId{find_ground(*this, from, agent).element},
      by_hierarchy, element_count(),
      [](std::uint32_t element) { return std::optional(NodeId{element}); },
      [&](Cost cost) { return snapshot().metres(cost); });
}

Edited ViewedTerrain::edit(const Edit&) const {
  throw HttpError{400, "terrain cannot be changed; build it again with other prices"};
}

std::vector<std::uint32_t> ViewedTerrain::cell_sizes() const {
  std::vector<std::uint32_t> sizes;
  for (const std::uint32_t size : {4u, 8u, 16u, 32u}) {
    if (4 * size * size <= element_count()) sizes.push_back(size);
  }
  return sizes;
}

std::shared_ptr<const ViewedWorld> ViewedTerrain::with_cell_size(std::uint32_t size,
                                                                 const Progress& progress) const {
  TerrainBuildOptions options = snapshot().options();
  options.cell_size = size;
  const ParallelFor parallel = tbb_parallel();
  auto built = take(TerrainSnapshot::build(snapshot().shared_mesh(),
                                           take(whole_prices(snapshot(), parallel)),
                                           snapshot().settings(), options, parallel, progress));
  return std::make_shared<ViewedTerrain>(
      std::make_shared<LoadedTerrain>(BakedTerrain{std::move(built), world_->baked().merged}));
}

std::shared_ptr<const ViewedWorld> ViewedTerrain::with_tables(const Progress&) const {
  return nullptr;  // it never changes
}

}  // namespace portolan::detail::cli
