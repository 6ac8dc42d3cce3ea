#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/core/id_vector.h"
#include "portolan/core/vec3.h"
#include "portolan/navmesh.h"
#include "portolan/navmesh/mesh_layout.h"
#include "portolan/navmesh/polygon_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// In metres, without the rounding of `distance`: two halves of a straight move are never cheaper
/// than the whole.
PORTOLAN_HOST_DEVICE double length_between(const Vec3& a, const Vec3& b) {
  const double x = double{a.x} - double{b.x};
  const double y = double{a.y} - double{b.y};
  const double z = double{a.z} - double{b.z};
  return std::sqrt(x * x + y * y + z * z);
}

/// The cost of a straight move of some length, in metres, within one polygon. One far outside of
/// its polygon, or to no point at all, costs no more than a quarter of kInfinite.
PORTOLAN_HOST_DEVICE Cost cost_of_length(double length, float area_cost, double units_per_metre) {
  constexpr double kMost = double{kInfinite / 4};
  const double priced = length * double{area_cost} * units_per_metre;
  const double units = priced < kMost ? priced : kMost;  // that, too, where it is no number
  const auto whole = static_cast<std::uint32_t>(units);
  const Cost rounded_up = whole + (static_cast<double>(whole) < units ? 1 : 0);
  return rounded_up > 1 ? rounded_up : Cost{1};
}

/// What every move of a mesh costs under one metric. Immutable.
///
/// Costs are whole numbers of a unit: 1/1024 m, or a coarser power of two where the world is so
/// large that sums could overflow. A move costs its length, doorway to doorway,
/// times the cost of its area, rounded up and at least 1.
struct MeshCosts {
  static constexpr double kUnitsPerMetre = 1024.0;

  double units_per_metre = kUnitsPerMetre;
  /// Units that no metre of any path can be cheaper than, for lower bounds.
  float least_per_metre = 0.0f;
  std::uint64_t most_expensive_path = 0;   ///< No cheapest path between doorways costs more.
  bool directed = false;                   ///< Some move costs something else back, or is closed.
  Cost typical = 1;                        ///< Mean cost of a crossing.
  IdVector<PolygonId, float> area_costs;   ///< Of a metre; kBlocked where forbidden.
  std::vector<Cost> matrix;                ///< Crossings; see MeshLayout::matrix. Row = from.
  std::vector<std::array<Cost, 2>> links;  ///< By link: there, and back.
  /// The two polygons of a node as one number, a ^ b, so that p ^ across is the polygon behind a
  /// portal of p. 0 where a path may touch the node without going through it: at the end of a link,
  /// and in a polygon where going over one doorway to another may cost no more than going straight.
  IdVector<NodeId, std::uint32_t> across;

  Cost of_length(double length, float area_cost) const {
    return cost_of_length(length, area_cost, units_per_metre);
  }
  /// No path between two points that far apart is cheaper. Islands may lie so far apart that none
  /// could be: then a quarter of kInfinite, which no path costs.
  Cost bound(const Vec3& a, const Vec3& b) const {
    constexpr float kMost = 1u << 30;  // first, since std::min gives that for what is no number
    return static_cast<Cost>(std::min(kMost, distance(a, b) * least_per_metre));
  }
  std::size_t bytes() const;
};

/// Computes them. Fails when the metric is invalid, or when even the coarsest unit overflows.
Result<MeshCosts> make_mesh_costs(const PolygonMesh& mesh, const MeshLayout& layout,
                                  const NavMeshMetric& metric);

}  // namespace portolan::detail
