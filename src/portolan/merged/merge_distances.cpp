#include "portolan/merged/merge_distances.h"

#include <algorithm>
#include <numeric>

#include "portolan/merged/cluster_entering.h"

namespace portolan::detail {
namespace {

/// What entering from a low cluster up to the highest cluster joined so far adds. Chains are
/// shortened as they are walked, so that the whole structure takes almost linear time.
class EnteringSums {
 public:
  explicit EnteringSums(std::uint32_t count) : up_(count), sum_(count) {
    std::iota(up_.begin(), up_.end(), 0u);
  }
  void join(std::uint32_t child, std::uint32_t parent, const ClusterDistance& entering) {
    up_[child] = parent;
    sum_[child] = entering;
  }
  ClusterDistance from(std::uint32_t cluster) {
    std::uint32_t root = cluster;
    for (; up_[root] != root; root = up_[root]) chain_.push_back(root);
    ClusterDistance sum{};
    while (!chain_.empty()) {
      const std::uint32_t m = chain_.back();
      chain_.pop_back();
      sum = sum_[m] + sum;
      sum_[m] = sum;
      up_[m] = root;
    }
    return sum;
  }

 private:
  std::vector<std::uint32_t> up_;
  std::vector<ClusterDistance> sum_;
  std::vector<std::uint32_t> chain_;
};

void fill_records_of_children(MergedHierarchy& h, std::uint32_t cluster, EnteringSums& sums) {
  for (const std::uint32_t child : h.children_of(cluster)) {
    for (std::uint32_t r = h.record_begin[child]; r < h.record_begin[child + 1]; ++r) {
      ClusterDistance best{kInfinite, kInfinite};
      for (const std::uint32_t joint : h.joints_of(r)) {
        const ClusterDistance way = h.step(joint) + sums.from(h.mate[joint] / 3);
        if (better(way, best)) best = way;
      }
      h.records[r].distance = best;
    }
  }
}

/// From the bottom up; `enter(cluster)` fills in `entering` of its children once their records are.
template <class Enter>
void fill_from_the_bottom(MergedHierarchy& h, Enter&& enter) {
  EnteringSums sums(h.cluster_count() + 1);
  for (std::uint32_t cluster = h.triangle_count; cluster <= h.global(); ++cluster) {
    fill_records_of_children(h, cluster, sums);
    if (cluster == h.global()) break;
    enter(cluster);
    for (const std::uint32_t child : h.children_of(cluster))
      sums.join(child, cluster, h.entering[child]);
  }
}

}  // namespace

void fill_record_distances(MergedHierarchy& h) {
  fill_from_the_bottom(h, [](std::uint32_t) {});
}

void compute_distances(MergedHierarchy& h) {
  ClusterEntering entering(h);
  h.entering.assign(h.cluster_count(), {});
  fill_from_the_bottom(
      h, [&](std::uint32_t cluster) { entering.compute(cluster, [](std::uint32_t) {}); });
}

}  // namespace portolan::detail
