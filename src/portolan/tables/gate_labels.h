#pragma once

#include <array>
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
  /// Of the neighbours of a gate its exits are those that first steps lead to: told as places among
  /// the targets of all its links in turn, kMostTargets at most.
  struct Exits {
    SharedArray<std::uint32_t> begin;  ///< By gate, and one more.
    SharedArray<std::uint16_t> targets;

    std::span<const std::uint16_t> of(GateId gate) const {
      return {targets.data() + begin[index(gate)], targets.data() + begin[index(gate) + 1]};
    }
    std::size_t bytes() const { return begin.bytes() + targets.bytes(); }
  };

  SharedArray<Cost> costs;          ///< Gate by gate, by depth; with kRowSlack entries more.
  SharedArray<std::uint8_t> steps;  ///< As places among exits; empty where some gate has more
                                    ///< than 256 of them:
  SharedArray<std::uint16_t> wide_steps;
  /// By gate: where its labels of costs from the gates above begin, with the last steps: where
  /// those to the gates above do if they are the same, else behind all of these. Empty unless
  /// directed.
  SharedArray<std::uint32_t> back_begin;
  std::array<Exits, 2> exits;  ///< For steps up, and back; the latter empty unless directed.

  bool directed() const { return !back_begin.empty(); }
  /// Where the labels of a gate begin.
  std::uint32_t begin(const GateLinks& links, GateId gate, bool backward) const {
    return backward && directed() ? back_begin[index(gate)] : links.gate(gate).labels;
  }
  const Exits& all_exits(bool backward) const { return exits[backward && directed() ? 1 : 0]; }
  std::uint32_t step(std::size_t at) const {
    return wide_steps.empty() ? steps[at] : wide_steps[at];
  }
  StepsTo steps_to(Depth hub) const {
    return wide_steps.empty() ? StepsTo(steps.data() + index(hub), nullptr)
                              : StepsTo(nullptr, wide_steps.data() + index(hub));
  }
  std::size_t bytes() const {
    return costs.bytes() + steps.bytes() + wide_steps.bytes() + back_begin.bytes() +
           exits[0].bytes() + exits[1].bytes();
  }
};

/// Computes them, supernode by supernode from the root down, supernodes beside each other in
/// parallel. While they are made, both directions take room by themselves; 32 bits must count the
/// labels of both. Fails where the caller's loop loses work.
Result<GateLabels> make_gate_labels(const Hierarchy& hierarchy, const GateTree& tree,
                                    const GateLinks& links, const Shortcuts& shortcuts,
                                    const ParallelFor& parallel);

}  // namespace portolan::detail
