#include <algorithm>
#include <set>
#include <utility>

#include "portolan/merged/cluster_entering.h"
#include "portolan/merged/merge_distances.h"

namespace portolan::detail {
namespace {

class DistanceUpdate {
 public:
  explicit DistanceUpdate(MergedHierarchy& h) : h_(h), entering_(h) {}

  void take(const PriceChange& change) {
    h_.weighted[change.joint] = change.weighted;
    h_.unweighted[change.joint] = change.unweighted;
    const RecordId record = h_.record_of[change.joint];
    waiting_.insert({h_.parent[h_.owner_of(record)], record});
  }

  /// Cluster by cluster from the bottom up: what changes in one only concerns larger ones.
  DistanceUpdates run() {
    while (!waiting_.empty()) {
      const ClusterId cluster = waiting_.begin()->first;
      bool changed = false;
      for (auto at = waiting_.begin(); at != waiting_.end() && at->first == cluster;) {
        changed = update_record(at->second) || changed;
        at = waiting_.erase(at);
      }
      if (!changed || cluster == h_.global()) continue;
      ++counts_.clusters;
      entering_.compute(cluster, [&](ClusterId child) { find_entered_by(child); });
    }
    return counts_;
  }

 private:
  bool update_record(RecordId record) {
    ++counts_.records;
    ClusterDistance best{kInfinite, kInfinite};
    const ClusterId target = h_.records[record].target;
    for (const JointId joint : h_.joints_of(record)) {
      const ClusterDistance distance =
          h_.step(joint) + entering_up_to(h_, h_.behind(joint), target);
      if (better(distance, best)) best = distance;
    }
    return best != std::exchange(h_.records[record].distance, best);
  }

  /// Puts all records on the list that have a joint into `child` from outside its parent.
  void find_entered_by(ClusterId child) {
    for (ClusterId above = h_.parent[child]; above != h_.global(); above = h_.parent[above]) {
      for (const RecordId r : h_.record_ids_of(above)) {
        const auto joints = h_.joints_from(r, child);
        if (joints.empty()) continue;
        waiting_.insert({h_.parent[above], h_.record_of[h_.mate[joints[0]]]});
      }
    }
  }

  MergedHierarchy& h_;
  ClusterEntering entering_;
  std::set<std::pair<ClusterId, RecordId>> waiting_;  // parent of the owner, record
  DistanceUpdates counts_;
};

}  // namespace

DistanceUpdates update_distances(MergedHierarchy& h, std::span<const PriceChange> changes) {
  DistanceUpdate update(h);
  for (const PriceChange& change : changes) update.take(change);
  return update.run();
}

}  // namespace portolan::detail
