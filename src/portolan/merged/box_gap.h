#pragma once

#include <cmath>

#include "portolan/merged/merge_settings.h"
#include "portolan/terrain.h"

namespace portolan::detail {

/// The metric distance: what it costs at least to get from anywhere in one box to another, by
/// what a metre along each axis costs.
inline Cost box_gap(const Box& from, const Box& to, const MetricScale& scale) {
  const auto along = [](float from_low, float from_high, float to_low, float to_high, float down,
                        float up) {
    if (to_low > from_high) return (to_low - from_high) * up;
    if (to_high < from_low) return (from_low - to_high) * down;
    return 0.0f;
  };
  const float x = along(from.low.x, from.high.x, to.low.x, to.high.x, scale.x_down, scale.x_up);
  const float y = along(from.low.y, from.high.y, to.low.y, to.high.y, scale.y_down, scale.y_up);
  const float z = along(from.low.z, from.high.z, to.low.z, to.high.z, scale.z_down, scale.z_up);
  const float gap = std::sqrt(x * x + y * y + z * z);
  return gap < static_cast<float>(kFarthest) ? static_cast<Cost>(gap) : kFarthest;
}

}  // namespace portolan::detail
