#include "portolan/merged/compress_layers.h"

#include <algorithm>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/merged/lay_out.h"
#include "portolan/merged/merge_distances.h"

namespace portolan::detail {
namespace {

constexpr std::uint32_t kNone = 0xFFFF'FFFFu;

/// The high clusters alone, numbered from 0, as a tree that can be changed; low clusters only count
/// as children.
class LayerCompressor {
 public:
  LayerCompressor(const MergedHierarchy& h, std::uint32_t wanted)
      : n_(h.triangle_count), wanted_(wanted), tree_(std::size_t{h.high_count()} + 1) {
    for (std::uint32_t m = 0; m < h.high_count(); ++m) {
      const ClusterId cluster{n_ + m};
      tree_[m].child_count = narrow<std::uint32_t>(h.children_of(cluster).size());
      tree_[m].parent = index(h.parent[cluster]) - n_;
    }
    tree_.back().parent = kNone;
    for (std::uint32_t m = h.high_count(); m-- > 0;) link(m, tree_[m].parent);
    for (std::uint32_t m = 0; m < tree_.size(); ++m) tree_[m].layers = count_layers(m);
  }

  std::uint32_t layers() const { return tree_.back().layers - 1; }

  /// One step; false where no chain is too deep.
  bool step() {
    ++step_;
    find_candidates();
    if (candidates_.empty()) return false;
    std::uint32_t fewest = kNone;
    for (const std::uint32_t m : candidates_) fewest = std::min(fewest, tree_[m].child_count);
    std::sort(candidates_.begin(), candidates_.end());
    for (const std::uint32_t m : candidates_) {
      if (tree_[m].child_count == fewest && tree_[m].changed != step_) compress(m);
    }
    return true;
  }

  bool is_gone(std::uint32_t high) const { return tree_[high].child_count == 0; }
  std::uint32_t parent(std::uint32_t high) const { return tree_[high].parent; }

 private:
  struct Node {
    std::uint32_t parent = kNone;
    std::uint32_t first_child = kNone;  // high ones only
    std::uint32_t next = kNone;         // siblings
    std::uint32_t previous = kNone;
    std::uint32_t child_count = 0;  // low ones too; 0: compressed
    std::uint32_t layers = 2;
    std::uint32_t changed = 0;  // the step in which it was handed children
  };
  std::uint32_t global() const { return narrow<std::uint32_t>(tree_.size()) - 1; }

  void link(std::uint32_t m, std::uint32_t parent) {
    Node& node = tree_[m];
    node.parent = parent;
    node.previous = kNone;
    node.next = tree_[parent].first_child;
    if (node.next != kNone) tree_[node.next].previous = m;
    tree_[parent].first_child = m;
  }
  void unlink(std::uint32_t m) {
    const Node& node = tree_[m];
    (node.previous == kNone ? tree_[node.parent].first_child : tree_[node.previous].next) =
        node.next;
    if (node.next != kNone) tree_[node.next].previous = node.previous;
  }
  std::uint32_t count_layers(std::uint32_t m) const {
    std::uint32_t layers = 2;
    for (std::uint32_t c = tree_[m].first_child; c != kNone; c = tree_[c].next) {
      layers = std::max(layers, tree_[c].layers + 1);
    }
    return layers;
  }

  /// From the top clusters that are too deep down their deepest chains.
  void find_candidates() {
    candidates_.clear();
    waiting_.clear();
    for (std::uint32_t top = tree_.back().first_child; top != kNone; top = tree_[top].next) {
      if (tree_[top].layers > wanted_) waiting_.push_back(top);
    }
    while (!waiting_.empty()) {
      const std::uint32_t m = waiting_.back();
      waiting_.pop_back();
      if (tree_[m].parent != global() && tree_[m].layers <= wanted_ + 1) candidates_.push_back(m);
      for (std::uint32_t c = tree_[m].first_child; c != kNone; c = tree_[c].next) {
        if (tree_[c].layers + 1 == tree_[m].layers) waiting_.push_back(c);
      }
    }
  }

  void compress(std::uint32_t m) {
    const std::uint32_t parent = tree_[m].parent;
    unlink(m);
    while (tree_[m].first_child != kNone) {
      const std::uint32_t child = tree_[m].first_child;
      unlink(child);
      link(child, parent);
    }
    tree_[parent].child_count += tree_[m].child_count - 1;
    tree_[parent].changed = step_;
    tree_[m].child_count = 0;
    for (std::uint32_t p = parent; p != kNone; p = tree_[p].parent) {
      const std::uint32_t layers = count_layers(p);
      if (layers == tree_[p].layers) break;
      tree_[p].layers = layers;
    }
  }

  std::uint32_t n_;
  std::uint32_t wanted_;
  std::uint32_t step_ = 0;
  std::vector<Node> tree_;  // by high cluster, the global cluster last
  std::vector<std::uint32_t> candidates_;
  std::vector<std::uint32_t> waiting_;
};

/// Takes over what stays the same when high clusters go; numbers of the others close up.
MergedHierarchy without_gone(const MergedHierarchy& h, const LayerCompressor& compressor) {
  const std::uint32_t n = h.triangle_count;
  std::vector<std::uint32_t> renamed(std::size_t{h.high_count()} + 1);
  std::uint32_t next = n;
  for (std::uint32_t m = 0; m < h.high_count(); ++m) {
    renamed[m] = compressor.is_gone(m) ? kNone : next++;
  }
  renamed.back() = next;
  // A low cluster's parent, or one of the parents of that, is still there.
  const auto remaining = [&](ClusterId parent) {
    std::uint32_t high = index(parent) - n;
    while (renamed[high] == kNone) high = compressor.parent(high);
    return ClusterId{renamed[high]};
  };
  MergedHierarchy result;
  result.settings = h.settings;
  result.triangle_count = n;
  result.mate = h.mate;
  result.weighted = h.weighted;
  result.unweighted = h.unweighted;
  for (const ClusterId m : h.clusters()) {
    if (!h.is_low(m) && compressor.is_gone(index(m) - n)) continue;
    result.parent.push_back(remaining(h.parent[m]));
    result.boxes.push_back(h.boxes[m]);
  }
  return result;
}

}  // namespace

Result<MergedHierarchy> compress_layers(const MergedHierarchy& h, std::uint32_t layers,
                                        const Progress& progress, std::uint32_t most_steps) {
  if (layers < 2) return Error{"a merged hierarchy has at least 2 layers: ask for 2 or more"};
  LayerCompressor compressor(h, layers);
  const std::uint32_t before = compressor.layers();
  do {
    if (!progress.step(before - compressor.layers(), before - std::min(before, layers),
                       "layers dissolved")) {
      return Error{"compressing was cancelled"};
    }
  } while (most_steps-- > 0 && compressor.step());
  MergedHierarchy result = without_gone(h, compressor);
  lay_out_tree(result);
  lay_out_records(result);
  compute_distances(result);
  find_components(result);
  return result;
}

std::uint32_t count_compression_steps(const MergedHierarchy& h, std::uint32_t layers) {
  if (layers < 2) return 0;
  LayerCompressor compressor(h, layers);
  std::uint32_t steps = 0;
  while (compressor.step()) ++steps;
  return steps;
}

}  // namespace portolan::detail
