#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/funnel.h"
#include "portolan/navmesh.h"

namespace portolan::detail::test {

/// A portal as it is seen on the path through it, and the polygon behind it.
struct Doorway {
  Vec3 left;
  Vec3 right;
  std::uint32_t polygon;
};

/// Appends the turns of the shortest path, seen from above, from `start` through all doorways to
/// `goal`, start left out, goal included, each with the polygon that lies behind it.
inline void pull_string(const Vec3& start, std::uint32_t start_polygon,
                        std::span<const Doorway> doorways, const Vec3& goal,
                        std::vector<Waypoint>& waypoints) {
  const auto add = [&](const Vec3& point, std::uint32_t polygon) {
    if (waypoints.empty() || waypoints.back().point != point) {
      waypoints.push_back({point, polygon});
    } else {
      waypoints.back().polygon = polygon;
    }
  };
  std::vector<Gap> gaps;
  for (const Doorway& d : doorways) gaps.push_back({{d.left.x, d.right.x}, {d.left.z, d.right.z}});
  std::vector<Turn> turns;
  detail::pull_string(start, gaps, goal, turns);
  for (const Turn& turn : turns) {
    const Doorway& d = doorways[turn.gap];
    add(turn.end == 0 ? d.left : d.right, doorways[turn.behind].polygon);
  }
  add(goal, doorways.empty() ? start_polygon : doorways.back().polygon);
}

}  // namespace portolan::detail::test
