#pragma once

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "grid_speed_measure.h"
#include "measuring/timing.h"
#include "pairs.h"
#include "portolan/types.h"

/// Queries by tables beside A* on grids, set by set.
namespace portolan::detail::bench {

/// The maps of one set, or one of them.
struct GridTableSpeed {
  std::string name;
  std::uint32_t width = 0, height = 0;
  std::size_t maps = 0;
  std::size_t queries = 0;
  double astar_us = 0.0, cost_us = 0.0, path_us = 0.0;  ///< Sums of the maps' means.
  double fresh_astar_us = 0.0, fresh_path_us = 0.0;
  std::vector<double> errors;  ///< In percent of the optimum.
  double most_ms = 0.0;        ///< To build all tables,
  double most_mb = 0.0;        ///< and what they and the paths take.

  double ratio() const { return astar_us / path_us; }
  double fresh_ratio() const { return fresh_astar_us / fresh_path_us; }
};

class GridTableMeasurement {
 public:
  GridTableMeasurement(const std::filesystem::path& file, const Weights& weights,
                       const ParallelFor& parallel) {
    const Grid grid = load_weighted_map(file, weights);
    GridBuildOptions options;
    options.for_tables = true;
    snapshot_ =
        take(take(GridSnapshot::build(grid, GridMetric{}, options)).with_tables({}, parallel));
    by_tables_.smoothing = Smoothing::none;
    speed_.name = file.stem().string();
    speed_.width = grid.width();
    speed_.height = grid.height();
    speed_.maps = 1;
    speed_.most_ms = snapshot_.tables().build_ms();
    speed_.most_mb =
        double(snapshot_.tables().bytes() + snapshot_.hierarchy().level_size(1).bytes) / 1e6;
  }

  GridTableSpeed run(const std::vector<TilePair>& given, std::size_t fresh, unsigned rounds) {
    compare(given);
    speed_.queries = given.size();
    for (unsigned round = 0; round < rounds; ++round) {
      const auto keep = [&](double& best, auto&& answer) {
        keep_best(best, time_pass(given, answer), round == 0);
      };
      if (round < 2) keep(speed_.astar_us, [&](const TilePair& p) { astar(p); });
      keep(speed_.cost_us, [&](const TilePair& p) { cost(p); });
      keep(speed_.path_us, [&](const TilePair& p) { path(p); });
    }
    const std::vector<TilePair> drawn = draw(fresh);
    speed_.fresh_path_us = time_pass(drawn, [&](const TilePair& p) { path(p); });
    speed_.fresh_astar_us = time_pass(thinned(drawn, 30), [&](const TilePair& p) { astar(p); });
    return speed_;
  }

 private:
  void astar(const TilePair& p) { query_.find_path_astar(snapshot_, p.start, p.goal, best_); }
  void path(const TilePair& p) { query_.find_path(snapshot_, p.start, p.goal, by_tables_, path_); }
  void cost(const TilePair& p) {
    Cost cost;
    query_.find_cost(snapshot_, p.start, p.goal, by_tables_, cost);
  }

  void compare(const std::vector<TilePair>& pairs) {
    for (const TilePair& p : pairs) {
      astar(p);
      path(p);
      require(path_.status == best_.status && path_.cost >= best_.cost &&
                  snapshot_.graph().cost(path_.nodes) == path_.cost,
              speed_.name + ": a path by tables is wrong");
      speed_.errors.push_back(100.0 * (double(path_.cost) / double(best_.cost) - 1.0));
    }
  }

  /// Random tiles with a path between them.
  std::vector<TilePair> draw(std::size_t count) {
    scenes::Random random(3);
    const auto tile = [&] {
      for (;;) {
        const Tile t{static_cast<std::int32_t>(random.below(speed_.width)),
                     static_cast<std::int32_t>(random.below(speed_.height))};
        if (snapshot_.graph().passable(t)) return t;
      }
    };
    std::vector<TilePair> pairs;
    for (std::size_t tries = 0; pairs.size() < count && tries < 50 * count; ++tries) {
      const TilePair p{tile(), tile()};
      Cost cost;
      if (p.start != p.goal &&
          query_.find_cost(snapshot_, p.start, p.goal, by_tables_, cost) == Status::complete)
        pairs.push_back(p);
    }
    return pairs;
  }

  GridTableSpeed speed_;
  GridSnapshot snapshot_;
  GridQuery query_;
  GridQueryOptions by_tables_;
  GridPath path_;
  GridPath best_;
};

/// Pairs given for a map, so many of them spread evenly over its file; all when `count` is 0.
inline std::vector<TilePair> load_given_pairs(const std::filesystem::path& map, std::size_t count) {
  std::filesystem::path scenarios = map;
  scenarios += ".scen";
  std::vector<Scenario> all = take(load_scenarios(scenarios));
  std::erase_if(all, [](const Scenario& s) { return s.optimal == 0.0; });
  std::vector<TilePair> pairs;
  for (const Scenario& s : spread(all, count)) pairs.push_back({s.start, s.goal});
  return pairs;
}

/// All maps of a set; queries spread evenly over each map's file.
inline GridTableSpeed measure_grid_tables(const std::filesystem::path& folder,
                                          const Weights& weights, std::size_t per_map,
                                          std::size_t fresh, unsigned rounds,
                                          const ParallelFor& parallel) {
  GridTableSpeed sum;
  sum.name = folder.filename().string();
  const auto maps = list_maps(folder);
  for (const std::filesystem::path& map : maps) {
    const GridTableSpeed one =
        GridTableMeasurement(map, weights, parallel)
            .run(load_given_pairs(map, per_map), fresh / maps.size(), rounds);
    ++sum.maps;
    sum.queries += one.queries;
    sum.astar_us += one.astar_us;
    sum.cost_us += one.cost_us;
    sum.path_us += one.path_us;
    sum.fresh_astar_us += one.fresh_astar_us;
    sum.fresh_path_us += one.fresh_path_us;
    sum.errors.insert(sum.errors.end(), one.errors.begin(), one.errors.end());
    sum.most_ms = std::max(sum.most_ms, one.most_ms);
    sum.most_mb = std::max(sum.most_mb, one.most_mb);
    sum.width = std::max(sum.width, one.width);
    sum.height = std::max(sum.height, one.height);
  }
  fmt::print(stderr, "{}{}: {:.0f} times A*, error {:.3f} %\n", sum.name,
             weights.blocks ? ", weighted" : "", sum.ratio(), mean(sum.errors));
  return sum;
}

}  // namespace portolan::detail::bench
