#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/core/platform.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/nearest_place.h"
#include "portolan/navmesh/polygon_boxes.h"
#include "portolan/navmesh/polygon_locator.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// Squares, each with the polygons that come near it: few for a point on the ground, and the lines
/// of their edges leave one of these. Immutable; must be asked with the mesh it was built for.
class PolygonRaster {
 public:
  explicit PolygonRaster(const PolygonMesh& mesh);

  /// Offers what is nearest in the square that a point is in. Returns whether nothing outside of
  /// it can be as near.
  template <class Wanted>
  bool find(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent, NearestPlace& nearest,
            Wanted&& wanted) const;

  /// No more than the square of the distance from a point to a polygon.
  float bound(PolygonId polygon, const Vec3& point) const {
    return outlines_[polygon].bound(point);
  }

  std::size_t bytes() const;

 private:
  /// What a polygon lies within: two heights, and the lines along its edges as seen from above.
  struct alignas(64) Outline {
    static constexpr std::uint32_t kLines = 8;

    float x[kLines] = {}, z[kLines] = {};  // of length 1, outwards; 0 where there are fewer edges
    float most[kLines] = {};               // no point of the polygon lies farther out
    float low = 0.0f, high = 0.0f;

    /// No more than the distance from a point to the polygon as seen from above; 0 over it.
    float aside(const Vec3& point) const;
    float bound(const Vec3& point) const;
  };
  static Outline make_outline(const PolygonMesh& mesh, PolygonId polygon, double rounding);
  bool list(const IdVector<PolygonId, SpaceBox>& boxes, const SpaceBox& all, double side);

  std::uint32_t column(float x) const { return limited((x - low_x_) * per_metre_, columns_); }
  std::uint32_t row(float z) const { return limited((z - low_z_) * per_metre_, rows_); }
  /// Ascends with `at`, whatever it is.
  static std::uint32_t limited(float at, std::uint32_t count) {
    return static_cast<std::uint32_t>(std::clamp(at, 0.0f, static_cast<float>(count - 1)));
  }
  bool is_in_square(const Vec3& point, float square) const;

  float low_x_ = 0.0f, low_z_ = 0.0f;
  float per_metre_ = 1.0f;  // squares
  float margin_ = 0.0f;     // how near to a square its polygons come
  std::uint32_t columns_ = 1, rows_ = 1;
  std::vector<std::uint32_t> begin_;  // by square, row by row, and one more
  std::vector<PolygonId> polygons_;   // square by square
  IdVector<PolygonId, Outline> outlines_;
};

inline float PolygonRaster::Outline::aside(const Vec3& point) const {
  using Floats = Lanes<float, 4>;
  const Floats px{point.x, point.x, point.x, point.x};
  const Floats pz{point.z, point.z, point.z, point.z};
  Floats beyond[2];
  for (std::uint32_t half = 0; half < 2; ++half) {
    Floats out_x, out_z, limit;
    std::memcpy(&out_x, x + 4 * half, sizeof out_x);
    std::memcpy(&out_z, z + 4 * half, sizeof out_z);
    std::memcpy(&limit, most + 4 * half, sizeof limit);
    beyond[half] = out_x * px + out_z * pz - limit;
  }
  take_greater(beyond[0], beyond[1]);
  shuffle<2, 3, 0, 1>(beyond[0], beyond[0], beyond[1]);
  take_greater(beyond[0], beyond[1]);
  return std::max({beyond[0][0], beyond[0][1], 0.0f});
}

/// No more than the square of the distance from a point to the polygon.
inline float PolygonRaster::Outline::bound(const Vec3& point) const {
  constexpr float kRounding = 1.0f - 1e-5f;
  const float beside = aside(point);
  const float above = std::max({low - point.y, point.y - high, 0.0f});
  return (beside * beside + above * above) * kRounding;
}

/// Whether all that comes as near to a point as this is listed in the point's square.
inline bool PolygonRaster::is_in_square(const Vec3& point, float square) const {
  constexpr float kRounding = 1.0f + 1e-5f;
  const float beyond = std::max(0.0f, std::sqrt(square) * kRounding - margin_);
  return column(point.x - beyond) == column(point.x + beyond) &&
         row(point.z - beyond) == row(point.z + beyond);
}

template <class Wanted>
bool PolygonRaster::find(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                         NearestPlace& nearest, Wanted&& wanted) const {
  const std::size_t square = std::size_t{row(point.z)} * columns_ + column(point.x);
  const std::span listed(polygons_.data() + begin_[square], polygons_.data() + begin_[square + 1]);
  const auto offer = [&](PolygonId polygon) {
    nearest.offer(polygon, nearest_point(mesh, polygon, point), point, extent, wanted);
  };
  float beside = std::numeric_limits<float>::infinity();  // the least bound of those not offered
  for (const PolygonId polygon : listed) {
    const Outline& outline = outlines_[polygon];
    const float bound = outline.bound(point);
    if (outline.aside(point) == 0.0f && bound <= nearest.square) {
      offer(polygon);
    } else {
      beside = std::min(beside, bound);
    }
  }
  if (!nearest.place || !is_in_square(point, nearest.square)) return false;
  if (beside <= nearest.square) {
    for (const PolygonId polygon : listed)
      if (bound(polygon, point) <= nearest.square) offer(polygon);
  }
  return true;
}

}  // namespace portolan::detail
