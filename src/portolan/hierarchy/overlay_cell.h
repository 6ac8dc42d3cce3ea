#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/id_range.h"
#include "portolan/core/ids.h"
#include "portolan/hierarchy/cell_places.h"
#include "portolan/types.h"

namespace portolan::detail {

/// An edge that lies in no cell because it joins two. Both directions at once; kInfinite where
/// it may not be taken.
struct InterEdge {
  GatePlace gate;  ///< This end, in its home.
  NodeId to;       ///< The other end,
  CellId to_home;  ///< and the cell of level 1 that it lies in.
  Cost cost_out;
  Cost cost_in;
};

/// A cell of level 1 that a gate has edges in, besides its home.
struct Touch {
  GatePlace gate;  ///< In its home.
  CellId cell;
};

/// The gates of one cell of level 1, as its world tells them.
struct CellGates {
  std::vector<NodeId> nodes;      ///< Ascending, without repeats.
  std::vector<CellId> homes;      ///< Beside `nodes`: the cell that each lies in.
  std::vector<Touch> touches;     ///< Of gates at home here, ascending by gate.
  std::vector<InterEdge> inters;  ///< Of gates at home here, ascending by gate.

  void clear() {
    nodes.clear();
    homes.clear();
    touches.clear();
    inters.clear();
  }
};

/// Everything about one cell before it is packed.
struct CellDraft {
  CellGates gates;
  std::vector<Cost> costs;                ///< Gate by gate, row = from.
  std::vector<std::uint32_t> step_begin;  ///< Per stored pair and one more; empty = not stored.
  std::vector<std::uint8_t> steps;  ///< The paths of the intra-edges, as the world encodes them,
                                    ///< above level 1 as StoredHops.
  std::uint32_t component_count = 0;
  std::vector<std::uint32_t> gate_components;
  std::vector<std::uint32_t> node_components;  ///< Per home node; kNoComponent where blocked.

  void clear();
  /// Makes ready to store paths, after the gates; `once`: for one direction. False, and then for
  /// good, where there are more than a block can number.
  bool begin_paths(bool once);
  /// Ends the path just appended to `steps`. False where they have more bytes than a block can
  /// number: then all are gone, and what crosses the cell is searched for.
  bool end_path();
};

/// One step of a stored path through a cell of level 2 or above.
struct StoredHop {
  static constexpr std::uint16_t kInter = 0x8000;

  std::uint16_t child;  ///< The cell crossed, by its number among the children; with kInter: none
                        ///< is, an inter-edge leads to a gate of this one.
  std::uint16_t gate;   ///< Where it ends, by number among the gates of that child.
};

inline constexpr std::uint32_t kNoComponent = 0xFFFF'FFFFu;

/// One cell's overlay in one block of words that is never changed, so that snapshots can
/// share it and a baked file can be used in place.
using CellWords = std::shared_ptr<const std::uint32_t[]>;

/// Packs a draft. The block says how long it is.
CellWords pack(const CellDraft& draft);

/// The same blocks side by side in one piece of memory, which lives as long as any of them: a
/// query reads from many cells, which then lie in fewer pages.
std::vector<CellWords> laid_together(const std::vector<CellWords>& cells);

/// Reads a packed cell; never owns. All addresses are local to the cell: (cell, GatePlace).
class OverlayCell {
 public:
  /// The most gates whose costs leave room for the rest in a block that 32 bits address.
  static constexpr std::uint32_t kMostGates = 0xFF00;

  OverlayCell() = default;
  explicit OverlayCell(const std::uint32_t* words) : words_(words) {}

  std::uint32_t word_count() const { return words_[kTotal]; }
  std::uint32_t gate_count() const { return words_[kGates]; }
  /// All its gates, in ascending order of their nodes.
  IdRange<GatePlace> places() const { return IdRange<GatePlace>(gate_count()); }
  NodeId gate(GatePlace gate) const { return NodeId{words_[kHeader + index(gate)]}; }
  const std::uint32_t* gates() const { return words_ + kHeader; }
  CellId home(GatePlace gate) const { return CellId{homes()[index(gate)]}; }
  const std::uint32_t* homes() const { return words_ + kHeader + gate_count(); }
  /// Costs from a gate to every gate of the cell, by place.
  const Cost* row(GatePlace from) const {
    return words_ + kHeader + 2 * std::size_t{gate_count()} +
           std::size_t{index(from)} * gate_count();
  }
  Cost cost(GatePlace from, GatePlace to) const { return row(from)[index(to)]; }

  /// The place of a node; kNoPlace when it is no gate of the cell.
  GatePlace find(NodeId node) const {
    const std::uint32_t* at = gates();
    std::uint32_t count = gate_count();
    if (count == 0) return kNoPlace;
    while (count > 1) {
      const std::uint32_t half = count / 2;
      at += at[half] <= index(node) ? half : 0;
      count -= half;
    }
    if (*at != index(node)) return kNoPlace;
    return GatePlace{static_cast<std::uint32_t>(at - gates())};  // below gate_count()
  }

  /// f(CellId) for the cells of level 1 that a gate at home here touches besides this one.
  template <class F>
  void for_each_touch(GatePlace gate, F&& f) const {
    if (words_[kTouches] == 0) return;
    const std::uint32_t* begin = words_ + words_[kTouchAt];
    const std::uint32_t* cells = begin + gate_count() + 1;
    for (std::uint32_t k = begin[index(gate)]; k < begin[index(gate) + 1]; ++k) f(CellId{cells[k]});
  }
  /// f(const InterEdge&) for the inter-edges of a gate at home here.
  template <class F>
  void for_each_inter(GatePlace gate, F&& f) const {
    if (words_[kInters] == 0) return;
    const std::uint32_t* begin = words_ + words_[kInterAt];
    const std::uint32_t* edges = begin + gate_count() + 1;
    for (std::uint32_t k = begin[index(gate)]; k < begin[index(gate) + 1]; ++k) {
      const std::uint32_t* e = edges + 4 * std::size_t{k};
      f(InterEdge{gate, NodeId{e[0]}, CellId{e[1]}, e[2], e[3]});
    }
  }
  std::uint32_t inter_count() const { return words_[kInters]; }

  /// The stored path of pair number `pair`; empty when paths are not stored.
  struct Steps {
    const std::uint8_t* begin = nullptr;
    const std::uint8_t* end = nullptr;
    /// What lies up to here, and kCopySlackBytes before the beginning, may be read too; null: no
    /// more than the path.
    const std::uint8_t* readable = nullptr;
  };
  bool has_steps() const { return words_[kStepAt] != 0; }
  Steps steps(std::uint32_t pair) const {
    const std::uint32_t pairs = words_[kPairs] & ~kWide;
    const std::uint32_t* begins = words_ + words_[kStepAt];
    const auto* readable = reinterpret_cast<const std::uint8_t*>(words_ + words_[kTotal]);
    if ((words_[kPairs] & kWide) != 0) {
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(begins + pairs + 1);
      return {bytes + begins[pair], bytes + begins[pair + 1], readable};
    }
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(begins + (pairs + 2) / 2);
    std::uint16_t ends[2];
    std::memcpy(ends, reinterpret_cast<const std::uint8_t*>(begins) + 2 * std::size_t{pair}, 4);
    return {bytes + ends[0], bytes + ends[1], readable};
  }
  std::uint32_t pair_count() const { return words_[kPairs] & ~kWide; }  ///< Of stored paths.
  /// Whether the paths are there for one direction only, from the smaller gate to the larger; else
  /// there is one for every pair (i, j), at i * gate_count + j.
  bool stored_once() const { return pair_count() < gate_count() * gate_count(); }
  /// The number of the stored path between two gates.
  std::uint32_t pair(GatePlace from, GatePlace to) const;
  /// The stored path between two gates.
  struct StoredPath {
    Steps steps;
    bool reversed;  ///< It is stored for the other direction.
  };
  StoredPath stored_path(GatePlace from, GatePlace to) const {
    return {steps(pair(from, to)), stored_once() && from > to};
  }

  std::uint32_t component_count() const { return words_[kComponents]; }
  std::uint32_t gate_component(GatePlace gate) const {
    return words_[words_[kComponentAt] + index(gate)];
  }
  std::uint32_t node_component(std::uint32_t home_index) const;
  /// How many nodes lie in the cell; told only where there are components.
  std::uint32_t home_count() const { return words_[kNodes]; }

 private:
  friend CellWords pack(const CellDraft& draft);
  friend Result<Done> validate_block(const std::uint32_t* words, std::size_t available);
  enum Field : std::uint32_t {
    kTotal,
    kGates,
    kTouches,
    kTouchAt,
    kInters,
    kInterAt,
    kPairs,
    kStepAt,
    kStepBytes,
    kComponents,
    kComponentAt,
    kNodes,
    kHeader
  };
  static constexpr std::uint32_t kWide = 0x8000'0000u;  // in kPairs: entries of full width

  const std::uint32_t* words_ = nullptr;
};

/// How many bits a block takes for the component of a node, a power of two: they number all of the
/// cell's components, and with all bits set say that it has none.
constexpr std::uint32_t component_bits(std::uint32_t components) {
  std::uint32_t bits = 1;
  while (bits < 32 && components >> bits != 0) bits *= 2;
  return bits;
}
/// Number of a pair of gates among the paths of a cell that stores them once, `low` < `high`.
constexpr std::uint32_t triangle_pair(GatePlace low, GatePlace high) {
  return index(high) * (index(high) - 1) / 2 + index(low);
}
/// How many paths a cell stores.
constexpr std::uint64_t pairs_of(std::uint64_t gates, bool once) {
  return once ? gates * (gates - (gates > 0)) / 2 : gates * gates;
}

inline std::uint32_t OverlayCell::pair(GatePlace from, GatePlace to) const {
  if (!stored_once()) return index(from) * gate_count() + index(to);
  return from < to ? triangle_pair(from, to) : triangle_pair(to, from);
}

}  // namespace portolan::detail
