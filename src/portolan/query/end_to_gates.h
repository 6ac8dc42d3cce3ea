#pragma once

#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/query/hub_finder.h"
#include "portolan/query/query_world.h"
#include "portolan/query/table_end.h"
#include "portolan/tables/row_sums.h"
#include "portolan/tables/shortcut_descent.h"
#include "portolan/tables/tables.h"

namespace portolan::detail {

/// Costs between one end and the gates of any cell, by complete tables: the end's costs to the
/// gates above it are found once, then each cell is one pass over labels, or over shortcuts. Owns
/// all scratch; one thread at a time.
template <QueryWorld W>
class EndToGates {
 public:
  /// `backward`: the end is a goal.
  void begin(const W& world, const Tables& tables, const typename W::Anchor& end, bool backward) {
    end_.connect(world, tables, end, backward);
    hubs_ = tables.links().hub_count(end_.cell);
    if (hubs_ > 0) finder_.reach(tables, end_, hubs_);
    if (tables.choice().far == FarMethod::shortcuts) {
      descent_.begin(tables.shortcuts(), tables.links().gates_of(end_.cell), backward,
                     end_.hubs.data());
    }
  }

  CellHandle cell() const { return end_.cell; }  ///< That the end lies in.
  bool backward() const { return end_.backward; }

  /// By gate of a cell; kTableInfinite for no path. `out` has room for the cell's gates.
  void reach(const Tables& tables, CellHandle cell, Cost* out) {
    const GateLinks& links = tables.links();
    const auto rows = tables.label_rows(cell, !end_.backward);
    if (tables.choice().far == FarMethod::shortcuts)
      return descent_.reach(tables.shortcuts(), links.gates_of(cell), out);
    const std::uint32_t common = rows.empty() || hubs_ == 0 ? 0
                                 : end_.cell == cell        ? hubs_
                                                            : links.common_hubs(end_.cell, cell);
    least_row_sums(end_.hubs.data(), common, tables.labels().costs.data(), rows, out);
  }

 private:
  TableEnd end_;
  HubFinder finder_;
  std::uint32_t hubs_ = 0;  // on the path from the root to the end's gates
  ShortcutDescent descent_;
};

}  // namespace portolan::detail
