#pragma once

#include <cstdint>
#include <limits>
#include <vector>

#include "portolan/core/progress.h"
#include "portolan/core/result.h"
#include "portolan/merged/child_distances.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan {

/// Merges the meshes of a web step by step (section 5.2 of the thesis).
///
/// In a step each top mesh picks the neighbours nearest to it by symmetric unit distance, all
/// equally near ones; those that pick each other, and so on from each to the next, become one.
/// A mesh that has waited for too long (see MergeSettings::patience) need not be picked back.
/// A mesh's neighbours are kept as one list of joints, one joint standing for all that lead to the
/// same neighbour; merging two neighbours drops one of two such joints, so no memory is added.
/// Only meshes whose distances changed in the last step can find a new match, so only they look.
///
/// Records that lead into a merged mesh from smaller ones are not touched: their distance grows by
/// the same `entering` as that of the top meshes' records, and is filled in by `hierarchy`.
class MeshMerger {
 public:
  /// Fails for prices that do not fit the web, and steps that lead one way only.
  static Result<MeshMerger> make(const TriangleWeb& web, const TerrainPrices& prices,
                                 const MergeSettings& settings = {});
  /// Goes on where a structure stands. One that was compressed merges as if its meshes were new.
  explicit MeshMerger(const MergedHierarchy& h);

  std::uint32_t top_count() const { return top_count_; }
  std::uint32_t step_count() const { return start_.step_count(); }
  std::uint32_t mesh_count() const { return static_cast<std::uint32_t>(parent_.size()); }

  /// Returns whether any meshes merged; if not, none are left that could.
  bool merge_step();

  /// The structure as it stands.
  MergedHierarchy hierarchy() const&;
  MergedHierarchy hierarchy() &&;

 private:
  struct Group {
    std::size_t begin;  // in matched_
    std::size_t end;
  };
  explicit MeshMerger(const MergeSettings& settings) { start_.settings = settings; }

  void link_steps();
  void add_joint(std::uint32_t mesh, std::uint32_t joint, std::uint32_t target);
  std::uint32_t impatient_below() const;  // meshes below this number have waited for too long
  bool is_top(std::uint32_t mesh) const { return parent_[mesh] == kNoParent; }
  bool dropped(std::uint32_t joint) const { return target_[joint] == kNoParent; }
  double unit_of(std::uint32_t joint) const;

  bool matches(std::uint32_t mesh, std::uint32_t joint) const;
  std::vector<std::uint32_t> take_changed();
  void look_around(std::uint32_t mesh);
  void collect(std::uint32_t seed);
  void merge(std::span<const std::uint32_t> meshes);
  void compute_entering(std::span<const std::uint32_t> meshes);
  void take_outside_joints(std::uint32_t mesh, std::uint32_t merged);
  void mark_changed(std::uint32_t mesh);
  void complete(MergedHierarchy& h) const;

  static constexpr std::uint32_t kNoParent = 0xFFFF'FFFFu;

  MergedHierarchy start_;  // the web: mates and prices, settings, counts
  std::uint32_t top_count_ = 0;
  std::uint32_t impatient_below_ = 0;

  // By joint.
  std::vector<std::uint32_t> target_;  // the mesh on the other side; kNoParent: no longer used
  std::vector<std::uint32_t> next_;    // in its mesh's list
  std::vector<MeshDistance> distance_;

  // By mesh.
  std::vector<std::uint32_t> parent_;
  std::vector<MeshDistance> entering_;
  std::vector<Box> boxes_;
  std::vector<std::uint32_t> first_joint_;  // of its list
  std::vector<double> nearest_;             // the least symmetric unit distance to a neighbour
  std::vector<std::uint32_t> mark_;         // see `merge` and `collect`

  std::vector<std::uint32_t> changed_;  // top meshes to look around, each once
  std::vector<bool> is_changed_;
  std::vector<std::uint32_t> matched_;  // groups one after the other, each ascending
  std::vector<Group> groups_;
  std::vector<std::uint32_t> known_joint_;  // by mesh: the joint that leads there, in `merge`
  ChildDistances distances_;
};

/// Merges until there have been so many steps in all, or nothing is left to merge. Fails when
/// cancelled.
inline constexpr std::uint32_t kAllSteps = std::numeric_limits<std::uint32_t>::max();
Result<MergedHierarchy> merge_on(MeshMerger merger, std::uint32_t steps = kAllSteps,
                                 const Progress& progress = {});

/// Merges until nothing is left to merge. Fails when cancelled, and as MeshMerger::make.
Result<MergedHierarchy> build_merged_hierarchy(const TriangleWeb& web, const TerrainPrices& prices,
                                               const MergeSettings& settings = {},
                                               const Progress& progress = {});

}  // namespace portolan
