#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/merged/cluster_memory.h"
#include "portolan/merged/crowding.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/search/search.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A path over triangles. `cost` is the sum of its steps' weighted prices; one that would not fit
/// stays at the highest cost that there is, kInfinite - 1.
struct MergedPath {
  Status status = Status::unreachable;
  Cost cost = kInfinite;
  std::vector<std::uint32_t> triangles;  ///< From start to goal; none unless complete.
};

/// Navigation over a merged hierarchy (chapter 4 of the thesis): from the lowest cluster that
/// holds both ends down, each cluster on the path is replaced by a path over its children.
///
/// One for each thread; the hierarchy must outlive it. Complete (`find`) or progressive: after
/// `begin`, each `next` expands only as much as it needs to know the next triangle.
///
/// `Memory`: a ClusterMemory or what can stand in for one. The functions are defined in
/// expand_clusters.h, for the sources that instantiate them.
template <class Memory>
class MergedQueryOf {
 public:
  explicit MergedQueryOf(const MergedHierarchy& h, std::uint32_t first_iteration = 1);

  /// Prices of crowded clusters rise in navigations that begin from now on; nullptr: none do.
  void set_crowding(const Crowding* crowding) { crowding_ = crowding; }

  /// Starts a navigation. `complete`: `next` will lead to the goal.
  Status begin(TriangleId start, TriangleId goal);
  /// The next triangle, the start first; kNoTriangle after the goal.
  TriangleId next();
  /// The price of the step that led to the last triangle handed out; 0 for the start.
  Cost last_step() const { return last_step_; }

  /// Puts a path over its children in the place of the cluster that comes next; false where that
  /// is a triangle already, or nothing is left. `next` does so as often as it has to.
  bool expand_next();
  /// The rest of the path: clusters that nobody expanded yet, and triangles, the next one first.
  std::vector<ClusterId> remaining() const;

  void find(TriangleId start, TriangleId goal, MergedPath& path);

  const SearchCounts& counts() const { return counts_; }  ///< Of all navigations so far.
  std::uint64_t expanded_clusters() const { return expanded_clusters_; }
  std::size_t bytes() const { return memory_.bytes() + labels_.bytes(); }

  /// For `search`: the children of the cluster being expanded.
  template <class F>
  void for_each_edge(std::uint32_t child, const Label&, F&& f) const;

 private:
  /// A cluster still to be walked through, and the record by which the path leaves it.
  struct Step {
    ClusterId cluster;
    RecordId exit;  // kNoRecord: it holds the goal
  };
  bool mark_chains(ClusterId start, ClusterId goal);
  void expand(Step step);
  bool is_final(ClusterId cluster, const Step& step);
  ClusterId find_target(const Step& step);
  Cost usual_step(ClusterId cluster);
  void mark_starters(TriangleId triangle, const Step& step);

  const MergedHierarchy& h_;
  const Crowding* crowding_ = nullptr;
  Memory memory_;
  std::span<const ClusterId> children_;  // of the cluster being expanded
  Labels labels_;                        // by place among them
  OpenList open_;
  std::vector<Step> steps_;  // the rest of the path, what comes next last
  ClusterId goal_{0};
  TriangleId last_triangle_ = kNoTriangle;
  Cost last_step_ = 0;
  SearchCounts counts_;
  std::uint64_t expanded_clusters_ = 0;
};

using MergedQuery = MergedQueryOf<ClusterMemory>;
extern template class MergedQueryOf<ClusterMemory>;

}  // namespace portolan::detail
