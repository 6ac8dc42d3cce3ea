#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/search/labels.h"

namespace portolan::detail {

/// One end of a query, connected up to some level above 1: see climb.h. Its search tree is kept as
/// a list, since labels take room for every node of the world.
struct ClimbedEnd {
  struct Reached {
    std::uint32_t node;
    Label label;
  };

  bool ready = false;  ///< Whether the rest is there.
  CellHandle cell = kNoHandle;
  IdVector<GatePlace, Cost> costs;  ///< Of the gates of `cell`.
  std::vector<Reached> tree;        ///< How gates were reached.

  /// The tree as labels, which have room for every node of the world.
  void spread(Labels& labels) const {
    labels.clear();
    for (const auto& [node, label] : tree) labels.set(node, label.cost, label.parent, label.via);
  }
};

/// The ends of one anchor, by level from 2 up. They keep their memory.
class ClimbedEnds {
 public:
  ClimbedEnd& at(unsigned level) {
    if (ends_.size() + 1 < level) ends_.resize(level - 1);
    return ends_[level - 2];
  }
  void forget() {
    for (ClimbedEnd& end : ends_) end.ready = false;
  }
  /// Makes as much room as another has.
  void make_room_as(const ClimbedEnds& other) {
    if (ends_.size() < other.ends_.size()) ends_.resize(other.ends_.size());
    for (std::size_t i = 0; i < other.ends_.size(); ++i) {
      ends_[i].costs.reserve(other.ends_[i].costs.capacity());
      ends_[i].tree.reserve(other.ends_[i].tree.capacity());
    }
  }

 private:
  std::vector<ClimbedEnd> ends_;
};

}  // namespace portolan::detail
