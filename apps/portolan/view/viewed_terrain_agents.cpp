// What agents need of a terrain.
#include "portolan/api/terrain/terrain_inside.h"
#include "view/batch_routes.h"
#include "view/viewed_terrain.h"

namespace portolan::detail::cli {
namespace {

/// Points for a batch, and its paths as lines.
struct TerrainLines {
  std::shared_ptr<const TriangleMesh> mesh;

  /// The middle: a point at an edge may be taken for one of the triangle beyond.
  Vec3 place(const Spot& spot) const { return centre_of(*mesh, TriangleId{spot.element}); }
  void write(const TerrainPaths& paths, std::size_t i, Route& route) const {
    route = line_on_terrain(*mesh, paths.triangles[i]);
  }
};

}  // namespace

std::uint32_t ViewedTerrain::component_of(std::uint32_t element) const {
  const TerrainWorld& world = snapshot().world();
  return snapshot().hierarchy().component(world.home_cell(NodeId{element}),
                                          world.home_index(NodeId{element}));
}

Vec3 ViewedTerrain::point_on(std::uint32_t element, float, float) const {
  return centre_of(mesh(), TriangleId{element});
}

std::unique_ptr<RouteFinder> ViewedTerrain::make_route_finder() const {
  const auto inside = std::make_shared<TerrainInside>();
  inside->world = snapshot();
  inside->locator = world_->locator();
  return std::make_unique<BatchRoutes<portolan::TerrainSnapshot, TerrainLines>>(
      portolan::TerrainSnapshot(inside), TerrainLines{snapshot().shared_mesh()});
}

Route ViewedTerrain::step_randomly(const Spot& from, scenes::Random& random) const {
  const auto& neighbours = mesh().neighbours[TriangleId{from.element}];
  const TriangleId to = neighbours[random.below(3)];
  const std::uint32_t step[] = {from.element, to == kNoTriangle ? from.element : index(to)};
  return line_on_terrain(mesh(), std::span(step, to == kNoTriangle ? 1 : 2));
}

}  // namespace portolan::detail::cli
