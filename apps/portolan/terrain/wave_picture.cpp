#include "terrain/wave_picture.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "portolan/core/to_whole.h"
#include "portolan/terrain/terrain_picture.h"
#include "portolan/terrain/terrain_query.h"

namespace portolan::detail::cli {
namespace {

constexpr double kMostBands = 20.0;
constexpr Colour kNotAsked{196, 194, 188};

Cost most_expensive(const std::vector<Cost>& costs) {
  Cost most = 1;
  for (const Cost cost : costs) most = cost == kInfinite ? most : std::max(most, cost);
  return most;
}

using Ratios = IdVector<TriangleId, float>;
constexpr float kUnknown = -1.0f;  ///< No goal was near enough to tell.
constexpr float kMissed = 0.0f;    ///< The nearest goal was not found.

/// Cost over the best of the goal nearest to each triangle, in steps.
Ratios ratios_of_nearest_goals(const WaveQueries& wave, const WaveResult& result,
                               const TriangleMesh& mesh) {
  Ratios ratios(mesh.triangle_count(), kUnknown);
  std::vector<TriangleId> reached;
  for (std::size_t i = 0; i < result.costs.size(); ++i) {
    const Cost cost = result.costs[i];
    reached.push_back(wave.queries.query(i).goal);
    ratios[reached.back()] =
        cost == kInfinite ? kMissed : static_cast<float>(cost) / static_cast<float>(wave.optima[i]);
  }
  for (std::size_t i = 0; i < reached.size(); ++i) {
    for (const TriangleId next : mesh.neighbours[reached[i]]) {
      if (next == kNoTriangle || ratios[next] != kUnknown) continue;
      ratios[next] = ratios[reached[i]];
      reached.push_back(next);
    }
  }
  return ratios;
}

/// Each the mean of itself and its neighbours, so many times; those without one stay so.
void smooth(Ratios& ratios, const TriangleMesh& mesh, std::size_t passes) {
  Ratios next = ratios;
  for (std::size_t pass = 0; pass < passes; ++pass) {
    for (const TriangleId t : mesh.triangles()) {
      if (ratios[t] <= kMissed) continue;
      float sum = ratios[t], count = 1.0f;
      for (const TriangleId beside : mesh.neighbours[t]) {
        if (beside == kNoTriangle || ratios[beside] <= kMissed) continue;
        sum += ratios[beside];
        count += 1.0f;
      }
      next[t] = sum / count;
    }
    std::swap(ratios, next);
  }
}

/// Of each triangle its cost in shares of the most; below 0 where none is known. Where some
/// triangles were left out, goals that cost more than those around them would stand out alone: so
/// each costs its best, times how much more than the best the goals around it cost.
IdVector<TriangleId, float> find_shares(const WaveQueries& wave, const WaveResult& result,
                                        Cost most, const TerrainSnapshot& world) {
  constexpr std::size_t kMostPasses = 64;
  IdVector<TriangleId, float> shares(world.mesh().triangle_count(), -1.0f);
  const auto set_share = [&](TriangleId t, double cost) {
    shares[t] = static_cast<float>(std::min(cost / static_cast<double>(most), 1.0));
  };
  if (wave.left_out.size() <= 1) {  // the start
    for (std::size_t i = 0; i < result.costs.size(); ++i) {
      if (result.costs[i] != kInfinite) set_share(wave.queries.query(i).goal, result.costs[i]);
    }
    set_share(wave.queries.query(0).start, 0.0);
    return shares;
  }
  Ratios ratios = ratios_of_nearest_goals(wave, result, world.mesh());
  smooth(ratios, world.mesh(),
         std::min(kMostPasses, wave.left_out.size() / wave.queries.size() + 1));
  std::vector<Cost> best;
  TerrainQuery().find_costs_to_all(world, node_of(wave.queries.query(0).start), best);
  const auto set_by_ratio = [&](TriangleId t) {
    if (ratios[t] > kMissed && best[index(t)] != kInfinite)
      set_share(t, double{ratios[t]} * best[index(t)]);
  };
  for (std::size_t i = 0; i < wave.queries.size(); ++i) set_by_ratio(wave.queries.query(i).goal);
  for (const TriangleId t : wave.left_out) set_by_ratio(t);
  return shares;
}

}  // namespace

void save_wave_picture(const std::string& file, const LoadedTerrain& world, const WaveQueries& wave,
                       const WaveResult& result) {
  const TriangleMesh& mesh = world.snapshot().mesh();
  const Cost most = most_expensive(result.costs);
  const IdVector<TriangleId, float> share = find_shares(wave, result, most, world.snapshot());
  const double metres = world.snapshot().metres(most);
  const double line_metres = round_above(metres / kMostBands);
  const double bands = metres / line_metres;
  TerrainPicture picture(mesh, world.locator());
  picture.draw_ground(
      [&](TriangleId t) { return share[t] < 0.0f ? kNotAsked : distance_colour(double{share[t]}); },
      0.55);
  picture.draw_borders(
      [&](TriangleId t) {
        return share[t] < 0.0f ? ~0u : to_whole<std::uint32_t>(double{share[t]} * bands);
      },
      palette::kRim, 0.55);
  const TerrainEnds& first = wave.queries.query(0);
  picture.draw_marker(first.from.x, first.from.z, palette::kVermilion);
  std::vector<LegendEntry> legend{
      {palette::kVermilion, fmt::format("start, then costs by {}:", result.name)}};
  for (const double part : {0.0, 0.25, 0.5, 0.75, 1.0})
    legend.push_back({distance_colour(part), fmt::format("{:.0f}", part * metres)});
  legend.push_back({palette::kRim, fmt::format("a line every {:g}", line_metres)});
  legend.push_back({palette::kPaper,
                    fmt::format("{:.1f} % of the best on average", 100.0 * result.ratio.mean), 0,
                    true});
  picture.draw_legend(legend);
  save_picture_file(file, picture.picture());
}

}  // namespace portolan::detail::cli
