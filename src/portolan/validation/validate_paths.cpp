#include "portolan/validation/validate_paths.h"

#include <algorithm>
#include <cstring>
#include <span>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// Checks cells above level 1; the level below may be relied on.
class AboveChecker {
 public:
  AboveChecker(const Partition& partition, const std::vector<CellWords>& cells, bool symmetric,
               PathLengthTable& lengths)
      : partition_(partition), cells_(cells), symmetric_(symmetric), lengths_(lengths) {}

  /// Every gate that a cell must have is there, and there are no more.
  Result<Done> check_gates() {
    std::vector<std::uint32_t> known(cells_.size(), 0);
    for (CellHandle home = 0; home < partition_.cell_count(1); ++home) {
      for (const GatePlace i : cell(home).places()) {
        if (index(cell(home).home(i)) != home) continue;
        for (unsigned level = 2; level <= partition_.levels(); ++level) {
          find_owners(home, i, level);
          for (const CellHandle owner : owners_) {
            if (cell(owner).find(cell(home).gate(i)) == kNoPlace)
              return at(owner, "it lacks a gate");
            ++known[owner];
          }
        }
      }
    }
    for (CellHandle h = partition_.cell_count(1); h < cells_.size(); ++h) {
      if (known[h] != cell(h).gate_count()) return at(h, "it has a gate that leads nowhere");
    }
    return Done{};
  }

  Result<Done> check_paths() {
    for (CellHandle h = partition_.cell_count(1); h < cells_.size(); ++h) {
      const std::uint64_t pairs = pairs_of(cell(h).gate_count(), symmetric_);
      if (!cell(h).has_steps() || cell(h).pair_count() != pairs)
        return at(h, "its paths are not stored");
      if (symmetric_ && !is_symmetric(cell(h))) return at(h, "its costs differ by direction");
      for (const CellHandle child : partition_.children(h))
        lengths_.nodes[h] += lengths_.nodes[child];
      lengths_.paths[h].resize(pairs);
      if (!measure_paths(h)) return at(h, "a stored path is longer than the cell");
    }
    return Done{};
  }

 private:
  OverlayCell cell(CellHandle h) const { return OverlayCell(cells_[h].get()); }

  Error at(CellHandle h, const char* problem) const { return cell_error(partition_, h, problem); }

  /// The cells of a level that a gate of level 1 is a gate of: those it has edges in, if all of
  /// its edges do not lie in one.
  void find_owners(CellHandle home, GatePlace gate, unsigned level) {
    owners_.assign(1, partition_.ancestor(CellId{home}, level));
    bool leaves = false;
    cell(home).for_each_touch(gate, [&](CellId c) {
      const CellHandle owner = partition_.ancestor(c, level);
      if (std::find(owners_.begin(), owners_.end(), owner) == owners_.end())
        owners_.push_back(owner);
    });
    cell(home).for_each_inter(gate, [&](const InterEdge& e) {
      leaves |= partition_.ancestor(e.to_home, level) != owners_.front();
    });
    if (owners_.size() == 1 && !leaves) owners_.clear();
  }

  static bool is_symmetric(const OverlayCell& cell) {
    for (const GatePlace i : cell.places()) {
      for (const GatePlace j : IdRange<GatePlace>(index(i))) {
        if (cell.cost(i, j) != cell.cost(j, i)) return false;
      }
    }
    return true;
  }

  bool measure_paths(CellHandle h) {
    const std::uint32_t gates = cell(h).gate_count();
    for (const GatePlace i : cell(h).places()) {
      for (const GatePlace j : IdRange<GatePlace>(symmetric_ ? index(i) + 1 : 0, gates)) {
        const std::uint32_t number = cell(h).pair(i, j);
        const std::uint64_t length = length_of(h, cell(h).gate(i), cell(h).steps(number));
        if (length > lengths_.nodes[h]) return false;
        lengths_.paths[h][number] = narrow<std::uint32_t>(length);
      }
    }
    return true;
  }

  std::uint64_t length_of(CellHandle h, NodeId from, OverlayCell::Steps steps) const {
    const std::span<const CellHandle> children = partition_.children(h);
    std::uint64_t sum = 0;
    for (const std::uint8_t* bytes = steps.begin; bytes != steps.end; bytes += sizeof(StoredHop)) {
      StoredHop hop;
      std::memcpy(&hop, bytes, sizeof hop);
      const CellHandle child = children[hop.child & ~std::uint32_t{StoredHop::kInter}];
      const bool inter = (hop.child & StoredHop::kInter) != 0;
      sum += inter
                 ? 1
                 : lengths_
                       .paths[child][cell(child).pair(cell(child).find(from), GatePlace{hop.gate})];
      from = cell(child).gate(GatePlace{hop.gate});
    }
    return sum;
  }

  const Partition& partition_;
  const std::vector<CellWords>& cells_;
  bool symmetric_;
  PathLengthTable& lengths_;
  std::vector<CellHandle> owners_;
};

}  // namespace

Result<Done> validate_paths_above(const Partition& partition, const std::vector<CellWords>& cells,
                                  bool symmetric, PathLengthTable& lengths) {
  AboveChecker checker(partition, cells, symmetric, lengths);
  if (auto good = checker.check_gates(); !good) return good;
  return checker.check_paths();
}

}  // namespace portolan::detail
