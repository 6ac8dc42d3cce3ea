#include "portolan/recast/joining_effort.h"

#include <algorithm>
#include <cstring>

#include "portolan/recast/mset_layout.h"

namespace portolan::detail {

void JoiningEffort::add(const dtMeshHeader& header, std::span<const std::byte> tile) {
  Crowd& crowd = at_[{header.x, header.y}];
  const TileLayout layout(header, sizeof(dtLink));
  const std::byte* at = tile.data() + layout.polygons;
  for (int i = 0; i < header.polyCount; ++i, at += sizeof(dtPoly)) {
    dtPoly polygon;
    std::memcpy(&polygon, at, sizeof polygon);
    const int corners = std::min<int>(polygon.vertCount, DT_VERTS_PER_POLYGON);
    crowd.corners += corners;
    crowd.edges += static_cast<double>(
        std::count_if(polygon.neis, polygon.neis + corners,
                      [](unsigned short neighbour) { return (neighbour & DT_EXT_LINK) != 0; }));
  }
}

JoiningEffort::Worst JoiningEffort::estimate() const {
  Worst worst;
  double most = 0.0;
  for (const auto& [place, crowd] : at_) {
    double corners = 0.0;
    for (int x = place.first - 1; x <= place.first + 1; ++x) {
      for (int y = place.second - 1; y <= place.second + 1; ++y) {
        if (const auto beside = at_.find({x, y}); beside != at_.end())
          corners += beside->second.corners;
      }
    }
    const double steps = crowd.edges * corners;
    worst.steps += steps;
    if (steps <= most) continue;
    most = steps;
    worst.x = place.first;
    worst.y = place.second;
  }
  return worst;
}

}  // namespace portolan::detail
