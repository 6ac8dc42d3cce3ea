#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/connect_table.h"
#include "portolan/tables/pack_connect_table.h"
#include "portolan/tables/table_world.h"
#include "portolan/types.h"
#include "portolan/validation/check_in_pieces.h"

namespace portolan::detail {

/// The part of the check that needs no world: that each cell's rows lie inside the arrays, wherever
/// they do, `rows` being the walkable ones, and that no entry is more than kTableInfinite.
class ConnectLayoutChecker {
 public:
  explicit ConnectLayoutChecker(const ConnectTable& table)
      : entries_(table.entries()), paths_(table.paths()) {}

  bool good_ranks(const ConnectTable::Cell& cell, const std::vector<std::uint8_t>& walkable) const;
  bool good_entries(const ConnectTable::Cell& cell, std::uint32_t rows) const;

 private:
  const ConnectTable::Entries& entries_;
  ConnectPaths paths_;
};

/// Checks the rows of one cell after the other against a world; scratch is kept.
template <TableWorld W>
class ConnectRowsChecker {
 public:
  ConnectRowsChecker(const W& world, const Hierarchy& hierarchy, const ConnectTable& table,
                     bool backward)
      : world_(world),
        hierarchy_(hierarchy),
        table_(table),
        cells_(table.cells(backward)),
        layout_(table),
        backward_(backward) {}

  /// What is wrong with the rows of a cell; null when nothing is.
  const char* find_problem(CellId id) {
    const OverlayCell overlay = hierarchy_.cell(index(id));
    const ConnectTable::Cell& cell = cells_[index(id)];
    gates_ = overlay.gate_count();
    if (cell.gates != gates_) return "its gates are not those of the cell";
    if (has_too_expensive_path(overlay)) return "a path inside it is too expensive for tables";
    world_.open_cell(id, overlay, opened_);
    list_rows();
    if (!layout_.good_ranks(cell, walkable_)) return "its rows are not those of the world";
    if (gates_ == 0 || locals_.empty()) return nullptr;
    const auto rows = narrow<std::uint32_t>(locals_.size());
    if (!layout_.good_entries(cell, rows)) return "its rows lie outside of the table";
    read_costs(id, overlay);
    if (cell.most_expensive != most_expensive(rows)) return "its most expensive cost is wrong";
    for (std::uint32_t r = 0; r < locals_.size(); ++r) {
      if (!list_edges(r)) return "some move costs nothing";
      if (!least_costs(r, overlay)) return "its costs are not those of the cheapest paths";
      if (r < rows && !good_steps(id, r)) return "a path is not what its cost says";
    }
    return same_costs(overlay) ? nullptr : "its costs between gates are not those of the cell";
  }

 private:
  static constexpr std::uint32_t kNowhere = 0xFFFF'FFFFu;
  /// An edge from a row (backward: to it); `to` is a row's place in costs_.
  struct Edge {
    std::uint32_t to;
    Cost cost;
  };

  /// The walkable rows, in the order in which the table has them.
  void list_rows() {
    locals_.clear();
    numbers_.clear();
    walkable_.clear();
    for (std::uint32_t r = 0; r < row_count(opened_); ++r) {
      const NodeId node = row_node(opened_, RowId{r});
      walkable_.push_back(node != kNoNode);
      if (node == kNoNode) continue;
      locals_.push_back(opened_.local(node));
      numbers_.push_back(r);
    }
  }

  /// The costs of all rows side by side; after them those of gates that have no row, which a path
  /// may lead over: they are told by the cell.
  void read_costs(CellId id, const OverlayCell& overlay) {
    const std::size_t rows = locals_.size();
    place_.assign(opened_.local_count(), kNowhere);
    for (std::uint32_t r = 0; r < rows; ++r) place_[locals_[r]] = r;
    outsiders_.clear();
    for (const GatePlace g : overlay.places()) {
      const std::uint32_t local = opened_.local(overlay.gate(g));
      if (place_[local] != kNowhere) continue;
      place_[local] = narrow<std::uint32_t>(locals_.size());
      locals_.push_back(local);
      outsiders_.push_back(g);
    }
    costs_.resize(locals_.size() * gates_ + kRowSlack);
    for (std::size_t r = 0; r < rows; ++r) {
      const ConnectTable::EntryNode entry_node{RowId{numbers_[r]}, 0};
      table_.connect(index(id), backward_, {&entry_node, 1}, costs_.data() + r * gates_);
    }
    Cost* row = costs_.data() + rows * gates_;
    for (const GatePlace g : outsiders_) {
      for (const GatePlace j : overlay.places())
        *row++ = std::min(backward_ ? overlay.cost(j, g) : overlay.cost(g, j), kTableInfinite);
    }
  }

  const Cost* costs(std::uint32_t place) const {
    return costs_.data() + std::size_t{place} * gates_;
  }

  Cost most_expensive(std::uint32_t rows) const {
    Cost most = 0;
    const Cost* end = costs(rows);
    for (const Cost* cost = costs_.data(); cost != end; ++cost)
      most = std::max(most, *cost < kTableInfinite ? *cost : Cost{0});
    return most;
  }

  bool list_edges(std::uint32_t place) {
    edges_.clear();
    bool free = false;
    const auto take = [&](std::uint32_t to, Cost cost, std::uint32_t) {
      free = free || (cost == 0 && to != locals_[place]);
      if (cost != kInfinite && place_[to] != kNowhere)
        edges_.push_back({place_[to], std::min(cost, kTableInfinite)});
    };
    if (backward_) {
      opened_.for_each_edge_back(locals_[place], Label{}, take);
    } else {
      opened_.for_each_edge(locals_[place], Label{}, take);
    }
    return !free;
  }

  /// Whether every cost of a row is the least over its edges of the edge's and the cost from there,
  /// and nothing at the gate itself. Where no move is free only the right costs are so. And whether
  /// "no path" is only said where no edge leads to a path, not where that path costs too much.
  bool least_costs(std::uint32_t place, const OverlayCell& overlay) {
    least_.assign(gates_, kTableInfinite);
    const GatePlace self = overlay.find(opened_.node(locals_[place]));
    if (self != kNoPlace) least_[index(self)] = 0;
    for (const Edge& e : edges_) lower(least_.data(), costs(e.to), e.cost, gates_);
    for (std::uint32_t g = 0; g < gates_; ++g) {
      if (least_[g] == kTableInfinite &&
          std::any_of(edges_.begin(), edges_.end(),
                      [&](const Edge& e) { return costs(e.to)[g] < kTableInfinite; })) {
        return false;
      }
    }
    return std::equal(least_.begin(), least_.end(), costs(place));
  }

  /// Gates have rows too, and the cell tells the same costs between them.
  bool same_costs(const OverlayCell& overlay) const {
    for (const GatePlace i : overlay.places()) {
      const Cost* row = costs(place_[opened_.local(overlay.gate(i))]);
      for (const GatePlace j : overlay.places()) {
        const Cost cost = backward_ ? overlay.cost(j, i) : overlay.cost(i, j);
        if (std::min(cost, kTableInfinite) != row[index(j)]) return false;
      }
    }
    return true;
  }

  bool good_steps(CellId id, std::uint32_t place) const {
    if (table_.paths() == ConnectPaths::descend) return true;
    for (std::uint32_t g = 0; g < gates_; ++g) {
      if (costs(place)[g] < kTableInfinite && !good_step(id, place, g)) return false;
    }
    return true;
  }

  bool good_step(CellId id, std::uint32_t place, std::uint32_t gate) const {
    const ConnectTable::Steps steps = table_.steps_to(index(id), backward_, GatePlace{gate});
    const std::uint32_t next = index(steps.next(RowId{numbers_[place]}));
    if (costs(place)[gate] == 0) return next == numbers_[place];
    if (next >= walkable_.size() || walkable_[next] == 0) return false;
    const std::uint32_t to = place_[opened_.local(row_node(opened_, RowId{next}))];
    return std::any_of(edges_.begin(), edges_.end(), [&](const Edge& e) {
      return e.to == to && e.cost + costs(to)[gate] == costs(place)[gate];
    });
  }

  const W& world_;
  const Hierarchy& hierarchy_;
  const ConnectTable& table_;
  const SharedArray<ConnectTable::Cell>& cells_;
  ConnectLayoutChecker layout_;
  bool backward_;
  std::uint32_t gates_ = 0;
  typename W::Cell opened_;
  std::vector<std::uint8_t> walkable_;  // by row
  std::vector<std::uint32_t> locals_;   // by place
  std::vector<std::uint32_t> numbers_;  // by place: the row
  std::vector<GatePlace> outsiders_;
  std::vector<std::uint32_t> place_;  // by local
  std::vector<Cost> costs_;           // place by place
  std::vector<Cost> least_;
  std::vector<Edge> edges_;
};

/// Checks an untrusted connect table against the world and the hierarchy that it is said
/// to belong to: every row lies inside its arrays, every cost is the right one, also of the paths
/// between gates that the cells tell, every path leads along edges of its cell and costs exactly
/// that; where both directions share rows, for both. In time linear in what the table would be if
/// they did not.
template <TableWorld W>
Result<Done> validate_connect_table(const W& world, const Hierarchy& hierarchy,
                                    const ConnectTable& table, const ParallelFor& parallel) {
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  if (table.directed() != world.directed())
    return Error{"connect table: it is not for both directions as the world asks"};
  for (const bool backward : {false, true}) {
    if (backward && !table.directed()) break;
    if (table.cells(backward).size() != cells)
      return Error{"connect table: it has not as many cells as level 1"};
    const auto check = [&](std::uint32_t begin, std::uint32_t end) -> Result<Done> {
      ConnectRowsChecker<W> checker(world, hierarchy, table, backward);
      for (std::uint32_t c = begin; c < end; ++c) {
        if (const char* problem = checker.find_problem(CellId{c}))
          return Error{joined_text("connect table, cell ", c, ": ", problem)};
      }
      return Done{};
    };
    if (auto good = check_in_pieces(parallel, cells, kCheckedTogether, check); !good) return good;
  }
  return Done{};
}

}  // namespace portolan::detail
