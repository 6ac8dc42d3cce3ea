#pragma once

#include <algorithm>
#include <cstdint>
#include <tuple>
#include <vector>

#include "portolan/navmesh/flat.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "portolan/navmesh/portal_edges.h"

namespace portolan::detail {

/// The part of a polygon's edge through which an agent may go to the next polygon.
struct Opening {
  std::uint32_t edge;
  double low, high;  ///< Shares of the edge. [0, 1]
  PolygonId next;

  auto key() const { return std::tuple(edge, low, high, next); }
};

/// Gaps between openings below this share of their edge are none: Detour keeps where tiles meet in
/// steps of 1/255, rounded.
inline constexpr double kNoGap = 1.0 / 200.0;

/// What a query about the surface works with. Reuse one: its memory is kept.
class SurfaceScratch {
 public:
  struct Visit {
    PolygonId polygon;
    std::uint32_t from;  ///< The visit that led there; its own number for the first.
  };

  /// Forgets what was visited and visits a polygon.
  void begin(std::uint32_t polygon_count, PolygonId first) {
    if (visited_.size() != polygon_count || ++stamp_ == 0) {
      visited_.assign(polygon_count, 0);
      stamp_ = 1;
    }
    visits_.clear();
    visit(first, 0);
  }
  /// Does nothing where it was visited before.
  void visit(PolygonId polygon, std::uint32_t from) {
    if (visited_[index(polygon)] == stamp_) return;
    visited_[index(polygon)] = stamp_;
    visits_.push_back({polygon, from});
  }
  const std::vector<Visit>& visits() const { return visits_; }

  /// The openings of a polygon, edge by edge and along each. Valid until the next call.
  const std::vector<Opening>& list_openings(const NavMeshSnapshot& snapshot, PolygonId polygon);

 private:
  std::vector<std::uint32_t> visited_;  // by polygon: the stamp of the query that was there
  std::uint32_t stamp_ = 0;
  std::vector<Visit> visits_;
  std::vector<Opening> openings_;
};

/// Calls visit(edge, low, high) for the parts of a polygon's edges that are walls, given its
/// openings.
template <class Visit>
void for_each_wall(std::uint32_t edges, const std::vector<Opening>& openings, Visit visit) {
  auto opening = openings.begin();
  for (std::uint32_t edge = 0; edge < edges; ++edge) {
    double open_up_to = 0.0;
    for (; opening != openings.end() && opening->edge == edge; ++opening) {
      if (opening->low - open_up_to > kNoGap) visit(edge, open_up_to, opening->low);
      open_up_to = std::max(open_up_to, opening->high);
    }
    if (open_up_to == 0.0 || 1.0 - open_up_to > kNoGap) visit(edge, open_up_to, 1.0);
  }
}

}  // namespace portolan::detail
