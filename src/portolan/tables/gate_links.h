#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/id_range.h"
#include "portolan/core/shared_array.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/tables/gate_graph.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_tree.h"
#include "portolan/tables/min_plus.h"

namespace portolan::detail {

/// The gates of one level by their numbers in the elimination tree: the cells of the level that
/// they belong to, and with that their neighbours; and how much of their paths from the root two
/// cells have in common.
struct GateLinks {
  /// The gates that a gate reaches through one cell, or by its inter-edges.
  struct Link {
    static constexpr std::uint32_t kInter = 0xFFFF'FFFFu;
    CellHandle cell;        ///< kInter: by inter-edges.
    std::uint32_t targets;  ///< Where they begin in `targets`: for a cell all of its gates.
    std::uint32_t count;
    GatePlace own;  ///< The gate's own place among them; the first for inter-edges.
  };
  struct Gate {
    /// Where its labels begin, depth + 1 of them; from the root down. Those back may lie elsewhere:
    /// see GateLabels::begin. 0 for all gates where there are more labels than 32 bits count: then
    /// none are made.
    std::uint32_t labels;
    std::uint32_t links;  ///< Where its links begin; the next gate's begin tells their end.
    Depth depth;
  };
  /// The most gates on a path from the root: their count is kept in 16 bits.
  static constexpr std::uint32_t kMostHeight = 0xFFFF;

  CellHandle first_cell = 0;  ///< Of the level; follows from how many cells there are.
  SharedArray<Gate> gates;    ///< By number, and one more.
  SharedArray<Link> links;
  SharedArray<GateId> targets;
  SharedArray<std::uint32_t> cell_begin;  ///< By cell of the level, and one more, into `targets`.
  /// Their labels, beside `targets` as far as these are of cells; see Tables::label_rows.
  SharedArray<RowOf> rows;
  /// The cells in the order of their deepest gates, as places by cell; and of the hubs that
  /// neighbours in that order have in common the fewest over runs of 1, 2, 4, ... of them.
  SharedArray<std::uint32_t> cell_place;
  SharedArray<std::uint16_t> least_common;

  // Both fit: gates and cells were counted in 32 bits when these were made.
  std::uint32_t gate_count() const { return static_cast<std::uint32_t>(gates.size()) - 1; }
  std::uint32_t cell_count() const { return static_cast<std::uint32_t>(cell_place.size()); }
  IdRange<GateId> all_gates() const { return IdRange<GateId>(gate_count()); }
  const Gate& gate(GateId id) const { return gates[index(id)]; }
  std::span<const GateId> gates_of(CellHandle cell) const {
    const std::uint32_t* begin = cell_begin.data() + (cell - first_cell);
    return {targets.data() + begin[0], targets.data() + begin[1]};
  }
  std::uint32_t rows_begin(CellHandle cell) const { return cell_begin[cell - first_cell]; }
  std::span<const RowOf> rows_of(CellHandle cell) const {
    const std::uint32_t* begin = cell_begin.data() + (cell - first_cell);
    return {rows.data() + begin[0], rows.data() + begin[1]};
  }
  /// How many gates the path from the root to the deepest gate of a cell has; 0 without gates.
  std::uint32_t hub_count(CellHandle cell) const {
    std::uint32_t count = 0;
    for (const RowOf& row : rows_of(cell)) count = count < row.count ? row.count : count;
    return count;
  }
  std::span<const Link> links_of(GateId id) const {
    return {links.data() + gates[index(id)].links, links.data() + gates[index(id) + 1].links};
  }
  /// How many gates the paths from the root to the gates of two different cells have in common.
  std::uint32_t common_hubs(CellHandle a, CellHandle b) const;
  /// The most targets that the links of a gate have together.
  std::uint64_t most_targets() const;
  std::size_t bytes() const;
};

/// A cell and the number of its deepest gate plus one; 0 without gates.
struct DeepestGate {
  std::uint32_t number_plus_one;
  CellHandle cell;

  friend auto operator<=>(const DeepestGate&, const DeepestGate&) = default;
};
/// All cells in the order of these, which is that of `cell_place`.
std::vector<DeepestGate> cells_by_deepest_gate(const GateLinks& links, std::uint32_t cells);

/// The tree has kMostHeight at most.
GateLinks make_gate_links(const GateGraph& graph, const NumberedTree& numbered);

/// What a gate pays for the step to target j of a link; `backward`: for the step from there.
Cost step_cost(const Hierarchy& hierarchy, const GateLinks& links, GateId gate,
               const GateLinks::Link& link, std::uint32_t j, bool backward);

/// A step between two gates of one cell, or along an inter-edge, as a path over gates has it.
struct GateStep {
  CellHandle cell;  ///< GateLinks::Link::kInter: along an inter-edge.
  GatePlace from;   ///< In the cell; of no meaning for an inter-edge.
  GatePlace to;
  GateId gate;  ///< That it leads to.
};

}  // namespace portolan::detail
