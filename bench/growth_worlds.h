#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "city_grid.h"
#include "mesh_speed_measure.h"
#include "portolan/terrain/terrain_query.h"
#include "scenes/random.h"
#include "terrain_study_maps.h"

/// Worlds that grow, each with its way to ask. What they are made of is gone once they are built.
namespace portolan::detail::bench {

/// A path's cost, and how many nodes tell it: tiles, polygons, triangles.
struct GrownPath {
  Cost cost = kInfinite;
  std::size_t nodes = 0;
};

class GrowingGrid {
 public:
  using Snapshot = GridSnapshot;
  using Pair = TilePair;

  /// `optimal`: with the transitions that make every path optimal.
  GrowingGrid(Grid grid, bool optimal) : grid_(std::move(grid)) {
    build_.for_tables = true;
    build_.choose_transitions = !optimal;
    if (optimal) build_.transitions.kind = TransitionKind::all;
    query_options_.smoothing = Smoothing::none;
  }

  bool optimal() const { return build_.transitions.kind == TransitionKind::all; }
  std::uint32_t polygons() const { return 0; }
  Snapshot build() { return take(GridSnapshot::build(std::move(grid_), GridMetric{}, build_)); }
  static std::size_t nodes(const Snapshot& world) { return world.grid().letters().size(); }
  static std::size_t bytes(const Snapshot& world) {
    return world.grid().letters().size() + world.graph().bytes() + world.hierarchy().bytes();
  }
  static std::vector<Pair> draw(const Snapshot& world, std::size_t count) {
    return draw_pairs(world, count, 1);
  }

  Cost cost(const Snapshot& world, const Pair& pair, bool tables) {
    query_options_.tables = tables;
    Cost cost;
    query_.find_cost(world, pair.start, pair.goal, query_options_, cost);
    return cost;
  }
  GrownPath path(const Snapshot& world, const Pair& pair) {
    query_options_.tables = true;
    query_.find_path(world, pair.start, pair.goal, query_options_, path_);
    return {path_.cost, path_.nodes.size()};
  }
  Cost astar(const Snapshot& world, const Pair& pair) {
    query_.find_path_astar(world, pair.start, pair.goal, path_);
    return path_.cost;
  }

 private:
  Grid grid_;
  GridBuildOptions build_;
  GridQueryOptions query_options_;
  GridQuery query_;
  GridPath path_;
};

class GrowingMesh {
 public:
  using Snapshot = NavMeshSnapshot;
  using Pair = PlacePair;

  explicit GrowingMesh(NavMesh mesh) : mesh_(std::move(mesh)), polygons_(mesh_.polygon_count()) {}

  bool optimal() const { return true; }
  std::uint32_t polygons() const { return polygons_; }
  Snapshot build() {
    return take(
        NavMeshSnapshot::build(std::move(mesh_), NavMeshMetric{}, {merge_for_tables(polygons_)}));
  }
  static std::size_t nodes(const Snapshot& world) { return world.world().node_count(); }
  static std::size_t bytes(const Snapshot& world) {
    return world.mesh().bytes() + world.world().layout().bytes() + world.world().costs().bytes() +
           world.strong_components().bytes() + world.hierarchy().bytes();
  }
  static std::vector<Pair> draw(const Snapshot& world, std::size_t count) {
    return draw_pairs(world, count);
  }

  Cost cost(const Snapshot& world, const Pair& pair, bool tables) {
    NavMeshQueryOptions options = polygons_only();
    options.tables = tables;
    Cost cost;
    query_.find_cost(world, pair.start, pair.goal, options, cost);
    return cost;
  }
  GrownPath path(const Snapshot& world, const Pair& pair) {
    query_.find_path(world, pair.start, pair.goal, polygons_only(), path_);
    return {path_.cost, path_.polygons.size()};
  }
  Cost astar(const Snapshot& world, const Pair& pair) {
    query_.find_path_astar(world, pair.start, pair.goal, polygons_only(), path_);
    return path_.cost;
  }

 private:
  NavMesh mesh_;
  std::uint32_t polygons_;
  NavMeshQuery query_;
  NavMeshPath path_;
};

class GrowingTerrain {
 public:
  using Snapshot = TerrainSnapshot;
  using Pair = std::pair<NodeId, NodeId>;

  explicit GrowingTerrain(TriangleMesh mesh) : mesh_(std::move(mesh)) {}

  bool optimal() const { return true; }
  std::uint32_t polygons() const { return 0; }
  Snapshot build() { return take(TerrainSnapshot::build(std::move(mesh_), PriceSettings{})); }
  static std::size_t nodes(const Snapshot& world) { return world.mesh().triangle_count(); }
  static std::size_t bytes(const Snapshot& world) {
    const TerrainPrices& prices = world.prices();
    return world.mesh().bytes() +
           sizeof(Cost) * (prices.weighted.size() + prices.unweighted.size()) +
           world.world().layout().bytes() + world.hierarchy().bytes();
  }
  static std::vector<Pair> draw(const Snapshot& world, std::size_t count) {
    scenes::Random random(1);
    const auto triangle = [&] { return NodeId{random.below(world.mesh().triangle_count())}; };
    std::vector<Pair> pairs;
    while (pairs.size() < count) {
      const NodeId start = triangle();
      pairs.emplace_back(start, triangle());
    }
    return pairs;
  }

  Cost cost(const Snapshot& world, const Pair& pair, bool tables) {
    Cost cost;
    query_.find_cost(world, pair.first, pair.second, {{}, tables}, cost);
    return cost;
  }
  GrownPath path(const Snapshot& world, const Pair& pair) {
    query_.find_path(world, pair.first, pair.second, {}, path_);
    return {path_.cost, path_.nodes.size()};
  }
  Cost astar(const Snapshot& world, const Pair& pair) {
    query_.find_path_astar(world, pair.first, pair.second, path_);
    return path_.cost;
  }

 private:
  TriangleMesh mesh_;
  TerrainQuery query_;
  TerrainPath path_;
};

}  // namespace portolan::detail::bench
