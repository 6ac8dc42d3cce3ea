#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/core/vec3.h"

namespace portolan {

/// Where a path turns, and the polygon that the way from there on begins in.
struct Waypoint {
  Vec3 point;
  std::uint32_t polygon;
  bool link = false;  ///< From here to the next way-point one follows an off-mesh link.

  friend bool operator==(const Waypoint&, const Waypoint&) = default;
};

/// A portal as it is seen on the way through it, and the polygon behind it.
struct Doorway {
  Vec3 left;
  Vec3 right;
  std::uint32_t polygon;
};

/// The same seen from above: x and z of its left end and of its right end.
struct Gap {
  float x[2];
  float z[2];
};

/// An end of a doorway that a way turns at.
struct Turn {
  std::uint32_t doorway;
  std::uint32_t end;     ///< 0: its left end, 1: its right end.
  std::uint32_t behind;  ///< The last of the doorways from there on that meet in this point.
};

/// Memory for finding turns. Reuse it from way to way.
struct TraceScratch {
  std::vector<Gap> gaps;
  std::vector<Turn> turns;
};

/// Appends the turns of the shortest way, seen from above, from `start` through all doorways to
/// `goal`, start left out, goal included. Every turn is an end of a doorway, so it lies on the
/// surface, on the storey that the doorways lead through.
void pull_string(const Vec3& start, std::uint32_t start_polygon, std::span<const Doorway> doorways,
                 const Vec3& goal, std::vector<Waypoint>& waypoints);

/// The same in brief, start and goal left out.
void pull_string(const Vec3& start, std::span<const Gap> gaps, const Vec3& goal,
                 std::vector<Turn>& turns);

}  // namespace portolan
