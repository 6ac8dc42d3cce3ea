#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/query/hop.h"
#include "portolan/query/query_options.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Tells whether something that is not in the map stands on a tile now: another unit, say.
using Occupied = std::function<bool(NodeId)>;

/// Finds paths that step on no occupied tile. Scratch; one thread at a time.
class GridDetour {
 public:
  /// What a search may still expand, tiles and gates together.
  struct Budget {
    std::uint64_t left;
    bool spent = false;  ///< A search ended for lack of it.
  };

  /// The cheapest path from `from` to the nearest of a few `targets`, tile by tile: nodes after
  /// `from`. False when there is none within the budget.
  bool find_near(const GridSnapshot& snapshot, NodeId from, std::span<const NodeId> targets,
                 const Occupied& occupied, Budget& budget, SearchCounts* counts,
                 std::vector<NodeId>& nodes);

  /// The cheapest path to `goal` through the hierarchy. Occupied tiles count in the squares `near`:
  /// these and a few beside them, `from` in one of them, and the goal's, are searched tile by tile,
  /// where each move is a hop of its own, an `inter` one; the others are crossed from gate to gate.
  /// Empty `hops` where there is no path, or the budget is spent.
  void find_far(const GridSnapshot& snapshot, NodeId from, NodeId goal,
                std::span<const CellId> near, const Occupied& occupied, Budget& budget,
                SearchCounts* counts, Hops& hops);

  /// How a square is searched.
  enum class Square : std::uint8_t {
    closed,  ///< From gate to gate,
    opened,  ///< tile by tile,
    near,    ///< tile by tile around what is occupied.
  };

 private:
  void begin(const GridGraph& graph);
  void open_square(const Hierarchy& hierarchy, CellId square, Square how);
  void open_squares(const GridSnapshot& snapshot, CellId goal, std::span<const CellId> near,
                    const Occupied& occupied);

  Labels labels_;
  OpenList open_;
  std::vector<Square> squares_;     // by number
  std::vector<CellHandle> opened_;  // those that are not closed, and what they lie in
};

}  // namespace portolan::detail
