#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <queue>
#include <utility>
#include <vector>

#include "mesh_openings.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail::bench {

/// What checks AnyAngleSearch by brute force, on small meshes: a Dijkstra over many points of every
/// portal, its ends among them, each joined to all others of the polygons that it lies between. The
/// shortest of these paths is never shorter than the optimum, and hardly longer.
class SampledOnMesh {
 public:
  explicit SampledOnMesh(const NavMeshSnapshot& world)
      : openings_(world), best_(world.mesh().polygons().portals.size() * 2 * kPoints) {}

  /// In metres as seen from above; infinite where there is no path.
  double length(const MeshPlace& start, const MeshPlace& goal) {
    const Flat from = flat(start.point), to = flat(goal.point);
    if (start.polygon == goal.polygon) return detail::length(to - from);
    best_.assign(best_.size(), std::numeric_limits<double>::infinity());
    open_ = {};
    double shortest = std::numeric_limits<double>::infinity();
    cross_polygon(start.polygon, from, 0.0);
    while (!open_.empty() && open_.top().length < shortest) {
      const Entry entry = open_.top();
      open_.pop();
      if (entry.length > best_[entry.point]) continue;
      if (entry.polygon == goal.polygon)
        shortest = std::min(shortest, entry.length + detail::length(to - entry.place));
      cross_polygon(entry.polygon, entry.place, entry.length);
    }
    return shortest;
  }

 private:
  static constexpr std::uint32_t kPoints = 65;  // of each portal

  struct Entry {
    double length;
    std::uint32_t point;
    std::uint32_t polygon;  // that it leads into
    Flat place;

    bool operator>(const Entry& other) const { return length > other.length; }
  };

  void cross_polygon(std::uint32_t polygon, const Flat& place, double before) {
    for (const MeshOpening& out : openings_.of(polygon)) {
      for (std::uint32_t i = 0; i < kPoints; ++i) {
        const Flat next = out.ends[0] + (out.ends[1] - out.ends[0]) * (double(i) / (kPoints - 1));
        const double length = before + detail::length(next - place);
        const std::uint32_t point = (2 * out.portal + (polygon < out.beyond)) * kPoints + i;
        if (length >= best_[point]) continue;
        best_[point] = length;
        open_.push({length, point, out.beyond, next});
      }
    }
  }

  MeshOpenings openings_;
  std::vector<double> best_;  // by point and direction through it
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open_;
};

}  // namespace portolan::detail::bench
