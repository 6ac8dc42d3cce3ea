#include "portolan/tables/pack_connect_table.h"

#include <algorithm>
#include <utility>

#include "portolan/core/id_range.h"
#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

template <class Step>
void add_steps(const std::vector<std::uint32_t>& made, const ConnectTable::Cell& cell,
               PageVector<Step>& steps) {
  for (std::uint32_t g = 0; g < cell.gates; ++g) {
    for (std::size_t r = 0; r < cell.rows; ++r)
      steps.push_back(narrow<Step>(made[r * cell.gates + g]));
  }
}

Cost least(const Cost* row, std::uint32_t gates) {
  return gates == 0 ? 0 : std::min(*std::min_element(row, row + gates), kTableInfinite);
}

bool fits_narrow(const std::vector<Cost>& costs, std::uint32_t gates) {
  for (std::size_t at = 0; at < costs.size(); at += gates) {
    const Cost base = least(costs.data() + at, gates);
    for (std::uint32_t g = 0; g < gates; ++g) {
      const Cost cost = costs[at + g];
      if (cost < kTableInfinite && cost - base >= kNoDelta) return false;
    }
  }
  return true;
}

Cost most_expensive(const std::vector<Cost>& costs) {
  Cost most = 0;
  for (const Cost cost : costs)
    if (cost < kTableInfinite) most = std::max(most, cost);
  return most;
}

}  // namespace

bool has_too_expensive_path(const OverlayCell& cell) {
  for (const GatePlace i : cell.places()) {
    const Cost* row = cell.row(i);
    if (std::any_of(row, row + cell.gate_count(),
                    [](Cost cost) { return cost >= kTableInfinite && cost != kInfinite; })) {
      return true;
    }
  }
  return false;
}

bool has_symmetric_costs(const OverlayCell& cell) {
  for (const GatePlace i : cell.places()) {
    for (const GatePlace j : IdRange<GatePlace>(index(i)))
      if (cell.cost(i, j) != cell.cost(j, i)) return false;
  }
  return true;
}

bool ConnectLayout::place(const Shape& shape, ConnectTable::Cell& cell) {
  bool good = true;
  const auto take = [&](std::uint64_t& size, std::uint64_t count) -> std::uint32_t {
    const std::uint64_t begin = size;
    size += count;
    good = good && fits<std::uint32_t>(size + kRowSlack);
    return good ? narrow<std::uint32_t>(begin) : 0;
  };
  const std::uint64_t entries = shape.walkable * shape.gates;
  ++cells_;
  cell.gates = narrow<std::uint16_t>(shape.gates);
  cell.rows = narrow<std::uint32_t>(shape.walkable);
  cell.wide = shape.wide;
  cell.wide_steps = shape.rows > 0x100;
  cell.ranks = shape.walkable == shape.rows ? ConnectTable::kDense : take(ranks_, shape.rows);
  cell.begin = shape.wide         ? take(wide_, entries)
               : shape.gates == 0 ? take(narrow_, 0)
                                  : take(narrow_, entries + shape.walkable * ConnectTable::kBase);
  cell.paths = paths_ == ConnectPaths::descend
                   ? 0
                   : take(cell.wide_steps != 0 ? wide_steps_ : steps_, entries);
  return good;
}

std::uint64_t ConnectLayout::bytes() const {
  return cells_ * sizeof(ConnectTable::Cell) + 2 * narrow_ + 4 * wide_ + 2 * ranks_ + steps_ +
         2 * wide_steps_;
}

bool ConnectPacker::add(const ConnectRows& rows) {
  if (!add_direction(rows, rows.to_gates, to_gates_)) return false;
  if (!directed_) return true;
  if (rows.from_gates) return add_direction(rows, *rows.from_gates, from_gates_);
  layout_.place_again();
  from_gates_.push_back(to_gates_.back());
  return true;
}

bool ConnectPacker::add_direction(const ConnectRows& rows, const ConnectRows::Direction& direction,
                                  std::vector<ConnectTable::Cell>& cells) {
  ConnectTable::Cell cell{};
  const auto walkable =
      static_cast<std::uint64_t>(std::count(rows.walkable.begin(), rows.walkable.end(), 1));
  const bool wide = !fits_narrow(direction.costs, rows.gates);
  if (!layout_.place({rows.walkable.size(), walkable, rows.gates, wide}, cell)) return false;
  cell.most_expensive = most_expensive(direction.costs);
  if (cell.ranks != ConnectTable::kDense) add_ranks(rows);
  if (wide) {
    wide_.insert(wide_.end(), direction.costs.begin(), direction.costs.end());
  } else {
    add_narrow(direction.costs, rows.gates);
  }
  if (paths_ == ConnectPaths::steps) {
    cell.wide_steps != 0 ? add_steps(direction.steps, cell, wide_steps_)
                         : add_steps(direction.steps, cell, steps_);
  }
  cells.push_back(cell);
  return true;
}

ConnectTable ConnectPacker::take() {
  ConnectTable::Entries made;
  if (!narrow_.empty()) narrow_.resize(narrow_.size() + kRowSlack, 0);
  if (!wide_.empty()) wide_.resize(wide_.size() + kRowSlack, 0);
  made.steps = SharedArray(std::move(steps_));
  made.wide_steps = SharedArray(std::move(wide_steps_));
  made.narrow = SharedArray(std::move(narrow_));
  made.wide = SharedArray(std::move(wide_));
  made.ranks = SharedArray(std::move(ranks_));
  return {paths_, SharedArray(std::move(to_gates_)), SharedArray(std::move(from_gates_)),
          std::move(made)};
}

void ConnectPacker::add_ranks(const ConnectRows& rows) {
  std::uint32_t next = 0;
  for (const std::uint8_t walkable : rows.walkable)
    ranks_.push_back(walkable != 0 ? narrow<std::uint16_t>(next++) : ConnectTable::kNoRow);
}

void ConnectPacker::add_narrow(const std::vector<Cost>& costs, std::uint32_t gates) {
  for (std::size_t at = 0; at < costs.size(); at += gates) {
    const Cost base = least(costs.data() + at, gates);
    narrow_.push_back(static_cast<std::uint16_t>(base));  // its low half, then its high half
    narrow_.push_back(narrow<std::uint16_t>(base >> 16));
    for (std::uint32_t g = 0; g < gates; ++g) {
      const Cost cost = costs[at + g];
      narrow_.push_back(cost < kTableInfinite ? narrow<std::uint16_t>(cost - base) : kNoDelta);
    }
  }
}

}  // namespace portolan::detail
