#include "portolan/validation/validate_gates_above.h"

#include <algorithm>

#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/validation/cell_error.h"
#include "portolan/validation/check_in_pieces.h"

namespace portolan::detail {
namespace {

/// Checks one cell after the other; scratch is kept.
class GatesAboveChecker {
 public:
  GatesAboveChecker(const Partition& partition, const std::vector<CellWords>& cells)
      : partition_(partition), cells_(cells) {}

  Result<Done> check(CellHandle h) {
    const unsigned level = partition_.level(h);
    for (const GatePlace i : cell(h).places()) {
      if (level > 1) {
        find_owners(cell(h).home(i), cell(h).gate(i), level);
        if (std::find(owners_.begin(), owners_.end(), h) == owners_.end())
          return cell_error(partition_, h, "it has a gate that leads nowhere");
      } else if (index(cell(h).home(i)) == h) {
        if (auto good = check_above(CellId{h}, cell(h).gate(i)); !good) return good;
      }
    }
    return Done{};
  }

 private:
  OverlayCell cell(CellHandle h) const { return OverlayCell(cells_[h].get()); }

  /// A node that joins no two cells of one level joins none of the levels above.
  Result<Done> check_above(CellId home, NodeId gate) {
    for (unsigned level = 2; level <= partition_.levels(); ++level) {
      find_owners(home, gate, level);
      if (owners_.empty()) return Done{};
      for (const CellHandle owner : owners_)
        if (cell(owner).find(gate) == kNoPlace)
          return cell_error(partition_, owner, "it lacks a gate");
    }
    return Done{};
  }

  /// The cells of a level that a gate of level 1 is a gate of: those it has edges in, if all of
  /// its edges do not lie in one.
  void find_owners(CellId home, NodeId gate, unsigned level) {
    const OverlayCell own = cell(index(home));
    const GatePlace place = own.find(gate);
    owners_.assign(1, partition_.ancestor(home, level));
    bool leaves = false;
    own.for_each_touch(place, [&](CellId c) {
      const CellHandle owner = partition_.ancestor(c, level);
      if (std::find(owners_.begin(), owners_.end(), owner) == owners_.end())
        owners_.push_back(owner);
    });
    own.for_each_inter(place, [&](const InterEdge& e) {
      leaves |= partition_.ancestor(e.to_home, level) != owners_.front();
    });
    if (owners_.size() == 1 && !leaves) owners_.clear();
  }

  const Partition& partition_;
  const std::vector<CellWords>& cells_;
  std::vector<CellHandle> owners_;
};

}  // namespace

Result<Done> validate_gates_above(const Partition& partition, const std::vector<CellWords>& cells,
                                  const ParallelFor& parallel) {
  const auto check = [&](CellHandle begin, CellHandle end) -> Result<Done> {
    GatesAboveChecker checker(partition, cells);
    for (CellHandle h = begin; h < end; ++h)
      if (auto good = checker.check(h); !good) return good;
    return Done{};
  };
  return check_in_pieces(parallel, partition.handle_count(), kCheckedTogether, check);
}

}  // namespace portolan::detail
