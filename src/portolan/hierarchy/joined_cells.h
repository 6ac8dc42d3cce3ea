#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/search/labels.h"

namespace portolan::detail {

/// The gates of all cells inside one cell of level 2 or above as one small graph, numbered from
/// 0 so that searches over it stay in the cache. What OverlayGraph::inside shows, laid out for
/// many searches in a row.
class JoinedCells {
 public:
  /// Joins the cells inside `cell`; they must be there already.
  void join(const Overlay& overlay, CellHandle cell);

  std::uint32_t size() const { return narrow<std::uint32_t>(nodes_.size()); }
  NodeId node(std::uint32_t local) const { return nodes_[local]; }
  CellId home(std::uint32_t local) const { return homes_[local]; }
  /// Whether a gate also has edges outside of the cell.
  bool leaves(std::uint32_t local) const { return leaves_[local] != 0; }

  /// Whether children and their gates are few enough to be named by a StoredHop.
  bool fits_stored_hops() const {
    if (first_.size() > StoredHop::kInter) return false;
    for (std::size_t k = 1; k < first_.size(); ++k) {
      if (first_[k] - first_[k - 1] > 0xFFFF) return false;
    }
    return true;
  }
  /// The number of the first child cell that a gate belongs to, among its siblings,
  std::uint32_t some_child(std::uint32_t local) const { return rows_[row_begin_[local]].child; }
  /// and its place in a child that it belongs to.
  GatePlace gate(std::uint32_t child, std::uint32_t local) const {
    const auto begin = local_of_.begin() + first_[child];
    const auto end = local_of_.begin() + first_[child + 1];
    return GatePlace{narrow<std::uint32_t>(std::lower_bound(begin, end, local) - begin)};
  }

  /// A label's `via` is the number of the child cell just crossed, plus one; 0 for none.
  template <class F>
  void for_each_edge(std::uint32_t local, const Label& label, F&& f) const {
    const Cost headroom = kInfinite - label.cost;  // a more expensive edge counts as none
    for (std::uint32_t s = row_begin_[local]; s < row_begin_[local + 1]; ++s) {
      const ChildRow& gate = rows_[s];
      if (gate.child + 1 == label.via) continue;
      const std::uint32_t* locals = local_of_.data() + first_[gate.child];
      const std::uint32_t count = first_[gate.child + 1] - first_[gate.child];
      for (std::uint32_t j = 0; j < count; ++j) {
        if (gate.row[j] < headroom) f(locals[j], gate.row[j], gate.child + 1);
      }
    }
    for (std::uint32_t e = inter_begin_[local]; e < inter_begin_[local + 1]; ++e) {
      if (inters_[e].cost < headroom) f(inters_[e].to, inters_[e].cost, 0u);
    }
  }

 private:
  struct ChildRow {
    std::uint32_t child;
    const Cost* row;
  };
  struct Inter {
    std::uint32_t to;
    Cost cost;
  };
  void number_gates(const Overlay& overlay, std::span<const CellHandle> children);
  void fill_rows(const Overlay& overlay, std::span<const CellHandle> children);
  void fill_outside(const Overlay& overlay, CellHandle cell);
  std::uint32_t find(NodeId node) const;

  std::vector<NodeId> nodes_;  // ascending
  std::vector<CellId> homes_;
  std::vector<std::uint8_t> leaves_;
  std::vector<std::uint32_t> first_;     // by child: where its gates begin in local_of_
  std::vector<std::uint32_t> local_of_;  // by child and gate: the number here
  std::vector<std::uint32_t> row_begin_;
  std::vector<ChildRow> rows_;
  std::vector<std::uint32_t> inter_begin_;
  std::vector<Inter> inters_;
};

}  // namespace portolan::detail
