#pragma once

#include <chrono>
#include <cstdint>
#include <limits>

#include "view/spread.h"
#include "view/wave.h"

namespace portolan::detail::cli {

/// The wave from `start`, timed, as costs of elements: `anchor_of(element)` is where on it a path
/// ends, none where nobody can stand; `in_units` turns costs into those of reports.
template <QueryWorld W, class AnchorOf, class InUnits>
Wave make_timed_wave(const W& world, const Hierarchy& hierarchy, const typename W::Anchor& start,
                     bool by_hierarchy, std::uint32_t elements, AnchorOf&& anchor_of,
                     InUnits&& in_units) {
  const auto begin = std::chrono::steady_clock::now();
  const NodeWave spread = by_hierarchy ? HierarchySpread<W>(world, hierarchy).run(start)
                                       : spread_by_search(world, start);
  Wave wave;
  wave.microseconds =
      std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count();
  wave.expansions = spread.counts.expansions;
  wave.costs.assign(elements, std::numeric_limits<float>::infinity());
  for (std::uint32_t e = 0; e < elements; ++e) {
    if (const auto anchor = anchor_of(e))
      wave.costs[e] = static_cast<float>(in_units(cost_at(world, spread, start, *anchor)));
  }
  return wave;
}

}  // namespace portolan::detail::cli
