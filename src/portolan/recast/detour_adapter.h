#pragma once

#include <DetourNavMeshQuery.h>

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "portolan/core/progress.h"
#include "portolan/core/result.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"

/// Puts Portolan under a program that plans with Detour: references and filters in, references
/// out. What follows the search (findStraightPath, dtPathCorridor, dtCrowd) stays as it is.
namespace portolan {

/// A dtNavMesh with a hierarchy for each of its filters. Immutable and cheap to copy; share one
/// between all threads, and give each thread a Query. Tiles that are added, removed or changed
/// after the build are not seen: build again. The dtNavMesh is not used after the build.
class DetourPathfinder {
 public:
  class Query;

  /// Partitions the mesh and customizes it for one filter: its flags say where agents may go, its
  /// area costs what a metre costs there. Costs may be below 1, where Detour's own search would
  /// miss the best path because its estimate is then too high. Fails for a mesh without polygons,
  /// and when an area that occurs in the mesh costs less than NavMeshMetric::kLeast or more than
  /// NavMeshMetric::kMost: exclude it by flags instead. Classes derived from dtQueryFilter are
  /// taken for what their costs and flags say.
  static Result<DetourPathfinder> build(const dtNavMesh& mesh, const dtQueryFilter& filter,
                                        const NavMeshBuildOptions& options = {},
                                        const Progress& progress = {});

  /// The same with one more filter, over the same partition: only customizes. Fails as `build`.
  Result<DetourPathfinder> with_filter(const dtQueryFilter& filter,
                                       const Progress& progress = {}) const;

  /// The snapshot of a filter; null where no snapshot has its flags and its costs of all areas
  /// that occur in the mesh.
  const NavMeshSnapshot* find_snapshot(const dtQueryFilter& filter) const;

 private:
  struct Names;  // what Detour calls polygons and links

  DetourPathfinder() = default;
  Result<NavMeshMetric> make_metric(const dtQueryFilter& filter) const;

  std::shared_ptr<const Names> names_;
  std::vector<NavMeshSnapshot> snapshots_;
};

/// Stands where a dtNavMeshQuery stood, one for each thread. Allocates nothing after warm-up but
/// for goals out of reach.
class DetourPathfinder::Query {
 public:
  explicit Query(DetourPathfinder pathfinder) : pathfinder_(std::move(pathfinder)) {}

  /// As dtNavMeshQuery::findPath, with the same arguments, but the path is the cheapest there is
  /// from doorway to doorway, and no number of nodes limits it. Off-mesh connections
  /// stand in the path between the polygons they join. As in Detour, who stands on an off-mesh
  /// connection, or where the filter does not let one go, can still leave. Positions are moved
  /// onto their polygons. Returns
  /// - DT_SUCCESS: `path` leads from startRef to endRef;
  /// - DT_SUCCESS | DT_BUFFER_TOO_SMALL: it would, but only its first maxPath references fit;
  /// - DT_SUCCESS | DT_PARTIAL_RESULT: endRef cannot be reached, and `path` leads to the reachable
  ///   polygon nearest to endPos (Detour: to the polygon it entered nearest to endPos);
  /// - DT_FAILURE | DT_INVALID_PARAM: an argument is null, a reference unknown, a position not
  ///   finite, maxPath below 1, or the filter one that no snapshot was made for.
  dtStatus findPath(dtPolyRef startRef, dtPolyRef endRef, const float* startPos,
                    const float* endPos, const dtQueryFilter* filter, dtPolyRef* path,
                    int* pathCount, int maxPath);

 private:
  /// A place to search from or to, and what it takes between there and the end asked for.
  struct End {
    MeshPlace place;
    dtPolyRef link = 0;   ///< A link between, or 0.
    double metres = 0.0;  ///< What the way between costs.
  };

  void list_starts(const NavMeshSnapshot& snapshot, dtPolyRef ref, const Vec3& position);
  void list_goals(const NavMeshSnapshot& snapshot, dtPolyRef ref, const Vec3& position);
  bool find_best(const NavMeshSnapshot& snapshot);
  bool find_nearest(const NavMeshSnapshot& snapshot, const Vec3& position);
  void flood(const NavMeshSnapshot& snapshot);
  void append_path(const NavMeshSnapshot& snapshot);

  DetourPathfinder pathfinder_;
  NavMeshQuery query_;
  NavMeshPath path_;
  std::vector<End> starts_;
  std::vector<End> goals_;
  End start_;  // the best of them
  End goal_;
  std::vector<dtPolyRef> refs_;
  std::vector<std::uint32_t> queue_;  // of a flood
  std::vector<bool> reached_;
};

}  // namespace portolan
