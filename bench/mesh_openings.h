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

inline constexpr std::uint32_t kNoCorner = 0xFFFF'FFFFu;

/// A portal as seen from inside a polygon that it leads out of: its left end, then its right one.
struct MeshOpening {
  Flat ends[2];
  std::uint32_t corners[2];  ///< At its ends; kNoCorner where there is ground all around.
  std::uint32_t portal;
  std::uint32_t beyond;  ///< The polygon that it leads into.
};

/// The openings of all polygons, and the corners that paths can turn at. For meshes without links.
class MeshOpenings {
 public:
  explicit MeshOpenings(const NavMeshSnapshot& world) : first_(world.mesh().polygon_count() + 1) {
    const PolygonMesh& mesh = world.mesh().polygons();
    require(mesh.links.empty(), "the Euclidean optimum is known for meshes without links only");
    find_corners(mesh);
    list(world);
  }

  std::span<const MeshOpening> of(std::uint32_t polygon) const {
    return std::span(openings_).subspan(first_[polygon], first_[polygon + 1] - first_[polygon]);
  }
  /// Corners have numbers below this.
  std::size_t corner_limit() const { return corners_.size(); }

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
        const std::uint32_t left = 2 * p + side, right = 2 * p + 1 - side;
        found.push_back({portal.polygons[side],
                         {{flat(portal.ends[side]), flat(portal.ends[1 - side])},
                          {corners_[left], corners_[right]},
                          p,
                          beyond}});
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

  /// Names the points that portals end in. Ends of two portals are one point where one polygon has
  /// both: where walls touch in a point, the ground on either side has a name of its own for it.
  void find_corners(const PolygonMesh& mesh) {
    const auto point = [&](std::uint32_t end) { return mesh.portals[end / 2].ends[end % 2]; };
    corners_.resize(2 * mesh.portals.size());
    std::iota(corners_.begin(), corners_.end(), 0u);
    std::vector<std::vector<std::uint32_t>> ends(mesh.polygon_count());  // by polygon
    std::vector<std::uint32_t> joints(corners_.size());  // polygons between two portals, by end
    for (std::uint32_t end = 0; end < corners_.size(); ++end) {
      for (const std::uint32_t polygon : mesh.portals[end / 2].polygons) {
        for (const std::uint32_t other : ends[polygon]) {
          if (end / 2 == other / 2 || point(end) != point(other)) continue;
          corners_[name(end)] = name(other);
          ++joints[end];
        }
        ends[polygon].push_back(end);
      }
    }
    drop_inner(joints);
  }

  /// Where as many polygons as portals meet, these go all around: no path turns there.
  void drop_inner(const std::vector<std::uint32_t>& joints) {
    std::vector<std::int64_t> open(corners_.size());
    for (std::uint32_t end = 0; end < corners_.size(); ++end) {
      corners_[end] = name(end);
      open[corners_[end]] += 1 - std::int64_t{joints[end]};
    }
    for (std::uint32_t& corner : corners_)
      if (open[corner] <= 0) corner = kNoCorner;
  }

  std::uint32_t name(std::uint32_t end) const {
    while (corners_[end] != end) end = corners_[end];
    return end;
  }

  std::vector<std::uint32_t> first_;  // by polygon: its first opening
  std::vector<MeshOpening> openings_;
  std::vector<std::uint32_t> corners_;  // by end of a portal, two each
};

}  // namespace portolan::detail::bench
