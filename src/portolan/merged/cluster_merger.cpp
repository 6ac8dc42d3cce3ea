#include "portolan/merged/cluster_merger.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "portolan/core/narrow.h"
#include "portolan/merged/lay_out.h"
#include "portolan/merged/mesh_joints.h"

namespace portolan::detail {

Result<ClusterMerger> ClusterMerger::make(const TriangleMesh& mesh, const TerrainPrices& prices,
                                          const MergeSettings& settings) {
  ClusterMerger merger(settings);
  if (auto begun = begin_clusters(merger.start_, mesh, prices); !begun) return begun.error();
  merger.parent_.assign(mesh.triangle_count(), kNoCluster);
  merger.entering_.resize(mesh.triangle_count());
  merger.boxes_ = std::exchange(merger.start_.boxes, {});
  merger.link_steps();
  return merger;
}

ClusterMerger::ClusterMerger(const MergedHierarchy& h) {
  start_.settings = h.settings;
  start_.made_before = h.made_before;
  start_.triangle_count = h.triangle_count;
  start_.mate = h.mate;
  start_.weighted = h.weighted;
  start_.unweighted = h.unweighted;
  parent_ = h.parent;
  std::replace(parent_.begin(), parent_.end(), h.global(), kNoCluster);
  entering_ = h.entering;
  boxes_ = h.boxes;
  link_steps();
  // One joint stands for each record, and its mate for the record of the other direction.
  target_.assign(start_.joint_count(), kNoCluster);
  first_joint_.assign(parent_.size(), kNoJoint);
  for (const ClusterId cluster : h.clusters()) {
    for (const RecordId r : h.record_ids_of(cluster)) {
      const ClusterId target = h.records[r].target;
      if (target < cluster) continue;
      const JointId joint = h.joints_of(r)[0];
      const JointId mate = h.mate[joint];
      add_joint(cluster, joint, target);
      add_joint(target, mate, cluster);
      distance_[joint] = h.records[r].distance;
      distance_[mate] = h.records[h.record_of[mate]].distance;
    }
  }
}

/// Sets everything up for joints that each lead to a cluster of their own.
void ClusterMerger::link_steps() {
  const std::uint32_t joint_count = start_.joint_count();
  const std::uint32_t count = cluster_count();
  first_joint_.assign(count, kNoJoint);
  nearest_.assign(count, std::numeric_limits<double>::infinity());
  mark_.assign(count, kNoCluster);
  known_joint_.assign(count, kNoJoint);
  place_.assign(count, 0);
  is_changed_.assign(count, false);
  target_.assign(joint_count, kNoCluster);
  next_.assign(joint_count, kNoJoint);
  distance_.resize(joint_count);
  for (std::uint32_t number = joint_count; number-- > 0;) {
    const JointId joint{number};
    distance_[joint] = start_.step(joint);
    if (start_.mate[joint] != kNoJoint)
      add_joint(cluster_of(triangle_of(joint)), joint, start_.behind(joint));
  }
  for (const ClusterId cluster : IdRange<ClusterId>(count)) {
    if (!is_top(cluster)) continue;
    ++top_count_;
    mark_changed(cluster);
  }
}

void ClusterMerger::add_joint(ClusterId cluster, JointId joint, ClusterId target) {
  target_[joint] = target;
  next_[joint] = first_joint_[cluster];
  first_joint_[cluster] = joint;
}

void ClusterMerger::mark_changed(ClusterId cluster) {
  if (is_changed_[cluster]) return;
  is_changed_[cluster] = true;
  changed_.push_back(cluster);
}

/// Half the sum of both directions: the same from either side.
double ClusterMerger::unit_of(JointId joint) const {
  return (unit_distance(distance_[joint]) + unit_distance(distance_[start_.mate[joint]])) / 2.0;
}

/// Candidate picking (5.2.1): how near the nearest neighbour is. Unlinks dropped joints.
void ClusterMerger::look_around(ClusterId cluster) {
  nearest_[cluster] = std::numeric_limits<double>::infinity();
  JointId* link = &first_joint_[cluster];
  while (*link != kNoJoint) {
    if (dropped(*link)) {
      *link = next_[*link];
    } else {
      nearest_[cluster] = std::min(nearest_[cluster], unit_of(*link));
      link = &next_[*link];
    }
  }
}

std::uint32_t ClusterMerger::impatient_below() const {
  const std::size_t patience = start_.settings.patience;
  const std::vector<std::uint32_t>& made_before = start_.made_before;
  return patience == 0 || made_before.size() < patience
             ? 0
             : made_before[made_before.size() - patience];
}

/// Whether the clusters on both sides of a joint, `cluster` on this one, merge.
bool ClusterMerger::matches(ClusterId cluster, JointId joint) const {
  const ClusterId other = target_[joint];
  const double unit = unit_of(joint);
  const bool here = unit == nearest_[cluster];
  const bool there = unit == nearest_[other];
  return (here && there) || (here && index(cluster) < impatient_below_) ||
         (there && index(other) < impatient_below_);
}

/// Adds to matched_ all top clusters that merge with `seed`, itself included (5.2.2).
void ClusterMerger::collect(ClusterId seed) {
  const std::size_t begin = matched_.size();
  mark_[seed] = seed;
  matched_.push_back(seed);
  for (std::size_t at = begin; at < matched_.size(); ++at) {
    const ClusterId cluster = matched_[at];
    for (JointId j = first_joint_[cluster]; j != kNoJoint; j = next_[j]) {
      if (dropped(j)) continue;
      const ClusterId other = target_[j];
      if (mark_[other] == seed || !matches(cluster, j)) continue;
      mark_[other] = seed;
      matched_.push_back(other);
    }
  }
  if (matched_.size() == begin + 1) {
    matched_.pop_back();
    mark_[seed] = kNoCluster;
  } else {
    std::sort(matched_.begin() + static_cast<std::ptrdiff_t>(begin), matched_.end());
    found_.push_back({begin, matched_.size()});
  }
}

/// The top clusters that may find a match that they did not have in the last step.
std::vector<ClusterId> ClusterMerger::take_changed() {
  const std::uint32_t before = std::exchange(impatient_below_, impatient_below());
  for (const ClusterId cluster : IdRange<ClusterId>(before, impatient_below_))
    mark_changed(cluster);
  std::vector<ClusterId> changed = std::exchange(changed_, {});
  std::erase_if(changed, [&](ClusterId cluster) { return !is_top(cluster); });
  std::sort(changed.begin(), changed.end());
  return changed;
}

bool ClusterMerger::merge_step() {
  start_.made_before.push_back(cluster_count());
  const std::vector<ClusterId> looking = take_changed();
  for (const ClusterId cluster : looking) {
    is_changed_[cluster] = false;
    look_around(cluster);
  }
  matched_.clear();
  found_.clear();
  for (const ClusterId cluster : looking) {
    if (mark_[cluster] == kNoCluster) collect(cluster);
  }
  std::sort(found_.begin(), found_.end(),
            [&](const Match& a, const Match& b) { return matched_[a.begin] < matched_[b.begin]; });
  for (const Match& m : found_) merge({matched_.data() + m.begin, matched_.data() + m.end});
  if (matched_.empty()) {
    start_.made_before.pop_back();
    return false;
  }
  return true;
}

/// Makes one cluster of several, given in ascending order, all marked with the first of them.
void ClusterMerger::merge(std::span<const ClusterId> clusters) {
  const ClusterId merged{cluster_count()};
  compute_entering(clusters);
  Box box = boxes_[clusters[0]];
  for (const ClusterId cluster : clusters) {
    enclose(box, boxes_[cluster]);
    parent_[cluster] = merged;
  }
  parent_.push_back(kNoCluster);
  entering_.push_back({});
  boxes_.push_back(box);
  first_joint_.push_back(kNoJoint);
  nearest_.push_back(std::numeric_limits<double>::infinity());
  mark_.push_back(kNoCluster);
  known_joint_.push_back(kNoJoint);
  place_.push_back(0);
  is_changed_.push_back(false);
  top_count_ -= narrow<std::uint32_t>(clusters.size()) - 1;
  for (const ClusterId cluster : clusters) take_outside_joints(cluster, merged);
  for (JointId j = first_joint_[merged]; j != kNoJoint; j = next_[j]) {
    known_joint_[target_[j]] = kNoJoint;
    mark_changed(target_[j]);
  }
  mark_changed(merged);
}

/// Fills in `entering_` of the clusters that can be entered from outside.
void ClusterMerger::compute_entering(std::span<const ClusterId> clusters) {
  const ClusterId own = mark_[clusters[0]];
  for (std::uint32_t k = 0; k < clusters.size(); ++k) place_[clusters[k]] = k;
  distances_.begin(narrow<std::uint32_t>(clusters.size()));
  std::vector<std::uint32_t> entered;
  for (std::uint32_t k = 0; k < clusters.size(); ++k) {
    bool outside = false;
    for (JointId j = first_joint_[clusters[k]]; j != kNoJoint; j = next_[j]) {
      if (dropped(j)) continue;
      if (mark_[target_[j]] == own) {
        distances_.add(k, place_[target_[j]], distance_[j]);
      } else {
        outside = true;
      }
    }
    if (outside) entered.push_back(k);
  }
  if (entered.empty()) return;
  distances_.finish();
  for (const std::uint32_t k : entered) {
    entering_[clusters[k]] = distances_.entering(k, start_.settings.entering);
  }
}

/// Hands the joints of a child that lead outside to the merged cluster; those to its siblings stay.
/// Where another joint of the merged cluster leads to the same neighbour, only the better distance
/// is kept, in both directions.
void ClusterMerger::take_outside_joints(ClusterId cluster, ClusterId merged) {
  JointId joint = std::exchange(first_joint_[cluster], kNoJoint);
  while (joint != kNoJoint) {
    const JointId next = next_[joint];
    const ClusterId other = target_[joint];
    if (!dropped(joint)) {
      if (parent_[other] == merged) {
        add_joint(cluster, joint, other);
      } else {
        const JointId mate = start_.mate[joint];
        distance_[mate] = distance_[mate] + entering_[cluster];
        target_[mate] = merged;
        const JointId known = known_joint_[other];
        if (known == kNoJoint) {
          known_joint_[other] = joint;
          add_joint(merged, joint, other);
        } else {
          const JointId known_mate = start_.mate[known];
          if (better(distance_[joint], distance_[known])) distance_[known] = distance_[joint];
          if (better(distance_[mate], distance_[known_mate])) {
            distance_[known_mate] = distance_[mate];
          }
          target_[joint] = kNoCluster;
          target_[mate] = kNoCluster;
        }
      }
    }
    joint = next;
  }
}

void ClusterMerger::complete(MergedHierarchy& h) const {
  h.parent = parent_;
  std::replace(h.parent.begin(), h.parent.end(), kNoCluster, h.global());
  h.entering = entering_;
  h.boxes = boxes_;
  lay_out_all(h);
}

MergedHierarchy ClusterMerger::hierarchy() const& {
  MergedHierarchy h = start_;
  complete(h);
  return h;
}

MergedHierarchy ClusterMerger::hierarchy() && {
  decltype(target_)().swap(target_);
  decltype(next_)().swap(next_);
  decltype(distance_)().swap(distance_);
  MergedHierarchy h = std::move(start_);
  complete(h);
  return h;
}

Result<MergedHierarchy> merge_on(ClusterMerger merger, std::uint32_t steps,
                                 const Progress& progress) {
  const std::uint32_t count = merger.top_count();
  do {
    if (!progress.step(count - merger.top_count(), count, "clusters merged")) {
      return Error{"merging was cancelled"};
    }
  } while (merger.step_count() < steps && merger.merge_step());
  return std::move(merger).hierarchy();
}

Result<MergedHierarchy> build_merged_hierarchy(const TriangleMesh& mesh,
                                               const TerrainPrices& prices,
                                               const MergeSettings& settings,
                                               const Progress& progress) {
  auto merger = ClusterMerger::make(mesh, prices, settings);
  if (!merger) return merger.error();
  return merge_on(std::move(*merger), kAllSteps, progress);
}

}  // namespace portolan::detail
