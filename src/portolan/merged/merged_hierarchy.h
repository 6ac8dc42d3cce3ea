#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/merged/merge_settings.h"
#include "portolan/merged/merged_ids.h"
#include "portolan/terrain.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What a cluster knows of a neighbour that has the same parent.
struct NeighbourRecord {
  ClusterId target;
  ClusterDistance distance;  ///< To any triangle of the target.

  friend bool operator==(const NeighbourRecord&, const NeighbourRecord&) = default;
};

/// The merged hierarchy (chapter 3 of the thesis): a tree of clusters over a mesh of triangles.
///
/// Clusters 0 .. triangle_count-1 are the triangles (low clusters), the ones above are made of
/// others (high clusters); a parent has a larger number than its children. The last number,
/// `global()`, is the global cluster: the parent of the top clusters, stored nowhere else.
///
/// In the thesis every cluster on both sides of a joint lists it; here it lies in one record only,
/// that of the two clusters on its sides which have the same parent. The record of a smaller
/// cluster m towards the same target has the joints of that record whose triangle lies in m: one
/// range, because joints are ordered by the place of their triangle, and a cluster is a range of
/// places. So memory is linear however deep the tree.
///
/// Plain data; whoever fills it by hand asks `validate` (validate_merged.h).
struct MergedHierarchy {
  MergeSettings settings;
  std::uint32_t triangle_count = 0;
  /// By merge step that led here: how many clusters there were before it. None once compressed.
  std::vector<std::uint32_t> made_before;

  // By joint.
  IdVector<JointId, JointId> mate;        ///< The same edge from the other side; kNoJoint: no step.
  IdVector<JointId, Cost> weighted;       ///< What the step costs,
  IdVector<JointId, Cost> unweighted;     ///< and how long it is.
  IdVector<JointId, RecordId> record_of;  ///< The record that it lies in; kNoRecord.

  // By cluster.
  IdVector<ClusterId, ClusterId> parent;
  IdVector<ClusterId, ClusterDistance> entering;    ///< What entering the parent by it adds.
  IdVector<ClusterId, Box> boxes;                   ///< Extreme points.
  IdVector<ClusterId, std::uint32_t> sibling;       ///< Its place among its parent's children.
  IdVector<ClusterId, std::uint8_t> leaves_parent;  ///< Whether it has a joint out of its parent.
  std::vector<std::uint32_t> record_begin;          ///< One more than clusters.
  /// The places of its triangles, [first, last) with last the entry after; the global cluster too.
  IdVector<ClusterId, std::uint32_t> first_place;
  IdVector<ClusterId, std::uint32_t> last_place;

  std::vector<std::uint32_t> child_begin;  ///< By high cluster, the global cluster, and one more.
  std::vector<ClusterId> children;         ///< Ascending in each cluster.
  IdVector<RecordId, NeighbourRecord> records;  ///< By cluster, ascending by target.
  std::vector<std::uint32_t> joint_begin;       ///< By record, and one more.
  std::vector<JointId> joints;                  ///< By record, ascending by place.
  std::vector<std::uint32_t> component;  ///< By top cluster in order: joined ones have the same.

  std::uint32_t step_count() const { return static_cast<std::uint32_t>(made_before.size()); }
  std::uint32_t cluster_count() const { return static_cast<std::uint32_t>(parent.size()); }
  std::uint32_t high_count() const { return cluster_count() - triangle_count; }
  std::uint32_t joint_count() const { return static_cast<std::uint32_t>(mate.size()); }
  IdRange<TriangleId> triangles() const { return IdRange<TriangleId>(triangle_count); }
  IdRange<ClusterId> clusters() const { return IdRange<ClusterId>(cluster_count()); }
  IdRange<JointId> all_joints() const { return IdRange<JointId>(joint_count()); }
  ClusterId global() const { return ClusterId{cluster_count()}; }
  bool is_low(ClusterId cluster) const { return index(cluster) < triangle_count; }
  bool is_top(ClusterId cluster) const { return parent[cluster] == global(); }
  ClusterId top_of(ClusterId cluster) const {
    while (!is_top(cluster)) cluster = parent[cluster];
    return cluster;
  }
  /// Of a high cluster or the global one; a low cluster has none.
  std::span<const ClusterId> children_of(ClusterId cluster) const {
    if (is_low(cluster)) return {};
    const std::uint32_t at = index(cluster) - triangle_count;
    return {children.data() + child_begin[at], children.data() + child_begin[at + 1]};
  }
  std::span<const ClusterId> tops() const { return children_of(global()); }
  std::uint32_t size_of(ClusterId cluster) const {
    return last_place[cluster] - first_place[cluster];
  }
  bool contains(ClusterId cluster, ClusterId other) const {
    return first_place[cluster] <= first_place[other] && last_place[other] <= last_place[cluster];
  }
  /// The triangle that a step leads to, as a cluster.
  ClusterId behind(JointId joint) const { return cluster_of(triangle_of(mate[joint])); }
  ClusterDistance step(JointId joint) const { return {weighted[joint], unweighted[joint]}; }

  /// The neighbours with the same parent.
  std::span<const NeighbourRecord> records_of(ClusterId cluster) const {
    return {records.data() + record_begin[index(cluster)],
            records.data() + record_begin[index(cluster) + 1]};
  }
  IdRange<RecordId> record_ids_of(ClusterId cluster) const {
    return {record_begin[index(cluster)], record_begin[index(cluster) + 1]};
  }
  /// The cluster that a record belongs to.
  ClusterId owner_of(RecordId record) const;
  std::span<const JointId> joints_of(RecordId record) const {
    return {joints.data() + joint_begin[index(record)],
            joints.data() + joint_begin[index(record) + 1]};
  }
  /// Those of its joints that begin in `cluster`, the owner or something in it.
  std::span<const JointId> joints_from(RecordId record, ClusterId cluster) const;

  /// All neighbours of a cluster as the thesis has them, the highest clusters that do not hold it:
  /// those with the same parent and those of its ancestors that it touches. For looking at, not
  /// for navigation: takes time by the number of the mesh's triangles.
  std::vector<NeighbourRecord> find_neighbours(ClusterId cluster) const;

  /// Whether no two top clusters are neighbours, so that nothing is left to merge.
  bool is_merged() const;
  /// Clusters on the longest chain, low and top cluster included.
  std::uint32_t layer_count() const;
  std::size_t bytes() const;
};

/// What entering by `cluster` and its parents, up to but without `ancestor`, adds together.
ClusterDistance entering_up_to(const MergedHierarchy& h, ClusterId cluster, ClusterId ancestor);

}  // namespace portolan::detail
