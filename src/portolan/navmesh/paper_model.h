#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/status.h"
#include "portolan/core/vec3.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/query.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"

/// HNA* with the approximations of its paper (2016, section 4), to repeat its error study: A*
/// crosses each portal at the point closest to where it comes from, and an intra-edge runs from
/// middle to middle of its two gates, by such an A* inside the cell, computed from scratch at every
/// level. Neither is optimal, so the answers of the levels differ, as the paper reports. Our own
/// model (NavMeshQuery) has one middle a portal and gives the same cost at every level.
namespace portolan {

/// A snapshot with the paper's intra-edges. Immutable.
class PaperModel {
 public:
  PaperModel() = default;
  /// Computes the intra-edges of all levels up to `levels` [1, the snapshot's]: slow, for studies.
  static Result<PaperModel> build(const NavMeshSnapshot& snapshot, unsigned levels,
                                  const Progress& progress = {});

  const NavMeshSnapshot& snapshot() const { return snapshot_; }
  const Hierarchy& hierarchy() const { return hierarchy_; }
  unsigned levels() const { return levels_; }

 private:
  NavMeshSnapshot snapshot_;
  Hierarchy hierarchy_;
  unsigned levels_ = 0;
};

/// A search that crosses portals at the closest point, anywhere or inside one cell. Owns its
/// scratch; one thread at a time.
class ClosestPointSearch {
 public:
  /// From a place to everything inside `bound`, a cell of any level that holds the place. Gates of
  /// the cell are reached at their middles; every other doorway where it is closest. `backward`:
  /// against the arrows of one-way portals and links, for ways that end at the place.
  void reach(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
             CellHandle bound, const MeshPlace& from, bool backward, SearchCounts* counts);
  /// From a place to another; `bound` as above, or kNoHandle for the whole mesh. Returns the cost.
  Cost find(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
            CellHandle bound, const MeshPlace& from, const MeshPlace& to, SearchCounts* counts);

  /// After `reach`: the cost to a node; kInfinite where it was not reached.
  Cost cost(NodeId node) const { return labels_.cost(index(node)); }
  /// After `find`, or `reach`: appends the doorways on the way, to the goal or to a node.
  void append_way(std::vector<NodeId>& nodes) const;
  void append_way(NodeId to, std::vector<NodeId>& nodes) const;

 private:
  template <class Settled>
  void run(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
           CellHandle bound, const MeshPlace& from, const MeshPlace* to, bool backward,
           Settled&& settled, SearchCounts* counts);

  Labels labels_;
  OpenList open_;
  std::vector<Vec3> points_;  // by node: where it was crossed; valid once expanded
  std::uint32_t goal_node_ = 0;
};

/// Answers queries under the paper's model; make one for each thread.
class PaperQuery {
 public:
  void count_into(QueryCounts* counts) { counts_ = counts; }

  /// A* on level 0.
  Status find_path_astar(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                         NavMeshPath& path);
  /// HNA* at a level [1, levels]; lowered while start and goal lie in one cell, to A* at last.
  Status find_path(const PaperModel& model, const MeshPlace& start, const MeshPlace& goal,
                   unsigned level, NavMeshPath& path);

 private:
  void connect(const PaperModel& model, const MeshPlace& place, CellHandle cell, bool backward,
               ClosestPointSearch& search, std::vector<Cost>& costs);
  void append_hops(const PaperModel& model, std::uint32_t last, std::vector<NodeId>& nodes);

  ClosestPointSearch ends_[2];
  ClosestPointSearch inside_;
  std::vector<Cost> costs_[2];
  Labels main_;
  OpenList open_;
  Hops hops_;
  std::vector<NodeId> way_;
  std::vector<Doorway> doorways_;
  QueryCounts* counts_ = nullptr;
};

}  // namespace portolan
