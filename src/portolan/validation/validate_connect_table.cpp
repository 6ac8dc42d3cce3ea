#include "portolan/validation/validate_connect_table.h"

#include "portolan/validation/ranges.h"

namespace portolan::detail {

bool ConnectLayoutChecker::good_ranks(const ConnectTable::Cell& cell,
                                      const std::vector<std::uint8_t>& walkable) const {
  const bool all = std::find(walkable.begin(), walkable.end(), 0) == walkable.end();
  if (all || cell.ranks == ConnectTable::kDense) return all && cell.ranks == ConnectTable::kDense;
  if (walkable.size() > ConnectLayout::kMostRows ||
      !lies_inside(cell.ranks, walkable.size(), entries_.ranks.size())) {
    return false;
  }
  std::uint32_t next = 0;
  for (std::size_t r = 0; r < walkable.size(); ++r) {
    const std::size_t at = std::size_t{cell.ranks} + r;
    if (entries_.ranks[at] != (walkable[r] != 0 ? next++ : ConnectTable::kNoRow)) return false;
  }
  return true;
}

bool ConnectLayoutChecker::good_entries(const ConnectTable::Cell& cell, std::uint32_t rows) const {
  const std::uint64_t entries = std::uint64_t{rows} * cell.gates;
  if (cell.wide > 1 || cell.wide_steps > 1 || cell.rows != rows) return false;
  if (cell.wide == 1) {
    if (!lies_inside(cell.begin, entries + kRowSlack, entries_.wide.size())) return false;
    const auto costs = entries_.wide.span().subspan(cell.begin, entries);
    if (std::any_of(costs.begin(), costs.end(), [](Cost c) { return c > kTableInfinite; }))
      return false;
  } else {
    const std::size_t width = cell.gates + ConnectTable::kBase;
    if (!lies_inside(cell.begin, rows * width + kRowSlack, entries_.narrow.size())) return false;
    const std::uint16_t* row = entries_.narrow.data() + cell.begin;
    for (std::uint32_t r = 0; r < rows; ++r, row += width)
      if ((row[0] | Cost{row[1]} << 16) > kTableInfinite) return false;
  }
  return paths_ == ConnectPaths::descend ||
         lies_inside(cell.paths, entries,
                     cell.wide_steps == 0 ? entries_.steps.size() : entries_.wide_steps.size());
}

}  // namespace portolan::detail
