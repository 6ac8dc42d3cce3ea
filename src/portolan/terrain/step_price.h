#pragma once

#include <cmath>
#include <cstdint>

#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {

/// A point or direction in double precision.
struct Vec3d {
  double x, y, z;
};
inline Vec3d operator-(const Vec3d& a, const Vec3d& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
inline double dot(const Vec3d& a, const Vec3d& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
inline Vec3d cross(const Vec3d& a, const Vec3d& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
inline double length(const Vec3d& a) { return std::sqrt(dot(a, a)); }
inline Vec3d corner_of(const TriangleMesh& mesh, TriangleId triangle, unsigned corner) {
  const Vec3& v = mesh.vertices[mesh.corners[triangle][corner % 3]];
  return {v.x, v.y, v.z};
}

/// The normal of a triangle, of length 1; upwards where it has no area.
Vec3d normal_of(const TriangleMesh& mesh, TriangleId triangle);

/// By how much the box of the common edge must grow along each axis to hold the target triangle;
/// negative where it grows towards smaller coordinates. It never does both: of the target's
/// corners only one is not on the edge.
Vec3d enlargement(const TriangleMesh& mesh, TriangleId from, unsigned edge);

/// The length of an enlargement with the multipliers of its axes.
double base_price(const PriceSettings& settings, const Vec3d& enlargement);

/// One plus the sum of all other multipliers, for a step onto the neighbour beyond an edge.
double final_multiplier(const TriangleMesh& mesh, const PriceSettings& settings, TriangleId from,
                        unsigned edge, const Vec3d& from_normal);

}  // namespace portolan::detail
