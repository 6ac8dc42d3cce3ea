#pragma once

#include <cstdint>
#include <span>

#include "portolan/core/cost.h"
#include "portolan/merged/merged_hierarchy.h"

namespace portolan::detail {

/// Fills in the distance of every record from the steps' prices and `entering`: the best, over
/// its joints, of the step and of entering what lies beyond up to the target.
void fill_record_distances(MergedHierarchy& h);

/// Computes `entering` and the distance of every record anew from the steps' prices, from the
/// bottom up (section 6.2.3 of the thesis). Gives exactly what merging gave.
void compute_distances(MergedHierarchy& h);

/// A step whose price has changed.
struct PriceChange {
  JointId joint;
  Cost weighted;
  Cost unweighted;
};

/// How much a local update had to compute.
struct DistanceUpdates {
  std::uint32_t records = 0;   ///< Looked at.
  std::uint32_t clusters = 0;  ///< Whose children's `entering` was computed.
};

/// Takes the new prices and computes what depends on them, going up only as long as something
/// changes. The result equals `compute_distances` with the same prices. Joints must be steps.
DistanceUpdates update_distances(MergedHierarchy& h, std::span<const PriceChange> changes);

}  // namespace portolan::detail
