#pragma once

#include "portolan/terrain/step_price.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail::cli {

/// 0 on level ground, 1 on a wall: what prices call steepness.
inline float steepness_of(const TriangleMesh& mesh, TriangleId triangle) {
  return static_cast<float>(1.0 - normal_of(mesh, triangle).y);
}

}  // namespace portolan::detail::cli
