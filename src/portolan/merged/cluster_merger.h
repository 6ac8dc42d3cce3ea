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
  struct Group {
    std::size_t begin;  // in matched_
    std::size_t end;
  };
  explicit ClusterMerger(const MergeSettings& settings) { start_.settings = settings; }

  void link_steps();
  void add_joint(std::uint32_t cluster, std::uint32_t joint, std::uint32_t target);
  std::uint32_t impatient_below() const;  // clusters below this number have waited for too long
  bool is_top(std::uint32_t cluster) const { return parent_[cluster] == kNoParent; }
  bool dropped(std::uint32_t joint) const { return target_[joint] == kNoParent; }
  double unit_of(std::uint32_t joint) const;

  bool matches(std::uint32_t cluster, std::uint32_t joint) const;
  std::vector<std::uint32_t> take_changed();
  void look_around(std::uint32_t cluster);
  void collect(std::uint32_t seed);
  void merge(std::span<const std::uint32_t> clusters);
  void compute_entering(std::span<const std::uint32_t> clusters);
  void take_outside_joints(std::uint32_t cluster, std::uint32_t merged);
  void mark_changed(std::uint32_t cluster);
  void complete(MergedHierarchy& h) const;

  static constexpr std::uint32_t kNoParent = 0xFFFF'FFFFu;

  MergedHierarchy start_;  // the mesh: mates and prices, settings, counts
  std::uint32_t top_count_ = 0;
  std::uint32_t impatient_below_ = 0;

  // By joint.
  std::vector<std::uint32_t> target_;  // the cluster on the other side; kNoParent: no longer used
  std::vector<std::uint32_t> next_;    // in its cluster's list
  std::vector<ClusterDistance> distance_;

  // By cluster.
  std::vector<std::uint32_t> parent_;
  std::vector<ClusterDistance> entering_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> first_joint_;  // of its list
  std::vector<double> nearest_;             // the least symmetric unit distance to a neighbour
  std::vector<std::uint32_t> mark_;         // see `merge` and `collect`

  std::vector<std::uint32_t> changed_;  // top clusters to look around, each once
  std::vector<bool> is_changed_;
  std::vector<std::uint32_t> matched_;  // groups one after the other, each ascending
  std::vector<Group> groups_;
  std::vector<std::uint32_t> known_joint_;  // by cluster: the joint that leads there, in `merge`
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
