#pragma once

#include "portolan/formats.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Fails for a unit out of its limits.
Result<Done> validate(const SourceAxes& axes);

/// A point of a file in the world; not finite where it lies too far out for a float.
inline Vec3 to_world(const SourceAxes& axes, double x, double y, double z) {
  const auto scaled = [&](double value) { return static_cast<float>(value * axes.unit); };
  if (axes.up == SourceAxes::Up::z) return {scaled(x), scaled(z), scaled(-y)};
  return {scaled(x), scaled(y), scaled(z)};
}

}  // namespace portolan::detail
