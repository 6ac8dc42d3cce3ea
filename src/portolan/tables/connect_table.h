#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/shared_array.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/tables/min_plus.h"

namespace portolan {

/// How a connect table keeps the ways behind its costs.
enum class ConnectWays : std::uint8_t {
  descend,  ///< Not at all: a way follows the edges along which the costs fall.
  steps,    ///< The next node of every way.
  whole,    ///< Every way from end to end.
};

/// The connect costs of every node of level 1, computed in advance (PCCP of the HNA* papers): a row
/// for each node, an entry for each gate of its cell. Rows are the world's business: see CellWorld.
class ConnectTable {
 public:
  /// The rows of one cell lie together. In a narrow cell a row is its least cost, in two entries,
  /// and what the others are more; in a wide cell the costs themselves.
  struct Cell {
    std::uint32_t begin;  ///< First entry of the cell's first row.
    std::uint32_t ways;   ///< The same for steps and whole ways, which have no base.
    std::uint32_t ranks;  ///< Where to look up rows by number; kDense: all rows are there.
    Cost dearest;         ///< Of all costs of the cell.
    std::uint32_t rows;
    std::uint16_t gates;
    std::uint8_t wide;
    std::uint8_t wide_steps;  ///< It has more rows than fit one byte.
  };
  static constexpr std::uint32_t kDense = 0xFFFF'FFFFu;
  static constexpr std::uint16_t kNoRow = 0xFFFF;
  static constexpr std::uint32_t kBase = 2;  ///< Entries of a narrow row before the first gate's.

  /// One direction: from the nodes to the gates, or back.
  struct Direction {
    SharedArray<Cell> cells;  ///< By cell of level 1.
    SharedArray<std::uint16_t> narrow;
    SharedArray<Cost> wide;
    SharedArray<std::uint16_t> ranks;
    /// Rows of the next nodes, gate by gate, so that the steps to one gate lie together.
    SharedArray<std::uint8_t> steps;
    SharedArray<std::uint16_t> wide_steps;
    SharedArray<std::uint32_t> way_begin;  ///< ConnectWays::whole: by entry, and one more a cell.
    SharedArray<NodeId> way_nodes;

    std::size_t bytes() const {
      return cells.bytes() + narrow.bytes() + wide.bytes() + ranks.bytes() + steps.bytes() +
             wide_steps.bytes() + way_begin.bytes() + way_nodes.bytes();
    }
  };

  ConnectTable() = default;
  ConnectTable(ConnectWays ways, Direction to_gates, Direction from_gates)
      : ways_(ways), to_gates_(std::move(to_gates)), from_gates_(std::move(from_gates)) {}

  bool empty() const { return to_gates_.cells.empty(); }
  bool directed() const { return !from_gates_.cells.empty(); }
  ConnectWays ways() const { return ways_; }
  const Direction& direction(bool backward) const {
    return backward && directed() ? from_gates_ : to_gates_;
  }
  std::size_t bytes() const { return to_gates_.bytes() + from_gates_.bytes(); }

  /// A row that takes part in a query, and what it costs to get there.
  struct Contact {
    std::uint32_t row;
    Cost cost;
  };
  /// The cheapest cost over all contacts to each gate of a cell, into `out`, which has kRowSlack
  /// entries more than the cell has gates; kTableInfinite or more for no way.
  void connect(CellHandle cell, bool backward, std::span<const Contact> contacts, Cost* out) const;
  /// A single entry; kTableInfinite for no way.
  Cost cost(CellHandle cell, bool backward, std::uint32_t row, std::uint32_t gate) const {
    const Direction& d = direction(backward);
    const Cell& c = d.cells[cell];
    const std::size_t r = rank(d, c, row);
    if (c.wide != 0) return d.wide[c.begin + r * c.gates + gate];
    const std::uint16_t* at = d.narrow.data() + c.begin + r * (c.gates + kBase);
    const std::uint16_t delta = at[kBase + gate];
    return delta == kNoDelta ? kTableInfinite : base_of(at) + delta;
  }
  /// How much more one row of a cell pays for some gate than a goal in the cell does: no way
  /// between the two that stays in the cell is cheaper. Where ways cost the same both ways, how
  /// much less, too.
  class Gaps {
   public:
    /// `costs`: from each gate to the goal; with kRowSlack more.
    Gaps(const ConnectTable& table, CellHandle cell, const Cost* costs)
        : d_(table.direction(true)),
          cell_(d_.cells[cell]),
          costs_(costs),
          directed_(table.directed()) {}
    Cost widest(std::uint32_t row) const;

   private:
    const Direction& d_;
    const Cell& cell_;
    const Cost* costs_;
    bool directed_;
  };

  /// ConnectWays::steps: the way from any row of a cell to one gate, row by row.
  class Steps {
   public:
    /// The row after (backward: before) `row`; that of the gate follows itself.
    std::uint32_t next(std::uint32_t row) const {
      const std::uint32_t at = ranks_ == nullptr ? row : ranks_[row];
      return narrow_ != nullptr ? narrow_[at] : wide_[at];
    }

    std::uint32_t row_count() const { return rows_; }

   private:
    friend class ConnectTable;
    std::uint32_t rows_ = 0;
    const std::uint8_t* narrow_ = nullptr;
    const std::uint16_t* wide_ = nullptr;
    const std::uint16_t* ranks_ = nullptr;
  };
  Steps steps_to(CellHandle cell, bool backward, std::uint32_t gate) const {
    const Direction& d = direction(backward);
    const Cell& c = d.cells[cell];
    Steps steps;
    if (c.ranks != kDense) steps.ranks_ = d.ranks.data() + c.ranks;
    steps.rows_ = c.rows;
    const std::size_t begin = c.ways + std::size_t{gate} * c.rows;
    if (c.wide_steps == 0) {
      steps.narrow_ = d.steps.data() + begin;
    } else {
      steps.wide_ = d.wide_steps.data() + begin;
    }
    return steps;
  }
  /// ConnectWays::whole: the nodes between, the gate included, from the row's side.
  std::span<const NodeId> way(CellHandle cell, bool backward, std::uint32_t row,
                              std::uint32_t gate) const {
    const Direction& d = direction(backward);
    const std::size_t at = entry(d, cell, row, gate);
    return {d.way_nodes.data() + d.way_begin[at], d.way_nodes.data() + d.way_begin[at + 1]};
  }

 private:
  static Cost base_of(const std::uint16_t* row) { return row[0] | Cost{row[1]} << 16; }
  static std::uint32_t rank(const Direction& d, const Cell& cell, std::uint32_t row) {
    return cell.ranks == kDense ? row : d.ranks[cell.ranks + row];
  }
  static std::size_t entry(const Direction& d, CellHandle cell, std::uint32_t row,
                           std::uint32_t gate) {
    const Cell& c = d.cells[cell];
    return c.ways + std::size_t{rank(d, c, row)} * c.gates + gate;
  }

  ConnectWays ways_ = ConnectWays::descend;
  Direction to_gates_;
  Direction from_gates_;  // empty where every way costs the same back
};

}  // namespace portolan
