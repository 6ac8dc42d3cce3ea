#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hna_study_plots.h"
#include "table.h"

/// The tables of the HNA* study, the paper's numbers beside ours.
namespace portolan::detail::bench {

/// What the paper says of a scene of its own that ours resembles.
struct PaperScene {
  const char* scene;  ///< Ours.
  const char* name;   ///< The paper's.
  const char* figure;
  double geometry_thousands;
  std::uint32_t triangles, polygons;
  double speedup;
  const char* at;
};
inline constexpr PaperScene kPaperScenes[] = {
    {"serpentine", "serpentine city", "9", 135.1, 10'152, 3'908, 7.7, "L1, μ 15-20"},
    {"city", "city islands", "8", 110.3, 14'551, 5'515, 3.9, "L1, μ 15"},
    {"islands", "tropical islands", "10", 239.1, 29'499, 12'666, 4.0, "L2, μ 6"},
};
inline const PaperScene* paper_scene(const std::string& name) {
  for (const PaperScene& p : kPaperScenes) {
    if (name == p.scene) return &p;
  }
  return nullptr;
}

inline std::string level_name(unsigned level) {
  return level == kAutoLevel ? "auto" : fmt::format("L{}", level);
}
inline std::string us(double value) { return fmt::format("{:.1f}", value); }

/// The level of the best ratio over A*, at the merge best for it.
inline unsigned best_level(const SceneStudy& scene) {
  unsigned best = 1;
  for (unsigned level = 1; level < kSearches; ++level) {
    if (scene.best(level).ratio(level) > scene.best(best).ratio(best)) best = level;
  }
  return best;
}

/// The best of each level, for all scenes.
inline Table best_table(const std::vector<SceneStudy>& scenes, bool with_paper) {
  Table table{{"scene", "polygons", "A* µs"}, {}};
  for (unsigned i = 0; i < kSearches; ++i)
    table.columns.push_back("best " + level_name((i + 1) % kSearches));
  if (with_paper) table.columns.push_back("the paper's best");
  for (const SceneStudy& s : scenes) {
    std::vector<std::string> row{s.name, grouped(s.polygons), us(s.best(1).astar_us)};
    for (unsigned i = 0; i < kSearches; ++i) {
      const unsigned level = (i + 1) % kSearches;
      const MergeStudy& m = s.best(level);
      row.push_back(fmt::format("{} (μ {})", times(m.ratio(level)), m.merge));
    }
    if (with_paper) {
      const PaperScene* paper = paper_scene(s.name);
      row.push_back(paper ? fmt::format("{:.1f}x ({})", paper->speedup, paper->at) : "");
    }
    table.add(std::move(row));
  }
  return table;
}

/// Everything by scene, μ and level: times and effort by step.
inline Table sweep_table(const SceneStudy& s, bool with_scene) {
  Table table{{"μ", "level", "connect µs", "search µs", "extract µs", "total µs", "A* µs",
               "A*/total", "connect exp.", "search exp.", "extract exp.", "A* exp."},
              {}};
  if (with_scene) table.columns.insert(table.columns.begin(), "scene");
  for (const MergeStudy& m : s.merges) {
    for (unsigned i = 0; i < kSearches; ++i) {
      const unsigned level = (i + 1) % kSearches;
      if (level > m.levels) continue;
      const SearchStudy& search = m.searches[level];
      std::vector<std::string> row{fmt::format("{}", m.merge),
                                   level_name(level),
                                   us(search.us.connect),
                                   us(search.us.search),
                                   us(search.us.extract),
                                   us(search.us.total()),
                                   us(m.astar_us),
                                   fmt::format("{:.2f}", m.ratio(level)),
                                   us(search.expansions.connect),
                                   us(search.expansions.search),
                                   us(search.expansions.extract),
                                   us(s.astar_expansions)};
      if (with_scene) row.insert(row.begin(), s.name);
      table.add(std::move(row));
    }
  }
  return table;
}

/// Total expansions by level at every μ.
inline Table effort_table(const std::vector<SceneStudy>& scenes) {
  Table table{{"scene", "level"}, {}};
  for (const std::uint32_t merge : kPaperMerges)
    table.columns.push_back(fmt::format("μ {}", merge));
  for (const SceneStudy& s : scenes) {
    std::vector<std::string> astar{s.name, "A*"};
    for (std::size_t i = 0; i < s.merges.size(); ++i) astar.push_back(grouped(s.astar_expansions));
    table.add(std::move(astar));
    for (unsigned i = 0; i < kSearches; ++i) {
      const unsigned level = (i + 1) % kSearches;
      std::vector<std::string> row{s.name, level_name(level)};
      for (const MergeStudy& m : s.merges) {
        const Steps& e = m.searches[level].expansions;
        row.push_back(level > m.levels ? ""
                                       : fmt::format("{:.0f} + {:.0f} + {:.0f}", e.connect,
                                                     e.search, e.extract));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

/// Figures 7 and 11 as numbers.
inline Table cells_table(const std::vector<SceneStudy>& scenes) {
  Table table{{"scene", "level"}, {}};
  for (const std::uint32_t merge : kPaperMerges)
    table.columns.push_back(fmt::format("μ {}", merge));
  for (const SceneStudy& s : scenes) {
    for (unsigned level = 1; level <= kStudyLevels; ++level) {
      std::vector<std::string> row{s.name, level_name(level)};
      for (const MergeStudy& m : s.merges) {
        row.push_back(level > m.levels
                          ? ""
                          : fmt::format("{:.2f} %, {:.1f} gates",
                                        100.0 * double(m.cells[level - 1]) / s.polygons,
                                        m.gates[level - 1]));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

inline Table connect_table(const std::vector<ConnectStudy>& studies) {
  Table table{{"scene", "μ", "gates a cell", "A* per gate µs", "one Dijkstra µs", "two threads µs",
               "A* per gate exp.", "Dijkstra exp."},
              {}};
  for (const ConnectStudy& s : studies) {
    table.add({s.scene, fmt::format("{}", s.merge), us(s.gates), us(s.us[0]), us(s.us[1]),
               us(s.us[2]), us(s.expansions[0]), us(s.expansions[1])});
  }
  return table;
}

inline Table error_table(const std::vector<ErrorStudy>& errors,
                         std::vector<double> ErrorStudy::*which) {
  Table table{{"level", "μ", "mean, the paper", "max, the paper"}, {}};
  const auto in_list = [&](const std::string& scene) {
    return std::find_if(table.columns.begin(), table.columns.end(), [&](const std::string& c) {
             return c.starts_with(scene);
           }) != table.columns.end();
  };
  for (const ErrorStudy& e : errors) {
    if (in_list(e.scene)) continue;
    table.columns.push_back(e.scene + " mean");
    table.columns.push_back("max");
  }
  constexpr const char* kPaper[2][4][2] = {
      {{"", "about 6"}, {"", "about 6"}, {"", "about 6"}, {"", "14"}},
      {{"0.05", "11.0"}, {"0.11", "13.8"}, {"0.17", "15.4"}, {"0.39", "18.6"}}};
  for (unsigned level = 1; level <= kErrorLevels; ++level) {
    for (std::size_t i = 0; i < kErrorMerges.size(); ++i) {
      std::vector<std::string> row{level_name(level), fmt::format("{}", kErrorMerges[i]),
                                   kPaper[level - 1][i][0], kPaper[level - 1][i][1]};
      for (const ErrorStudy& e : errors) {
        if (e.level != level || e.merge != kErrorMerges[i]) continue;
        row.push_back(fmt::format("{:.2f}", mean(e.*which)));
        row.push_back(
            fmt::format("{:.1f}", *std::max_element((e.*which).begin(), (e.*which).end())));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

inline Table balance_table(const std::vector<BalanceStudy>& studies) {
  Table table{{"scene", "weights", "cells L1", "cells L2", "gates a cell L2", "most gates L2",
               "mean µs", "p99 µs", "worst µs", "mean exp.", "worst exp."},
              {}};
  for (const BalanceStudy& s : studies) {
    for (const MergeStudy* m : {&s.balanced, &s.random}) {
      std::vector<double> time = m->searches[2].query_us, effort = m->searches[2].query_expansions;
      const double mean_us = mean(time), mean_effort = mean(effort);
      table.add({s.scene.name, m == &s.balanced ? "balanced" : "random",
                 grouped(double(m->cells[0])), grouped(double(m->cells.back())),
                 us(m->gates.back()), fmt::format("{:.0f}", m->most_gates.back()), us(mean_us),
                 us(quantile(time, 0.99)), us(quantile(time, 1.0)), us(mean_effort),
                 fmt::format("{:.0f}", quantile(effort, 1.0))});
    }
  }
  return table;
}

inline Table kind_table(const std::vector<KindStudy>& kinds) {
  Table table{
      {"scene", "geometry triangles (paper)", "corners", "polygons", "the paper's", "Recast s",
       "queries", "A* µs", "L1 μ 15 µs", "L2 μ 6 µs", "auto μ 6 µs", "best ratio"},
      {}};
  for (const KindStudy& k : kinds) {
    const PaperScene* paper = paper_scene(k.scene);
    const unsigned best = best_level(k.study);
    std::string geometry = grouped(double(k.geometry_triangles));
    if (paper) geometry += fmt::format(" ({:.1f}K)", paper->geometry_thousands);
    table.add({k.scene, geometry, fmt::format("{}{}", k.corners, k.tiled ? ", tiled" : ""),
               grouped(k.study.polygons),
               paper ? grouped(k.corners == 3 ? paper->triangles : paper->polygons) : "",
               us(k.recast_s), grouped(double(k.study.queries)), us(k.study.of(15).astar_us),
               us(k.study.of(15).searches[1].us.total()), us(k.study.of(6).searches[2].us.total()),
               us(k.study.of(6).searches[kAutoLevel].us.total()),
               times(k.study.best(best).ratio(best))});
  }
  return table;
}

inline Table cut_table(const std::vector<CutStudy>& cuts) {
  constexpr const char* kNames[] = {"automatic", "matching", "METIS"};
  Table table{{"scene", "μ", "method", "partition ms", "cells L1", "portals cut", "gates L1",
               "gates L2", "L1", "L2", "auto"},
              {}};
  for (const CutStudy& c : cuts) {
    const MergeStudy& m = c.merge;
    table.add({c.scene, fmt::format("{}", m.merge), kNames[static_cast<std::size_t>(c.method)],
               us(m.partition_ms), grouped(double(m.cells[0])), grouped(double(m.cut)),
               us(m.gates[0]), m.levels > 1 ? us(m.gates[1]) : "", times(m.ratio(1)),
               times(m.ratio(2)), times(m.ratio(kAutoLevel))});
  }
  return table;
}

}  // namespace portolan::detail::bench
