#pragma once

#include "portolan/core/vec3.h"
#include "portolan/geometry.h"

namespace portolan::detail {

/// The area of all triangles seen from above; those that face down count negative.
inline float area_of(const Geometry& geometry) {
  float area = 0.0f;
  for (const auto& [a, b, c] : geometry.triangles) {
    area += area_from_above(geometry.vertices[a], geometry.vertices[b], geometry.vertices[c]) / 2;
  }
  return area;
}

}  // namespace portolan::detail
