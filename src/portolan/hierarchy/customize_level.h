#pragma once

#include <cstdint>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/hierarchy/joined_cells.h"
#include "portolan/search/labels.h"
#include "portolan/search/open_list.h"

namespace portolan::detail {

/// Computes the overlay of cells of level 2 and above from the level below; knows no world.
/// Scratch is kept from cell to cell; one thread at a time.
class LevelCustomizer {
 public:
  /// `symmetric`: every edge costs the same both ways, so half of the work will do. `store_hops`:
  /// the path of every intra-edge is kept, as long as its cell is not too large for StoredHops.
  LevelCustomizer(bool symmetric, bool store_hops)
      : symmetric_(symmetric), store_hops_(store_hops) {}

  /// The cells inside `cell` must be there already.
  CellWords customize(const Overlay& overlay, CellHandle cell);

 private:
  void fill_costs(bool store);
  void store_path(std::uint32_t local);

  bool symmetric_;
  bool store_hops_;
  CellDraft draft_;
  JoinedCells joined_;
  std::vector<std::uint32_t> gates_;  // their numbers among the joined ones
  std::vector<StoredHop> path_;
  Labels labels_;
  OpenList open_;
};

/// Two packed cells are the same to the last bit.
bool same_words(const CellWords& a, const CellWords& b);
/// Two versions of a cell connect the same pairs of gates, at whatever cost; so the
/// components of the world stay as they are.
bool same_joints(const OverlayCell& a, const OverlayCell& b);
/// The highest level with a cell whose block depends on a touch or inter-edge that only one of two
/// versions of cell `home` has. Blocks above level 1 do not repeat these, so that one level may
/// come out the same although the next does not. 1 when there is no such difference.
unsigned highest_difference(const Partition& partition, CellId home, const OverlayCell& before,
                            const OverlayCell& after);
/// A changed cell of level 1, and its highest_difference.
struct Reach {
  CellId cell;
  unsigned level;
};
/// The cells of a level to compute again, each once: those above what changed one level down,
/// and those that differences reach directly.
std::vector<CellHandle> affected_cells(const Partition& partition, unsigned level,
                                       const std::vector<CellHandle>& changed_below,
                                       const std::vector<Reach>& reaches);

}  // namespace portolan::detail
