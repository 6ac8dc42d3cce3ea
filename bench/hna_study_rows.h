#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hna_study_details.h"
#include "length_groups.h"
#include "study.h"

/// What is kept of the HNA* study.
namespace portolan::detail::bench {

inline std::string level_name(unsigned level) {
  return level == kAutoLevel ? "auto" : fmt::format("L{}", level);
}

/// The levels as tables show them: 1 to 3, then the one chosen cell by cell.
inline constexpr unsigned kShownLevels[kSearches] = {1, 2, 3, kAutoLevel};

struct HnaRows {
  Csv scenes{"scene,polygons,unconnected,queries,compared"};
  Csv sweep{
      "scene,merge,level,connect_us,search_us,extract_us,astar_us,ratio,connect_expansions,"
      "search_expansions,extract_expansions,astar_expansions"};
  Csv cells{"scene,merge,level,percent,gates"};
  Csv small{"scene,polygons,astar_us,level,ratio,merge"};
  Csv connects{
      "scene,merge,gates,astar_us,dijkstra_us,threads_us,astar_expansions,dijkstra_expansions"};
  Csv errors{"scene,level,merge,queries,mean,max,line_mean,line_max"};
  Csv error_lengths{"scene,level,merge,length,mean,max"};
  Csv balances{
      "scene,weights,cells_1,cells_2,gates,most_gates,mean_us,p99_us,max_us,mean_expansions,"
      "max_expansions"};
  Csv balance_lengths{"scene,weights,length,mean_us,max_us"};
  Csv kinds{
      "scene,triangles,corners,tiled,polygons,recast_s,queries,astar_us,level_1_us,level_2_us,"
      "auto_us,best_ratio"};
  Csv cuts{"scene,merge,method,partition_ms,cells,cut,gates_1,gates_2,ratio_1,ratio_2,ratio_auto"};

  void add_scene(const SceneStudy& s) {
    scenes.add(s.name, s.polygons, s.unconnected, s.queries, s.compared);
  }

  void add_sweep(const SceneStudy& s) {
    for (const MergeStudy& m : s.merges) {
      for (const unsigned level : kShownLevels) {
        if (level > m.levels) continue;
        const Steps &us = m.searches[level].us, &effort = m.searches[level].expansions;
        sweep.add(s.name, m.merge, level_name(level), us.connect, us.search, us.extract, m.astar_us,
                  m.ratio(level), effort.connect, effort.search, effort.extract,
                  s.astar_expansions);
      }
      for (unsigned level = 1; level <= m.levels; ++level)
        cells.add(s.name, m.merge, level, 100.0 * double(m.cells[level - 1]) / s.polygons,
                  m.gates[level - 1]);
    }
  }

  /// The best of each level.
  void add_small(const SceneStudy& s) {
    for (const unsigned level : kShownLevels) {
      const MergeStudy& best = s.best(level);
      small.add(s.name, s.polygons, s.best(1).astar_us, level_name(level), best.ratio(level),
                best.merge);
    }
  }

  void add_connect(const ConnectStudy& s) {
    connects.add(s.scene, s.merge, s.gates, s.us[0], s.us[1], s.us[2], s.expansions[0],
                 s.expansions[1]);
  }

  void add_error(const ErrorStudy& s) {
    errors.add(s.scene, s.level, s.merge, s.errors.size(), mean(s.errors), quantile(s.errors, 1.0),
               mean(s.line_errors), quantile(s.line_errors, 1.0));
    for (const LengthGroup& g : group_by_length(s.lengths, s.errors))
      error_lengths.add(s.scene, s.level, s.merge, g.length, g.mean, g.most);
  }

  void add_balance(const BalanceStudy& s) {
    for (const MergeStudy* m : {&s.balanced, &s.random}) {
      const char* weights = m == &s.balanced ? "balanced" : "random";
      const std::vector<double>& us = m->searches[2].query_us;
      const std::vector<double>& effort = m->searches[2].query_expansions;
      balances.add(s.scene.name, weights, m->cells[0], m->cells.back(), m->gates.back(),
                   m->most_gates.back(), mean(us), quantile(us, 0.99), quantile(us, 1.0),
                   mean(effort), quantile(effort, 1.0));
      for (const LengthGroup& g : group_by_length(s.scene.lengths, us))
        balance_lengths.add(s.scene.name, weights, g.length, g.mean, g.most);
    }
  }

  void add_kind(const KindStudy& k) {
    double best = 0.0;
    for (unsigned level = 1; level < kSearches; ++level)
      best = std::max(best, k.study.best(level).ratio(level));
    const MergeStudy &six = k.study.of(6), &fifteen = k.study.of(15);
    kinds.add(k.scene, k.geometry_triangles, k.corners, k.tiled ? 1 : 0, k.study.polygons,
              k.recast_s, k.study.queries, fifteen.astar_us, fifteen.searches[1].us.total(),
              six.searches[2].us.total(), six.searches[kAutoLevel].us.total(), best);
  }

  void add_cut(const CutStudy& c) {
    constexpr const char* kNames[] = {"automatic", "matching", "METIS"};
    const MergeStudy& m = c.merge;
    cuts.add(c.scene, m.merge, kNames[static_cast<std::size_t>(c.method)], m.partition_ms,
             m.cells[0], m.cut, m.gates[0], m.levels > 1 ? fmt::format("{:.6g}", m.gates[1]) : "",
             m.ratio(1), m.ratio(2), m.ratio(kAutoLevel));
  }

  void write(const Study& results) const {
    results.write("scenes.csv", scenes);
    results.write("sweep.csv", sweep);
    results.write("cells.csv", cells);
    results.write("small.csv", small);
    results.write("connects.csv", connects);
    results.write("errors.csv", errors);
    results.write("error-lengths.csv", error_lengths);
    results.write("balances.csv", balances);
    results.write("balance-lengths.csv", balance_lengths);
    results.write("kinds.csv", kinds);
    results.write("cuts.csv", cuts);
  }
};

}  // namespace portolan::detail::bench
