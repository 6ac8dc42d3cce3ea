#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "portolan/types.h"

namespace portolan::detail::cli {

/// A place that an agent can stand on.
struct Spot {
  std::uint32_t element = 0xFFFF'FFFFu;
  Vec3 point;
};

/// A line on the surface for an agent to walk along.
struct Route {
  std::vector<Vec3> points;
  /// Beside the points: the element that the stretch from this point to the next lies in. Empty on
  /// grids, where the points tell.
  std::vector<std::uint32_t> elements;
  bool whole = true;  ///< Whether it ends at the goal; else one has to ask again from its end.

  /// Ends it after so many points.
  void cut(std::size_t most) {
    if (points.size() <= most) return;
    points.resize(most);
    if (!elements.empty()) elements.resize(most);
    whole = false;
  }
};

/// Finds many routes at once by the library's batch. One thread at a time, but works on several.
class RouteFinder {
 public:
  virtual ~RouteFinder() = default;
  /// routes[i]: from starts[i] to goals[i], at most so many points of it; empty where there is
  /// none.
  virtual void find(std::span<const Spot> starts, std::span<const Spot> goals,
                    std::size_t most_points, std::vector<Route>& routes) = 0;
};

}  // namespace portolan::detail::cli
