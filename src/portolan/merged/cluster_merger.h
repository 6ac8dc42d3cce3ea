#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "portolan/merged/child_distances.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Merges the clusters of a mesh step by step (section 5.2 of the thesis).
///
/// In a step each top cluster picks the neighbours nearest to it by symmetric unit distance, all
/// equally near ones; those that pick each other, and so on from each to the next, become one.
/// A cluster that has waited for too long (see MergeSettings::patience) need not be picked back.
/// A cluster's neighbours are kept as one list of joints, one joint standing for all that lead to
/// the same neighbour; merging two neighbours drops one of two such joints, so no memory is added.
/// Only clusters whose distances changed in the last step can find a new match, so only they look.
///
/// Records that lead into a merged cluster from smaller ones are not touched: their distance grows
/// by the same `entering` as that of the top clusters' records, and is filled in by `hierarchy`.
class ClusterMerger {
 public:
  /// Fails for prices that do not fit the mesh, and steps that lead one way only.
  static Result<ClusterMerger> make(const TriangleMesh& mesh, const TerrainPrices& prices,
                                    const MergeSettings& settings = {});
  /// Goes on where a structure stands. One that was compressed merges as if its clusters were new.
  explicit ClusterMerger(const MergedHierarchy& h);

  std::uint32_t top_count() const { return top_count_; }
  std::uint32_t step_count() const { return start_.step_count(); }
  std::uint32_t cluster_count() const { return static_cast<std::uint32_t>(parent_.size()); }

  /// Returns whether any clusters merged; if not, none are left that could.
  bool merge_step();

  /// The structure as it stands.
  MergedHierarchy hierarchy() const&;
  MergedHierarchy hierarchy() &&;

 private:
  /// Clusters that become one, side by side in `matched_`.
  struct Match {
    std::size_t begin;
    std::size_t end;
  };
  explicit ClusterMerger(const MergeSettings& settings) { start_.settings = settings; }

  void link_steps();
  void add_joint(ClusterId cluster, JointId joint, ClusterId target);
  std::uint32_t impatient_below() const;  // clusters below this number have waited for too long
  bool is_top(ClusterId cluster) const { return parent_[cluster] == kNoCluster; }
  bool dropped(JointId joint) const { return target_[joint] == kNoCluster; }
  double unit_of(JointId joint) const;

  bool matches(ClusterId cluster, JointId joint) const;
  std::vector<ClusterId> take_changed();
  void look_around(ClusterId cluster);
  void collect(ClusterId seed);
  void merge(std::span<const ClusterId> clusters);
  void compute_entering(std::span<const ClusterId> clusters);
  void take_outside_joints(ClusterId cluster, ClusterId merged);
  void mark_changed(ClusterId cluster);
  void complete(MergedHierarchy& h) const;

  MergedHierarchy start_;  // the mesh: mates and prices, settings, counts
  std::uint32_t top_count_ = 0;
  std::uint32_t impatient_below_ = 0;

  // By joint.
  IdVector<JointId, ClusterId> target_;  // on the other side; kNoCluster: no longer used
  IdVector<JointId, JointId> next_;      // in its cluster's list
  IdVector<JointId, ClusterDistance> distance_;

  // By cluster.
  IdVector<ClusterId, ClusterId> parent_;  // kNoCluster: a top cluster
  IdVector<ClusterId, ClusterDistance> entering_;
  IdVector<ClusterId, Box> boxes_;
  IdVector<ClusterId, JointId> first_joint_;  // of its list
  IdVector<ClusterId, double> nearest_;       // the least symmetric unit distance to a neighbour
  IdVector<ClusterId, ClusterId> mark_;       // see `merge` and `collect`
  IdVector<ClusterId, bool> is_changed_;
  IdVector<ClusterId, JointId> known_joint_;  // the one that leads there, in `merge`
  IdVector<ClusterId, std::uint32_t> place_;  // among those it merges with, in `merge`

  std::vector<ClusterId> changed_;  // top clusters to look around, each once
  std::vector<ClusterId> matched_;  // one match after the other, each ascending
  std::vector<Match> found_;
  ChildDistances distances_;
};

/// Merges until there have been so many steps in all, or nothing is left to merge. Fails when
/// cancelled.
inline constexpr std::uint32_t kAllSteps = std::numeric_limits<std::uint32_t>::max();
Result<MergedHierarchy> merge_on(ClusterMerger merger, std::uint32_t steps = kAllSteps,
                                 const Progress& progress = {});

/// Merges until nothing is left to merge. Fails when cancelled, and as ClusterMerger::make.
Result<MergedHierarchy> build_merged_hierarchy(const TriangleMesh& mesh,
                                               const TerrainPrices& prices,
                                               const MergeSettings& settings = {},
                                               const Progress& progress = {});

}  // namespace portolan::detail
