#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/query/table_end.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// A path over gates: what it costs, and its topmost gate.
struct HubPath {
  Cost cost = kInfinite;
  Depth hub{};
};

/// Finds the cheapest path over gates between two ends whose costs to the gates of their cells are
/// known. Scratch; one thread at a time.
class HubFinder {
 public:
  /// Reaches the hubs of both ends that the path may lead over.
  HubPath find(const Tables& tables, TableEnds& ends) {
    const GateLinks& links = tables.links();
    const CellHandle cells[2] = {ends[0].cell, ends[1].cell};
    if (links.gates_of(cells[0]).empty() || links.gates_of(cells[1]).empty()) return {};
    const std::uint32_t hubs =
        cells[0] == cells[1] ? links.hub_count(cells[0]) : links.common_hubs(cells[0], cells[1]);
    for (TableEnd& end : ends) end.climb_up(tables);
    if (choose_stretches(tables, ends, hubs)) {
      for (TableEnd& end : ends) end.take_hubs(tables, hubs, stretches_);
    } else {
      for (TableEnd& end : ends) end.take_hubs(tables, hubs);
    }
    const Least found = least_sum(ends[0].hubs.data(), ends[1].hubs.data(), hubs);
    if (found.cost >= kTableInfinite) return {};  // paths inside a cell may cost more
    return {found.cost, Depth{found.at}};
  }

  /// Reaches the topmost `count` hubs of one end. Its cell must have gates.
  void reach(const Tables& tables, TableEnd& end, std::uint32_t count) {
    end.climb_up(tables);
    end.take_hubs(tables, count);
  }

 private:
  /// By how much costs may be off that ought to obey the triangle inequality, being rounded.
  static constexpr Cost kRounding = 8;
  /// With fewer hubs or rows all of them are read as quickly.
  static constexpr std::uint32_t kFewHubs = 4 * kStretch;
  static constexpr std::size_t kFewRows = 3;

  /// The row of the gate that is nearest to an end: the path there touches no other, since every
  /// move costs something.
  struct Nearest {
    Cost cost = kTableInfinite;
    RowOf row{};
  };
  static Nearest find_nearest(const LabelRows& from) {
    Nearest nearest;
    for (std::size_t r = 0; r < from.rows.size(); ++r) {
      const Cost cost = from.costs[r];
      if (cost < nearest.cost) nearest = {cost, from.rows[r]};
    }
    return nearest;
  }

  /// Where every path costs the same back, an end pays for a hub what its nearest gate pays, give
  /// or take the cost of getting there. So two rows tell which hubs are of no use. False: all are
  /// to be read.
  bool choose_stretches(const Tables& tables, const TableEnds& ends, std::uint32_t hubs) {
    const std::uint32_t labelled = ends[0].labelled(tables, hubs);
    if (tables.directed() || labelled <= kFewHubs) return false;
    const LabelRows from[2] = {ends[0].label_rows(tables), ends[1].label_rows(tables)};
    if (from[0].rows.size() + from[1].rows.size() <= 2 * kFewRows) return false;
    const Nearest nearest[2] = {find_nearest(from[0]), find_nearest(from[1])};
    const std::uint32_t told =
        std::min({labelled, nearest[0].row.count, nearest[1].row.count}) / kStretch * kStretch;
    const Cost slack =
        std::min(nearest[0].cost + nearest[1].cost + kRounding, kTableInfinite / 2) * 2;
    stretches_.clear();
    append_stretches_within(from[0].labels + nearest[0].row.begin,
                            from[1].labels + nearest[1].row.begin, told, slack, least_, stretches_);
    for (std::uint32_t begin = told; begin < labelled; begin += kStretch)
      stretches_.push_back(begin);
    return true;
  }

  std::vector<std::uint32_t> stretches_;
  std::vector<Cost> least_;  // scratch
};

}  // namespace portolan::detail
