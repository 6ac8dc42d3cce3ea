#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "portolan/core/vec3.h"

namespace portolan {

/// What a height map says where it says nothing.
inline constexpr float kMissingHeight = std::numeric_limits<float>::quiet_NaN();

/// Values on a raster, row by row from the top left: heights, or how difficult the ground is.
struct HeightMap {
  std::uint32_t width = 0;
  std::uint32_t height = 0;   ///< Rows.
  std::vector<float> values;  ///< width * height; NaN where a value is missing.

  float at(std::uint32_t x, std::uint32_t row) const {
    return values[std::size_t{row} * width + x];
  }
};

struct Box {
  Vec3 low;
  Vec3 high;
};

/// Where a height map lies: columns along x, rows along z, heights along y.
struct MapPlacement {
  float spacing = 1.0f;       ///< Metres from one value to the next, both ways. Above 0.
  float height_scale = 1.0f;  ///< Metres that one step of the values stands for. Above 0.
  /// The map is stretched to fill it, its lowest value at the bottom and its highest at the top
  /// (a flat map lies at the bottom); spacing and scale are not used then.
  std::optional<Box> box;
};

}  // namespace portolan
