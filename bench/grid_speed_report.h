#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "grid_speed_measure.h"
#include "numbers.h"
#include "table.h"

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

/// Time, effort and error, a row a set, and the mean of the ratios.
inline Table speed_table(const std::vector<SetSpeed>& sets) {
  Table table{{"set", "maps", "queries", "A* µs", "hierarchy µs", "ratio", "error mean %", "p95 %",
               "max %", "A* expansions", "hierarchy expansions"},
              {}};
  double ratios = 0.0, errors = 0.0;
  for (const SetSpeed& set : sets) {
    const SetSummary s = summarize(set);
    ratios += s.ratio() / double(sets.size());
    errors += s.mean_error / double(sets.size());
    table.add({set.name, fmt::format("{}", set.maps.size()), grouped(double(s.queries)),
               fmt::format("{:.1f}", s.astar_us), fmt::format("{:.1f}", s.hierarchy_us),
               fmt::format("{:.1f}", s.ratio()), fmt::format("{:.3f}", s.mean_error),
               fmt::format("{:.2f}", s.p95_error), fmt::format("{:.1f}", s.max_error),
               grouped(s.astar_expansions), grouped(s.hierarchy_expansions)});
  }
  table.add({"**mean of the sets**", "", "", "", "", fmt::format("**{:.1f}**", ratios),
             fmt::format("**{:.3f}**", errors), "", "", "", ""});
  return table;
}

/// Memory and what was chosen automatically, a row a set.
inline Table memory_table(const std::vector<SetSpeed>& sets) {
  Table table{{"set", "bytes a tile, mean", "max", "bytes a free tile, mean", "clusters", "groups",
               "levels", "transitions"},
              {}};
  const auto range = [](const SetSpeed& set, auto&& value) {
    std::uint32_t low = ~0u, high = 0;
    for (const MapSpeed& map : set.maps) {
      low = std::min(low, value(map.chosen));
      high = std::max(high, value(map.chosen));
    }
    return low == high ? fmt::format("{}", low) : fmt::format("{}-{}", low, high);
  };
  constexpr const char* kKinds[] = {"middle", "ends", "every", "all"};
  for (const SetSpeed& set : sets) {
    double mean = 0.0, most = 0.0, free = 0.0;
    for (const MapSpeed& map : set.maps) {
      mean += map.bytes_a_tile() / double(set.maps.size());
      free += map.bytes_a_free_tile() / double(set.maps.size());
      most = std::max(most, map.bytes_a_tile());
    }
    const TransitionPolicy& policy = set.maps.front().chosen.transitions;
    table.add({set.name, fmt::format("{:.2f}", mean), fmt::format("{:.2f}", most),
               fmt::format("{:.2f}", free),
               range(set, [](const GridBuildOptions& o) { return o.cell_size; }),
               range(set, [](const GridBuildOptions& o) { return o.group; }),
               range(set, [](const GridBuildOptions& o) { return o.levels; }),
               policy.kind == TransitionKind::every
                   ? "every " +
                         range(set, [](const GridBuildOptions& o) { return o.transitions.spacing; })
                   : kKinds[static_cast<std::size_t>(policy.kind)]});
  }
  return table;
}

/// Build times by the longer side of the map, all sets together.
inline Table build_table(const std::vector<SetSpeed>& sets) {
  std::map<std::uint32_t, std::vector<const MapSpeed*>> classes;
  for (const SetSpeed& set : sets) {
    for (const MapSpeed& map : set.maps) {
      std::uint32_t side = 256;
      while (side < std::max(map.width, map.height)) side += 256;
      classes[side].push_back(&map);
    }
  }
  Table table{{"map up to", "maps", "build ms, mean", "max", "the slowest"}, {}};
  for (const auto& [side, maps] : classes) {
    double mean = 0.0;
    for (const MapSpeed* map : maps) mean += map->build_ms / double(maps.size());
    const MapSpeed* slowest = *std::max_element(
        maps.begin(), maps.end(), [](auto* a, auto* b) { return a->build_ms < b->build_ms; });
    table.add({fmt::format("{0}x{0}", side), fmt::format("{}", maps.size()),
               fmt::format("{:.1f}", mean), fmt::format("{:.1f}", slowest->build_ms),
               fmt::format("{} ({}x{})", slowest->name, slowest->width, slowest->height)});
  }
  return table;
}

inline Table edit_table(const std::vector<EditSpeed>& edits) {
  Table table{{"map", "edits", "mean µs", "p95 µs", "max µs", "cells computed again, by level"},
              {}};
  for (const EditSpeed& edit : edits) {
    std::vector<double> times = edit.microseconds;
    double mean = 0.0;
    for (const double time : times) mean += time / double(times.size());
    std::string cells;
    for (const double count : edit.cells)
      cells += fmt::format("{}{:.2f}", cells.empty() ? "" : " + ", count);
    table.add({fmt::format("{} ({}x{})", edit.name, edit.width, edit.height),
               grouped(double(times.size())), fmt::format("{:.1f}", mean),
               fmt::format("{:.1f}", quantile(times, 0.95)),
               fmt::format("{:.1f}", *std::max_element(times.begin(), times.end())), cells});
  }
  return table;
}

}  // namespace portolan::detail::bench
