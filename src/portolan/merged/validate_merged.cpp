#include "portolan/merged/validate_merged.h"

#include "portolan/core/joined_text.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/merged/lay_out.h"

namespace portolan::detail {
namespace {

Error wrong(const char* what, std::size_t number, const char* how) {
  return Error{joined_text("merged hierarchy: ", what, " ", number, how)};
}

Result<Done> validate_joints(const MergedHierarchy& h) {
  for (const JointId joint : h.all_joints()) {
    const JointId mate = h.mate[joint];
    if (mate == kNoJoint) continue;
    if (index(mate) >= h.joint_count() || h.mate[mate] != joint ||
        triangle_of(mate) == triangle_of(joint)) {
      return wrong("joint", index(joint), " does not match the one from the other side");
    }
    if (h.weighted[joint] > kFarthest || h.unweighted[joint] > kFarthest) {
      return wrong("joint", index(joint), " has a price that is too high");
    }
  }
  return Done{};
}

Result<Done> validate_tree(const MergedHierarchy& h) {
  IdVector<ClusterId, std::uint32_t> children(std::size_t{h.cluster_count()} + 1, 0);
  for (const ClusterId m : h.clusters()) {
    const ClusterId parent = h.parent[m];
    if (parent <= m || h.is_low(parent) || parent > h.global()) {
      return wrong("cluster", index(m), " has a parent that does not come after it");
    }
    ++children[parent];
  }
  for (const ClusterId m : IdRange<ClusterId>(h.triangle_count, h.cluster_count())) {
    if (children[m] < 2) return wrong("cluster", index(m), " has fewer than two children");
  }
  for (std::size_t step = 0; step < h.made_before.size(); ++step) {
    const std::uint32_t before = h.made_before[step];
    const bool goes_on = step == 0 ? before == h.triangle_count : before > h.made_before[step - 1];
    if (!goes_on || before >= h.cluster_count()) {
      return wrong("step", step, " does not add clusters to those before");
    }
  }
  return Done{};
}

}  // namespace

Result<Done> validate_clusters(const MergedHierarchy& h) {
  if (auto joints = validate_joints(h); !joints) return joints;
  if (auto tree = validate_tree(h); !tree) return tree;
  for (const ClusterId m : h.clusters()) {
    if (h.entering[m].weighted > kFarthest || h.entering[m].unweighted > kFarthest) {
      return wrong("cluster", index(m), " is too expensive to enter by");
    }
  }
  for (std::uint32_t m = 0; m < h.boxes.size(); ++m) {
    const Box& box = h.boxes[ClusterId{m}];
    if (!is_finite(box.low) || !is_finite(box.high)) {
      return wrong("cluster", m, " has a box that is not finite");
    }
  }
  return Done{};
}

Result<Done> validate_joined(const MergedHierarchy& h) {
  DisjointSets sets;
  sets.reset(h.cluster_count());
  for (const ClusterId m : h.clusters()) {
    for (const NeighbourRecord& record : h.records_of(m)) sets.join(index(m), index(record.target));
  }
  for (const ClusterId m : h.clusters()) {
    if (h.is_top(m)) continue;
    if (sets.find(index(m)) != sets.find(index(h.children_of(h.parent[m])[0]))) {
      return wrong("cluster", index(m), " has no path to its siblings inside their parent");
    }
  }
  return Done{};
}

Result<Done> validate(const MergedHierarchy& h) {
  const std::size_t low = h.triangle_count;
  const std::size_t all = h.cluster_count();
  const bool sized = h.mate.size() == 3 * low && h.weighted.size() == 3 * low &&
                     h.unweighted.size() == 3 * low && all >= low && h.entering.size() == all &&
                     h.boxes.size() == all;
  if (!sized) return Error{"merged hierarchy: arrays of the wrong lengths"};
  if (auto clusters = validate_clusters(h); !clusters) return clusters;
  MergedHierarchy again = h;
  lay_out_all(again);
  if (again.child_begin != h.child_begin || again.children != h.children ||
      again.sibling != h.sibling || again.first_place != h.first_place ||
      again.last_place != h.last_place) {
    return Error{"merged hierarchy: children or places do not follow from the parents"};
  }
  if (again.record_begin != h.record_begin || again.joint_begin != h.joint_begin ||
      again.joints != h.joints || again.record_of != h.record_of ||
      again.leaves_parent != h.leaves_parent || again.component != h.component) {
    return Error{"merged hierarchy: joints do not lie in the records where they belong"};
  }
  if (again.records != h.records) {
    return Error{"merged hierarchy: distances of records do not follow from prices"};
  }
  return validate_joined(h);
}

}  // namespace portolan::detail
