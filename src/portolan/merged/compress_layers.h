#pragma once

#include <cstdint>

#include "portolan/merged/merged_hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

/// The same structure with at most `layers` layers, low and top clusters included (chapter 6 of the
/// thesis). Step by step the least useful high clusters, those with the fewest children, hand their
/// children to their parents; only clusters on chains that are too deep are looked at, and of these
/// not the ones whose children have to go first; a cluster that was handed children waits a step.
/// Distances are computed once, at the end. Top clusters stay.
///
/// After `most_steps` the structure is left as it is then, with more layers than asked for.
///
/// Fails for fewer than two layers, and when cancelled.
Result<MergedHierarchy> compress_layers(const MergedHierarchy& h, std::uint32_t layers,
                                        const Progress& progress = {},
                                        std::uint32_t most_steps = 0xFFFF'FFFFu);

/// How many steps that takes; 0 for fewer than two layers.
std::uint32_t count_compression_steps(const MergedHierarchy& h, std::uint32_t layers);

}  // namespace portolan::detail
