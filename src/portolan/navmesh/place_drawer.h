#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "portolan/core/random.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"

namespace portolan::detail {

/// The triangles of some polygons, to draw points of them, all spots equally likely.
class GroundDrawer {
 public:
  void clear() { triangles_.clear(); }
  void add(const PolygonMesh& mesh, PolygonId polygon);
  /// Nothing where there is no ground.
  std::optional<MeshPlace> draw(const PolygonMesh& mesh, Random& random) const;

 private:
  /// Corners 0, corner - 1 and corner of a polygon.
  struct Triangle {
    std::uint32_t polygon;
    std::uint32_t corner;
    double areas;  ///< Of all up to this one.
  };
  std::vector<Triangle> triangles_;
};

/// Draws places that an agent can stand on; see portolan::PlaceDrawer.
class PlaceDrawer {
 public:
  PlaceDrawer(NavMeshSnapshot snapshot, std::uint64_t seed);

  std::optional<MeshPlace> draw() { return all_.draw(mesh(), random_); }
  std::optional<MeshPlace> draw_reachable(const MeshPlace& from);

 private:
  const PolygonMesh& mesh() const { return snapshot_.mesh().polygons(); }

  NavMeshSnapshot snapshot_;
  Random random_;
  GroundDrawer all_;
  GroundDrawer reached_;  // from the component asked for last
  StrongComponentId reached_from_ = kNoStrongComponent;
  ReachedComponents reached_components_;
};

}  // namespace portolan::detail
