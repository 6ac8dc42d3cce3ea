#pragma once

#include <cmath>
#include <limits>
#include <optional>

#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// The nearest of the places offered to it; of equally near ones that of the smallest polygon.
struct NearestPlace {
  float square = std::numeric_limits<float>::max();  ///< Of its distance.
  std::optional<MeshPlace> place;

  /// `on` lies on a polygon. It counts where it is within `extent` of the point and wanted.
  template <class Wanted>
  void offer(PolygonId polygon, const Vec3& on, const Vec3& point, const Vec3& extent,
             Wanted&& wanted) {
    const Vec3 away = on - point;
    const float s = dot(away, away);
    if (std::abs(away.x) > extent.x || std::abs(away.y) > extent.y || std::abs(away.z) > extent.z)
      return;
    if (s > square || (s == square && place && polygon_of(*place) < polygon)) return;
    if (!wanted(polygon)) return;
    square = s;
    place = MeshPlace{index(polygon), on};
  }
};

}  // namespace portolan::detail
