#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "grid_speed_measure.h"
#include "study.h"

/// What is kept of the measurements: a row per set, class of sizes or edited map.
namespace portolan::detail::bench {

/// The maps of one collection.
struct SetSpeed {
  std::string name;
  std::vector<MapSpeed> maps;
};

/// What one set says in the mean.
struct SetSummary {
  std::size_t queries = 0;
  double astar_us = 0.0, hierarchy_us = 0.0;
  double astar_expansions = 0.0, hierarchy_expansions = 0.0;
  double mean_error = 0.0, p95_error = 0.0, max_error = 0.0;
  double ratio() const { return astar_us / hierarchy_us; }  ///< Of the mean times.
};

inline SetSummary summarize(const SetSpeed& set) {
  SetSummary sum;
  std::vector<double> errors;
  for (const MapSpeed& map : set.maps) {
    for (const SpeedSample& sample : map.samples) {
      sum.astar_us += sample.astar_us;
      sum.hierarchy_us += sample.hierarchy_us;
      sum.astar_expansions += double(sample.astar_expansions);
      sum.hierarchy_expansions += double(sample.hierarchy_expansions);
      sum.mean_error += sample.error;
      sum.max_error = std::max(sum.max_error, sample.error);
      errors.push_back(sample.error);
    }
  }
  sum.queries = errors.size();
  for (double* value : {&sum.astar_us, &sum.hierarchy_us, &sum.astar_expansions,
                        &sum.hierarchy_expansions, &sum.mean_error}) {
    *value /= double(std::max<std::size_t>(sum.queries, 1));
  }
  sum.p95_error = quantile(errors, 0.95);
  return sum;
}

/// Memory in the mean over the maps of a set, and what was chosen automatically.
struct SetMemory {
  double bytes_per_tile = 0.0, most_bytes_per_tile = 0.0, bytes_per_free_tile = 0.0;
  std::string clusters, groups, levels, transitions;
};

inline SetMemory summarize_memory(const SetSpeed& set) {
  const auto range = [&](auto&& value) {
    std::uint32_t low = ~0u, high = 0;
    for (const MapSpeed& map : set.maps) {
      low = std::min(low, value(map.chosen));
      high = std::max(high, value(map.chosen));
    }
    return low == high ? fmt::format("{}", low) : fmt::format("{}-{}", low, high);
  };
  constexpr const char* kKinds[] = {"middle", "ends", "every", "all"};
  SetMemory memory;
  for (const MapSpeed& map : set.maps) {
    memory.bytes_per_tile += map.bytes_per_tile() / double(set.maps.size());
    memory.bytes_per_free_tile += map.bytes_per_free_tile() / double(set.maps.size());
    memory.most_bytes_per_tile = std::max(memory.most_bytes_per_tile, map.bytes_per_tile());
  }
  memory.clusters = range([](const GridBuildOptions& o) { return o.cell_size; });
  memory.groups = range([](const GridBuildOptions& o) { return o.group; });
  memory.levels = range([](const GridBuildOptions& o) { return o.levels; });
  const TransitionKind kind = set.maps.front().chosen.transitions.kind;
  memory.transitions = kKinds[static_cast<std::size_t>(kind)];
  if (kind == TransitionKind::every)
    memory.transitions +=
        " " + range([](const GridBuildOptions& o) { return o.transitions.spacing; });
  return memory;
}

struct GridSpeedRows {
  Csv sets{
      "weights,set,maps,queries,astar_us,hierarchy_us,error_mean,error_p95,error_max,"
      "astar_expansions,hierarchy_expansions,bytes_per_tile,most_bytes_per_tile,"
      "bytes_per_free_tile,clusters,groups,levels,transitions"};
  Csv builds{"weights,side,maps,mean_ms,most_ms,slowest,width,height"};
  Csv edits{"map,width,height,edits,mean_us,p95_us,max_us,cells_by_level"};

  void add_set(const std::string& weights, const SetSpeed& set) {
    const SetSummary s = summarize(set);
    const SetMemory m = summarize_memory(set);
    sets.add(weights, set.name, set.maps.size(), s.queries, s.astar_us, s.hierarchy_us,
             s.mean_error, s.p95_error, s.max_error, s.astar_expansions, s.hierarchy_expansions,
             m.bytes_per_tile, m.most_bytes_per_tile, m.bytes_per_free_tile, m.clusters, m.groups,
             m.levels, m.transitions);
  }

  /// Build times by the longer side of the map, all sets together.
  void add_builds(const std::string& weights, const std::vector<SetSpeed>& all) {
    std::map<std::uint32_t, std::vector<const MapSpeed*>> classes;
    for (const SetSpeed& set : all) {
      for (const MapSpeed& map : set.maps) {
        const std::uint32_t side = std::max(map.width, map.height);
        classes[std::max(1u, (side + 255) / 256) * 256].push_back(&map);
      }
    }
    for (const auto& [side, maps] : classes) {
      double mean = 0.0;
      for (const MapSpeed* map : maps) mean += map->build_ms / double(maps.size());
      const MapSpeed* slowest = *std::max_element(
          maps.begin(), maps.end(), [](auto* a, auto* b) { return a->build_ms < b->build_ms; });
      builds.add(weights, side, maps.size(), mean, slowest->build_ms, slowest->name, slowest->width,
                 slowest->height);
    }
  }

  void add_edits(EditSpeed edit) {
    std::string cells;
    for (const double count : edit.cells)
      cells += fmt::format("{}{:.2f}", cells.empty() ? "" : " ", count);
    std::vector<double>& us = edit.microseconds;
    edits.add(edit.name, edit.width, edit.height, us.size(), mean(us), quantile(us, 0.95),
              quantile(us, 1.0), cells);
  }
};

}  // namespace portolan::detail::bench
