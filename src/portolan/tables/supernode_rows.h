#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/page_vector.h"
#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// Something about every shortcut, in both directions. Supernode g has a row for each of its gates,
/// with a column for each gate of its ups and then for its own gates above. Where all of its rows
/// are the same in both directions they are there once.
template <class T>
struct SupernodeRows {
  /// By supernode: where its rows begin, upwards and back; the latter empty unless directed.
  std::array<SharedArray<std::uint64_t>, 2> begin;
  SharedArray<T> entries;  ///< With kRowSlack more.

  bool empty() const { return entries.empty(); }
  bool directed() const { return !begin[1].empty(); }
  const T* row(const GateTree& tree, GateId gate, bool backward) const {
    const SupernodeId own = tree.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree.supernode(own);
    return entries.data() + begin[backward && directed() ? 1 : 0][index(own)] +
           std::size_t{supernode.row(gate)} * tree.width(supernode);
  }
  std::size_t bytes() const { return begin[0].bytes() + begin[1].bytes() + entries.bytes(); }
};

/// The same while it is filled in: both directions by themselves. Refers to the tree.
template <class T>
class SupernodeRowsDraft {
 public:
  SupernodeRowsDraft(const GateTree& tree, bool directed, T value)
      : tree_(tree),
        count_(tree.shortcut_count()),
        entries_((directed ? 2 : 1) * count_ + kRowSlack, value) {
    for (std::uint32_t back = 0; back < (directed ? 2 : 1); ++back) {
      std::uint64_t next = back * count_;
      for (const GateTree::Supernode& supernode : tree.supernodes.span()) {
        begin_[back].push_back(next);
        next += size(supernode);
      }
    }
  }

  bool directed() const { return !begin_[1].empty(); }
  /// By supernode; null where directions make no difference.
  const std::uint64_t* begin(bool backward) const {
    return begin_[backward].empty() ? nullptr : begin_[backward].data();
  }
  const T* entries() const { return entries_.data(); }
  /// `backward`: of a directed one alone.
  T* row(GateId gate, bool backward) {
    const SupernodeId own = tree_.supernode_of[index(gate)];
    const GateTree::Supernode& supernode = tree_.supernode(own);
    return entries_.data() + begin_[backward][index(own)] +
           std::size_t{supernode.row(gate)} * tree_.width(supernode);
  }

  /// Keeps once what is the same both ways. Nothing is left.
  SupernodeRows<T> take() {
    if (directed()) share();
    return {{SharedArray(std::move(begin_[0])), SharedArray(std::move(begin_[1]))},
            SharedArray(std::move(entries_))};
  }

 private:
  std::uint64_t size(const GateTree::Supernode& supernode) const {
    return std::uint64_t{supernode.size} * tree_.width(supernode);
  }

  void share() {
    T* end = entries_.data() + count_;
    for (const SupernodeId g : tree_.all_supernodes()) {
      const T* const up = entries_.data() + begin_[0][index(g)];
      const T* const back = entries_.data() + begin_[1][index(g)];
      const std::uint64_t count = size(tree_.supernode(g));
      if (std::equal(up, up + count, back)) {
        begin_[1][index(g)] = begin_[0][index(g)];
      } else {
        begin_[1][index(g)] = static_cast<std::uint64_t>(end - entries_.data());
        end = std::copy(back, back + count, end);  // to where it is, or before
      }
    }
    const T* const slack = entries_.data() + 2 * count_;
    end = std::copy(slack, slack + kRowSlack, end);
    entries_.resize(static_cast<std::size_t>(end - entries_.data()));
    entries_.shrink_to_fit();
  }

  const GateTree& tree_;
  std::uint64_t count_;  // of one direction
  std::array<std::vector<std::uint64_t>, 2> begin_;
  PageVector<T> entries_;
};

}  // namespace portolan::detail
