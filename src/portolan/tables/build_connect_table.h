#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/narrow.h"
#include "portolan/core/run_all.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/search/search.h"
#include "portolan/tables/connect_table.h"
#include "portolan/tables/pack_connect_table.h"
#include "portolan/tables/table_world.h"
#include "portolan/types.h"

namespace portolan::detail {

/// What may still be allocated; any number of threads take from it.
class ByteBudget {
 public:
  explicit ByteBudget(std::uint64_t bytes) : left_(bytes) {}

  /// False, and nothing is taken, where less is left.
  bool take(std::uint64_t bytes) {
    std::uint64_t left = left_.load(std::memory_order_relaxed);
    do {
      if (bytes > left) return false;
    } while (!left_.compare_exchange_weak(left, left - bytes, std::memory_order_relaxed));
    return true;
  }

 private:
  std::atomic<std::uint64_t> left_;
};

/// Why there is no connect table.
struct ConnectProblem {
  static constexpr const char* kRows = "a cell has more than 65,536 nodes";
  static constexpr const char* kGates = "a cell has more than 65,535 gates";
  static constexpr const char* kFree = "some move costs nothing";
  static constexpr const char* kBudget = "the connect table does not fit the budget";
  static constexpr const char* kExpensive = "a path inside a cell is too expensive";
  static constexpr const char* kNoStep = "a path inside a cell leads over a node without a row";
  static constexpr const char* kEntries = "the connect table has more entries than 32 bits count";
};

/// Computes the connect rows of cells of level 1: one Dijkstra for each gate and direction, one for
/// both where every edge of the cell costs the same back. Scratch is kept from cell to cell; one
/// thread at a time.
template <TableWorld W>
class ConnectRowsMaker {
 public:
  /// What the rows take at least when packed is taken from the budget first. Every entry is exact:
  /// where one would not be, the rows have a problem.
  void make(const W& world, const Hierarchy& hierarchy, CellId cell, ConnectPaths paths,
            ByteBudget& budget, ConnectRows& rows) {
    const OverlayCell overlay = hierarchy.cell(index(cell));
    world.open_cell(cell, overlay, opened_);
    symmetric_ = world.symmetric();
    rows = {};
    rows.gates = overlay.gate_count();
    rows.problem = find_problem(overlay);
    if (rows.problem != nullptr) return;
    list_rows(rows);
    const bool both = world.directed() && !same_both_ways();
    if (has_free_moves()) {
      rows.problem = ConnectProblem::kFree;
    } else if (!budget.take(least_bytes(rows.gates, paths) * (both ? 2 : 1))) {
      rows.problem = ConnectProblem::kBudget;
    } else {
      fill(overlay, false, paths, rows, rows.to_gates);
      if (both) fill(overlay, true, paths, rows, rows.from_gates.emplace());
    }
  }

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFF'FFFFu;

  const char* find_problem(const OverlayCell& overlay) const {
    if (!fits<std::uint16_t>(overlay.gate_count())) return ConnectProblem::kGates;
    if (row_count(opened_) > ConnectLayout::kMostRows) return ConnectProblem::kRows;
    return has_too_expensive_path(overlay) ? ConnectProblem::kExpensive : nullptr;
  }

  std::uint64_t least_bytes(std::uint32_t gates, ConnectPaths paths) const {
    const std::uint64_t entry = paths == ConnectPaths::descend ? 2 : 3;
    return entry * locals_.size() * gates;
  }

  void fill(const OverlayCell& overlay, bool backward, ConnectPaths paths, ConnectRows& rows,
            ConnectRows::Direction& made) {
    made.costs.resize(locals_.size() * rows.gates);
    made.steps.resize(paths == ConnectPaths::descend ? 0 : made.costs.size());
    labels_.reserve(opened_.local_count());
    for (const GatePlace gate : overlay.places()) {
      reach_all(opened_.local(overlay.gate(gate)), backward);
      for (std::size_t r = 0; r < locals_.size(); ++r) {
        const std::size_t at = r * rows.gates + index(gate);
        const Cost cost = labels_.cost(locals_[r]);
        made.costs[at] = std::min(cost, kTableInfinite);
        if (cost == kInfinite) continue;
        if (cost >= kTableInfinite) rows.problem = ConnectProblem::kExpensive;
        if (made.steps.empty()) continue;
        made.steps[at] = row_of_[labels_[locals_[r]].parent];
        if (made.steps[at] == kNoRow) rows.problem = ConnectProblem::kNoStep;
      }
      if (rows.problem != nullptr) return;
    }
  }

  void list_rows(ConnectRows& rows) {
    locals_.clear();
    row_of_.assign(opened_.local_count(), kNoRow);
    for (std::uint32_t r = 0; r < row_count(opened_); ++r) {
      const NodeId node = row_node(opened_, RowId{r});
      rows.walkable.push_back(node != kNoNode);
      if (node == kNoNode) continue;
      locals_.push_back(opened_.local(node));
      row_of_[locals_.back()] = r;
    }
  }

  bool has_free_moves() const {
    bool found = false;
    for (const std::uint32_t local : locals_) {
      opened_.for_each_edge(local, Label{}, [&](std::uint32_t to, Cost cost, std::uint32_t) {
        found = found || (cost == 0 && to != local);
      });
    }
    return found;
  }

  /// Whether every edge of the cell has its like back: then a path to a gate is one from there.
  bool same_both_ways() {
    const auto list = [](std::vector<Arc>& arcs) {
      arcs.clear();
      return [&arcs](std::uint32_t to, Cost cost, std::uint32_t) {
        if (cost != kInfinite) arcs.emplace_back(to, cost);
      };
    };
    for (std::uint32_t local = 0; local < opened_.local_count(); ++local) {
      opened_.for_each_edge(local, Label{}, list(out_));
      opened_.for_each_edge_back(local, Label{}, list(in_));
      std::sort(out_.begin(), out_.end());
      std::sort(in_.begin(), in_.end());
      if (out_ != in_) return false;
    }
    return true;
  }

  /// Costs to the gate, along reversed edges, unless `backward`.
  void reach_all(std::uint32_t gate, bool backward) {
    const auto everything = [](const OpenEntry&) { return Settle::expand; };
    const auto run = [&](auto& open) {
      labels_.clear();
      open.clear();
      add_source(labels_, open, NoHeuristic{}, gate, 0);
      if (backward || symmetric_) {
        search(opened_, labels_, open, NoHeuristic{}, everything, Uncounted{});
      } else {
        search(Reversed{&opened_}, labels_, open, NoHeuristic{}, everything, Uncounted{});
      }
    };
    if (BucketOpenList::suits(opened_.cheapest_edge(), opened_.most_expensive_edge())) {
      buckets_.configure(opened_.cheapest_edge(), opened_.most_expensive_edge());
      run(buckets_);
    } else {
      open_.configure(opened_.cost_step());
      run(open_);
    }
  }
  struct Reversed {
    const typename W::Cell* cell;
    template <class F>
    void for_each_edge(std::uint32_t n, const Label& label, F&& f) const {
      cell->for_each_edge_back(n, label, static_cast<F&&>(f));
    }
  };

  using Arc = std::pair<std::uint32_t, Cost>;  // the local at its other end, and what it costs

  typename W::Cell opened_;
  bool symmetric_ = false;
  std::vector<Arc> out_;
  std::vector<Arc> in_;
  std::vector<std::uint32_t> locals_;  // of the walkable rows
  std::vector<std::uint32_t> row_of_;  // by local
  Labels labels_;
  BucketOpenList buckets_;
  OpenList open_;
};

/// The end of the cells that are computed before the next ones are: few enough that their rows,
/// which take more room before they are packed, take little beside the table.
inline std::uint32_t end_of_round(const Hierarchy& hierarchy, std::uint32_t first) {
  constexpr std::uint32_t kMostCells = 1024;
  constexpr std::uint64_t kMostEntries = std::uint64_t{1} << 23;  // of each direction
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  std::uint64_t entries = 0;
  std::uint32_t c = first;
  while (c < cells && c - first < kMostCells && entries < kMostEntries) {
    const OverlayCell cell = hierarchy.cell(c++);
    entries += std::uint64_t{cell.home_count()} * cell.gate_count();
  }
  return c;
}

/// The connect table within a budget, or why there is none.
struct BuiltConnect {
  ConnectTable table;
  const char* problem = nullptr;  ///< See ConnectProblem.
};

/// Computes the table, cells in parallel, as long as it takes no more than `max_bytes`. There is
/// none where a path cannot be told by its cost (some move costs nothing), or does not fit the
/// entries of the table.
template <TableWorld W>
Result<BuiltConnect> build_connect_table(const W& world, const Hierarchy& hierarchy,
                                         ConnectPaths paths, std::uint64_t max_bytes,
                                         const ParallelFor& parallel, const Progress& progress) {
  constexpr std::uint32_t kCells = 16;  // for each piece of work
  const auto none = [](const char* problem) { return BuiltConnect{{}, problem}; };
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  ByteBudget budget(max_bytes);
  ConnectPacker packer(paths, world.directed());
  std::vector<ConnectRows> rows;
  for (std::uint32_t first = 0; first < cells;) {
    if (!progress.step(first, cells, "cells of the connect table"))
      return Error{"the build was cancelled"};
    const std::uint32_t last = end_of_round(hierarchy, first);
    rows.clear();
    rows.resize(last - first);
    const auto work = [&](std::uint32_t piece) {
      ConnectRowsMaker<W> maker;
      const std::uint32_t begin = first + piece * kCells;
      for (std::uint32_t c = begin; c < std::min(last, begin + kCells); ++c)
        maker.make(world, hierarchy, CellId{c}, paths, budget, rows[c - first]);
    };
    const std::uint32_t pieces = (last - first + kCells - 1) / kCells;
    if (!run_whole(parallel, pieces, work)) return lost_work();
    for (ConnectRows& made : rows) {
      if (made.problem != nullptr) return none(made.problem);
      if (!packer.add(made)) return none(ConnectProblem::kEntries);
      if (packer.bytes() > max_bytes) return none(ConnectProblem::kBudget);
      made = {};
    }
    first = last;
  }
  progress.step(cells, cells, "cells of the connect table");
  ConnectTable table = packer.take();
  if (table.bytes() > max_bytes) return none(ConnectProblem::kBudget);
  return BuiltConnect{std::move(table)};
}

}  // namespace portolan::detail
