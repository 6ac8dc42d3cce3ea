#include "portolan/tables/connect_table.h"

#include <algorithm>

namespace portolan::detail {

Cost ConnectTable::LandmarkBound::from(RowId row) const {
  if (cell_.gates == 0) return 0;
  const std::size_t r = rank(entries_, cell_, row);
  if (cell_.wide != 0) {
    return largest_difference(costs_, entries_.wide.data() + cell_.begin + r * cell_.gates,
                              cell_.gates, !directed_);
  }
  const std::uint16_t* at = entries_.narrow.data() + cell_.begin + r * (cell_.gates + kBase);
  return largest_difference(costs_, DeltaRow{at + kBase, base_of(at)}, cell_.gates, !directed_);
}

void ConnectTable::connect(CellHandle cell, bool backward, std::span<const EntryNode> entry_nodes,
                           Cost* out) const {
  constexpr std::size_t kAtOnce = 16;
  const Cell& c = cells(backward)[cell];
  if (c.gates == 0) return;
  const std::size_t now = std::min(kAtOnce, entry_nodes.size());
  if (c.wide != 0) {
    RowOf rows[kAtOnce];
    Cost adds[kAtOnce];
    for (std::size_t k = 0; k < now; ++k) {
      rows[k] = {rank(entries_, c, entry_nodes[k].row) * c.gates, c.gates};
      adds[k] = entry_nodes[k].cost;
    }
    least_of_rows(entries_.wide.data() + c.begin, {rows, now}, adds, c.gates, out);
  } else {
    DeltaRow rows[kAtOnce];
    for (std::size_t k = 0; k < now; ++k) {
      const std::size_t r = rank(entries_, c, entry_nodes[k].row);
      const std::uint16_t* row = entries_.narrow.data() + c.begin + r * (c.gates + kBase);
      rows[k] = {row + kBase, entry_nodes[k].cost + base_of(row)};
    }
    least_of_deltas({rows, now}, c.gates, out);
  }
  for (const EntryNode& more : entry_nodes.subspan(now)) {  // rare: a polygon with many doorways
    for (std::uint32_t g = 0; g < c.gates; ++g)
      out[g] = std::min(out[g], more.cost + costs_to(cell, backward, GatePlace{g})(more.row));
  }
}

}  // namespace portolan::detail
