#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/narrow.h"
#include "portolan/query/query_world.h"
#include "portolan/query/snapshot_query.h"
#include "portolan/query/snapshot_view.h"
#include "portolan/tables/connect_path.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// The many starts or many goals of a request, sorted by cell, with their costs to the gates
/// there. Prepared once, they serve any number of single ends, on any number of threads. Reuse one:
/// its memory is kept.
template <QueryWorld W>
class ManyEnds {
 public:
  using Anchor = typename W::Anchor;
  /// The ends that lie in one cell.
  struct CellEnds {
    CellHandle cell;
    std::uint32_t begin;  ///< Its ends are these of `order`.
    std::uint32_t end;
    std::uint32_t gates;
    std::size_t costs;  ///< Where those of its first end are.
  };

  /// `anchors` lie where the world can be walked on and must stay; `goals`: whether paths lead to
  /// them. Where tables do not answer, nothing but the anchors is taken.
  void prepare(const SnapshotView<W>& snapshot, std::span<const Anchor> anchors, bool goals) {
    const W& world = snapshot.world();
    const Tables& tables = snapshot.tables();
    anchors_ = anchors;
    goals_ = goals;
    by_tables_ = SnapshotQuery<W>::answers_by_tables(snapshot, true);
    cells_.clear();
    if (!by_tables_) return;
    sort_by_cell(world, tables);
    Cost* costs = costs_.data();
    for (const CellEnds& c : cells_) {
      for (std::uint32_t k = c.begin; k < c.end; ++k) {
        find_entry_nodes(world, anchors[order_[k]], goals, end_);
        tables.connect().connect(c.cell, goals, end_.entry_nodes,
                                 costs);  // then the next ones behind
        costs += c.gates;
      }
    }
  }

  std::span<const Anchor> anchors() const { return anchors_; }
  bool goals() const { return goals_; }
  bool by_tables() const { return by_tables_; }  ///< Whether there are cells and costs.
  std::span<const CellEnds> cells() const { return cells_; }
  std::uint32_t order(std::uint32_t k) const { return order_[k]; }
  /// Of the ends of a cell in their order, by gate of the cell, one end's behind the other's.
  const Cost* costs(const CellEnds& c) const { return costs_.data() + c.costs; }

 private:
  /// Sorts the ends by cell, cells in the order in which they first occur, and makes room.
  void sort_by_cell(const W& world, const Tables& tables) {
    const GateLinks& links = tables.links();
    if (listed_at_.size() != links.cell_count()) listed_at_.assign(links.cell_count(), kNone);
    const auto count =
        narrow<std::uint32_t>(anchors_.size());  // cells are fewer, and so are their gates
    cell_of_.resize(count);
    order_.resize(count);
    for (std::uint32_t i = 0; i < count; ++i) {
      const CellHandle cell = index(world.anchor_cell(anchors_[i]));
      if (listed_at_[cell] == kNone) {
        listed_at_[cell] = static_cast<std::uint32_t>(cells_.size());
        cells_.push_back({cell, 0, 0, 0, 0});
      }
      cell_of_[i] = listed_at_[cell];
      ++cells_[cell_of_[i]].end;
    }
    std::uint32_t begin = 0;
    std::size_t costs = 0;
    for (CellEnds& c : cells_) {
      listed_at_[c.cell] = kNone;  // for the next time
      const std::uint32_t size = c.end;
      const auto gates = static_cast<std::uint32_t>(links.gates_of(c.cell).size());
      c = {c.cell, begin, begin, gates, costs};
      begin += size;
      costs += std::size_t{size} * gates;
    }
    if (costs_.size() < costs + kRowSlack) costs_.resize(costs + kRowSlack);
    for (std::uint32_t i = 0; i < count; ++i) order_[cells_[cell_of_[i]].end++] = i;
  }

  static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
  std::span<const Anchor> anchors_;
  bool goals_ = false;
  bool by_tables_ = false;
  std::vector<CellEnds> cells_;
  std::vector<std::uint32_t> order_;
  std::vector<Cost> costs_;
  std::vector<std::uint32_t> cell_of_;    // by anchor: its place in cells_
  std::vector<std::uint32_t> listed_at_;  // by cell: its place in cells_; kNone between two calls
  ConnectEnd end_;
};

}  // namespace portolan::detail
