#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "portolan/core/parallel.h"
#include "portolan/core/progress.h"
#include "portolan/core/result.h"
#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/tables/connect_table.h"
#include "portolan/search/search.h"

namespace portolan {

/// Computes the connect rows of cells of level 1: one Dijkstra a gate. Scratch is kept from cell to
/// cell; one thread at a time.
template <CellWorld W>
class ConnectRowsMaker {
 public:
  /// `backward`: from the gates to the nodes.
  void make(const W& world, const Hierarchy& hierarchy, CellId cell, bool backward,
            ConnectWays ways, ConnectRows& rows) {
    const OverlayCell overlay = hierarchy.cell(index(cell));
    world.open_cell(cell, overlay, opened_);
    symmetric_ = world.symmetric();
    list_rows(overlay.gate_count(), rows);
    rows.free_moves = has_free_moves();
    rows.costs.resize(locals_.size() * rows.gates);
    rows.steps.resize(ways == ConnectWays::descend ? 0 : rows.costs.size());
    labels_.reserve(opened_.local_count());
    for (std::uint32_t g = 0; g < rows.gates; ++g) {
      reach_all(opened_.local(overlay.gate(g)), backward);
      for (std::size_t r = 0; r < locals_.size(); ++r) {
        const std::size_t at = r * rows.gates + g;
        rows.costs[at] = std::min(labels_.cost(locals_[r]), kTableInfinite);
        if (!rows.steps.empty() && rows.costs[at] < kTableInfinite)
          rows.steps[at] = row_of_[labels_[locals_[r]].parent];
      }
    }
    if (ways == ConnectWays::whole) follow_steps(overlay, rows);
  }

 private:
  static constexpr std::uint32_t kNoRow = 0xFFFF'FFFFu;

  void list_rows(std::uint32_t gates, ConnectRows& rows) {
    rows = {};
    rows.gates = gates;
    locals_.clear();
    numbers_.clear();
    row_of_.assign(opened_.local_count(), kNoRow);
    for (std::uint32_t r = 0; r < opened_.row_count(); ++r) {
      const NodeId node = opened_.row_node(r);
      rows.walkable.push_back(node != kNoNode);
      if (node == kNoNode) continue;
      locals_.push_back(opened_.local(node));
      numbers_.push_back(r);
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

  /// Costs to the gate, against the arrows, unless `backward`.
  void reach_all(std::uint32_t gate, bool backward) {
    const auto everything = [](const OpenEntry&) { return Settle::expand; };
    const auto run = [&](auto& open) {
      labels_.clear();
      open.clear();
      add_source(labels_, open, NoHeuristic{}, gate, 0);
      if (backward || symmetric_) {
        search(opened_, labels_, open, NoHeuristic{}, everything, Uncounted{});
      } else {
        search(AgainstTheArrows{&opened_}, labels_, open, NoHeuristic{}, everything, Uncounted{});
      }
    };
    if (BucketOpenList::suits(opened_.cheapest_edge(), opened_.dearest_edge())) {
      buckets_.configure(opened_.cheapest_edge(), opened_.dearest_edge());
      run(buckets_);
    } else {
      open_.configure(opened_.cost_step());
      run(open_);
    }
  }
  struct AgainstTheArrows {
    const typename W::Cell* cell;
    template <class F>
    void for_each_edge(std::uint32_t n, const Label& label, F&& f) const {
      cell->for_each_edge_back(n, label, static_cast<F&&>(f));
    }
  };

  void follow_steps(const OverlayCell& overlay, ConnectRows& rows) {
    std::vector<std::uint32_t> rank(rows.walkable.size(), kNoRow);
    for (std::uint32_t k = 0; k < numbers_.size(); ++k) rank[numbers_[k]] = k;
    for (std::size_t r = 0; r < locals_.size(); ++r) {
      for (std::uint32_t g = 0; g < rows.gates; ++g) {
        rows.way_begin.push_back(static_cast<std::uint32_t>(rows.way_nodes.size()));
        if (rows.costs[r * rows.gates + g] >= kTableInfinite) continue;
        for (std::size_t at = r; opened_.node(locals_[at]) != overlay.gate(g);) {
          at = rank[rows.steps[at * rows.gates + g]];
          rows.way_nodes.push_back(opened_.node(locals_[at]));
        }
      }
    }
    rows.way_begin.push_back(static_cast<std::uint32_t>(rows.way_nodes.size()));
    rows.steps.clear();
  }

  typename W::Cell opened_;
  bool symmetric_ = false;
  std::vector<std::uint32_t> locals_;   // of the walkable rows
  std::vector<std::uint32_t> numbers_;  // and their numbers
  std::vector<std::uint32_t> row_of_;   // by local
  Labels labels_;
  BucketOpenList buckets_;
  OpenList open_;
};

/// Computes the table of one direction, cells in parallel. Empty where some move costs nothing:
/// along such moves costs do not tell the way.
template <CellWorld W>
Result<ConnectTable::Direction> build_connect_direction(const W& world, const Hierarchy& hierarchy,
                                                        bool backward, ConnectWays ways,
                                                        const ParallelFor& parallel,
                                                        const Progress& progress) {
  constexpr std::uint32_t kCells = 16;   // a piece of work
  constexpr std::uint32_t kPieces = 64;  // between two reports
  const std::uint32_t cells = hierarchy.partition().cell_count(1);
  std::vector<ConnectRows> rows(cells);
  for (std::uint32_t first = 0; first < cells; first += kCells * kPieces) {
    if (!progress.step(first, cells, "connect table")) return Error{"the build was cancelled"};
    const std::uint32_t last = std::min(cells, first + kCells * kPieces);
    const auto work = [&](std::uint32_t piece) {
      ConnectRowsMaker<W> maker;
      const std::uint32_t begin = first + piece * kCells;
      for (std::uint32_t c = begin; c < std::min(last, begin + kCells); ++c)
        maker.make(world, hierarchy, CellId{c}, backward, ways, rows[c]);
    };
    const std::uint32_t pieces = (last - first + kCells - 1) / kCells;
    if (parallel) {
      parallel(pieces, work);
    } else {
      for (std::uint32_t piece = 0; piece < pieces; ++piece) work(piece);
    }
  }
  progress.step(cells, cells, "connect table");
  const bool free_moves =
      std::any_of(rows.begin(), rows.end(), [](const ConnectRows& r) { return r.free_moves; });
  return free_moves ? ConnectTable::Direction{} : pack_connect_rows(rows, ways);
}

}  // namespace portolan
