#include "studies/gate_bound.h"

#include <algorithm>
#include <vector>

namespace portolan::detail {

std::uint32_t most_sides(const PolygonMesh& mesh) {
  const std::vector<std::uint32_t> doorways = count_doorways(mesh);
  std::uint32_t most = 0;
  for (std::uint32_t p = 0; p < mesh.polygon_count(); ++p)
    most = std::max({most, mesh.corner_count(p), doorways[p]});
  return most;
}

double gate_bound(std::span<const std::uint32_t> merge, unsigned level, std::uint32_t sides) {
  double polygons = 1.0;
  for (std::size_t l = 0; l < level; ++l) polygons *= merge[std::min(l, merge.size() - 1)];
  return polygons * (sides - 2.0) + 2.0;
}

}  // namespace portolan::detail
