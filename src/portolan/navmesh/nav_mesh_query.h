#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/funnel.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/types.h"

namespace portolan::detail {

struct NavMeshQueryOptions {
  /// The inexact methods (sparse, goalward) are for grids, whose smoothing takes their
  /// detours away again; here they count as dijkstra.
  QueryOptions search;
  bool waypoints = true;  ///< Whether way-points are wanted beside the polygons.
  bool tables = true;     ///< Answer from the snapshot's tables where they are complete.
};

/// A path on a mesh. Reuse one from query to query: its memory is kept.
struct NavMeshPath {
  Status status = Status::unreachable;
  Cost cost = kInfinite;                ///< Sum of its moves; see NavMeshSnapshot::metres.
  unsigned level = 0;                   ///< See QueryResult; 0: searched on the base graph.
  std::uint64_t version = 0;            ///< Of the snapshot that answered.
  std::vector<NodeId> nodes;            ///< The doorways along it.
  std::vector<std::uint32_t> polygons;  ///< From the start's to the goal's, each beside the next.
  std::vector<Waypoint> waypoints;      ///< Start and goal included; empty unless asked for.

  void clear();
};

/// The length of a line of way-points, in metres.
double length_of(const std::vector<Waypoint>& waypoints);

/// Answers queries on snapshots of meshes; make one for each thread. Allocates nothing after
/// warm-up. All costs are optimal in the graph of doorways, at every level.
class NavMeshQuery {
 public:
  /// `kept_connections`: how many popular starts and goals are remembered.
  explicit NavMeshQuery(std::size_t kept_connections = 2) : query_(kept_connections) {}

  /// Effort is added up into `counts` from now on; null to count nothing.
  void count_into(QueryCounts* counts) {
    counts_ = counts;
    query_.count_into(counts);
  }

  /// Forgets the starts and goals that it remembers, but keeps its memory.
  void forget() { query_.forget(); }

  /// Start and goal come from NavMesh::find_nearest or place_on. With the level chosen per query,
  /// ends that lie close together are first tried by a short A* on level 0.
  Status find_path(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
                   const NavMeshQueryOptions& options, NavMeshPath& path);
  /// Only its cost.
  Status find_cost(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
                   const NavMeshQueryOptions& options, Cost& cost);
  /// The same path by plain A* on level 0; of the options only the way-points and the limit on
  /// expansions count.
  Status find_path_astar(const NavMeshSnapshot& snapshot, const MeshPlace& start,
                         const MeshPlace& goal, const NavMeshQueryOptions& options,
                         NavMeshPath& path);

  /// The place nearest to `point`, within `extent` of it, that can be reached from `start`: where
  /// to go instead when a goal cannot be.
  std::optional<MeshPlace> find_nearest_reachable(const NavMeshSnapshot& snapshot,
                                                  const MeshPlace& start, const Vec3& point,
                                                  const Vec3& extent) {
    return find_nearest_reachable(snapshot, std::span(&start, 1), point, extent);
  }
  /// The same from any of several places.
  std::optional<MeshPlace> find_nearest_reachable(const NavMeshSnapshot& snapshot,
                                                  std::span<const MeshPlace> starts,
                                                  const Vec3& point, const Vec3& extent);

 private:
  Status check_pair(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal);
  Cost search_base(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
                   std::uint64_t max_expansions, bool& stopped);

  SnapshotQuery<NavMeshWorld> query_;
  Labels labels_;
  OpenList open_;
  TraceScratch scratch_;
  ReachedComponents reached_;
  QueryCounts* counts_ = nullptr;
};

/// Fills in the polygons, and where asked for the way-points, of a path whose doorways are known.
/// Doorways that are only passed by are dropped.
void trace(const NavMeshSnapshot& snapshot, const MeshPlace& start, const MeshPlace& goal,
           bool waypoints, TraceScratch& scratch, NavMeshPath& path);

}  // namespace portolan::detail
