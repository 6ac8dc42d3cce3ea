#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/merged/child_distances.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Computes `entering` of the children of one cluster after the other.
class ClusterEntering {
 public:
  explicit ClusterEntering(MergedHierarchy& h) : h_(h) {}

  /// From the records between the children, for those with a joint that leaves `cluster`: nothing
  /// ever enters by the others. `changed(child)` is called for each whose price changed.
  template <class Changed>
  void compute(ClusterId cluster, Changed&& changed) {
    const auto children = h_.children_of(cluster);
    if (std::none_of(children.begin(), children.end(),
                     [&](ClusterId child) { return h_.leaves_parent[child] != 0; })) {
      return;
    }
    read(children);
    for (std::uint32_t k = 0; k < children.size(); ++k) {
      const ClusterId child = children[k];
      if (h_.leaves_parent[child] == 0) continue;
      const ClusterDistance now = distances_.entering(k, h_.settings.entering);
      if (now == h_.entering[child]) continue;
      h_.entering[child] = now;
      changed(child);
    }
  }

 private:
  void read(std::span<const ClusterId> children) {
    distances_.begin(static_cast<std::uint32_t>(children.size()));
    for (std::uint32_t k = 0; k < children.size(); ++k) {
      for (const NeighbourRecord& record : h_.records_of(children[k])) {
        distances_.add(k, h_.sibling[record.target], record.distance);
      }
    }
    distances_.finish();
  }

  MergedHierarchy& h_;
  ChildDistances distances_;
};

}  // namespace portolan::detail
