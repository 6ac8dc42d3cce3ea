#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Where agents are (the thesis' future work): each cluster counts those who stand on its
/// triangles, and its price rises with how crowded it is, so that agents spread.
///
/// Not for several threads while it changes; the hierarchy must outlive it.
class Crowding {
 public:
  /// `weight`: by how many times its price a cluster becomes more expensive for each agent per
  /// triangle.
  explicit Crowding(const MergedHierarchy& h, double weight = 1.0)
      : h_(h), weight_(weight), count_(h.cluster_count(), 0) {}

  void enter(TriangleId triangle) { add(cluster_of(triangle), 1); }
  void leave(TriangleId triangle) { add(cluster_of(triangle), static_cast<std::uint32_t>(-1)); }

  std::uint32_t count(ClusterId cluster) const { return count_[cluster]; }
  /// The price of going into `cluster` now.
  Cost raised(Cost price, ClusterId cluster) const {
    const std::uint32_t count = count_[cluster];
    if (count == 0) return price;
    const double crowd = weight_ * count / h_.size_of(cluster);
    const double sum = price * (1.0 + crowd);
    return sum < kFarthest ? static_cast<Cost>(sum) : kFarthest;
  }

 private:
  void add(ClusterId cluster, std::uint32_t by) {
    for (; cluster != h_.global(); cluster = h_.parent[cluster]) count_[cluster] += by;
  }

  const MergedHierarchy& h_;
  double weight_;
  IdVector<ClusterId, std::uint32_t> count_;
};

}  // namespace portolan::detail
