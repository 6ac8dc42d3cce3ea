#pragma once

#include <cstdlib>

#include "portolan/core/vec3.h"
#include "portolan/geometry.h"

namespace portolan::detail {

/// Ends the program unless a loaded geometry keeps the promises of Geometry.
inline void check_promises(const Geometry& geometry) {
  for (const Vec3& vertex : geometry.vertices) {
    if (!is_finite(vertex)) std::abort();
  }
  for (const Geometry::Triangle& triangle : geometry.triangles) {
    for (const std::uint32_t corner : triangle) {
      if (corner >= geometry.vertices.size()) std::abort();
    }
  }
  if (geometry.areas.size() != geometry.triangles.size()) std::abort();
  for (const std::uint8_t area : geometry.areas) {
    if (area >= geometry.area_names.size()) std::abort();
  }
}

}  // namespace portolan::detail
