#pragma once

#include <cstddef>
#include <cstdint>

#include "portolan/gpu/tables/table_arrays.h"
#include "portolan/tables/min_plus.h"

/// The rows of connect tables, read from plain arrays: as ConnectTable tells them.
namespace portolan::detail {

/// The place of a row among those that a cell of a connect table has.
PORTOLAN_HOST_DEVICE std::uint32_t row_rank(const DirectionArrays& d,
                                            const ConnectTable::Cell& cell, RowId row) {
  return cell.ranks == ConnectTable::kDense ? index(row) : d.connect_ranks[cell.ranks + index(row)];
}

/// A row of a connect table: what its entries are more than, and where they begin.
struct ConnectRow {
  Cost base;
  std::uint32_t begin;
};
PORTOLAN_HOST_DEVICE ConnectRow connect_row(const DirectionArrays& d,
                                            const ConnectTable::Cell& cell, RowId row) {
  const std::uint32_t rank = row_rank(d, cell, row);
  if (cell.wide != 0) return {0, cell.begin + rank * cell.gates};
  const std::uint32_t at = cell.begin + rank * (cell.gates + ConnectTable::kBase);
  return {d.connect_narrow[at] | Cost{d.connect_narrow[at + 1]} << 16, at + ConnectTable::kBase};
}
/// What it adds for a gate; kTableInfinite for no path.
PORTOLAN_HOST_DEVICE Cost connect_delta(const DirectionArrays& d, bool wide, std::uint32_t at) {
  if (wide) return d.connect_wide[at];
  const std::uint16_t delta = d.connect_narrow[at];
  return delta == kNoDelta ? kTableInfinite : Cost{delta};
}

/// Where the steps from the rows of a cell to one of its gates begin,
PORTOLAN_HOST_DEVICE std::size_t steps_to_gate(const ConnectTable::Cell& cell, GatePlace gate) {
  return cell.paths + std::size_t{index(gate)} * cell.rows;
}
/// and the row that a step leads to: itself where the gate is.
PORTOLAN_HOST_DEVICE RowId next_row(const DirectionArrays& d, const ConnectTable::Cell& cell,
                                    std::size_t steps, RowId row) {
  const std::size_t at = steps + row_rank(d, cell, row);
  const std::uint32_t next = cell.wide_steps == 0 ? d.connect_steps[at] : d.connect_wide_steps[at];
  return RowId{next};
}

}  // namespace portolan::detail
