#include "portolan/navmesh/area_colours.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "portolan/core/id_range.h"
#include "portolan/navmesh/flat.h"

namespace portolan::detail {
namespace {

/// Darker than those of cells, and none near those of gates, links and paths.
constexpr std::array<Colour, 8> kAreaColours{{{170, 132, 88},
                                              {142, 146, 74},
                                              {112, 150, 190},
                                              {186, 122, 122},
                                              {100, 160, 160},
                                              {146, 128, 178},
                                              {196, 160, 70},
                                              {120, 138, 112}}};

}  // namespace

std::vector<AreaColour> choose_area_colours(const NavMeshSnapshot& snapshot) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  const NavMeshMetric& metric = snapshot.metric();
  std::array<double, kAreaCount> ground{};
  for (const PolygonId polygon : IdRange<PolygonId>(mesh.polygon_count())) {
    const std::uint8_t area = mesh.areas.empty() ? std::uint8_t{0} : mesh.areas[index(polygon)];
    const std::uint16_t flags = mesh.flags.empty() ? std::uint16_t{1} : mesh.flags[index(polygon)];
    if (metric.of(area, flags) != metric.cost[area]) continue;  // its flags alone block it
    ground[area] += std::fabs(signed_area(mesh, polygon));
  }
  std::vector<AreaColour> areas;
  for (std::uint8_t area = 0; area < kAreaCount; ++area) {
    if (ground[area] > 0.0) areas.push_back({area, metric.cost[area], kBlockedGround});
  }
  std::stable_sort(areas.begin(), areas.end(), [&](const AreaColour& a, const AreaColour& b) {
    return ground[a.area] > ground[b.area];
  });
  const auto usual = std::find_if(areas.begin(), areas.end(), [](const AreaColour& a) {
    return a.cost != NavMeshMetric::kBlocked;
  });
  if (usual != areas.end())
    std::erase_if(areas, [cost = usual->cost](const AreaColour& a) { return a.cost == cost; });
  std::size_t used = 0;
  for (AreaColour& a : areas) {
    if (a.cost != NavMeshMetric::kBlocked) a.colour = kAreaColours[used++ % kAreaColours.size()];
  }
  return areas;
}

}  // namespace portolan::detail
