#include "portolan/validation/validate_paths.h"

#include <cstring>
#include <span>

#include "portolan/core/narrow.h"

namespace portolan::detail {
namespace {

/// Checks the stored paths of cells above level 1; the level below may be relied on.
class AboveChecker {
 public:
  AboveChecker(const Partition& partition, const std::vector<CellWords>& cells, bool symmetric,
               PathLengthTable& lengths)
      : partition_(partition), cells_(cells), symmetric_(symmetric), lengths_(lengths) {}

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
};

}  // namespace

Result<Done> validate_paths_above(const Partition& partition, const std::vector<CellWords>& cells,
                                  bool symmetric, PathLengthTable& lengths) {
  return AboveChecker(partition, cells, symmetric, lengths).check_paths();
}

}  // namespace portolan::detail
