#include "wave_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/terrain/terrain_picture.h"

namespace portolan::cli {
namespace {

constexpr double kBands = 20.0;
constexpr Colour kNotAsked{196, 194, 188};

Cost dearest(const std::vector<Cost>& costs) {
  Cost most = 1;
  for (const Cost cost : costs) most = cost == kInfinite ? most : std::max(most, cost);
  return most;
}

/// By triangle, its cost in shares of the most; below 0 where none is known. Triangles that were
/// left out look like the next one that was asked for, if that is near.
std::vector<float> find_shares(const Wave& wave, const std::vector<Cost>& costs, Cost most,
                               std::uint32_t triangles) {
  constexpr std::uint32_t kNear = 64;
  std::vector<float> shares(triangles, -1.0f);
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < costs.size(); ++i) {
    const std::uint32_t goal = wave.queries.query(i).goal;
    const std::uint32_t first = goal - next > kNear ? goal : next;
    next = goal + 1;
    if (costs[i] == kInfinite) continue;
    const float share = static_cast<float>(costs[i]) / static_cast<float>(most);
    std::fill(shares.begin() + first, shares.begin() + next, share);
  }
  return shares;
}

}  // namespace

void save_wave_picture(const std::string& file, const LoadedTerrain& world, const Wave& wave,
                       const WaveResult& result) {
  const TriangleWeb& web = world.snapshot().web();
  const Cost most = dearest(result.costs);
  const std::vector<float> share = find_shares(wave, result.costs, most, web.triangle_count());
  TerrainPicture picture(web, world.locator());
  picture.draw_ground(
      [&](std::uint32_t t) {
        return share[t] < 0.0f ? kNotAsked : distance_colour(double{share[t]});
      },
      0.55);
  picture.draw_borders(
      [&](std::uint32_t t) {
        return share[t] < 0.0f ? ~0u : static_cast<std::uint32_t>(double{share[t]} * kBands);
      },
      palette::kRim, 0.55);
  const TerrainEnds& first = wave.queries.query(0);
  picture.draw_marker(first.from.x, first.from.z, palette::kVermilion);
  const double metres = world.snapshot().metres(most);
  std::vector<LegendEntry> legend{
      {palette::kVermilion, fmt::format("start, then costs by {}:", result.name)}};
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
    legend.push_back({distance_colour(part), fmt::format("{:.0f}", part * metres)});
  legend.push_back(
      {palette::kRim, fmt::format("a line every {:.4g}, {:.1f} % of the best on average",
                                  metres / kBands, 100.0 * result.ratio.mean)});
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::cli
