#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/navmesh.h"
#include "portolan/navmesh/nav_mesh.h"
#include "portolan/navmesh/nav_mesh_world.h"
#include "portolan/navmesh/strong_components.h"
#include "portolan/partition/nested_cells.h"
#include "portolan/snapshot/snapshot.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// How a mesh's hierarchy is built.
struct NavMeshBuildOptions {
  MergeOptions cells;       ///< How polygons are merged into cells, and these into larger ones.
  bool store_steps = true;  ///< Keep the paths of all intra-edges, instead of searching them again.
};

/// The cells that suit queries by tables: larger ones, since paths are copied cell by cell, the
/// more so in a large mesh, where labels grow faster than the gates.
inline MergeOptions merge_for_tables(std::uint32_t polygons) {
  MergeOptions options;
  options.merge = {polygons < 50'000 ? 64u : 128u, 8};
  return options;
}

/// One agent type as a baked file holds it.
struct StoredAgent {
  NavMeshMetric metric;
  std::vector<CellWords> cells;  ///< By handle; none where paths are not stored.
  double customize_ms = 0.0;     ///< What computing them took.
};

/// A mesh, a metric and the hierarchy for it at one moment. Immutable and cheap to copy; any
/// number of threads may query it.
class NavMeshSnapshot : public Snapshot<NavMeshSnapshot, NavMeshWorld> {
 public:
  NavMeshSnapshot() = default;
  /// Partitions and customizes.
  static Result<NavMeshSnapshot> build(NavMesh mesh, const NavMeshMetric& metric,
                                       const NavMeshBuildOptions& options = {},
                                       const Progress& progress = {});
  /// The same with a partition made before: only customizes.
  static Result<NavMeshSnapshot> customize(NavMesh mesh, const NavMeshMetric& metric,
                                           const NestedCells& cells,
                                           const NavMeshBuildOptions& options = {},
                                           const Progress& progress = {});
  /// Puts together what an untrusted baked file holds, a snapshot for each agent, all over one mesh
  /// and partition. Cells computed before are checked (see validate_paths) but
  /// not computed again. Without stored paths nothing would prove them right: `agents` then come
  /// without cells, and these are computed again.
  static Result<std::vector<NavMeshSnapshot>> assemble(
      const NavMesh& mesh, const NestedCells& cells, const NavMeshBuildOptions& options,
      double partition_ms, std::vector<StoredAgent> agents, const ParallelFor& parallel);
  /// The same mesh and partition for another agent type: customizes again, never partitions.
  Result<NavMeshSnapshot> with_metric(const NavMeshMetric& metric,
                                      const Progress& progress = {}) const;

  /// The same mesh for an agent type that is asked about seldom: nothing is customized, and only
  /// NavMeshQuery::find_path_astar may be asked.
  Result<NavMeshSnapshot> with_metric_for_search(const NavMeshMetric& metric) const;
  /// Whether the hierarchy is of this metric.
  bool customized() const { return customized_; }

  const NavMesh& mesh() const { return mesh_; }
  const NavMeshMetric& metric() const { return metric_; }
  const NavMeshBuildOptions& options() const { return options_; }
  double partition_ms() const { return partition_ms_; }  ///< What partitioning took,
  double customize_ms() const { return customize_ms_; }  ///< and the rest of the build.

  /// Whether a place can be stood on.
  bool passable(const MeshPlace& place) const { return passable(polygon_of(place)); }
  bool passable(PolygonId polygon) const {
    return index(polygon) < mesh_.polygon_count() &&
           world_.costs().area_costs[polygon] != NavMeshMetric::kBlocked;
  }
  /// Which polygons can be reached from which.
  const StrongComponents& strong_components() const { return *strong_components_; }
  /// A cost in metres (times the cost of the areas); infinite for kInfinite.
  double metres(Cost cost) const {
    return cost == kInfinite ? std::numeric_limits<double>::infinity()
                             : cost / world_.costs().units_per_metre;
  }

 private:
  void find_strong_components();

  NavMesh mesh_;
  NavMeshMetric metric_;
  NavMeshBuildOptions options_;
  bool customized_ = true;
  std::shared_ptr<const StrongComponents> strong_components_;
  double partition_ms_ = 0.0;
  double customize_ms_ = 0.0;
};

/// The polygons as atoms to be merged: joined where a portal or a link joins them.
AtomGraph make_atom_graph(const PolygonMesh& mesh);

}  // namespace portolan::detail
