#include "portolan/terrain/nearest_ground.h"

#include <cstdint>
#include <vector>

#include "portolan/core/id_vector.h"

namespace portolan::detail {
namespace {

/// Every triangle that steps lead to, 1 for each. Steps can always be taken back.
IdVector<TriangleId, std::uint8_t> reached_from(const TriangleMesh& mesh, TriangleId start) {
  IdVector<TriangleId, std::uint8_t> reached(mesh.triangle_count(), 0);
  std::vector<TriangleId> waiting{start};
  reached[start] = 1;
  while (!waiting.empty()) {
    const TriangleId at = waiting.back();
    waiting.pop_back();
    for (const TriangleId to : mesh.neighbours[at]) {
      if (to == kNoTriangle || reached[to] != 0) continue;
      reached[to] = 1;
      waiting.push_back(to);
    }
  }
  return reached;
}

}  // namespace

std::optional<Vec3> find_nearest_reachable(const TerrainSnapshot& snapshot,
                                           const TriangleLocator& locator, const Vec3& start,
                                           const Vec3& goal) {
  const TriangleId from = locator.find(start.x, start.z);
  if (from == kNoTriangle) return std::nullopt;
  if (!snapshot.has_hierarchy()) {
    const auto reached = reached_from(snapshot.mesh(), from);
    return locator.find_nearest(goal.x, goal.z, [&](TriangleId t) { return reached[t] != 0; });
  }
  const auto component = [&](TriangleId t) {
    const NodeId node = node_of(t);
    return snapshot.hierarchy().component(snapshot.world().home_cell(node),
                                          snapshot.world().home_index(node));
  };
  return locator.find_nearest(
      goal.x, goal.z, [&, part = component(from)](TriangleId t) { return component(t) == part; });
}

}  // namespace portolan::detail
