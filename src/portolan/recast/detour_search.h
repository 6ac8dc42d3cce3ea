#pragma once

#include <DetourNavMesh.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "portolan/navmesh/nav_mesh_query.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/recast/detour_polygons.h"

namespace portolan::detail {

/// The areas that polygons or links have, ascending.
std::vector<std::uint8_t> find_areas(const PolygonMesh& mesh);

/// What Detour calls polygons and links.
struct DetourNames {
  RefIndex polygons;
  std::vector<std::pair<dtPolyRef, std::uint32_t>> links;  // by reference
  std::vector<std::uint8_t> areas;                         // that occur

  explicit DetourNames(const DetourPolygons& source)
      : polygons(source.index), areas(find_areas(source.mesh)) {
    for (std::uint32_t i = 0; i < source.mesh.links.size(); ++i)
      links.emplace_back(static_cast<dtPolyRef>(source.mesh.links[i].ref), i);
    std::sort(links.begin(), links.end());
  }

  /// The links of a reference, by index: none, one, or several that differ in where they end.
  auto links_of(dtPolyRef ref) const {
    const auto below = [](const auto& entry, dtPolyRef r) { return entry.first < r; };
    const auto begin = std::lower_bound(links.begin(), links.end(), ref, below);
    return std::span(begin, std::lower_bound(begin, links.end(), ref + 1, below));
  }
  bool know(dtPolyRef ref) const { return polygons.find(ref) || !links_of(ref).empty(); }
};

/// A search between references over one snapshot after the other.
class DetourSearch {
 public:
  explicit DetourSearch(std::shared_ptr<const DetourNames> names) : names_(std::move(names)) {}

  /// The references of the best path; `complete` tells whether it leads to the goal. Both
  /// references are known.
  const std::vector<dtPolyRef>& find(const NavMeshSnapshot& snapshot, dtPolyRef start,
                                     dtPolyRef goal, const Vec3& from, const Vec3& to,
                                     bool& complete);

 private:
  /// A place to search from or to, and what it takes between there and the end asked for.
  struct End {
    MeshPlace place;
    dtPolyRef link = 0;   ///< A link between, or 0.
    double metres = 0.0;  ///< What the path between costs.
  };

  const NavMeshSnapshot& world() const { return *snapshot_; }
  Status find_path(const MeshPlace& start, const MeshPlace& goal);
  Cost find_cost(const MeshPlace& start, const MeshPlace& goal);
  void list_starts(dtPolyRef ref, const Vec3& position);
  void list_goals(dtPolyRef ref, const Vec3& position);
  bool find_best();
  bool find_nearest(const Vec3& position);
  void append_path();

  std::shared_ptr<const DetourNames> names_;
  const NavMeshSnapshot* snapshot_ = nullptr;
  NavMeshQuery query_;
  NavMeshPath path_;
  std::vector<End> starts_;
  std::vector<End> goals_;
  End start_;  // the best of them
  End goal_;
  std::vector<dtPolyRef> refs_;
  std::vector<MeshPlace> places_;  // of the starts
};

}  // namespace portolan::detail
