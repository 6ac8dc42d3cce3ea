#include "portolan/merged/lay_out.h"

#include <algorithm>

#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/merged/merge_distances.h"

namespace portolan::detail {
namespace {

/// A joint and the two clusters with the same parent that it joins.
struct PlacedJoint {
  std::uint32_t owner;
  std::uint32_t target;
  std::uint32_t joint;
};

/// Climbs from triangles to the children of their lowest common cluster. A cluster and the largest
/// of its children lie on one path; from any triangle up to the top there are few paths, however
/// deep the tree is.
class Climber {
 public:
  /// The tree must have been laid out.
  explicit Climber(const MergedHierarchy& h)
      : parent_(h.parent), largest_(h.global() + 1, kNone), head_(h.global() + 1) {
    for (std::uint32_t m = 0; m < h.cluster_count(); ++m) {
      std::uint32_t& largest = largest_[parent_[m]];
      if (largest == kNone || h.size_of(m) > h.size_of(largest)) largest = m;
    }
    head_[h.global()] = h.global();
    for (std::uint32_t m = h.cluster_count(); m-- > 0;)
      head_[m] = largest_[parent_[m]] == m ? head_[parent_[m]] : m;
  }

  void climb(std::uint32_t& a, std::uint32_t& b) const {
    Place one{a, a};
    Place other{b, b};
    while (head_[one.at] != head_[other.at]) {
      // Parents have larger numbers, so the common cluster is not on the path that ends first.
      Place& moved = behind(one) < behind(other) ? one : other;
      moved.below = head_[moved.at];
      moved.at = behind(moved);
    }
    const std::uint32_t common = std::max(one.at, other.at);
    a = one.at == common ? one.below : largest_[common];
    b = other.at == common ? other.below : largest_[common];
  }

 private:
  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  struct Place {
    std::uint32_t at;
    std::uint32_t below;  // the cluster that it was reached from
  };

  /// Where the path of a place leads to.
  std::uint32_t behind(const Place& place) const {
    const std::uint32_t head = head_[place.at];
    return head < parent_.size() ? parent_[head] : kNone;
  }

  const std::vector<std::uint32_t>& parent_;
  std::vector<std::uint32_t> largest_;  // of the children, by cluster
  std::vector<std::uint32_t> head_;     // the highest cluster on its path, by cluster
};

/// All joints by owner, in each by place.
std::vector<PlacedJoint> place_joints(const MergedHierarchy& h) {
  std::vector<std::uint32_t> owner(h.mate.size());
  std::vector<std::uint32_t> begin(std::size_t{h.cluster_count()} + 1, 0);
  const Climber climber(h);
  for (std::uint32_t e = 0; e < h.mate.size(); ++e) {
    const std::uint32_t mate = h.mate[e];
    if (mate == kNoJoint || mate < e) continue;
    owner[e] = e / 3;
    owner[mate] = mate / 3;
    climber.climb(owner[e], owner[mate]);
    ++begin[owner[e] + 1];
    ++begin[owner[mate] + 1];
  }
  for (std::size_t m = 1; m < begin.size(); ++m) begin[m] += begin[m - 1];
  std::vector<PlacedJoint> placed(begin.back());
  std::vector<std::uint32_t> triangle_at(h.triangle_count);
  for (std::uint32_t t = 0; t < h.triangle_count; ++t) triangle_at[h.first_place[t]] = t;
  for (const std::uint32_t t : triangle_at) {
    for (std::uint32_t e = 3 * t; e < 3 * t + 3; ++e) {
      if (h.mate[e] != kNoJoint) placed[begin[owner[e]]++] = {owner[e], owner[h.mate[e]], e};
    }
  }
  return placed;
}

/// A joint of a record leaves every cluster from its triangle up to the record's owner, and so the
/// parents of those below the owner. Parents have larger numbers than their children.
void find_leaving(MergedHierarchy& h) {
  std::vector<std::uint32_t> highest(std::size_t{h.cluster_count()} + 1, 0);  // owner, by cluster
  for (std::uint32_t m = 0; m < h.cluster_count(); ++m) {
    const std::uint32_t begin = h.joint_begin[h.record_begin[m]];
    const std::uint32_t end = h.joint_begin[h.record_begin[m + 1]];
    for (std::uint32_t k = begin; k < end; ++k) highest[h.joints[k] / 3] = m;  // ascending
  }
  h.leaves_parent.resize(h.cluster_count());
  for (std::uint32_t m = 0; m < h.cluster_count(); ++m) {
    h.leaves_parent[m] = highest[m] > m ? 1 : 0;
    highest[h.parent[m]] = std::max(highest[h.parent[m]], highest[m]);
  }
}

}  // namespace

void lay_out_tree(MergedHierarchy& h) {
  const std::uint32_t n = h.triangle_count;
  const std::uint32_t count = h.cluster_count();
  h.child_begin.assign(std::size_t{count - n} + 2, 0);
  for (const std::uint32_t p : h.parent) ++h.child_begin[p - n + 1];
  for (std::size_t k = 1; k < h.child_begin.size(); ++k) h.child_begin[k] += h.child_begin[k - 1];
  h.children.resize(count);
  std::vector<std::uint32_t> next(h.child_begin.begin(), h.child_begin.end() - 1);
  h.sibling.resize(count);
  for (std::uint32_t m = 0; m < count; ++m) {
    const std::uint32_t at = next[h.parent[m] - n]++;
    h.children[at] = m;
    h.sibling[m] = at - h.child_begin[h.parent[m] - n];
  }

  std::vector<std::uint32_t> size(std::size_t{count} + 1, 0);
  std::fill(size.begin(), size.begin() + n, 1u);
  for (std::uint32_t m = 0; m < count; ++m) size[h.parent[m]] += size[m];
  h.first_place.assign(std::size_t{count} + 1, 0);
  h.last_place.assign(std::size_t{count} + 1, n);
  for (std::uint32_t m = count;; --m) {
    std::uint32_t place = h.first_place[m];
    for (const std::uint32_t child : h.children_of(m)) {
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
  for (std::uint32_t m = 0; m < h.cluster_count(); ++m) {
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
      h.record_of[placed[k].joint] = narrow<std::uint32_t>(h.records.size() - 1);
    }
    h.record_begin[m + 1] = narrow<std::uint32_t>(h.records.size());
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
  const auto place = [&](std::uint32_t top) {
    return narrow<std::uint32_t>(std::lower_bound(tops.begin(), tops.end(), top) - tops.begin());
  };
  for (std::uint32_t k = 0; k < tops.size(); ++k) {
    for (const NeighbourRecord& record : h.records_of(tops[k])) sets.join(k, place(record.target));
  }
  h.component.resize(tops.size());
  for (std::uint32_t k = 0; k < tops.size(); ++k) h.component[k] = sets.find(k);
}

}  // namespace portolan::detail
