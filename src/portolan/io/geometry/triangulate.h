#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/geometry.h"

namespace portolan::detail {

/// The most corners of a polygon that is cut in good time.
inline constexpr std::size_t kMaxPolygonCorners = 1000;

/// Cuts a polygon of 3 to kMaxPolygonCorners corners, convex or not, into corners - 2 triangles
/// that face the path it does, and appends them. One that crosses itself or has no area is cut
/// somehow. The corners are indices of vertices.
void triangulate(std::span<const Vec3> vertices, std::span<const std::uint32_t> corners,
                 std::vector<Geometry::Triangle>& triangles);

}  // namespace portolan::detail
