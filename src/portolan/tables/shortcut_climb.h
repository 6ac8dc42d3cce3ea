#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_vector.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/shortcut_passes.h"
#include "portolan/tables/shortcut_vias.h"
#include "portolan/tables/shortcuts.h"
#include "portolan/tables/top_labels.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Shortcuts with what a query over them needs, and what makes it quicker. Immutable.
struct ShortcutTable {
  GateTree tree;
  Shortcuts shortcuts;
  LowerSupernodes lowers;
  ShortcutVias vias;  ///< May be empty.
  TopLabels top;      ///< May be empty.

  bool empty() const { return tree.supernodes.empty(); }
  std::size_t bytes() const {
    return empty() ? 0 : tree.bytes() + shortcuts.bytes() + lowers.bytes() + extra_bytes();
  }
  /// Of what is not needed, only quicker.
  std::size_t extra_bytes() const { return vias.bytes() + top.bytes(); }
};

/// Whether it is worth its time to add what makes queries quicker.
enum class TableExtras : std::uint8_t {
  none,  ///< For a few queries.
  all,
};

/// Adds what makes queries quicker, as far as `max_bytes` go: vias, unless they are there, then
/// labels of the topmost gates unless `vias_alone`. What was added takes extra_bytes(); within
/// these the same is added. Fails where the caller's loop loses work.
Result<Done> add_extras(ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links,
                        std::uint64_t max_bytes, bool vias_alone, const ParallelFor& parallel);

/// Rows of labels of which hubs follow, and what an end pays for the gate of each.
struct LabelRows {
  const Cost* labels = nullptr;
  std::span<const RowOf> rows;
  const Cost* costs = nullptr;
};

/// The elimination-tree query: carries the costs of one end's gates up the tree, gate by gate, to
/// all gates above or to those with labels, and later tells the steps behind such a cost. Owns its
/// scratch.
class ShortcutClimb {
 public:
  /// The gates of one cell, and what an end pays for them.
  struct End {
    std::span<const GateId> gates;
    const Cost* costs;
  };
  void climb(const ShortcutTable& table, const End& end, bool backward);
  /// What came of it: so many of the topmost hubs follow from labels,
  std::uint32_t labelled() const { return labelled_; }
  LabelRows label_rows(const ShortcutTable& table) const {
    return {table.top.costs.data(), arrival_rows_, arrival_costs_.data()};
  }
  /// and the others are there, by depth.
  const Cost* hubs() const { return reached_.data(); }
  /// Afterwards, for the same end: appends the steps from a gate of the cell to a hub, or from the
  /// hub if it was backward, in the order of the whole path. `cost`: what the end pays for the hub.
  /// Returns the gate's place.
  GatePlace append_steps(const ShortcutTable& table, const Hierarchy& hierarchy,
                         const GateLinks& links, const End& end, Depth hub, Cost cost,
                         std::vector<GateStep>& steps);

 private:
  /// A shortcut on the path; once it is known to be an edge, which one: see ShortcutVias.
  struct Piece {
    static constexpr std::uint32_t kOpen = 0;
    GateId from;
    GateId to;
    std::uint32_t edge;
  };

  void prefetch_rows(const ShortcutTable& table, SupernodeId supernode) const;
  void climb_over(const ShortcutTable& table, SupernodeId supernode, std::uint32_t rows);
  void find_arrivals(const ShortcutTable& table, const End& end);
  GatePlace trace_climb(const ShortcutTable& table, const End& end, GateId gate, Cost cost);
  void trace_labels(const ShortcutTable& table, GateId gate, Depth hub);
  bool split_pieces(const ShortcutTable& table, const Hierarchy& hierarchy, const GateLinks& links);

  bool backward_ = false;
  IdVector<Depth, Cost> reached_;     // by shortcuts alone
  std::vector<SupernodeId> climbed_;  // from the deepest up
  std::uint32_t climbed_rows_ = 0;    // of the deepest
  std::uint32_t labelled_ = 0;        // so many of the topmost gates above have labels
  // Gates with labels that the climb came to, and what is known of each.
  std::vector<GateId> arrivals_;
  std::vector<RowOf> arrival_rows_;
  std::vector<Cost> arrival_costs_;
  std::vector<GateId> trail_;  // from the end to the hub, by shortcuts
  std::vector<RowOf> rows_;    // of the gates of a supernode that were reached, from the deepest up
  std::vector<Cost> row_costs_;
  std::vector<Cost> columns_;  // what their shortcuts lead to, with kRowSlack more
  std::vector<Piece> pieces_;
  std::vector<Piece> split_;
};

}  // namespace portolan::detail
