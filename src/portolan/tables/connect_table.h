#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/shared_array.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/hierarchy/partition.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// How a connect table keeps the paths behind its costs.
enum class ConnectPaths : std::uint8_t {
  descend,  ///< Not at all: a path follows the edges along which the costs fall.
  steps,    ///< The next node of every path.
};

/// The connect costs of every node of level 1, computed in advance (PCCP of the HNA* papers): a row
/// for each node, an entry for each gate of its cell. Rows are the world's business: see
/// TableWorld.
class ConnectTable {
 public:
  /// The rows of one cell and direction lie together. In a narrow cell a row is its least cost, in
  /// two entries, and what the others are more; in a wide cell the costs themselves.
  struct Cell {
    std::uint32_t begin;  ///< First entry of the cell's first row.
    std::uint32_t paths;  ///< The same for steps, which have no base.
    std::uint32_t ranks;  ///< Where to look up rows by number; kDense: all rows are there.
    Cost most_expensive;  ///< Of all costs of the cell.
    std::uint32_t rows;
    std::uint16_t gates;
    std::uint8_t wide;
    std::uint8_t wide_steps;  ///< It has more rows than fit one byte.

    friend bool operator==(const Cell&, const Cell&) = default;
  };
  static constexpr std::uint32_t kDense = 0xFFFF'FFFFu;
  static constexpr std::uint16_t kNoRow = 0xFFFF;
  static constexpr std::uint32_t kBase = 2;  ///< Entries of a narrow row before the first gate's.

  /// What all rows consist of.
  struct Entries {
    SharedArray<std::uint16_t> narrow;
    SharedArray<Cost> wide;
    SharedArray<std::uint16_t> ranks;
    /// Rows of the next nodes, gate by gate, so that the steps to one gate lie together.
    SharedArray<std::uint8_t> steps;
    SharedArray<std::uint16_t> wide_steps;

    std::size_t bytes() const {
      return narrow.bytes() + wide.bytes() + ranks.bytes() + steps.bytes() + wide_steps.bytes();
    }
  };

  ConnectTable() = default;
  ConnectTable(ConnectPaths paths, SharedArray<Cell> to_gates, SharedArray<Cell> from_gates,
               Entries entries)
      : paths_(paths),
        to_gates_(std::move(to_gates)),
        from_gates_(std::move(from_gates)),
        entries_(std::move(entries)) {}

  bool empty() const { return to_gates_.empty(); }
  bool directed() const { return !from_gates_.empty(); }
  ConnectPaths paths() const { return paths_; }
  /// By cell of level 1: its rows from nodes to gates, or back. A cell is the same in both
  /// directions, so that its rows are there once, where all of its edges cost the same both ways.
  const SharedArray<Cell>& cells(bool backward) const {
    return backward && directed() ? from_gates_ : to_gates_;
  }
  const Entries& entries() const { return entries_; }
  std::size_t bytes() const { return to_gates_.bytes() + from_gates_.bytes() + entries_.bytes(); }

  /// A row that takes part in a query, and what it costs to get there.
  struct EntryNode {
    RowId row;
    Cost cost;
  };
  /// The cheapest cost over all entry nodes to each gate of a cell, into `out`, which has kRowSlack
  /// entries more than the cell has gates; kTableInfinite or more for no path.
  void connect(CellHandle cell, bool backward, std::span<const EntryNode> entry_nodes,
               Cost* out) const;
  /// The costs of the rows of a cell to one gate (backward: from it); kTableInfinite for no path.
  class CostsTo {
   public:
    Cost operator()(RowId row) const {
      const std::size_t r = ranks_ == nullptr ? index(row) : ranks_[index(row)];
      if (wide_ != nullptr) return wide_[r * stride_];
      const std::uint16_t* at = narrow_ + r * stride_;
      const std::uint16_t delta = at[gate_];
      return delta == kNoDelta ? kTableInfinite : base_of(at) + delta;
    }

   private:
    friend class ConnectTable;
    const std::uint16_t* ranks_ = nullptr;
    const Cost* wide_ = nullptr;             // the gate's entry of the first row
    const std::uint16_t* narrow_ = nullptr;  // the first row, if that is narrow
    std::size_t stride_ = 0;                 // from row to row
    std::size_t gate_ = 0;                   // the gate's entry of a narrow row
  };
  CostsTo costs_to(CellHandle cell, bool backward, GatePlace gate) const {
    const Cell& c = cells(backward)[cell];
    CostsTo costs;
    if (c.ranks != kDense) costs.ranks_ = entries_.ranks.data() + c.ranks;
    if (c.wide != 0) {
      costs.wide_ = entries_.wide.data() + c.begin + index(gate);
      costs.stride_ = c.gates;
    } else {
      costs.narrow_ = entries_.narrow.data() + c.begin;
      costs.stride_ = c.gates + kBase;
      costs.gate_ = kBase + index(gate);
    }
    return costs;
  }
  /// What a path inside a cell costs at least, with the cell's gates as landmarks: how much more
  /// its start pays for some gate than its goal does. Where paths cost the same both ways, how much
  /// less, too.
  class LandmarkBound {
   public:
    /// `costs`: from each gate to the goal; with kRowSlack more.
    LandmarkBound(const ConnectTable& table, CellHandle cell, const Cost* costs)
        : entries_(table.entries()),
          cell_(table.cells(true)[cell]),
          costs_(costs),
          directed_(table.directed()) {}
    Cost from(RowId row) const;

   private:
    const Entries& entries_;
    const Cell& cell_;
    const Cost* costs_;
    bool directed_;
  };

  /// ConnectPaths::steps: the path from any row of a cell to one gate, row by row.
  class Steps {
   public:
    /// The row after (backward: before) `row`; that of the gate follows itself.
    RowId next(RowId row) const {
      const std::uint32_t at = ranks_ == nullptr ? index(row) : ranks_[index(row)];
      return narrow_ != nullptr ? RowId{narrow_[at]} : RowId{wide_[at]};
    }

    std::uint32_t row_count() const { return rows_; }

   private:
    friend class ConnectTable;
    std::uint32_t rows_ = 0;
    const std::uint8_t* narrow_ = nullptr;
    const std::uint16_t* wide_ = nullptr;
    const std::uint16_t* ranks_ = nullptr;
  };
  Steps steps_to(CellHandle cell, bool backward, GatePlace gate) const {
    const Cell& c = cells(backward)[cell];
    Steps steps;
    if (c.ranks != kDense) steps.ranks_ = entries_.ranks.data() + c.ranks;
    steps.rows_ = c.rows;
    const std::size_t begin = c.paths + std::size_t{index(gate)} * c.rows;
    if (c.wide_steps == 0) {
      steps.narrow_ = entries_.steps.data() + begin;
    } else {
      steps.wide_ = entries_.wide_steps.data() + begin;
    }
    return steps;
  }

 private:
  static Cost base_of(const std::uint16_t* row) { return row[0] | Cost{row[1]} << 16; }
  static std::uint32_t rank(const Entries& entries, const Cell& cell, RowId row) {
    return cell.ranks == kDense ? index(row) : entries.ranks[cell.ranks + index(row)];
  }

  ConnectPaths paths_ = ConnectPaths::descend;
  SharedArray<Cell> to_gates_;
  SharedArray<Cell> from_gates_;  // empty where every path costs the same back
  Entries entries_;
};

}  // namespace portolan::detail
