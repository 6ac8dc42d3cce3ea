#pragma once

#include <string>

#include "portolan/core/result.h"
#include "portolan/core/vec3.h"

namespace portolan {

/// How a file's coordinates lie in the world, which is right-handed, y up, in metres. Applied
/// once, at loading. Both kinds are right-handed: triangles keep the way they face.
struct SourceAxes {
  enum class Up { y, z };
  static constexpr float kMaxUnit = 1e6f;

  Up up = Up::y;
  float unit = 1.0f;  ///< Metres that one unit of the file is long, above 0, up to kMaxUnit.

  Result<Done> validate() const {
    if (unit > 0.0f && unit <= kMaxUnit) return Done{};
    return Error{"the unit is " + std::to_string(unit) +
                 " metres; give the metres that one unit of the file is long, above 0 and at "
                 "most 1000000"};
  }

  /// A point of the file in the world; not finite where it lies too far out for a float.
  Vec3 to_world(double x, double y, double z) const {
    const auto scaled = [this](double value) { return static_cast<float>(value * unit); };
    if (up == Up::z) return {scaled(x), scaled(z), scaled(-y)};
    return {scaled(x), scaled(y), scaled(z)};
  }
};

}  // namespace portolan
