#include "portolan/merged/merged_hierarchy.h"

#include <algorithm>
#include <map>

namespace portolan::detail {

ClusterId MergedHierarchy::owner_of(RecordId record) const {
  const auto owns = [&](ClusterId cluster) {
    return index(record) >= record_begin[index(cluster)] &&
           index(record) < record_begin[index(cluster) + 1];
  };
  ClusterId owner = cluster_of(triangle_of(joints_of(record)[0]));
  while (!owns(owner)) owner = parent[owner];
  return owner;
}

std::span<const JointId> MergedHierarchy::joints_from(RecordId record, ClusterId cluster) const {
  const auto all = joints_of(record);
  const auto before = [&](JointId joint, std::uint32_t place) {
    return first_place[cluster_of(triangle_of(joint))] < place;
  };
  const auto begin = std::lower_bound(all.begin(), all.end(), first_place[cluster], before);
  const auto end = std::lower_bound(begin, all.end(), last_place[cluster], before);
  return all.subspan(static_cast<std::size_t>(begin - all.begin()),
                     static_cast<std::size_t>(end - begin));
}

std::vector<NeighbourRecord> MergedHierarchy::find_neighbours(ClusterId cluster) const {
  std::map<ClusterId, ClusterDistance> found;
  std::vector<ClusterId> waiting{cluster};
  while (!waiting.empty()) {
    const ClusterId m = waiting.back();
    waiting.pop_back();
    const auto inside = children_of(m);
    waiting.insert(waiting.end(), inside.begin(), inside.end());
    if (!is_low(m)) continue;
    for (const JointId joint : joints_out_of(triangle_of(m))) {
      if (mate[joint] == kNoJoint || contains(cluster, behind(joint))) continue;
      const ClusterId target = records[record_of[joint]].target;
      const ClusterDistance distance = step(joint) + entering_up_to(*this, behind(joint), target);
      const auto [at, is_new] = found.emplace(target, distance);
      if (!is_new && better(distance, at->second)) at->second = distance;
    }
  }
  std::vector<NeighbourRecord> neighbours;
  for (const auto& [target, distance] : found) neighbours.push_back({target, distance});
  return neighbours;
}

bool MergedHierarchy::is_merged() const {
  const auto all = tops();
  return std::all_of(all.begin(), all.end(),
                     [&](ClusterId top) { return records_of(top).empty(); });
}

std::uint32_t MergedHierarchy::layer_count() const {
  IdVector<ClusterId, std::uint32_t> layers(std::size_t{cluster_count()} + 1, 1);
  for (const ClusterId m : clusters()) {
    layers[parent[m]] = std::max(layers[parent[m]], layers[m] + 1);
  }
  return layers[global()] - 1;
}

std::size_t MergedHierarchy::bytes() const {
  const auto size = [](const auto& values) { return values.size() * sizeof(values.front()); };
  return size(mate) + size(weighted) + size(unweighted) + size(record_of) + size(parent) +
         size(entering) + size(boxes) + size(sibling) + size(leaves_parent) + size(record_begin) +
         size(first_place) + size(last_place) + size(child_begin) + size(children) + size(records) +
         size(joint_begin) + size(joints) + size(component);
}

ClusterDistance entering_up_to(const MergedHierarchy& h, ClusterId cluster, ClusterId ancestor) {
  ClusterDistance sum{};
  for (; cluster != ancestor; cluster = h.parent[cluster]) sum = sum + h.entering[cluster];
  return sum;
}

}  // namespace portolan::detail
