#include "portolan/merged/lay_out.h"

#include <algorithm>

#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/merged/merge_distances.h"

namespace portolan::detail {
namespace {

/// A joint and the two clusters with the same parent that it joins.
struct PlacedJoint {
  ClusterId owner;
  ClusterId target;
  JointId joint;
};

/// Climbs from triangles to the children of their lowest common cluster. A cluster and the largest
/// of its children lie on one path; from any triangle up to the top there are few paths, however
/// deep the tree is.
class Climber {
 public:
  /// The tree must have been laid out.
  explicit Climber(const MergedHierarchy& h)
      : parent_(h.parent),
        largest_(std::size_t{h.cluster_count()} + 1, kNoCluster),
        head_(std::size_t{h.cluster_count()} + 1) {
    for (const ClusterId m : h.clusters()) {
      ClusterId& largest = largest_[parent_[m]];
      if (largest == kNoCluster || h.size_of(m) > h.size_of(largest)) largest = m;
    }
    head_[h.global()] = h.global();
    for (std::uint32_t number = h.cluster_count(); number-- > 0;) {
      const ClusterId m{number};
      head_[m] = largest_[parent_[m]] == m ? head_[parent_[m]] : m;
    }
  }

  void climb(ClusterId& a, ClusterId& b) const {
    Place one{a, a};
    Place other{b, b};
    while (head_[one.at] != head_[other.at]) {
      // Parents have larger numbers, so the common cluster is not on the path that ends first.
      Place& moved = behind(one) < behind(other) ? one : other;
      moved.below = head_[moved.at];
      moved.at = behind(moved);
    }
    const ClusterId common = std::max(one.at, other.at);
    a = one.at == common ? one.below : largest_[common];
    b = other.at == common ? other.below : largest_[common];
  }

 private:
  struct Place {
    ClusterId at;
    ClusterId below;  // the cluster that it was reached from
  };

  /// Where the path of a place leads to.
  ClusterId behind(const Place& place) const {
    const ClusterId head = head_[place.at];
    return index(head) < parent_.size() ? parent_[head] : kNoCluster;
  }

  const IdVector<ClusterId, ClusterId>& parent_;
  IdVector<ClusterId, ClusterId> largest_;  // of the children
  IdVector<ClusterId, ClusterId> head_;     // the highest cluster on its path
};

/// All joints by owner, in each by place.
std::vector<PlacedJoint> place_joints(const MergedHierarchy& h) {
  IdVector<JointId, ClusterId> owner(h.mate.size());
  std::vector<std::uint32_t> begin(std::size_t{h.cluster_count()} + 1, 0);
  const Climber climber(h);
  for (const JointId joint : h.all_joints()) {
    const JointId mate = h.mate[joint];
    if (mate == kNoJoint || mate < joint) continue;
    owner[joint] = cluster_of(triangle_of(joint));
    owner[mate] = cluster_of(triangle_of(mate));
    climber.climb(owner[joint], owner[mate]);
    ++begin[index(owner[joint]) + 1];
    ++begin[index(owner[mate]) + 1];
  }
  for (std::size_t m = 1; m < begin.size(); ++m) begin[m] += begin[m - 1];
  std::vector<PlacedJoint> placed(begin.back());
  std::vector<TriangleId> triangle_at(h.triangle_count);
  for (const TriangleId t : h.triangles()) triangle_at[h.first_place[cluster_of(t)]] = t;
  for (const TriangleId t : triangle_at) {
    for (const JointId joint : joints_out_of(t)) {
      const JointId mate = h.mate[joint];
      if (mate == kNoJoint) continue;
      placed[begin[index(owner[joint])]++] = {owner[joint], owner[mate], joint};
    }
  }
  return placed;
}

/// A joint of a record leaves every cluster from its triangle up to the record's owner, and so the
/// parents of those below the owner. Parents have larger numbers than their children.
void find_leaving(MergedHierarchy& h) {
  IdVector<ClusterId, ClusterId> highest(std::size_t{h.cluster_count()} + 1);  // owner
  for (const ClusterId m : h.clusters()) {                                     // ascending
    for (const RecordId record : h.record_ids_of(m)) {
      for (const JointId joint : h.joints_of(record)) highest[cluster_of(triangle_of(joint))] = m;
    }
  }
  h.leaves_parent.resize(h.cluster_count());
  for (const ClusterId m : h.clusters()) {
    h.leaves_parent[m] = highest[m] > m ? 1 : 0;
    highest[h.parent[m]] = std::max(highest[h.parent[m]], highest[m]);
  }
}

}  // namespace

void lay_out_tree(MergedHierarchy& h) {
  const std::uint32_t n = h.triangle_count;
  const std::uint32_t count = h.cluster_count();
  h.child_begin.assign(std::size_t{count - n} + 2, 0);
  for (const ClusterId p : h.parent) ++h.child_begin[index(p) - n + 1];
  for (std::size_t k = 1; k < h.child_begin.size(); ++k) h.child_begin[k] += h.child_begin[k - 1];
  h.children.resize(count);
  std::vector<std::uint32_t> next(h.child_begin.begin(), h.child_begin.end() - 1);
  h.sibling.resize(count);
  for (const ClusterId m : h.clusters()) {
    const std::uint32_t parent = index(h.parent[m]) - n;
    const std::uint32_t at = next[parent]++;
    h.children[at] = m;
    h.sibling[m] = at - h.child_begin[parent];
  }

  IdVector<ClusterId, std::uint32_t> size(std::size_t{count} + 1, 0);
  std::fill(size.begin(), size.begin() + n, 1u);
  for (const ClusterId m : h.clusters()) size[h.parent[m]] += size[m];
  h.first_place.assign(std::size_t{count} + 1, 0);
  h.last_place.assign(std::size_t{count} + 1, n);
  for (std::uint32_t m = count;; --m) {
    std::uint32_t place = h.first_place[ClusterId{m}];
    for (const ClusterId child : h.children_of(ClusterId{m})) {
      h.first_place[child] = place;
      place += size[child];
      h.last_place[child] = place;
    }
    if (m == n) break;
  }
}

void lay_out_records(MergedHierarchy& h) {
  std::vector<PlacedJoint> placed = place_joints(h);
  h.record_begin.assign(std::size_t{h.cluster_count()} + 1, 0);
  h.record_of.assign(h.mate.size(), kNoRecord);
  h.records.clear();
  h.joint_begin.clear();
  h.joints.resize(placed.size());
  std::size_t end = 0;
  for (const ClusterId m : h.clusters()) {
    const std::size_t begin = end;
    while (end < placed.size() && placed[end].owner == m) ++end;
    std::stable_sort(
        placed.begin() + static_cast<std::ptrdiff_t>(begin),
        placed.begin() + static_cast<std::ptrdiff_t>(end),
        [](const PlacedJoint& a, const PlacedJoint& b) { return a.target < b.target; });
    for (std::size_t k = begin; k < end; ++k) {
      if (k == begin || placed[k].target != placed[k - 1].target) {
        h.records.push_back({placed[k].target, {}});
        h.joint_begin.push_back(narrow<std::uint32_t>(k));
      }
      h.joints[k] = placed[k].joint;
      h.record_of[placed[k].joint] = RecordId{narrow<std::uint32_t>(h.records.size() - 1)};
    }
    h.record_begin[index(m) + 1] = narrow<std::uint32_t>(h.records.size());
  }
  h.joint_begin.push_back(narrow<std::uint32_t>(placed.size()));
  find_leaving(h);
}

void lay_out_all(MergedHierarchy& h) {
  lay_out_tree(h);
  lay_out_records(h);
  fill_record_distances(h);
  find_components(h);
}

void find_components(MergedHierarchy& h) {
  const auto tops = h.tops();
  DisjointSets sets;
  sets.reset(narrow<std::uint32_t>(tops.size()));
  const auto place = [&](ClusterId top) {
    return narrow<std::uint32_t>(std::lower_bound(tops.begin(), tops.end(), top) - tops.begin());
  };
  for (std::uint32_t k = 0; k < tops.size(); ++k) {
    for (const NeighbourRecord& record : h.records_of(tops[k])) sets.join(k, place(record.target));
  }
  h.component.resize(tops.size());
  for (std::uint32_t k = 0; k < tops.size(); ++k) h.component[k] = sets.find(k);
}

}  // namespace portolan::detail
