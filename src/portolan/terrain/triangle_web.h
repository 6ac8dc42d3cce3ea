#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "portolan/core/vec3.h"

namespace portolan {

inline constexpr std::uint32_t kNoTriangle = 0xFFFF'FFFFu;

/// The ground as triangles, each with at most one neighbour on each edge. Y is up.
struct TriangleWeb {
  std::vector<Vec3> vertices;
  /// By triangle, counter-clockwise seen from above. Edge k lies between corners k and k + 1.
  std::vector<std::array<std::uint32_t, 3>> corners;
  std::vector<std::array<std::uint32_t, 3>> neighbours;  ///< By triangle and edge; kNoTriangle.
  std::vector<float> difficulty;                         ///< By triangle; empty: none anywhere.

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(corners.size()); }
};

}  // namespace portolan
