#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/ids.h"
#include "portolan/graph/label.h"

namespace portolan::detail {

/// One label per node, cleared in constant time by counting a stamp up. One thread at a time.
/// What every look at a node needs lies apart from what only its expansion needs.
class Labels {
 public:
  /// Makes room for nodes 0 .. count-1. Allocates only when it has to grow.
  void reserve(std::uint32_t count) {
    if (reached_.size() >= count) return;
    reached_.resize(count);
    from_.resize(count);
  }

  /// Forgets everything.
  void clear() {
    if (++stamp_ == 0) {
      for (Reached& node : reached_) node.stamp = 0;
      stamp_ = 1;
    }
  }

  bool reached(std::uint32_t node) const { return reached_[node].stamp == stamp_; }
  Cost cost(std::uint32_t node) const { return reached(node) ? reached_[node].cost : kInfinite; }
  /// The label of a node that has been reached.
  Label operator[](std::uint32_t node) const {
    return {reached_[node].cost, from_[node].parent, from_[node].via};
  }

  /// Whether a path of this cost is cheaper than the known one.
  bool improves(std::uint32_t node, Cost cost) const {
    const Reached& known = reached_[node];
    return known.stamp != stamp_ || cost < known.cost;
  }
  void set(std::uint32_t node, Cost cost, std::uint32_t parent, std::uint32_t via) {
    reached_[node] = {cost, stamp_};
    from_[node] = {parent, via};
  }
  /// Forgets one node.
  void forget(std::uint32_t node) { reached_[node].stamp = 0; }
  /// Takes the path if it is cheaper than the known one, and says whether it was.
  bool improve(std::uint32_t node, Cost cost, std::uint32_t parent, std::uint32_t via) {
    if (!improves(node, cost)) return false;
    set(node, cost, parent, via);
    return true;
  }

  /// Appends the nodes of the branch that leads to a node that has been reached, its root first.
  template <class Node>
  void append_branch(std::uint32_t node, std::vector<Node>& nodes) const {
    const auto at = static_cast<std::ptrdiff_t>(nodes.size());
    for (; from_[node].parent != node; node = from_[node].parent) nodes.push_back(Node{node});
    nodes.push_back(Node{node});
    std::reverse(nodes.begin() + at, nodes.end());
  }

  std::size_t bytes() const {
    return reached_.capacity() * sizeof(Reached) + from_.capacity() * sizeof(From);
  }

 private:
  struct Reached {
    Cost cost = kInfinite;
    std::uint32_t stamp = 0;  // the search that wrote this; an older one counts as unreached
  };
  struct From {
    std::uint32_t parent = 0;
    std::uint32_t via = 0;
  };
  std::vector<Reached> reached_;
  std::vector<From> from_;
  std::uint32_t stamp_ = 0;
};

}  // namespace portolan::detail
