#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <tuple>

#include "portolan/api/graph/graph_inside.h"
#include "portolan/api/grid/grid_finder.h"
#include "portolan/api/navmesh/nav_mesh_finder.h"
#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/batch.h"
#include "portolan/batch/list_batch.h"
#include "portolan/core/node_buffer.h"

namespace portolan::detail {

/// What a batch needs to know of each kind of snapshot:
/// - core: world, hierarchy and tables inside it;
/// - units: a cost as users have it;
/// - locate: an end as queries take it;
/// - anchor: where that touches the graph, if it can be stood on;
/// - Worker: scratch of a thread, with answer and find_cost for one query;
/// - lists: the lists of paths, in the order in which `answer` writes them.
template <class Snapshot>
struct BatchWorld;

/// Of worlds whose public query answers as it is: Query, Path, and lists_of for a path's lists.
template <class Query, class Path, class Place, class Options>
struct QueryWorker {
  Query query;
  Path path;

  template <class Snapshot, class Writers, class PathCost>
  void answer(const Snapshot& s, const Place& start, const Place& goal, const Options& options,
              Writers& writers, Status& status, PathCost& cost) {
    status = query.find_path(s, start, goal, path, options);
    cost = path.cost;
    write_lists(path, writers);
  }
  template <class Snapshot>
  auto find_cost(const Snapshot& s, const Place& start, const Place& goal, const Options& options) {
    return query.find_cost(s, start, goal, options);
  }

 private:
  template <class Writers>
  static void write_lists(const portolan::TerrainPath& found, Writers& writers) {
    std::get<0>(writers).write(found.triangles);
    std::get<1>(writers).write(found.points);
    std::get<2>(writers).write(found.waypoints);
  }
  template <class Writers>
  static void write_lists(const GraphPath& found, Writers& writers) {
    std::get<0>(writers).write(found.nodes);
  }
};

template <>
struct BatchWorld<portolan::GridSnapshot> {
  using Options = portolan::GridQueryOptions;

  static const GridSnapshot& core(const portolan::GridSnapshot& s) { return s.inside(); }
  static double units(const portolan::GridSnapshot& s, Cost cost) {
    return core(s).graph().in_tiles(cost);
  }
  static Tile locate(const portolan::GridSnapshot&, Tile tile, const Options&) { return tile; }
  static std::optional<NodeId> anchor(const portolan::GridSnapshot& s, Tile tile) {
    if (!s.passable(tile)) return std::nullopt;
    return core(s).graph().node(tile);
  }
  static auto lists(GridPaths& paths) { return std::tie(paths.tiles); }

  struct Worker : GridFinder {
    template <class Writers>
    void answer(const portolan::GridSnapshot& s, Tile start, Tile goal, const Options& options,
                Writers& writers, Status& status, double& cost) {
      const GridPath& found = find_path(core(s), start, goal, options);
      status = found.status;
      cost = units(s, found.cost);
      const std::size_t count = found.nodes.size();
      Tile* const out = tiles.room(count);
      core(s).graph().write_tiles(found.nodes, out);
      std::get<0>(writers).write({out, count});
    }
    double find_cost(const portolan::GridSnapshot& s, Tile start, Tile goal,
                     const Options& options) {
      return GridFinder::find_cost(core(s), start, goal, options);
    }
    ItemBuffer<Tile> tiles;
  };
};

template <>
struct BatchWorld<portolan::NavMeshSnapshot> {
  using Options = portolan::NavMeshQueryOptions;

  static const NavMeshSnapshot& core(const portolan::NavMeshSnapshot& s) { return s.inside(); }
  static double units(const portolan::NavMeshSnapshot& s, Cost cost) {
    return core(s).metres(cost);
  }
  static MeshPlace locate(const portolan::NavMeshSnapshot& s, const Vec3& point,
                          const Options& options) {
    return place_at(s, point, options.extent);
  }
  static const MeshPlace& locate(const portolan::NavMeshSnapshot&, const MeshPlace& place,
                                 const Options&) {
    return place;
  }
  static std::optional<MeshPlace> anchor(const portolan::NavMeshSnapshot& s,
                                         const MeshPlace& place) {
    if (!core(s).passable(place)) return std::nullopt;
    return place;
  }
  static auto lists(NavMeshPaths& paths) { return std::tie(paths.polygons, paths.waypoints); }

  struct Worker : NavMeshFinder {
    template <class Writers>
    void answer(const portolan::NavMeshSnapshot& s, const MeshPlace& start, const MeshPlace& goal,
                const Options& options, Writers& writers, Status& status, double& cost) {
      const NavMeshPath& found = find_path(core(s), start, goal, options);
      status = found.status;
      cost = units(s, found.cost);
      std::get<0>(writers).write(found.polygons);
      std::get<1>(writers).write(found.waypoints);
    }
    double find_cost(const portolan::NavMeshSnapshot& s, const MeshPlace& start,
                     const MeshPlace& goal, const Options& options) {
      return NavMeshFinder::find_cost(core(s), start, goal, options);
    }
  };
};

template <>
struct BatchWorld<portolan::TerrainSnapshot> {
  using Options = portolan::TerrainQueryOptions;
  using Worker = QueryWorker<portolan::TerrainQuery, portolan::TerrainPath, Vec3, Options>;

  static const TerrainSnapshot& core(const portolan::TerrainSnapshot& s) {
    return s.inside().world;
  }
  static double units(const portolan::TerrainSnapshot& s, Cost cost) {
    return core(s).metres(cost);
  }
  static Vec3 locate(const portolan::TerrainSnapshot&, const Vec3& point, const Options&) {
    return point;
  }
  static std::optional<NodeId> anchor(const portolan::TerrainSnapshot& s, const Vec3& point) {
    const auto triangle = s.find_triangle(point);
    if (!triangle) return std::nullopt;
    return NodeId{*triangle};
  }
  static auto lists(TerrainPaths& paths) {
    return std::tie(paths.triangles, paths.points, paths.waypoints);
  }
};

template <>
struct BatchWorld<GraphSnapshot> {
  using Options = GraphQueryOptions;
  using Worker = QueryWorker<GraphQuery, GraphPath, std::uint32_t, Options>;

  static const GraphInside& core(const GraphSnapshot& s) { return s.inside(); }
  static Cost units(const GraphSnapshot&, Cost cost) { return cost; }
  static std::uint32_t locate(const GraphSnapshot&, std::uint32_t node, const Options&) {
    return node;
  }
  static std::optional<NodeId> anchor(const GraphSnapshot& s, std::uint32_t node) {
    if (node >= s.node_count()) return std::nullopt;
    return NodeId{node};
  }
  static auto lists(GraphPaths& paths) { return std::tie(paths.nodes); }
};

}  // namespace portolan::detail
