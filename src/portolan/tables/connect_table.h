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
  /// The rows of one cell lie together. In a narrow cell a row is its least cost, in two entries,
  /// and what the others are more; in a wide cell the costs themselves.
  struct Cell {
    std::uint32_t begin;  ///< First entry of the cell's first row.
    std::uint32_t paths;  ///< The same for steps, which have no base.
    std::uint32_t ranks;  ///< Where to look up rows by number; kDense: all rows are there.
    Cost most_expensive;  ///< Of all costs of the cell.
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

    std::size_t bytes() const {
      return cells.bytes() + narrow.bytes() + wide.bytes() + ranks.bytes() + steps.bytes() +
             wide_steps.bytes();
    }
  };

  ConnectTable() = default;
  ConnectTable(ConnectPaths paths, Direction to_gates, Direction from_gates)
      : paths_(paths), to_gates_(std::move(to_gates)), from_gates_(std::move(from_gates)) {}

  bool empty() const { return to_gates_.cells.empty(); }
  bool directed() const { return !from_gates_.cells.empty(); }
  ConnectPaths paths() const { return paths_; }
  const Direction& direction(bool backward) const {
    return backward && directed() ? from_gates_ : to_gates_;
  }
  std::size_t bytes() const { return to_gates_.bytes() + from_gates_.bytes(); }

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
    const Direction& d = direction(backward);
    const Cell& c = d.cells[cell];
    CostsTo costs;
    if (c.ranks != kDense) costs.ranks_ = d.ranks.data() + c.ranks;
    if (c.wide != 0) {
      costs.wide_ = d.wide.data() + c.begin + index(gate);
      costs.stride_ = c.gates;
    } else {
      costs.narrow_ = d.narrow.data() + c.begin;
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
        : d_(table.direction(true)),
          cell_(d_.cells[cell]),
          costs_(costs),
          directed_(table.directed()) {}
    Cost from(RowId row) const;

   private:
    const Direction& d_;
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
    const Direction& d = direction(backward);
    const Cell& c = d.cells[cell];
    Steps steps;
    if (c.ranks != kDense) steps.ranks_ = d.ranks.data() + c.ranks;
    steps.rows_ = c.rows;
    const std::size_t begin = c.paths + std::size_t{index(gate)} * c.rows;
    if (c.wide_steps == 0) {
      steps.narrow_ = d.steps.data() + begin;
    } else {
      steps.wide_ = d.wide_steps.data() + begin;
    }
    return steps;
  }

 private:
  static Cost base_of(const std::uint16_t* row) { return row[0] | Cost{row[1]} << 16; }
  static std::uint32_t rank(const Direction& d, const Cell& cell, RowId row) {
    return cell.ranks == kDense ? index(row) : d.ranks[cell.ranks + index(row)];
  }

  ConnectPaths paths_ = ConnectPaths::descend;
  Direction to_gates_;
  Direction from_gates_;  // empty where every path costs the same back
};

}  // namespace portolan::detail
