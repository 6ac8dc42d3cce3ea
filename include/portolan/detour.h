/// Portolan under a program that plans with Detour: references and filters in, references out.
/// What follows the search (findStraightPath, dtPathCorridor, dtCrowd) stays as it is. Component
/// Portolan::recast.
///
///     const auto pathfinder = portolan::DetourPathfinder::build(mesh, filter);
///     portolan::DetourQuery query(*pathfinder);  // one for each thread
///     query.findPath(start_ref, goal_ref, start, goal, &filter, refs, &count, 1024);
#pragma once

#include <DetourCrowd.h>
#include <DetourNavMeshQuery.h>

#include <memory>
#include <optional>

#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan {

static_assert(sizeof(dtPolyRef) == 4, "Portolan is built for 32-bit dtPolyRef");

/// A dtNavMesh with a hierarchy and tables for each of its filters. Immutable and cheap to copy;
/// share one between all threads, and give each thread a DetourQuery. Tiles that are added, removed
/// or changed after the build are not seen, nor are flags or areas of polygons: after setPolyFlags
/// a path may still lead through a door that was closed so. Off-mesh connections of which Detour
/// could link one end alone are left out. The dtNavMesh is not used after the build.
///
/// Costs of areas that change are those of another filter: `with_filter` makes a pathfinder that
/// answers it from tables, without partitioning again, on another thread perhaps; ask it by a new
/// DetourQuery. A door that opens and closes has a flag of its own, which the filter of the moment
/// excludes, in the same way. An area's cost closes nothing: at most NavMeshMetric::kMost, it makes
/// paths avoid the area where there is another way. Where flags run out, set those of the polygons
/// and build again, or plan natively: `find_snapshot(filter)->with_metric` takes areas that are
/// blocked.
class DetourPathfinder {
 public:
  /// Partitions the mesh and customizes it for one filter: its flags say where agents may go, its
  /// area costs what a metre costs there. Costs may be below 1, where Detour's own search would
  /// miss the best path because its estimate is then too high. Fails for a mesh without polygons,
  /// and when an area that occurs in the mesh costs less than NavMeshMetric::kLeast or more than
  /// NavMeshMetric::kMost: exclude it by flags instead. Classes derived from dtQueryFilter are
  /// taken for what their costs and flags say.
  static Result<DetourPathfinder> build(const dtNavMesh& mesh, const dtQueryFilter& filter = {},
                                        const NavMeshOptions& options = {},
                                        const Execution& execution = {});

  /// The same with one more filter, over the same partition. All that this one has stay, so for
  /// costs and doors that come and go ask the pathfinder that `build` gave, not the last one. A
  /// filter that is there costs nothing. Fails as `build`.
  Result<DetourPathfinder> with_filter(const dtQueryFilter& filter,
                                       const Execution& execution = {}) const;

  /// The snapshot of a filter; null where none was made for its flags and its costs of all areas
  /// that occur in the mesh. Lives as long as the pathfinder; a copy of it as long as you like.
  const NavMeshSnapshot* find_snapshot(const dtQueryFilter& filter) const;

  /// The place of a position on a polygon, for native queries (surface.h) of all its snapshots.
  /// None for references that are not of a polygon here, such as those of off-mesh connections.
  std::optional<MeshPlace> find_place(dtPolyRef ref, const float* position) const;

 private:
  friend class DetourQuery;
  struct Data;

  std::shared_ptr<const Data> data_;
};

/// Stands where a dtNavMeshQuery stood, one for each thread. The pathfinder need not outlive it: it
/// shares what that has built, and does not see what `with_filter` makes later. Allocates nothing
/// after warm-up but for filters that nothing was made for.
class DetourQuery {
 public:
  explicit DetourQuery(const DetourPathfinder& pathfinder);
  ~DetourQuery();
  DetourQuery(DetourQuery&&) noexcept;
  DetourQuery& operator=(DetourQuery&&) noexcept;

  /// As dtNavMeshQuery::findPath, with the same arguments, but the path is the cheapest there is
  /// from doorway to doorway, and no number of nodes limits it. A doorway is a point, where Detour
  /// has the middle of an edge: straightened, paths are shorter than Detour's in the mean, and one
  /// past long edges may be half as long again. Off-mesh connections stand in the path between the
  /// polygons they join. As in Detour, who stands on an off-mesh connection, or where the filter
  /// does not let one go, as in a door that closed, can still leave. Positions are moved
  /// onto their polygons. A filter that no snapshot was made for is answered by A*, no less
  /// exactly; `searched` tells. Returns
  /// - DT_SUCCESS: `path` leads from startRef to endRef;
  /// - DT_SUCCESS | DT_BUFFER_TOO_SMALL: it would, but only its first maxPath references fit;
  /// - DT_SUCCESS | DT_PARTIAL_RESULT: endRef cannot be reached, and `path` leads to the reachable
  ///   polygon nearest to endPos (Detour: to the polygon it entered nearest to endPos); one that
  ///   the filter forbids is none, though the path begins there;
  /// - DT_FAILURE | DT_INVALID_PARAM: an argument is null, a reference unknown, a position not
  ///   finite, maxPath below 1, or the filter has a cost that DetourPathfinder::build refuses.
  // NOLINTBEGIN: the names are Detour's.
  dtStatus findPath(dtPolyRef startRef, dtPolyRef endRef, const float* startPos,
                    const float* endPos, const dtQueryFilter* filter, dtPolyRef* path,
                    int* pathCount, int maxPath);
  // NOLINTEND

  /// Whether the last findPath had to search by A*, since no snapshot was made for its filter.
  bool searched() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

/// Sends an agent of a dtCrowd somewhere along a path of Portolan's: stands where
/// dtCrowd::requestMoveTarget stood, and takes the crowd's own filter for the agent. The crowd then
/// has nothing left to plan, and steers at its next update. Statuses are those of findPath; after a
/// failure the agent keeps what it had. Where the goal is out of reach, the place nearest to it
/// becomes the agent's goal: keep the one you meant, and call again when a door opens. When one
/// closes, call this for the agents concerned before the next update, else dtCrowd plans itself; an
/// agent that stands in the door may stay there for good, as with Detour alone. A corridor of
/// dtCrowd holds 255 polygons: of a longer path it gets the first ones, and `needs_next_part` tells
/// when to call this again.
dtStatus move_agent(dtCrowd& crowd, int agent, dtPolyRef goal, const float* goal_position,
                    DetourQuery& query);

/// Whether an agent comes to the end of its corridor and that is not yet the goal; ask before each
/// update of the crowd, and then call move_agent with targetRef and targetPos of the agent. Else
/// dtCrowd would plan the rest itself.
bool needs_next_part(const dtCrowdAgent& agent);

}  // namespace portolan
