#pragma once

#include <algorithm>
#include <cmath>

#include "portolan/core/vec3.h"
#include "portolan/navmesh/polygon_mesh.h"

/// Geometry as seen from above, in double precision.
namespace portolan::detail {

struct Flat {
  double x = 0.0;
  double z = 0.0;
};

inline Flat flat(const Vec3& v) { return {double{v.x}, double{v.z}}; }
inline Flat operator+(const Flat& a, const Flat& b) { return {a.x + b.x, a.z + b.z}; }
inline Flat operator-(const Flat& a, const Flat& b) { return {a.x - b.x, a.z - b.z}; }
inline Flat operator*(const Flat& a, double s) { return {a.x * s, a.z * s}; }
inline double dot(const Flat& a, const Flat& b) { return a.x * b.x + a.z * b.z; }
/// Positive where b lies on the side of a that z lies on of x.
inline double cross(const Flat& a, const Flat& b) { return a.x * b.z - a.z * b.x; }
inline double length(const Flat& a) { return std::sqrt(dot(a, a)); }

/// The share of a-b at its point nearest to p, between `low` and `high`.
inline double nearest_share(const Flat& a, const Flat& b, const Flat& p, double low = 0.0,
                            double high = 1.0) {
  const double square = dot(b - a, b - a);
  return square == 0.0 ? low : std::clamp(dot(p - a, b - a) / square, low, high);
}

inline Vec3 between(const Vec3& a, const Vec3& b, double share) {
  return a + (b - a) * static_cast<float>(share);
}

/// Of a polygon, in square metres; negative where its orientation is -1.
double signed_area(const PolygonMesh& mesh, PolygonId polygon);
/// 1 for polygons whose inside is where `cross` of an edge and a point is positive, else -1.
double orientation(const PolygonMesh& mesh, PolygonId polygon);
/// Of an edge of a polygon, level and of length 1, towards its inside; zero for one of no length.
Vec3 inward_normal(const PolygonMesh& mesh, PolygonId polygon, std::uint32_t edge);
/// Whether a point lies in a polygon or on its border.
bool covers(const PolygonMesh& mesh, PolygonId polygon, const Flat& point);
/// The point of a polygon straight above or below another, or beside it the nearest of its border
/// as seen from above.
Vec3 point_under(const PolygonMesh& mesh, PolygonId polygon, const Flat& point);

}  // namespace portolan::detail
