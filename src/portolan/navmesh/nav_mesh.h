#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "portolan/core/result.h"
#include "portolan/navmesh/polygon_locator.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan {

/// A navigation mesh: convex polygons, the portals between them, off-mesh links, and a way to find
/// the polygon under a point. Immutable and cheap to copy; any number of threads may ask it.
class NavMesh {
 public:
  /// How far from a point its polygon may be, along each axis, in metres.
  static constexpr Vec3 kDefaultExtent{2.0f, 4.0f, 2.0f};

  NavMesh() = default;
  /// Fails as validate(PolygonMesh) does, or for a mesh without polygons.
  static Result<NavMesh> make(PolygonMesh polygons);

  const PolygonMesh& polygons() const { return data_->polygons; }
  std::uint32_t polygon_count() const { return polygons().polygon_count(); }

  /// The place on the mesh nearest to a point; see PolygonLocator.
  std::optional<MeshPlace> find_nearest(
      const Vec3& point, const Vec3& extent = kDefaultExtent,
      const std::function<bool(std::uint32_t)>& wanted = {}) const {
    return data_->locator.find_nearest(data_->polygons, point, extent, wanted);
  }
  /// The place on one polygon nearest to a point.
  MeshPlace place_on(std::uint32_t polygon, const Vec3& point) const {
    return {polygon, nearest_point(data_->polygons, polygon, point)};
  }
  std::size_t bytes() const;

 private:
  struct Data {
    PolygonMesh polygons;
    PolygonLocator locator;
  };
  std::shared_ptr<const Data> data_;
};

/// The mesh without the polygons that no portal and no link joins to another, as the HNA* paper
/// leaves them out. `refs` still tells which polygon was which.
PolygonMesh without_unconnected(const PolygonMesh& mesh);

/// How many such polygons there are.
std::uint32_t count_unconnected(const PolygonMesh& mesh);

}  // namespace portolan
