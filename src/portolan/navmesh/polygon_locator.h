#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
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
  /// One of parts: a tree for each of them, to be looked for alone. Part k has the polygons from
  /// begin[k] up to begin[k + 1], at least one.
  PolygonLocator(const PolygonMesh& mesh, std::vector<PolygonId> polygons,
                 std::span<const std::uint32_t> begin);

  /// The nearest of all polygons that come within `extent` of the point along each axis and that
  /// `wanted`, where given, takes; of equally near ones the smallest.
  std::optional<MeshPlace> find_nearest(
      const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
      const std::function<bool(std::uint32_t polygon)>& wanted = {}) const;

  /// The same in one part, of a locator of parts, where it is nearer than `best`; `best` if not.
  std::optional<MeshPlace> find_nearer(const PolygonMesh& mesh, const Vec3& point,
                                       const Vec3& extent, std::uint32_t part,
                                       const std::optional<MeshPlace>& best) const;

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
  template <class Wanted>
  std::optional<MeshPlace> search(const PolygonMesh& mesh, const Vec3& point, const Vec3& extent,
                                  std::uint32_t root, std::optional<MeshPlace> best,
                                  Wanted&& wanted) const;

  std::vector<Node> nodes_;
  std::vector<PolygonId> order_;
  std::vector<std::uint32_t> roots_;  // by part
};

}  // namespace portolan::detail
