#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "portolan/core/result.h"
#include "portolan/navmesh/polygon_mesh.h"

namespace portolan {

/// What moving costs one agent type, by area; several agent types are several metrics over one
/// partition. A metre in an area costs as many metres as the area's number says.
struct NavMeshMetric {
  static constexpr float kBlocked = 0.0f;
  static constexpr float kLeast = 1e-3f;
  static constexpr float kMost = 1e4f;

  std::string name = "default";
  std::array<float, kAreaCount> cost = all_ones();  ///< kBlocked, or [kLeast, kMost].
  std::uint16_t include_flags = 0xFFFF;             ///< A polygon or link needs one of these flags,
  std::uint16_t exclude_flags = 0;                  ///< and none of these.

  /// The cost of a metre; kBlocked where the agent may not go.
  float of(std::uint8_t area, std::uint16_t flags) const {
    return (flags & include_flags) != 0 && (flags & exclude_flags) == 0 ? cost[area] : kBlocked;
  }
  friend bool operator==(const NavMeshMetric&, const NavMeshMetric&) = default;

 private:
  static constexpr std::array<float, kAreaCount> all_ones() {
    std::array<float, kAreaCount> ones{};
    ones.fill(1.0f);
    return ones;
  }
};

/// Fails when a cost is out of its range; the message names the area.
Result<Done> validate(const NavMeshMetric& metric);

}  // namespace portolan
