#include "terrain/wave_picture.h"

#include <fmt/format.h>

#include <algorithm>

#include "portolan/core/to_whole.h"
#include "portolan/terrain/terrain_picture.h"
#include "portolan/terrain/terrain_query.h"

namespace portolan::detail::cli {
namespace {

constexpr double kBands = 20.0;
constexpr Colour kNotAsked{196, 194, 188};

Cost most_expensive(const std::vector<Cost>& costs) {
  Cost most = 1;
  for (const Cost cost : costs) most = cost == kInfinite ? most : std::max(most, cost);
  return most;
}

/// Of each triangle its cost in shares of the most; below 0 where none is known. Those that were
/// left out cost what it takes to walk on to them from one that was asked for, or from the start:
/// so costs grow from triangle to triangle as if all had been asked for.
IdVector<TriangleId, float> find_shares(const WaveQueries& wave, const WaveResult& result,
                                        Cost most, const TerrainSnapshot& world) {
  const auto share_of = [&](Cost cost) {
    return static_cast<float>(std::min(cost, most)) / static_cast<float>(most);
  };
  IdVector<TriangleId, float> shares(world.mesh().triangle_count(), -1.0f);
  std::vector<TerrainQuery::CostAt> known{{node_of(wave.queries.query(0).start), 0}};
  for (std::size_t i = 0; i < result.costs.size(); ++i) {
    if (result.costs[i] == kInfinite) continue;
    const TriangleId goal = wave.queries.query(i).goal;
    known.push_back({node_of(goal), result.costs[i]});
    shares[goal] = share_of(result.costs[i]);
  }
  if (wave.left_out.empty()) return shares;
  std::vector<Cost> costs;
  TerrainQuery().find_costs_to_all(world, known, costs);
  for (const TriangleId t : wave.left_out) {
    if (costs[index(t)] != kInfinite) shares[t] = share_of(costs[index(t)]);
  }
  return shares;
}

}  // namespace

void save_wave_picture(const std::string& file, const LoadedTerrain& world, const WaveQueries& wave,
                       const WaveResult& result) {
  const TriangleMesh& mesh = world.snapshot().mesh();
  const Cost most = most_expensive(result.costs);
  const IdVector<TriangleId, float> share = find_shares(wave, result, most, world.snapshot());
  TerrainPicture picture(mesh, world.locator());
  picture.draw_ground(
      [&](TriangleId t) { return share[t] < 0.0f ? kNotAsked : distance_colour(double{share[t]}); },
      0.55);
  picture.draw_borders(
      [&](TriangleId t) {
        return share[t] < 0.0f ? ~0u : to_whole<std::uint32_t>(double{share[t]} * kBands);
      },
      palette::kRim, 0.55);
  const TerrainEnds& first = wave.queries.query(0);
  picture.draw_marker(first.from.x, first.from.z, palette::kVermilion);
  const double metres = world.snapshot().metres(most);
  std::vector<LegendEntry> legend{
      {palette::kVermilion, fmt::format("start, then costs by {}:", result.name)}};
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
    legend.push_back({distance_colour(part), fmt::format("{:.0f}", part * metres)});
  legend.push_back({palette::kRim, fmt::format("a line every {:.4g}", metres / kBands)});
  legend.push_back(
      {palette::kPaper, fmt::format("{:.1f} % of the best on average", 100.0 * result.ratio.mean)});
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
