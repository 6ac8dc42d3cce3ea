#include "portolan/merged/merged_hierarchy.h"

#include <algorithm>
#include <map>

namespace portolan::detail {

std::uint32_t MergedHierarchy::owner_of(std::uint32_t record) const {
  std::uint32_t owner = joints[joint_begin[record]] / 3;
  while (record < record_begin[owner] || record >= record_begin[owner + 1]) owner = parent[owner];
  return owner;
}

std::span<const std::uint32_t> MergedHierarchy::joints_from(std::uint32_t record,
                                                            std::uint32_t cluster) const {
  const auto all = joints_of(record);
  const auto before = [&](std::uint32_t joint, std::uint32_t place) {
    return first_place[joint / 3] < place;
  };
  const auto begin = std::lower_bound(all.begin(), all.end(), first_place[cluster], before);
  const auto end = std::lower_bound(begin, all.end(), last_place[cluster], before);
  return all.subspan(static_cast<std::size_t>(begin - all.begin()),
                     static_cast<std::size_t>(end - begin));
}

std::vector<NeighbourRecord> MergedHierarchy::find_neighbours(std::uint32_t cluster) const {
  std::map<std::uint32_t, ClusterDistance> found;
  std::vector<std::uint32_t> waiting{cluster};
  while (!waiting.empty()) {
    const std::uint32_t m = waiting.back();
    waiting.pop_back();
    const auto inside = children_of(m);
    waiting.insert(waiting.end(), inside.begin(), inside.end());
    if (!is_low(m)) continue;
    for (std::uint32_t joint = 3 * m; joint < 3 * m + 3; ++joint) {
      if (mate[joint] == kNoJoint || contains(cluster, mate[joint] / 3)) continue;
      const std::uint32_t target = records[record_of[joint]].target;
      const ClusterDistance way = step(joint) + entering_up_to(*this, mate[joint] / 3, target);
      const auto [at, is_new] = found.emplace(target, way);
      if (!is_new && better(way, at->second)) at->second = way;
    }
  }
  std::vector<NeighbourRecord> neighbours;
  for (const auto& [target, distance] : found) neighbours.push_back({target, distance});
  return neighbours;
}

bool MergedHierarchy::is_merged() const {
  const auto all = tops();
  return std::all_of(all.begin(), all.end(),
                     [&](std::uint32_t top) { return records_of(top).empty(); });
}

std::uint32_t MergedHierarchy::layer_count() const {
  std::vector<std::uint32_t> layers(std::size_t{cluster_count()} + 1, 1);
  for (std::uint32_t m = 0; m < cluster_count(); ++m) {
    layers[parent[m]] = std::max(layers[parent[m]], layers[m] + 1);
  }
  return layers[global()] - 1;
}

std::size_t MergedHierarchy::bytes() const {
  const auto size = [](const auto& values) { return values.size() * sizeof(values[0]); };
  return size(mate) + size(weighted) + size(unweighted) + size(record_of) + size(parent) +
         size(entering) + size(boxes) + size(sibling) + size(leaves_parent) + size(record_begin) +
         size(first_place) + size(last_place) + size(child_begin) + size(children) + size(records) +
         size(joint_begin) + size(joints) + size(component);
}

ClusterDistance entering_up_to(const MergedHierarchy& h, std::uint32_t cluster,
                               std::uint32_t ancestor) {
  ClusterDistance sum{};
  for (; cluster != ancestor; cluster = h.parent[cluster]) sum = sum + h.entering[cluster];
  return sum;
}

}  // namespace portolan::detail
