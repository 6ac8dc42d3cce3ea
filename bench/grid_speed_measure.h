#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "measuring/timing.h"
#include "portolan/grid/grid_query.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/io/maps/movingai.h"
#include "scenes/block_weights.h"
#include "scenes/random.h"
#include "setting.h"

/// The hierarchy beside A*, map by map: the same queries, in one run, complete paths.
namespace portolan::detail::bench {

struct SpeedOptions {
  std::size_t per_map = 100;  ///< Queries per map, spread evenly over its file; 0 = all.
  unsigned rounds = 3;        ///< The best of these counts, query by query.
  unsigned builds = 3;        ///< The best of these counts, map by map.
};

/// Synthetic terrain costs, or none.
struct Weights {
  bool blocks = false;
  std::uint64_t seed = 0;
};

struct SpeedSample {
  double astar_us = 0.0;
  double hierarchy_us = 0.0;
  double error = 0.0;  ///< In percent of the A* cost.
  std::uint64_t astar_expansions = 0;
  std::uint64_t hierarchy_expansions = 0;
};

struct MapSpeed {
  std::string name;
  std::uint32_t width = 0, height = 0;
  std::uint64_t free_tiles = 0;
  double build_ms = 0.0;
  std::size_t bytes = 0;
  GridBuildOptions chosen;
  std::vector<SpeedSample> samples;

  double bytes_per_tile() const { return double(bytes) / (double(width) * height); }
  double bytes_per_free_tile() const {
    return double(bytes) / double(std::max<std::uint64_t>(free_tiles, 1));
  }
};

inline Grid load_weighted_map(const std::filesystem::path& file, const Weights& weights) {
  Grid grid = take(load_map(file));
  if (!weights.blocks) return grid;
  std::array<bool, 256> passable{};
  const GridMetric metric;
  for (std::size_t letter = 0; letter < passable.size(); ++letter) {
    passable[letter] = metric.cost[letter] > 0.0;
  }
  return scenes::with_block_weights(grid, passable, weights.seed);
}

/// `count` of them, evenly spread from the first to the last; all when `count` is 0.
inline std::vector<Scenario> spread(const std::vector<Scenario>& all, std::size_t count) {
  if (count == 0 || count >= all.size()) return all;
  std::vector<Scenario> some;
  for (std::size_t i = 0; i < count; ++i) {
    some.push_back(all[count == 1 ? 0 : i * (all.size() - 1) / (count - 1)]);
  }
  return some;
}

class SpeedMeasurement {
 public:
  SpeedMeasurement(const std::filesystem::path& file, const Weights& weights,
                   const SpeedOptions& options)
      : world_(build(load_weighted_map(file, weights), options.builds)) {
    speed_.name = file.stem().string();
    std::filesystem::path scenarios = file;
    scenarios += ".scen";
    std::vector<Scenario> all = take(load_scenarios(scenarios));
    std::erase_if(all, [](const Scenario& s) { return s.optimal == 0.0; });  // no path, or no move
    queries_ = spread(all, options.per_map);
    count();
    for (unsigned round = 0; round < options.rounds; ++round) time_round(round == 0);
  }

  MapSpeed& speed() { return speed_; }

 private:
  GridSnapshot build(const Grid& grid, unsigned builds) {
    GridSnapshot world = take(GridSnapshot::build(grid, GridMetric{}));
    speed_.build_ms = world.build_ms();
    for (unsigned i = 1; i < builds; ++i) {
      const GridSnapshot again = take(GridSnapshot::build(grid, GridMetric{}));
      speed_.build_ms = std::min(speed_.build_ms, again.build_ms());
    }
    speed_.width = grid.width();
    speed_.height = grid.height();
    for (const TileLetter letter : grid.letters())
      speed_.free_tiles += world.metric().passable(letter);
    speed_.bytes = world.hierarchy().bytes();
    speed_.chosen = world.options();
    return world;
  }

  void astar(const Scenario& s) {
    astar_query_.find_path_astar(world_, s.start, s.goal, astar_path_);
  }
  void hierarchy(const Scenario& s) {
    hierarchy_query_.find_path(world_, s.start, s.goal, GridQueryOptions{}, hierarchy_path_);
  }

  /// Effort and error, and a look at every path; this also warms up.
  void count() {
    QueryCounts counts;
    astar_query_.count_into(&counts);
    hierarchy_query_.count_into(&counts);
    for (const Scenario& query : queries_) {
      SpeedSample sample;
      counts = {};
      astar(query);
      sample.astar_expansions = counts.main.expansions;
      counts = {};
      hierarchy(query);
      sample.hierarchy_expansions =
          counts.connect.expansions + counts.main.expansions + counts.refine.expansions;
      check(query);
      sample.error = 100.0 * (double(hierarchy_path_.cost) - double(astar_path_.cost)) /
                     double(astar_path_.cost);
      speed_.samples.push_back(sample);
    }
    astar_query_.count_into(nullptr);
    hierarchy_query_.count_into(nullptr);
  }

  /// Both must find a legal path, and A* the file's optimum where terrain costs nothing extra.
  void check(const Scenario& query) const {
    const double length = world_.graph().length(astar_path_.nodes);
    if (world_.graph().uniform() && std::abs(length - query.optimal) > kFileRounding) {
      fmt::print(stderr, "error: {}: A* found {} where {} is optimal\n", speed_.name, length,
                 query.optimal);
      std::exit(1);
    }
    for (const GridPath* path : {&astar_path_, &hierarchy_path_}) {
      if (path->status == Status::complete && world_.graph().cost(path->nodes) == path->cost)
        continue;
      fmt::print(stderr,
                 "error: {}: the path from ({}, {}) to ({}, {}) is {} or has illegal moves\n",
                 speed_.name, query.start.x, query.start.y, query.goal.x, query.goal.y,
                 to_string(path->status));
      std::exit(1);
    }
  }

  /// Both answer each query in turn; time ends when every tile is in the caller's buffer.
  void time_round(bool first) {
    for (std::size_t q = 0; q < queries_.size(); ++q) {
      SpeedSample& sample = speed_.samples[q];
      keep_best(sample.astar_us, microseconds_of([&] { astar(queries_[q]); }), first);
      keep_best(sample.hierarchy_us, microseconds_of([&] { hierarchy(queries_[q]); }), first);
    }
  }

  static constexpr double kFileRounding = 0.02;  // of the lengths in scenario files

  MapSpeed speed_;
  GridSnapshot world_;
  std::vector<Scenario> queries_;
  GridQuery astar_query_;
  GridQuery hierarchy_query_;
  GridPath astar_path_;
  GridPath hierarchy_path_;
};

/// What random edits of one tile each took.
struct EditSpeed {
  std::string name;
  std::uint32_t width = 0, height = 0;
  std::vector<double> microseconds;
  std::vector<double> cells;  ///< Computed again in the mean; [0] is level 1.
};

/// Turns random tiles from free to blocked or back, one edit after the other.
inline EditSpeed measure_edits(const std::filesystem::path& file, std::size_t count) {
  GridSnapshot world = take(GridSnapshot::build(take(load_map(file)), GridMetric{}));
  EditSpeed speed{file.stem().string(),
                  world.grid().width(),
                  world.grid().height(),
                  {},
                  std::vector<double>(world.hierarchy().levels(), 0.0)};
  scenes::Random random(1);
  for (std::size_t i = 0; i < count; ++i) {
    const Tile tile{static_cast<std::int32_t>(random.below(speed.width)),
                    static_cast<std::int32_t>(random.below(speed.height))};
    const TileChange change{tile, world.graph().passable(tile) ? '@' : '.'};
    const auto start = std::chrono::steady_clock::now();
    GridEdit edit = take(world.edit({&change, 1}));
    speed.microseconds.push_back(microseconds_since(start));
    for (std::size_t level = 0; level < edit.counts.cells.size(); ++level) {
      speed.cells[level] += double(edit.counts.cells[level]) / double(count);
    }
    world = std::move(edit.snapshot);
  }
  return speed;
}

}  // namespace portolan::detail::bench
