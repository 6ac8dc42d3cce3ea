#include "portolan/merged/merge_distances.h"

#include <algorithm>

#include "portolan/merged/cluster_entering.h"

namespace portolan::detail {
namespace {

/// What entering from a low cluster up to the highest cluster joined so far adds. Chains are
/// shortened as they are walked, so that the whole structure takes almost linear time.
class EnteringSums {
 public:
  explicit EnteringSums(std::uint32_t count) : up_(count), sum_(count) {
    for (const ClusterId cluster : IdRange<ClusterId>(count)) up_[cluster] = cluster;
  }
  void join(ClusterId child, ClusterId parent, const ClusterDistance& entering) {
    up_[child] = parent;
    sum_[child] = entering;
  }
  ClusterDistance from(ClusterId cluster) {
    ClusterId root = cluster;
    for (; up_[root] != root; root = up_[root]) chain_.push_back(root);
    ClusterDistance sum{};
    while (!chain_.empty()) {
      const ClusterId m = chain_.back();
      chain_.pop_back();
      sum = sum_[m] + sum;
      sum_[m] = sum;
      up_[m] = root;
    }
    return sum;
  }

 private:
  IdVector<ClusterId, ClusterId> up_;
  IdVector<ClusterId, ClusterDistance> sum_;
  std::vector<ClusterId> chain_;
};

void fill_records_of_children(MergedHierarchy& h, ClusterId cluster, EnteringSums& sums) {
  for (const ClusterId child : h.children_of(cluster)) {
    for (const RecordId r : h.record_ids_of(child)) {
      ClusterDistance best{kInfinite, kInfinite};
      for (const JointId joint : h.joints_of(r)) {
        const ClusterDistance distance = h.step(joint) + sums.from(h.behind(joint));
        if (better(distance, best)) best = distance;
      }
      h.records[r].distance = best;
    }
  }
}

/// From the bottom up; `enter(cluster)` fills in `entering` of its children once their records are.
template <class Enter>
void fill_from_the_bottom(MergedHierarchy& h, Enter&& enter) {
  EnteringSums sums(h.cluster_count() + 1);
  for (const ClusterId cluster : IdRange<ClusterId>(h.triangle_count, h.cluster_count() + 1)) {
    fill_records_of_children(h, cluster, sums);
    if (cluster == h.global()) break;
    enter(cluster);
    for (const ClusterId child : h.children_of(cluster))
      sums.join(child, cluster, h.entering[child]);
  }
}

}  // namespace

void fill_record_distances(MergedHierarchy& h) {
  fill_from_the_bottom(h, [](ClusterId) {});
}

void compute_distances(MergedHierarchy& h) {
  ClusterEntering entering(h);
  h.entering.assign(h.cluster_count(), {});
  fill_from_the_bottom(h, [&](ClusterId cluster) { entering.compute(cluster, [](ClusterId) {}); });
}

}  // namespace portolan::detail
