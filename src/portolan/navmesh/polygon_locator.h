#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/id_vector.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh/polygon_boxes.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

class PolygonRaster;
struct NearestPlace;

/// The point of a polygon nearest to another: straight above or below it where it is over the
/// polygon, else on the polygon's border.
Vec3 nearest_point(const PolygonMesh& mesh, PolygonId polygon, const Vec3& point);

/// Finds the polygon nearest to a point, on the right storey where surfaces lie above each other:
/// a raster for points on the ground, and a tree of boxes for all others. Immutable; refers to no
/// mesh, but must be asked with the one it was built for.
class PolygonLocator {
 public:
  PolygonLocator() = default;
  explicit PolygonLocator(const PolygonMesh& mesh);
  /// One of components: a tree for each, to be looked for alone, and no raster. Component k has the
  /// polygons from begin[k] up to begin[k + 1], at least one.
  PolygonLocator(const PolygonMesh& mesh, std::vector<PolygonId> polygons,
                 std::span<const std::uint32_t> begin);

  /// The nearest of all polygons that come within `extent` of the point along each axis and that
  /// `wanted`, where given, takes; of equally near ones the smallest.
  std::optional<MeshPlace> find_nearest(
      const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
      const std::function<bool(std::uint32_t polygon)>& wanted = {}) const;

  /// The same in one component, of a locator of these, where it is nearer than `best`; `best` if
  /// not.
  /// `all`: a locator of all polygons, whose raster spares a look at most of them.
  std::optional<MeshPlace> find_nearer(const PolygonMesh& mesh, const PolygonLocator& all,
                                       const Vec3& point, const Vec3& extent,
                                       StrongComponentId component,
                                       const std::optional<MeshPlace>& best) const;

  std::size_t bytes() const;

 private:
  /// Four boxes side by side, so that one look compares the point with all of them.
  static constexpr std::size_t kWidth = 4;
  struct alignas(64) Node {
    float low[3][kWidth], high[3][kWidth];  // by axis; a lane without a box is beyond all others
    std::uint32_t at[kWidth] = {};          // a node's number, or kLeaf plus a polygon's
  };
  static constexpr std::uint32_t kLeaf = 1u << 31;

  std::uint32_t build(const IdVector<PolygonId, SpaceBox>& boxes, std::span<PolygonId> polygons);
  template <class Wanted>
  std::optional<MeshPlace> find(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                                Wanted&& wanted) const;
  template <class Bound, class Wanted>
  void search(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent, std::uint32_t root,
              NearestPlace& nearest, Bound&& bound, Wanted&& wanted) const;

  std::vector<Node> nodes_;
  IdVector<StrongComponentId, std::uint32_t> roots_;  // their nodes
  std::shared_ptr<const PolygonRaster> raster_;
};

}  // namespace portolan::detail
