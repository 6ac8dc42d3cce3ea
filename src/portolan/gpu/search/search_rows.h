#pragma once

#include <cstdint>

#include "portolan/gpu/search/search_arrays.h"

/// The graphs that agents search.
namespace portolan::detail {

/// The moves of a row.
struct MoveRange {
  const SearchMove* begin = nullptr;
  const SearchMove* end = nullptr;
  std::uint32_t polygon = kNoneHere;  ///< The one entered; kNoneHere where none is, or a cell.
};

/// A move that no path is stored for.
inline constexpr OverlayPath kPlainStep{kNoneHere, 1, 0, 0};

/// Level 0.
class BaseRows {
 public:
  PORTOLAN_HOST_DEVICE BaseRows(const SearchArrays& arrays, std::uint32_t, std::uint32_t)
      : arrays_(&arrays) {}

  /// How many labels a search needs, and where that of a node is among them.
  PORTOLAN_HOST_DEVICE static std::uint32_t label_count(const SearchArrays& arrays) {
    return arrays.node_count;
  }
  PORTOLAN_HOST_DEVICE std::uint32_t label(std::uint32_t node) const { return node; }

  PORTOLAN_HOST_DEVICE MoveRange moves(std::uint32_t row) const {
    const SearchRow here = arrays_->rows[row];
    const std::uint32_t end = arrays_->rows[row + 1].begin;
    return {arrays_->moves.data + here.begin, arrays_->moves.data + end, here.polygon};
  }
  /// The path that is stored for the move from a node to that of `row`.
  PORTOLAN_HOST_DEVICE OverlayPath path(std::uint32_t, std::uint32_t) const { return kPlainStep; }

 private:
  const SearchArrays* arrays_;
};

/// Level 0 in the cells of start and goal, and elsewhere the overlays, each cell at the highest
/// level at which it holds neither. So an agent's ends are connected to the gates by the very
/// search that leads from gate to gate, and no farther than it needs; ends in one cell are no
/// special case. The paths cost what they cost on level 0.
class MixedRows {
 public:
  PORTOLAN_HOST_DEVICE MixedRows(const SearchArrays& arrays, std::uint32_t start_cell,
                                 std::uint32_t goal_cell)
      : arrays_(&arrays),
        start_cell_(start_cell),
        goal_cell_(goal_cell),
        start_inside_(arrays.inside[start_cell]),
        start_count_(arrays.inside[start_cell + 1] - start_inside_),
        goal_shift_(arrays.inside[goal_cell] - arrays.gate_count - start_count_) {}

  /// As those of BaseRows: of the gates, then of what is inside the start's cell, and the goal's.
  PORTOLAN_HOST_DEVICE static std::uint32_t label_count(const SearchArrays& arrays) {
    return arrays.gate_count + 2 * arrays.most_inside;
  }
  PORTOLAN_HOST_DEVICE std::uint32_t label(std::uint32_t node) const {
    if (node < arrays_->gate_count) return node;
    const std::uint32_t at = node - start_inside_;
    return at < start_count_ ? arrays_->gate_count + at : node - goal_shift_;
  }

  PORTOLAN_HOST_DEVICE MoveRange moves(std::uint32_t row) const {
    const std::uint32_t level = level_of(row);
    if (level == 0) return BaseRows(*arrays_, 0, 0).moves(row);
    const OverlayRow over = overlay_row(row, level);
    const SearchMove* const begin = arrays_->overlay_moves.data + over.begin;
    return {begin, begin + over.count, kNoneHere};
  }
  PORTOLAN_HOST_DEVICE OverlayPath path(std::uint32_t from, std::uint32_t row) const {
    const std::uint32_t level = level_of(row ^ 1);
    if (level == 0) return kPlainStep;
    const OverlayRow to = overlay_row(row ^ 1, level);
    if (to.cell == kNoneHere) return kPlainStep;
    OverlayRow begin = overlay_row(2 * from, level);
    if (begin.cell != to.cell) begin = overlay_row(2 * from + 1, level);
    return arrays_->paths[begin.begin + to.gate];
  }

 private:
  PORTOLAN_HOST_DEVICE OverlayRow overlay_row(std::uint32_t row, std::uint32_t level) const {
    return arrays_->overlay_rows[std::size_t{row} * arrays_->levels + level - 1];
  }
  /// The highest at which the cell of a row holds neither end; 1 along a link; 0 for a node inside
  /// a cell, which a search comes to in those of its ends alone.
  PORTOLAN_HOST_DEVICE std::uint32_t level_of(std::uint32_t row) const {
    if (node_of_row(row) >= arrays_->gate_count) return 0;
    const std::uint32_t* const start =
        arrays_->ancestors.data + std::size_t{start_cell_} * arrays_->levels;
    const std::uint32_t* const goal =
        arrays_->ancestors.data + std::size_t{goal_cell_} * arrays_->levels;
    for (std::uint32_t level = arrays_->levels; level > 0; --level) {
      const std::uint32_t cell = overlay_row(row, level).cell;
      if (cell == kNoneHere) return 1;
      if (cell != start[level - 1] && cell != goal[level - 1]) return level;
    }
    return 0;
  }

  const SearchArrays* arrays_;
  std::uint32_t start_cell_;
  std::uint32_t goal_cell_;
  std::uint32_t start_inside_;  // the first node inside the start's cell, and how many there are
  std::uint32_t start_count_;
  std::uint32_t goal_shift_;  // from a node inside the goal's cell to its label
};

}  // namespace portolan::detail
