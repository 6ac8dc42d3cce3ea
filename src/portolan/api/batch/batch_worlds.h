#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <tuple>

#include "portolan/api/graph/graph_inside.h"
#include "portolan/api/grid/grid_finder.h"
#include "portolan/api/navmesh/nav_mesh_finder.h"
#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/batch.h"
#include "portolan/batch/batch.h"
#include "portolan/batch/list_batch.h"

/// What a batch needs to know of each kind of snapshot: its anchors, and how one query is answered
/// and its lists are appended to those of others.
namespace portolan::detail {

template <class Snapshot>
struct BatchWorld;

template <>
struct BatchWorld<portolan::GridSnapshot> {
  using Graph = GridWorld;
  using Anchor = NodeId;
  using Queries = ListBatch<GridFinder, Tile>;

  static std::uint64_t version(const portolan::GridSnapshot& s) { return s.version(); }
  static double units(const portolan::GridSnapshot& s, Cost cost) {
    return s.inside().graph().in_tiles(cost);
  }
  static std::optional<NodeId> anchor(const portolan::GridSnapshot& s, Tile tile) {
    if (!s.passable(tile)) return std::nullopt;
    return s.inside().graph().node(tile);
  }
  using Located = Tile;
  static Tile locate(const portolan::GridSnapshot&, Tile tile, const portolan::GridQueryOptions&) {
    return tile;
  }
  static std::uint32_t cell_count(const portolan::GridSnapshot& s) {
    return s.inside().hierarchy().partition().cell_count(1);
  }
  static std::uint32_t cell_of(const portolan::GridSnapshot& s, Tile tile) {
    return s.grid().contains(tile) ? index(s.inside().world().squares().at(tile)) : 0;
  }
  template <class F>
  static void for_each_list(GridPaths& paths, F&& f) {
    f(paths.tiles);
  }
  template <class Answer>
  static Result<Done> run(Queries& queries, std::size_t count, std::span<const std::uint32_t> order,
                          const Execution& execution, const Answer& answer, GridPaths& paths) {
    return queries.run(count, order, execution, answer, paths.tiles);
  }
  static void answer(GridFinder& finder, const portolan::GridSnapshot& s, Tile start, Tile goal,
                     const portolan::GridQueryOptions& options, Queries::Writers& writers,
                     Status& status, double& cost) {
    const GridPath& found = finder.find_path(s.inside(), start, goal, options);
    status = found.status;
    cost = units(s, found.cost);
    ListWriter<Tile>& tiles = std::get<0>(writers);
    tiles.take_until(s.inside().graph().write_tiles(found.nodes, tiles.room(found.nodes.size())));
  }
  static double find_cost(GridFinder& finder, const portolan::GridSnapshot& s, Tile start,
                          Tile goal, const portolan::GridQueryOptions& options) {
    return finder.find_cost(s.inside(), start, goal, options);
  }
  static Result<Done> find_matrix(Batch<Graph>& batch, const portolan::GridSnapshot& s,
                                  std::span<const NodeId> starts, std::span<const NodeId> goals,
                                  const Execution& e, AnswerArray<Cost>& costs) {
    return batch.find_matrix(s.inside().world(), s.inside().hierarchy(), s.inside().tables(),
                             starts, goals, e.parallel, e.progress, costs);
  }
};

template <>
struct BatchWorld<portolan::NavMeshSnapshot> {
  using Graph = NavMeshWorld;
  using Anchor = MeshPlace;
  using Queries = ListBatch<NavMeshFinder, std::uint32_t, Waypoint>;

  static std::uint64_t version(const portolan::NavMeshSnapshot& s) {
    return s.inside().hierarchy().version();
  }
  static double units(const portolan::NavMeshSnapshot& s, Cost cost) {
    return in_metres(s.inside(), cost);
  }
  static std::optional<MeshPlace> anchor(const portolan::NavMeshSnapshot& s, const Vec3& point) {
    return s.find_nearest(point);
  }
  using Located = MeshPlace;
  static MeshPlace locate(const portolan::NavMeshSnapshot& s, const Vec3& point,
                          const portolan::NavMeshQueryOptions& options) {
    return place_at(s, point, options.extent);
  }
  static std::uint32_t cell_count(const portolan::NavMeshSnapshot& s) {
    return s.inside().hierarchy().partition().cell_count(1);
  }
  static std::uint32_t cell_of(const portolan::NavMeshSnapshot& s, const MeshPlace& place) {
    return s.inside().passable(place) ? index(s.inside().world().anchor_cell(place)) : 0;
  }
  template <class F>
  static void for_each_list(NavMeshPaths& paths, F&& f) {
    f(paths.polygons);
    f(paths.waypoints);
  }
  template <class Answer>
  static Result<Done> run(Queries& queries, std::size_t count, std::span<const std::uint32_t> order,
                          const Execution& execution, const Answer& answer, NavMeshPaths& paths) {
    return queries.run(count, order, execution, answer, paths.polygons, paths.waypoints);
  }
  static void answer(NavMeshFinder& finder, const portolan::NavMeshSnapshot& s,
                     const MeshPlace& start, const MeshPlace& goal,
                     const portolan::NavMeshQueryOptions& options, Queries::Writers& writers,
                     Status& status, double& cost) {
    const NavMeshPath& found = finder.find_path(s.inside(), start, goal, options);
    status = found.status;
    cost = units(s, found.cost);
    std::get<0>(writers).write(found.polygons);
    std::get<1>(writers).write(found.waypoints);
  }
  static double find_cost(NavMeshFinder& finder, const portolan::NavMeshSnapshot& s,
                          const MeshPlace& start, const MeshPlace& goal,
                          const portolan::NavMeshQueryOptions& options) {
    return finder.find_cost(s.inside(), start, goal, options);
  }
  static Result<Done> find_matrix(Batch<Graph>& batch, const portolan::NavMeshSnapshot& s,
                                  std::span<const MeshPlace> starts,
                                  std::span<const MeshPlace> goals, const Execution& e,
                                  AnswerArray<Cost>& costs) {
    return batch.find_matrix(s.inside().world(), s.inside().hierarchy(), s.inside().tables(),
                             starts, goals, e.parallel, e.progress, costs);
  }
};

template <>
struct BatchWorld<portolan::TerrainSnapshot> {
  struct Worker {
    portolan::TerrainQuery query;
    portolan::TerrainPath path;
  };
  using Graph = TerrainWorld;
  using Anchor = NodeId;
  using Queries = ListBatch<Worker, std::uint32_t, Vec3>;

  static std::uint64_t version(const portolan::TerrainSnapshot& s) {
    return s.inside().world.hierarchy().version();
  }
  static double units(const portolan::TerrainSnapshot& s, Cost cost) {
    return cost == kInfinite ? std::numeric_limits<double>::infinity()
                             : s.inside().world.metres(cost);
  }
  static std::optional<NodeId> anchor(const portolan::TerrainSnapshot& s, const Vec3& point) {
    const auto triangle = s.find_triangle(point);
    if (!triangle) return std::nullopt;
    return NodeId{*triangle};
  }
  using Located = Vec3;
  static Vec3 locate(const portolan::TerrainSnapshot&, const Vec3& point,
                     const portolan::TerrainQueryOptions&) {
    return point;
  }
  static std::uint32_t cell_count(const portolan::TerrainSnapshot& s) {
    return s.inside().world.hierarchy().partition().cell_count(1);
  }
  static std::uint32_t cell_of(const portolan::TerrainSnapshot& s, const Vec3& point) {
    const auto triangle = s.find_triangle(point);
    return triangle ? index(s.inside().world.world().home_cell(NodeId{*triangle})) : 0;
  }
  template <class F>
  static void for_each_list(TerrainPaths& paths, F&& f) {
    f(paths.triangles);
    f(paths.points);
  }
  template <class Answer>
  static Result<Done> run(Queries& queries, std::size_t count, std::span<const std::uint32_t> order,
                          const Execution& execution, const Answer& answer, TerrainPaths& paths) {
    return queries.run(count, order, execution, answer, paths.triangles, paths.points);
  }
  static void answer(Worker& worker, const portolan::TerrainSnapshot& s, const Vec3& start,
                     const Vec3& goal, const portolan::TerrainQueryOptions& options,
                     Queries::Writers& writers, Status& status, double& cost) {
    status = worker.query.find_path(s, start, goal, worker.path, options);
    cost = worker.path.cost;
    std::get<0>(writers).write(worker.path.triangles);
    std::get<1>(writers).write(worker.path.points);
  }
  static double find_cost(Worker& worker, const portolan::TerrainSnapshot& s, const Vec3& start,
                          const Vec3& goal, const portolan::TerrainQueryOptions& options) {
    return worker.query.find_cost(s, start, goal, options);
  }
  static Result<Done> find_matrix(Batch<Graph>& batch, const portolan::TerrainSnapshot& s,
                                  std::span<const NodeId> starts, std::span<const NodeId> goals,
                                  const Execution& e, AnswerArray<Cost>& costs) {
    const TerrainSnapshot& world = s.inside().world;
    return batch.find_matrix(world.world(), world.hierarchy(), world.tables(), starts, goals,
                             e.parallel, e.progress, costs);
  }
};

template <>
struct BatchWorld<GraphSnapshot> {
  struct Worker {
    GraphQuery query;
    GraphPath path;
  };
  using Graph = CsrWorld;
  using Anchor = NodeId;
  using Queries = ListBatch<Worker, std::uint32_t>;

  static std::uint64_t version(const GraphSnapshot& s) { return s.inside().hierarchy().version(); }
  static Cost units(const GraphSnapshot&, Cost cost) { return cost; }
  static std::optional<NodeId> anchor(const GraphSnapshot& s, std::uint32_t node) {
    if (node >= s.node_count()) return std::nullopt;
    return NodeId{node};
  }
  using Located = std::uint32_t;
  static std::uint32_t locate(const GraphSnapshot&, std::uint32_t node, const GraphQueryOptions&) {
    return node;
  }
  static std::uint32_t cell_count(const GraphSnapshot& s) {
    return s.inside().hierarchy().partition().cell_count(1);
  }
  static std::uint32_t cell_of(const GraphSnapshot& s, std::uint32_t node) {
    return node < s.node_count() ? index(s.inside().world().home_cell(NodeId{node})) : 0;
  }
  template <class F>
  static void for_each_list(GraphPaths& paths, F&& f) {
    f(paths.nodes);
  }
  template <class Answer>
  static Result<Done> run(Queries& queries, std::size_t count, std::span<const std::uint32_t> order,
                          const Execution& execution, const Answer& answer, GraphPaths& paths) {
    return queries.run(count, order, execution, answer, paths.nodes);
  }
  static void answer(Worker& worker, const GraphSnapshot& s, std::uint32_t start,
                     std::uint32_t goal, const GraphQueryOptions& options,
                     Queries::Writers& writers, Status& status, Cost& cost) {
    status = worker.query.find_path(s, start, goal, worker.path, options);
    cost = worker.path.cost;
    std::get<0>(writers).write(worker.path.nodes);
  }
  static Cost find_cost(Worker& worker, const GraphSnapshot& s, std::uint32_t start,
                        std::uint32_t goal, const GraphQueryOptions& options) {
    return worker.query.find_cost(s, start, goal, options);
  }
  static Result<Done> find_matrix(Batch<Graph>& batch, const GraphSnapshot& s,
                                  std::span<const NodeId> starts, std::span<const NodeId> goals,
                                  const Execution& e, AnswerArray<Cost>& costs) {
    return batch.find_matrix(s.inside().world(), s.inside().hierarchy(), s.inside().tables(),
                             starts, goals, e.parallel, e.progress, costs);
  }
};

}  // namespace portolan::detail
