#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <limits>
#include <queue>
#include <random>
#include <utility>
#include <vector>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/merged_hierarchy.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail::merge_testing {

/// Numbers that are the same on every machine.
class Random {
 public:
  explicit Random(std::uint32_t seed) : engine_(seed) {}
  std::uint32_t operator()() { return static_cast<std::uint32_t>(engine_()); }

 private:
  std::mt19937 engine_;
};

struct PricedMesh {
  TriangleMesh mesh;
  TerrainPrices prices;
  MergeSettings settings;
};

inline PricedMesh with_prices(TriangleMesh mesh) {
  PricedMesh result{std::move(mesh), {}, {}};
  const PriceSettings settings{};
  result.prices = *make_prices(result.mesh, settings);
  result.settings.scale = make_metric_scale(settings, result.prices);
  return result;
}

inline MergedHierarchy build(const PricedMesh& ground) {
  return *build_merged_hierarchy(ground.mesh, ground.prices, ground.settings);
}

/// Rough ground: neighbouring heights differ by up to `steps` whole metres.
inline PricedMesh rough_ground(std::uint32_t width, std::uint32_t height, std::uint32_t seed,
                               Triangulation triangulation = Triangulation::four,
                               std::uint32_t steps = 1000) {
  Random random(seed);
  HeightMap map{width, height, std::vector<float>(std::size_t{width} * height)};
  for (float& value : map.values) {
    value = static_cast<float>(random() % (steps + 1)) / static_cast<float>(steps);
  }
  return with_prices(*make_triangle_mesh(map, triangulation));
}

/// Triangles in a row, each next to the one before and the one after: a strip over a zigzag of
/// corners. Edge 1 leads on and edge 2 back. All steps cost `price` over a length of 10. Merges as
/// in the thesis, without losing patience.
inline PricedMesh strip(std::uint32_t count, Cost price = 10) {
  PricedMesh result;
  result.settings.patience = 0;
  for (std::uint32_t k = 0; k < count + 2; ++k) {
    result.mesh.vertices.push_back({static_cast<float>(k), 0.0f, k % 2 == 0 ? 0.0f : 1.0f});
  }
  for (std::uint32_t t = 0; t < count; ++t) {
    result.mesh.corners.push_back({t, t + 1, t + 2});
    const TriangleId next = t + 1 < count ? TriangleId{t + 1} : kNoTriangle;
    const TriangleId previous = t > 0 ? TriangleId{t - 1} : kNoTriangle;
    result.mesh.neighbours.push_back({kNoTriangle, next, previous});
  }
  result.prices.weighted.assign(3 * std::size_t{count}, kInfinite);
  result.prices.unweighted = result.prices.weighted;
  for (std::uint32_t joint = 0; joint < 3 * count; ++joint) {
    if (result.mesh.neighbours[TriangleId{joint / 3}][joint % 3] == kNoTriangle) continue;
    result.prices.weighted[joint] = price;
    result.prices.unweighted[joint] = 10;
  }
  return result;
}
/// Sets the prices of the steps between triangles t and t + 1 of a strip, there and back.
inline void price_strip(PricedMesh& ground, std::uint32_t t, Cost there, Cost back) {
  ground.prices.weighted[3 * t + 1] = there;
  ground.prices.weighted[3 * (t + 1) + 2] = back;
}

/// Clusters by their numbers.
inline std::vector<ClusterId> clusters(std::initializer_list<std::uint32_t> numbers) {
  std::vector<ClusterId> made;
  for (const std::uint32_t number : numbers) made.push_back(ClusterId{number});
  return made;
}

/// Costs of the cheapest paths from one triangle to all, by the steps' prices alone.
inline std::vector<std::uint64_t> cheapest_from(const MergedHierarchy& h, std::uint32_t start) {
  using Entry = std::pair<std::uint64_t, std::uint32_t>;
  std::vector<std::uint64_t> cost(h.triangle_count, std::numeric_limits<std::uint64_t>::max());
  std::priority_queue<Entry, std::vector<Entry>, std::greater<>> open;
  cost[start] = 0;
  open.push({0, start});
  while (!open.empty()) {
    const auto [c, t] = open.top();
    open.pop();
    if (c != cost[t]) continue;
    for (const JointId joint : joints_out_of(TriangleId{t})) {
      if (h.mate[joint] == kNoJoint) continue;
      const std::uint32_t to = index(h.behind(joint));
      if (c + h.weighted[joint] >= cost[to]) continue;
      cost[to] = c + h.weighted[joint];
      open.push({cost[to], to});
    }
  }
  return cost;
}

/// The sum of the cheapest steps along a path; the largest number where a step is no step.
inline std::uint64_t cost_along(const MergedHierarchy& h, const std::vector<std::uint32_t>& path) {
  std::uint64_t sum = 0;
  for (std::size_t k = 0; k + 1 < path.size(); ++k) {
    std::uint64_t step = std::numeric_limits<std::uint64_t>::max();
    for (const JointId joint : joints_out_of(TriangleId{path[k]})) {
      if (h.mate[joint] == kNoJoint || index(h.behind(joint)) != path[k + 1]) continue;
      step = std::min<std::uint64_t>(step, h.weighted[joint]);
    }
    if (step == std::numeric_limits<std::uint64_t>::max()) return step;
    sum += step;
  }
  return sum;
}

}  // namespace portolan::detail::merge_testing
