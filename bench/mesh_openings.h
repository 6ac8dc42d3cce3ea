#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

#include "portolan/navmesh/flat.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "setting.h"

/// How the polygons of a mesh hang together, for references that are to be independent of how our
/// queries see it.
namespace portolan::detail::bench {

/// A portal as seen from inside a polygon that it leads out of: its left end, then its right one.
struct MeshOpening {
  Flat ends[2];
  std::uint32_t portal;
  std::uint32_t beyond;  ///< The polygon that it leads into.
};

/// The openings of all polygons. For meshes without links.
class MeshOpenings {
 public:
  explicit MeshOpenings(const NavMeshSnapshot& world) : first_(world.mesh().polygon_count() + 1) {
    const PolygonMesh& mesh = world.mesh().polygons();
    require(mesh.links.empty(), "the Euclidean optimum is known for meshes without links only");
    list(world);
  }

  std::span<const MeshOpening> of(std::uint32_t polygon) const {
    return std::span(openings_).subspan(first_[polygon], first_[polygon + 1] - first_[polygon]);
  }

 private:
  void list(const NavMeshSnapshot& world) {
    const PolygonMesh& mesh = world.mesh().polygons();
    std::vector<std::pair<std::uint32_t, MeshOpening>>
        found;  // by the polygon that it leads out of
    for (std::uint32_t p = 0; p < mesh.portals.size(); ++p) {
      const Portal& portal = mesh.portals[p];
      for (const std::uint32_t side : {0u, 1u}) {
        const std::uint32_t beyond = portal.polygons[1 - side];
        if (!portal.crossable_from[side] || !world.passable(PolygonId{beyond})) continue;
        found.push_back({portal.polygons[side],
                         {{flat(portal.ends[side]), flat(portal.ends[1 - side])}, p, beyond}});
      }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [polygon, opening] : found) {
      openings_.push_back(opening);
      ++first_[polygon + 1];
    }
    std::partial_sum(first_.begin(), first_.end(), first_.begin());
  }

  std::vector<std::uint32_t> first_;  // by polygon: its first opening
  std::vector<MeshOpening> openings_;
};

}  // namespace portolan::detail::bench
