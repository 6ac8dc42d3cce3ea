#include "portolan/validation/validate_cells.h"

#include <algorithm>
#include <cstring>
#include <span>
#include <string>

#include "portolan/hierarchy/overlay_cell.h"
#include "portolan/validation/cell_error.h"
#include "portolan/validation/check_in_pieces.h"
#include "portolan/validation/validate_block.h"

namespace portolan::detail {
namespace {

/// Checks cells against each other. The first pass makes sure of every block and its ids, the
/// second may then follow them.
class CellChecker {
 public:
  CellChecker(const Partition& partition, const std::vector<CellWords>& cells,
              std::uint32_t node_count)
      : partition_(partition),
        cells_(cells),
        node_count_(node_count),
        count_(partition.cell_count(1)) {}

  Result<Done> check_count() const {
    if (cells_.size() == partition_.handle_count()) return Done{};
    return Error{"there are " + std::to_string(cells_.size()) + " cells, the partition has " +
                 std::to_string(partition_.handle_count())};
  }

  Result<Done> check_blocks(CellHandle begin, CellHandle end) const {
    for (CellHandle h = begin; h < end; ++h) {
      if (cells_[h] == nullptr) return at(h, "it is missing");
      if (auto valid = validate_block(cells_[h].get(), cells_[h][0]); !valid) {
        return at(h, valid.error().message);
      }
      const OverlayCell cell = this->cell(h);
      for (const GatePlace i : cell.places()) {
        if (index(cell.gate(i)) >= node_count_) return at(h, "a gate is no node of the world");
        if (index(cell.home(i)) >= count_) return at(h, "a gate lies in no cell");
      }
      if (h < count_ && cell.gate_count() != 0 && cell.component_count() == 0) {
        return at(h, "its gates have no components");
      }
    }
    return Done{};
  }

  Result<Done> check_references(CellHandle begin, CellHandle end) const {
    for (CellHandle h = begin; h < end; ++h) {
      if (h >= count_ && !is_plain(cell(h))) return at(h, "only cells of level 1 have such parts");
      if (h >= count_ && cell(h).has_steps() && !check_hops(h))
        return at(h, "a stored path leads somewhere else");
      for (const GatePlace i : cell(h).places()) {
        if (auto good = h < count_ ? check_gate(h, i) : check_gate_above(h, i); !good) return good;
      }
    }
    return Done{};
  }

 private:
  OverlayCell cell(CellHandle h) const { return OverlayCell(cells_[h].get()); }

  Error at(CellHandle h, const std::string& problem) const {
    return cell_error(partition_, h, problem);
  }

  static bool is_plain(const OverlayCell& cell) {
    bool touches = false;
    for (const GatePlace i : cell.places()) cell.for_each_touch(i, [&](CellId) { touches = true; });
    return !touches && cell.inter_count() == 0 && cell.component_count() == 0;
  }

  /// Whether every stored path of a cell above level 1 leads, gate by gate, to where it should.
  /// Paths of one direction only are stored where there is one for each pair and half of them do.
  bool check_hops(CellHandle h) const {
    const OverlayCell above = cell(h);
    const std::uint32_t gates = above.gate_count();
    const bool half = above.pair_count() != pairs_of(gates, false);
    if (half && above.pair_count() != pairs_of(gates, true)) return false;
    for (const GatePlace i : above.places()) {
      for (const GatePlace j : IdRange<GatePlace>(half ? index(i) + 1 : 0, gates)) {
        const std::uint32_t pair = half ? triangle_pair(i, j) : index(i) * gates + index(j);
        if (!leads_to(h, above.gate(i), above.gate(j), above.cost(i, j), above.steps(pair)))
          return false;
      }
    }
    return true;
  }

  bool leads_to(CellHandle h, NodeId from, NodeId to, Cost cost, OverlayCell::Steps steps) const {
    const auto bytes = static_cast<std::size_t>(steps.end - steps.begin);
    if (from == to || cost == kInfinite) return bytes == 0;
    if (bytes == 0 || bytes % sizeof(StoredHop) != 0) return false;
    const std::span<const CellHandle> children = partition_.children(h);
    std::uint64_t sum = 0;
    for (std::size_t k = 0; k < bytes; k += sizeof(StoredHop)) {
      StoredHop hop;
      std::memcpy(&hop, steps.begin + k, sizeof hop);
      const std::uint32_t number = hop.child & ~std::uint32_t{StoredHop::kInter};
      if (number >= children.size()) return false;
      const OverlayCell child = cell(children[number]);
      if (hop.gate >= child.gate_count()) return false;
      const GatePlace gate{hop.gate};
      const NodeId next = child.gate(gate);
      const bool inter = (hop.child & StoredHop::kInter) != 0;
      sum += inter ? inter_cost(children[number], from, next) : crossing_cost(child, from, gate);
      from = next;
    }
    return from == to && sum == cost;
  }

  Cost crossing_cost(const OverlayCell& cell, NodeId from, GatePlace to) const {
    const GatePlace at = cell.find(from);
    return at == kNoPlace || at == to ? kInfinite : cell.cost(at, to);
  }

  /// The cost of the inter-edge between two gates of level 1.
  Cost inter_cost(CellHandle to_cell, NodeId from, NodeId to) const {
    Cost best = kInfinite;
    const OverlayCell above = cell(to_cell);
    const CellId home = above.home(above.find(to));
    const OverlayCell there = cell(index(home));
    const GatePlace gate = there.find(to);
    if (gate == kNoPlace) return kInfinite;
    there.for_each_inter(gate, [&](const InterEdge& e) {
      if (e.to == from) best = std::min(best, e.cost_in);
    });
    return best;
  }

  /// Whether the node is a gate of its home, known there to be at home.
  bool is_gate_at_home(NodeId node, CellId home) const {
    const OverlayCell there = cell(index(home));
    const GatePlace gate = there.find(node);
    return gate != kNoPlace && there.home(gate) == home;
  }

  Result<Done> check_gate(CellHandle h, GatePlace i) const {
    const OverlayCell here = cell(h);
    const CellId home = here.home(i);
    if (!is_gate_at_home(here.gate(i), home)) return at(h, "a gate is not known to its home");
    bool good = true;
    if (index(home) != h) {
      bool touched = false;
      const OverlayCell there = cell(index(home));
      there.for_each_touch(there.find(here.gate(i)), [&](CellId c) { touched |= index(c) == h; });
      here.for_each_touch(i, [&](CellId) { good = false; });
      here.for_each_inter(i, [&](const InterEdge&) { good = false; });
      if (!touched) good = false;
      return good ? Result<Done>(Done{}) : at(h, "a gate from outside does not touch it");
    }
    here.for_each_touch(i, [&](CellId c) {
      good = good && index(c) < count_ && index(c) != h && is_gate_of(c, here.gate(i), home);
    });
    if (!good) return at(h, "a gate touches a cell that does not know it");
    here.for_each_inter(i, [&](const InterEdge& e) {
      good = good && index(e.to_home) < count_ && index(e.to_home) != h &&
             is_gate_at_home(e.to, e.to_home);
    });
    return good ? Result<Done>(Done{}) : at(h, "an inter-edge leads to no gate");
  }

  bool is_gate_of(CellId c, NodeId node, CellId home) const {
    const GatePlace gate = cell(index(c)).find(node);
    return gate != kNoPlace && cell(index(c)).home(gate) == home;
  }

  /// A gate above level 1 must be one of a cell of level 1 inside, and of the cells between.
  Result<Done> check_gate_above(CellHandle h, GatePlace i) const {
    const NodeId node = cell(h).gate(i);
    const CellId home = cell(h).home(i);
    if (!is_gate_at_home(node, home)) return at(h, "a gate is not known to its home");
    const unsigned level = partition_.level(h);
    bool inside = false;
    const auto look = [&](CellId c) {
      inside |= partition_.ancestor(c, level) == h &&
                cell(partition_.ancestor(c, level - 1)).find(node) != kNoPlace;
    };
    look(home);
    const OverlayCell there = cell(index(home));
    there.for_each_touch(there.find(node), look);
    return inside ? Result<Done>(Done{}) : at(h, "a gate is none of the level below");
  }

  const Partition& partition_;
  const std::vector<CellWords>& cells_;
  std::uint32_t node_count_;
  std::uint32_t count_;
};

}  // namespace

Result<Done> validate_cells(const Partition& partition, const std::vector<CellWords>& cells,
                            std::uint32_t node_count, const ParallelFor& parallel) {
  const CellChecker checker(partition, cells, node_count);
  if (auto good = checker.check_count(); !good) return good;
  const std::uint32_t count = partition.handle_count();
  const auto blocks = [&](std::uint32_t begin, std::uint32_t end) {
    return checker.check_blocks(begin, end);
  };
  const auto references = [&](std::uint32_t begin, std::uint32_t end) {
    return checker.check_references(begin, end);
  };
  if (auto good = check_in_pieces(parallel, count, kCheckedTogether, blocks); !good) return good;
  return check_in_pieces(parallel, count, kCheckedTogether, references);
}

}  // namespace portolan::detail
