#pragma once

#include <cstdint>

#include "portolan/core/id_range.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/narrow.h"
#include "portolan/graph/disjoint_sets.h"
#include "portolan/graph/label.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Parts that a layer of cells is made of: what is known of each node of the layer below.
struct GuideNodes {
  IdVector<GuideNodeId, ClusterId> cluster;   ///< One that holds its larger part at least.
  IdVector<GuideNodeId, std::uint32_t> size;  ///< Triangles.

  IdRange<GuideNodeId> all() const {
    return IdRange<GuideNodeId>(narrow<std::uint32_t>(cluster.size()));
  }
};

/// Joins nodes to cells of about `size` triangles: first those in the same cluster of at most
/// that size, then small sets of them with their smallest neighbour. The second is for clusters
/// with very many children (flat ground) and for what large clusters left over. Returns the cell of
/// each node and replaces `nodes` by what is known of the cells. `graph`: which nodes are
/// neighbours.
template <class G>
IdVector<GuideNodeId, GuideCellId> join_nodes(const MergedHierarchy& h, const G& graph,
                                              std::uint32_t size, GuideNodes& nodes);

namespace guide_detail {

/// Sets of nodes, each known by its first one.
class NodeSets {
 public:
  explicit NodeSets(const GuideNodes& nodes) : size_(nodes.size) {
    sets_.reset(narrow<std::uint32_t>(size_.size()));
  }
  GuideNodeId find(GuideNodeId node) { return GuideNodeId{sets_.find(index(node))}; }
  std::uint32_t size(GuideNodeId set) const { return size_[set]; }
  void join(GuideNodeId a, GuideNodeId b) {
    a = find(a);
    b = find(b);
    if (a == b) return;
    const std::uint32_t sum = size_[a] + size_[b];
    sets_.join(index(a), index(b));
    size_[find(a)] = sum;
  }

 private:
  DisjointSets sets_;
  IdVector<GuideNodeId, std::uint32_t> size_;  // right for the first node of each set
};

/// The largest cluster around `cluster` of at most `size` triangles; itself where it is larger.
inline ClusterId largest_around(const MergedHierarchy& h, ClusterId cluster, std::uint32_t size) {
  while (!h.is_top(cluster) && h.size_of(h.parent[cluster]) <= size) cluster = h.parent[cluster];
  return cluster;
}

/// One pass over all nodes; whether any sets were joined.
template <class G>
bool join_small(const G& graph, std::uint32_t size, NodeSets& sets, IdRange<GuideNodeId> nodes) {
  bool joined = false;
  for (const GuideNodeId node : nodes) {
    const GuideNodeId here = sets.find(node);
    if (sets.size(here) >= size / 2) continue;
    GuideNodeId best = here;
    std::uint32_t best_size = size - sets.size(here);
    graph.for_each_edge(index(node), Label{}, [&](std::uint32_t to, Cost, std::uint32_t) {
      const GuideNodeId there = sets.find(GuideNodeId{to});
      if (there == here || sets.size(there) > best_size) return;
      if (best != here && sets.size(there) == best_size) return;
      best = there;
      best_size = sets.size(there);
    });
    if (best == here) continue;
    sets.join(here, best);
    joined = true;
  }
  return joined;
}

}  // namespace guide_detail

template <class G>
IdVector<GuideNodeId, GuideCellId> join_nodes(const MergedHierarchy& h, const G& graph,
                                              std::uint32_t size, GuideNodes& nodes) {
  const std::uint32_t count = narrow<std::uint32_t>(nodes.cluster.size());
  guide_detail::NodeSets sets(nodes);
  IdVector<ClusterId, GuideNodeId> first(h.cluster_count(), kNoGuideNode);
  IdVector<GuideNodeId, ClusterId> around(count);
  for (const GuideNodeId node : nodes.all()) {
    around[node] = guide_detail::largest_around(h, nodes.cluster[node], size);
    GuideNodeId& known = first[around[node]];
    if (known == kNoGuideNode) known = node;
    sets.join(known, node);
  }
  while (guide_detail::join_small(graph, size, sets, nodes.all())) {
  }
  IdVector<GuideNodeId, GuideCellId> cell_of(count);
  GuideNodes cells;
  // By cell: the size of the part that its cluster is named after.
  IdVector<GuideCellId, std::uint32_t> part;
  IdVector<GuideNodeId, GuideCellId> number(count, kNoGuideCell);  // by set
  for (const GuideNodeId node : nodes.all()) {
    const GuideNodeId set = sets.find(node);
    GuideCellId& cell = number[set];
    if (cell == kNoGuideCell) {
      cell = GuideCellId{narrow<std::uint32_t>(cells.cluster.size())};
      cells.cluster.push_back(around[node]);
      cells.size.push_back(sets.size(set));
      part.push_back(0);
    }
    cell_of[node] = cell;
    if (nodes.size[node] > part[cell]) {
      part[cell] = nodes.size[node];
      cells.cluster[guide_node_of(cell)] = around[node];
    }
  }
  nodes = std::move(cells);
  return cell_of;
}

}  // namespace portolan::detail
