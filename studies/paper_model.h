#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/search/search.h"

/// HNA* with the approximations of its paper (2016, section 4), to repeat its error study: A*
/// crosses each portal at the point closest to where it comes from, and an intra-edge runs from
/// middle to middle of its two gates, by such an A* inside the cell, computed from scratch at every
/// level. Neither is optimal, so the answers of the levels differ, as the paper reports. Our own
/// model (NavMeshQuery) has one point a portal and gives the same cost at every level.
namespace portolan::detail {

/// A snapshot with the paper's intra-edges, their paths stored as nodes at every level. Immutable.
class PaperModel {
 public:
  PaperModel() = default;
  /// Computes the intra-edges of all levels up to `levels` [1, the snapshot's]: slow, for studies.
  static Result<PaperModel> build(const NavMeshSnapshot& snapshot, unsigned levels,
                                  const Progress& progress = {});

  const NavMeshSnapshot& snapshot() const { return snapshot_; }
  const Hierarchy& hierarchy() const { return hierarchy_; }
  unsigned levels() const { return levels_; }
  /// The cell of a level that holds a polygon.
  CellHandle cell_of(PolygonId polygon, unsigned level) const {
    return hierarchy_.partition().ancestor(snapshot_.world().layout().cell(polygon), level);
  }
  /// Appends the doorways of an intra-edge, its first gate left out.
  void append_path(CellHandle cell, NodeId from, NodeId to, std::vector<NodeId>& nodes) const;

 private:
  NavMeshSnapshot snapshot_;
  Hierarchy hierarchy_;
  unsigned levels_ = 0;
};

/// Where the paper's paths cross a gate: at the middle of its portal, which need not be the point
/// of our own model. The ends of links stay where they are.
Vec3 middle_of(const MeshLayout& layout, const PolygonMesh& mesh, NodeId gate);

/// A search that crosses portals at the closest point, anywhere or inside one cell. Owns its
/// scratch; one thread at a time.
class ClosestPointSearch {
 public:
  /// From a place to everything inside `within`, a cell of any level that holds the place. Gates of
  /// the cell are reached at their middles; every other doorway where it is closest. `backward`:
  /// along reversed portals and links, for paths that end at the place.
  void reach(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
             CellHandle within, const MeshPlace& from, bool backward, SearchCounts* counts);
  /// The same to one gate of the cell, by A*. Returns the cost; kInfinite where no path leads.
  Cost reach_gate(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
                  CellHandle within, const MeshPlace& from, NodeId gate, bool backward,
                  SearchCounts* counts);
  /// From a place to another; `within` as above, or kNoHandle for the whole mesh. Returns the cost.
  Cost find(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
            CellHandle within, const MeshPlace& from, const MeshPlace& to, SearchCounts* counts);

  /// After `reach`: the cost to a node; kInfinite where it was not reached.
  Cost cost(NodeId node) const { return labels_.cost(index(node)); }
  /// After `find`, or a `reach`: appends the doorways of the path, to the goal or to a node.
  void append_path(std::vector<NodeId>& nodes) const;
  void append_path(NodeId to, std::vector<NodeId>& nodes) const;

 private:
  template <class Settled>
  void run(const NavMeshWorld& world, const PolygonMesh& mesh, const Partition& partition,
           CellHandle within, const MeshPlace& from, const MeshPlace* to, const Vec3* toward,
           bool backward, Settled&& settled, SearchCounts* counts);

  Labels labels_;
  OpenList open_;
  std::vector<Vec3> points_;  // by node: where it was crossed; valid once expanded
  std::uint32_t goal_node_ = 0;
};

}  // namespace portolan::detail
