#pragma once

#include <cstdint>
#include <span>

#include "portolan/core/shared_array.h"
#include "portolan/tables/gate_id.h"
#include "portolan/tables/gate_links.h"
#include "portolan/tables/min_plus.h"
#include "portolan/tables/shortcuts.h"
#include "portolan/types.h"

namespace portolan::detail {

/// For each gate the cost to every gate above it in the elimination tree, over paths that touch
/// none above that one, and the first step of such a path. The cheapest path between two gates has
/// a topmost gate; that one is above both, so the least sum of their labels is its cost.
struct GateLabels {
  static constexpr std::uint32_t kMostTargets = 0x1'0000;  ///< Of the links of a gate together.

  /// The steps to the hub at one depth, by where a gate's labels begin.
  class StepsTo {
   public:
    StepsTo() = default;
    StepsTo(const std::uint8_t* narrow, const std::uint16_t* wide) : narrow_(narrow), wide_(wide) {}
    std::uint32_t at(std::uint32_t labels) const {
      return narrow_ != nullptr ? narrow_[labels] : wide_[labels];
    }

   private:
    const std::uint8_t* narrow_ = nullptr;
    const std::uint16_t* wide_ = nullptr;
  };
  /// One direction. Of the neighbours of a gate its exits are those that first steps lead to. They
  /// are told as places among the targets of all its links in turn, kMostTargets at most, steps as
  /// places among exits.
  struct Direction {
    SharedArray<Cost> costs;          ///< Gate by gate, by depth; with kRowSlack entries more.
    SharedArray<std::uint8_t> steps;  ///< Empty where some gate has more than 256 exits:
    SharedArray<std::uint16_t> wide_steps;
    SharedArray<std::uint32_t> exit_begin;  ///< By gate, and one more.
    SharedArray<std::uint16_t> exits;

    std::span<const std::uint16_t> exits_of(GateId gate) const {
      return {exits.data() + exit_begin[index(gate)], exits.data() + exit_begin[index(gate) + 1]};
    }

    std::uint32_t step(std::size_t at) const {
      return wide_steps.empty() ? steps[at] : wide_steps[at];
    }
    StepsTo steps_to(Depth hub) const {
      return wide_steps.empty() ? StepsTo(steps.data() + index(hub), nullptr)
                                : StepsTo(nullptr, wide_steps.data() + index(hub));
    }
    std::size_t bytes() const {
      return costs.bytes() + steps.bytes() + wide_steps.bytes() + exit_begin.bytes() +
             exits.bytes();
    }
  };
  Direction up;
  Direction down;  ///< Costs from the gate above, and the last step; empty unless directed.

  bool directed() const { return !down.costs.empty(); }
  const Direction& direction(bool backward) const { return backward && directed() ? down : up; }
  std::size_t bytes() const { return up.bytes() + down.bytes(); }
};

/// Computes them, supernode by supernode from the root down, supernodes beside each other in
/// parallel. Fails where the caller's loop loses work.
Result<GateLabels> make_gate_labels(const Hierarchy& hierarchy, const GateTree& tree,
                                    const GateLinks& links, const Shortcuts& shortcuts,
                                    const ParallelFor& parallel);

}  // namespace portolan::detail
