#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "portolan/core/vec3.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan::detail {

/// The point of a polygon nearest to another: straight above or below it where it is over the
/// polygon, else on the polygon's border.
Vec3 nearest_point(const PolygonMesh& mesh, PolygonId polygon, const Vec3& point);

/// Finds the polygon nearest to a point, on the right storey where surfaces lie above each other:
/// a tree of boxes. Immutable; refers to no mesh, but must be asked with the one it was built for.
class PolygonLocator {
 public:
  PolygonLocator() = default;
  explicit PolygonLocator(const PolygonMesh& mesh);

  /// The nearest of all polygons that come within `extent` of the point along each axis and that
  /// `wanted`, where given, takes; of equally near ones the smallest.
  std::optional<MeshPlace> find_nearest(
      const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
      const std::function<bool(std::uint32_t polygon)>& wanted = {}) const;

  /// Polygons in groups, so that the nearest of one is found without looking at the others.
  struct Groups {
    static constexpr std::uint32_t kNone = 0xFFFF'FFFFu;
    static constexpr std::uint32_t kSeveral = 0xFFFF'FFFEu;

    std::vector<std::uint32_t> of_polygon;
    std::vector<std::uint32_t> of_box;  ///< That of all polygons in it; kSeveral where they differ.
  };
  Groups make_groups(std::vector<std::uint32_t> of_polygon) const;
  /// find_nearest among the polygons of a group, of those of kSeveral that `wanted` takes, and
  /// `own` whatever its group.
  std::optional<MeshPlace> find_nearest_of(
      const PolygonMesh& mesh, const Vec3& point, const Vec3& extent, const Groups& groups,
      std::uint32_t group, PolygonId own,
      const std::function<bool(std::uint32_t polygon)>& wanted) const;

  std::size_t bytes() const;

 private:
  struct Box {
    Vec3 low, high;
  };
  struct Node {
    Box box;
    std::uint32_t begin, end;  // of order_
    std::uint32_t right;       // the second child; the first follows its parent; 0 for a leaf
  };
  static constexpr std::uint32_t kLeafSize = 4;

  void build(std::vector<Box>& boxes, std::uint32_t begin, std::uint32_t end);
  template <class Skip, class Wanted>
  std::optional<MeshPlace> search(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                                  Skip&& skip, Wanted&& wanted) const;

  std::vector<Node> nodes_;
  std::vector<PolygonId> order_;
};

}  // namespace portolan::detail
