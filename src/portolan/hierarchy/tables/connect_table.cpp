#include "portolan/hierarchy/tables/connect_table.h"

#include <algorithm>
#include <utility>

#include "portolan/core/page_vector.h"

namespace portolan {
namespace {

std::uint32_t size32(std::size_t size) { return static_cast<std::uint32_t>(size); }

class ConnectPacker {
 public:
  explicit ConnectPacker(ConnectWays ways) : ways_(ways) {}

  void add(const ConnectRows& rows) {
    ConnectTable::Cell cell{};
    cell.gates = static_cast<std::uint16_t>(rows.gates);
    cell.ranks = add_ranks(rows);
    cell.rows =
        size32(static_cast<std::size_t>(std::count(rows.walkable.begin(), rows.walkable.end(), 1)));
    cell.wide_steps = rows.walkable.size() > 0x100;
    cell.ways = size32(ways_ != ConnectWays::steps ? way_begin_.size()
                       : cell.wide_steps != 0      ? wide_steps_.size()
                                                   : steps_.size());
    cell.wide = !fits_narrow(rows);
    for (const Cost cost : rows.costs)
      if (cost < kTableInfinite) cell.dearest = std::max(cell.dearest, cost);
    cell.begin = size32(cell.wide ? wide_.size() : narrow_.size());
    if (cell.wide) {
      wide_.insert(wide_.end(), rows.costs.begin(), rows.costs.end());
    } else {
      add_narrow(rows);
    }
    if (ways_ == ConnectWays::steps)
      cell.wide_steps != 0 ? add_steps(rows, cell.rows, wide_steps_)
                           : add_steps(rows, cell.rows, steps_);
    for (const std::uint32_t begin : rows.way_begin)
      way_begin_.push_back(size32(way_nodes_.size()) + begin);
    way_nodes_.insert(way_nodes_.end(), rows.way_nodes.begin(), rows.way_nodes.end());
    cells_.push_back(cell);
  }

  ConnectTable::Direction take() {
    ConnectTable::Direction made;
    if (!narrow_.empty()) narrow_.resize(narrow_.size() + kRowSlack, 0);
    if (!wide_.empty()) wide_.resize(wide_.size() + kRowSlack, 0);
    made.steps = SharedArray(std::move(steps_));
    made.wide_steps = SharedArray(std::move(wide_steps_));
    made.cells = SharedArray(std::move(cells_));
    made.narrow = SharedArray(std::move(narrow_));
    made.wide = SharedArray(std::move(wide_));
    made.ranks = SharedArray(std::move(ranks_));
    made.way_begin = SharedArray(std::move(way_begin_));
    made.way_nodes = SharedArray(std::move(way_nodes_));
    return made;
  }

 private:
  std::uint32_t add_ranks(const ConnectRows& rows) {
    const auto blocked = std::count(rows.walkable.begin(), rows.walkable.end(), 0);
    if (blocked == 0) return ConnectTable::kDense;
    const std::uint32_t begin = size32(ranks_.size());
    std::uint16_t next = 0;
    for (const std::uint8_t walkable : rows.walkable)
      ranks_.push_back(walkable ? next++ : ConnectTable::kNoRow);
    return begin;
  }

  template <class Step>
  static void add_steps(const ConnectRows& rows, std::uint32_t count, PageVector<Step>& steps) {
    for (std::uint32_t g = 0; g < rows.gates; ++g) {
      for (std::size_t r = 0; r < count; ++r)
        steps.push_back(static_cast<Step>(rows.steps[r * rows.gates + g]));
    }
  }

  static Cost least(const Cost* row, std::uint32_t gates) {
    return gates == 0 ? 0 : std::min(*std::min_element(row, row + gates), kTableInfinite);
  }

  static bool fits_narrow(const ConnectRows& rows) {
    for (std::size_t at = 0; at < rows.costs.size(); at += rows.gates) {
      const Cost base = least(rows.costs.data() + at, rows.gates);
      for (std::uint32_t g = 0; g < rows.gates; ++g) {
        const Cost cost = rows.costs[at + g];
        if (cost < kTableInfinite && cost - base >= kNoDelta) return false;
      }
    }
    return true;
  }

  void add_narrow(const ConnectRows& rows) {
    for (std::size_t at = 0; at < rows.costs.size(); at += rows.gates) {
      const Cost base = least(rows.costs.data() + at, rows.gates);
      narrow_.push_back(static_cast<std::uint16_t>(base));
      narrow_.push_back(static_cast<std::uint16_t>(base >> 16));
      for (std::uint32_t g = 0; g < rows.gates; ++g) {
        const Cost cost = rows.costs[at + g];
        narrow_.push_back(cost < kTableInfinite ? static_cast<std::uint16_t>(cost - base)
                                                : kNoDelta);
      }
    }
  }

  ConnectWays ways_;
  std::vector<ConnectTable::Cell> cells_;
  PageVector<std::uint16_t> narrow_;
  PageVector<Cost> wide_;
  PageVector<std::uint16_t> ranks_;
  PageVector<std::uint8_t> steps_;
  PageVector<std::uint16_t> wide_steps_;
  PageVector<std::uint32_t> way_begin_;
  PageVector<NodeId> way_nodes_;
};

}  // namespace

ConnectTable::Direction pack_connect_rows(const std::vector<ConnectRows>& cells, ConnectWays ways) {
  ConnectPacker packer(ways);
  for (const ConnectRows& rows : cells) packer.add(rows);
  return packer.take();
}

Cost ConnectTable::Gaps::widest(std::uint32_t row) const {
  if (cell_.gates == 0) return 0;
  const std::size_t r = rank(d_, cell_, row);
  if (cell_.wide != 0) {
    return widest_gap(costs_, d_.wide.data() + cell_.begin + r * cell_.gates, cell_.gates,
                      !directed_);
  }
  const std::uint16_t* at = d_.narrow.data() + cell_.begin + r * (cell_.gates + kBase);
  return widest_gap(costs_, DeltaRow{at + kBase, base_of(at)}, cell_.gates, !directed_);
}

void ConnectTable::connect(CellHandle cell, bool backward, std::span<const Contact> contacts,
                           Cost* out) const {
  constexpr std::size_t kAtOnce = 16;
  const Direction& d = direction(backward);
  const Cell& c = d.cells[cell];
  if (c.gates == 0) return;
  const std::size_t now = std::min(kAtOnce, contacts.size());
  if (c.wide != 0) {
    RowOf rows[kAtOnce];
    Cost adds[kAtOnce];
    for (std::size_t k = 0; k < now; ++k) {
      rows[k] = {rank(d, c, contacts[k].row) * c.gates, c.gates};
      adds[k] = contacts[k].cost;
    }
    least_of_rows(d.wide.data() + c.begin, {rows, now}, adds, c.gates, out);
  } else {
    DeltaRow rows[kAtOnce];
    for (std::size_t k = 0; k < now; ++k) {
      const std::uint16_t* row =
          d.narrow.data() + c.begin + std::size_t{rank(d, c, contacts[k].row)} * (c.gates + kBase);
      rows[k] = {row + kBase, contacts[k].cost + base_of(row)};
    }
    least_of_deltas({rows, now}, c.gates, out);
  }
  for (const Contact& more : contacts.subspan(now)) {  // rare: a polygon with many doorways
    for (std::uint32_t g = 0; g < c.gates; ++g)
      out[g] = std::min(out[g], more.cost + cost(cell, backward, more.row, g));
  }
}

}  // namespace portolan
