#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/graph/label.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Parts that a layer of cells is made of: what is known of each node of the layer below.
struct GuideNodes {
  std::vector<ClusterId> cluster;   ///< One that it lies in, at least with its larger part.
  std::vector<std::uint32_t> size;  ///< Triangles.
};

/// Groups nodes into cells of about `size` triangles: first those in the same cluster of at most
/// that size, then small groups with their smallest neighbour. The second is for clusters with very
/// many children (flat ground) and for what large clusters left over. Returns the cell of each node
/// and replaces `nodes` by what is known of the cells. `graph`: which nodes are neighbours.
template <class G>
std::vector<std::uint32_t> group_nodes(const MergedHierarchy& h, const G& graph, std::uint32_t size,
                                       GuideNodes& nodes);

namespace guide_detail {

inline constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

class Grouping {
 public:
  explicit Grouping(const GuideNodes& nodes) : size_(nodes.size) {
    sets_.reset(narrow<std::uint32_t>(size_.size()));
  }
  std::uint32_t find(std::uint32_t node) { return sets_.find(node); }
  std::uint32_t size(std::uint32_t set) const { return size_[set]; }
  void join(std::uint32_t a, std::uint32_t b) {
    a = sets_.find(a);
    b = sets_.find(b);
    if (a == b) return;
    const std::uint32_t sum = size_[a] + size_[b];
    sets_.join(a, b);
    size_[sets_.find(a)] = sum;
  }

 private:
  DisjointSets sets_;
  std::vector<std::uint32_t> size_;  // right for the first node of each set
};

/// The largest cluster around `cluster` of at most `size` triangles; itself where it is larger.
inline ClusterId largest_around(const MergedHierarchy& h, ClusterId cluster, std::uint32_t size) {
  while (!h.is_top(cluster) && h.size_of(h.parent[cluster]) <= size) cluster = h.parent[cluster];
  return cluster;
}

/// One pass over all nodes; whether any groups were joined.
template <class G>
bool join_small(const G& graph, std::uint32_t size, Grouping& groups, std::uint32_t count) {
  bool joined = false;
  for (std::uint32_t node = 0; node < count; ++node) {
    const std::uint32_t here = groups.find(node);
    if (groups.size(here) >= size / 2) continue;
    std::uint32_t best = here;
    std::uint32_t best_size = size - groups.size(here);
    graph.for_each_edge(node, Label{}, [&](std::uint32_t to, Cost, std::uint32_t) {
      const std::uint32_t there = groups.find(to);
      if (there == here || groups.size(there) > best_size) return;
      if (best != here && groups.size(there) == best_size) return;
      best = there;
      best_size = groups.size(there);
    });
    if (best == here) continue;
    groups.join(here, best);
    joined = true;
  }
  return joined;
}

}  // namespace guide_detail

template <class G>
std::vector<std::uint32_t> group_nodes(const MergedHierarchy& h, const G& graph, std::uint32_t size,
                                       GuideNodes& nodes) {
  const std::uint32_t count = narrow<std::uint32_t>(nodes.cluster.size());
  guide_detail::Grouping groups(nodes);
  IdVector<ClusterId, std::uint32_t> first(h.cluster_count(), guide_detail::kNone);  // node
  std::vector<ClusterId> around(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    around[node] = guide_detail::largest_around(h, nodes.cluster[node], size);
    std::uint32_t& known = first[around[node]];
    if (known == guide_detail::kNone) known = node;
    groups.join(known, node);
  }
  while (guide_detail::join_small(graph, size, groups, count)) {
  }
  std::vector<std::uint32_t> cell_of(count);
  GuideNodes cells;
  std::vector<std::uint32_t> part;  // by cell: the size of the part that its cluster is named after
  std::vector<std::uint32_t> number(count, guide_detail::kNone);
  for (std::uint32_t node = 0; node < count; ++node) {
    const std::uint32_t set = groups.find(node);
    if (number[set] == guide_detail::kNone) {
      number[set] = narrow<std::uint32_t>(cells.cluster.size());
      cells.cluster.push_back(around[node]);
      cells.size.push_back(groups.size(set));
      part.push_back(0);
    }
    cell_of[node] = number[set];
    if (nodes.size[node] > part[number[set]]) {
      part[number[set]] = nodes.size[node];
      cells.cluster[number[set]] = around[node];
    }
  }
  nodes = std::move(cells);
  return cell_of;
}

}  // namespace portolan::detail
