#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Names a cell of any level by one number: the cells of level 1 first, then those of level 2,
/// and so on. Fits into a search label.
using CellHandle = std::uint32_t;
inline constexpr CellHandle kNoHandle = 0x7FFF'FFFFu;

/// The nested cells of a world, without any cost. Immutable.
class Partition {
 public:
  Partition() = default;
  /// `parents[k][c]` is the cell of level k+2 that holds cell c of level k+1; `cells` is the
  /// number of cells of level 1. Fails unless every level has fewer cells than the one below
  /// and none of them is empty.
  static Result<Partition> make(std::uint32_t cells,
                                const std::vector<std::vector<CellId>>& parents);

  /// Each has fewer cells than the one below, so that they are few.
  unsigned levels() const { return static_cast<unsigned>(first_.size()) - 1; }
  std::uint32_t cell_count(unsigned level) const { return first_[level] - first_[level - 1]; }
  /// Cells of all levels together.
  std::uint32_t handle_count() const { return first_.back(); }

  CellHandle handle(unsigned level, CellId cell) const { return first_[level - 1] + index(cell); }
  unsigned level(CellHandle handle) const {
    unsigned level = 1;
    while (handle >= first_[level]) ++level;
    return level;
  }
  CellId cell(CellHandle handle) const { return CellId{handle - first_[level(handle) - 1]}; }

  /// The cell of `level` that holds a cell of level 1, as a handle.
  CellHandle ancestor(CellId cell, unsigned level) const {
    return ancestors_[std::size_t{index(cell)} * levels() + level - 1];
  }
  /// The cell one level up; kNoHandle at the top.
  CellHandle parent(CellHandle handle) const { return parent_[handle]; }
  /// Handles of the cells one level down; empty at level 1.
  std::span<const CellHandle> children(CellHandle handle) const {
    return {child_.data() + child_begin_[handle], child_.data() + child_begin_[handle + 1]};
  }
  std::size_t bytes() const {
    return 4 * (first_.size() + parent_.size() + ancestors_.size() + child_begin_.size() +
                child_.size());
  }

 private:
  std::vector<std::uint32_t> first_{0};  // first_[level - 1] is the first handle of a level
  std::vector<CellHandle> parent_;       // by handle
  std::vector<CellHandle> ancestors_;    // levels() entries for each cell of level 1
  std::vector<std::uint32_t> child_begin_;
  std::vector<CellHandle> child_;
};

}  // namespace portolan::detail
