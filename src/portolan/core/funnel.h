#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/types.h"

namespace portolan::detail {

/// A doorway seen from above on the path through it: x and z of its left end and of its right end.
struct Gap {
  float x[2];
  float z[2];
};

/// An end of a doorway that a path turns at.
struct Turn {
  std::uint32_t gap;     ///< Its place among the gaps of the path.
  std::uint32_t end;     ///< 0: its left end, 1: its right end.
  std::uint32_t behind;  ///< The last of the gaps from there on that meet in this point.
};

/// Memory for finding turns. Reuse it from path to path.
struct TraceScratch {
  std::vector<Gap> gaps;
  std::vector<Turn> turns;
};

/// The turns of the shortest path, seen from above, from `start` through all gaps to `goal`, start
/// and goal left out. Every turn is an end of a gap.
void pull_string(const Vec3& start, std::span<const Gap> gaps, const Vec3& goal,
                 std::vector<Turn>& turns);

}  // namespace portolan::detail
