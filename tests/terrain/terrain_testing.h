#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/triangle_mesh.h"

namespace portolan::detail {

inline HeightMap height_map(std::uint32_t width, std::vector<float> values) {
  return {width, static_cast<std::uint32_t>(values.size()) / width, std::move(values)};
}

inline HeightMap random_map(std::uint32_t width, std::uint32_t height, unsigned seed,
                            double missing = 0.0, int most = 20) {
  std::mt19937 random(seed);
  HeightMap map{width, height, {}};
  for (std::uint32_t k = 0; k < width * height; ++k) {
    const bool gone = std::bernoulli_distribution(missing)(random);
    const int value = std::uniform_int_distribution(0, most)(random);
    map.values.push_back(gone ? kMissingHeight : static_cast<float>(value) * 0.25f);
  }
  return map;
}

/// Two triangles that meet in the edge from (0, 0, 0) to (0, 0, 1); triangle 0 has `first` as its
/// third corner, triangle 1 `second`.
inline TriangleMesh two_triangles(const Vec3& first, const Vec3& second) {
  Geometry geometry;
  geometry.vertices = {{0, 0, 0}, {0, 0, 1}, first, second};
  geometry.triangles = {{0, 2, 1}, {0, 1, 3}};
  return *make_triangle_mesh(geometry);
}

/// Cheapest costs from one triangle to all, by relaxing every edge until nothing changes.
inline IdVector<TriangleId, std::uint64_t> relaxed_costs(const TriangleMesh& mesh,
                                                         const std::vector<Cost>& prices,
                                                         TriangleId from) {
  constexpr std::uint64_t kFar = ~std::uint64_t{0};
  IdVector<TriangleId, std::uint64_t> costs(mesh.triangle_count(), kFar);
  costs[from] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (const TriangleId t : mesh.triangles()) {
      for (unsigned k = 0; k < 3 && costs[t] != kFar; ++k) {
        const TriangleId to = mesh.neighbours[t][k];
        if (to == kNoTriangle || costs[t] + prices[step_index(t, k)] >= costs[to]) continue;
        costs[to] = costs[t] + prices[step_index(t, k)];
        changed = true;
      }
    }
  }
  return costs;
}

}  // namespace portolan::detail
