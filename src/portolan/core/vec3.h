#pragma once

#include <cmath>

#include "portolan/types.h"

namespace portolan::detail {

inline bool is_finite(const Vec3& a) {
  return std::isfinite(a.x) && std::isfinite(a.y) && std::isfinite(a.z);
}

/// Twice the area of the triangle a, b, c seen from above (along -y); its sign tells the sides of
/// the line a-b apart.
constexpr float area_from_above(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (c.x - a.x) * (b.z - a.z) - (b.x - a.x) * (c.z - a.z);
}

}  // namespace portolan::detail
