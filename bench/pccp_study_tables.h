#pragma once

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_tables.h"
#include "pccp_study_plots.h"
#include "table.h"

/// The tables of the study on connecting start and goal, the papers' numbers beside ours.
namespace portolan::detail::bench {

/// What the texts of the papers say of one configuration, in milliseconds; 0 where nothing.
struct PaperTime {
  const char* scene;  ///< Ours that resembles it.
  const char* name;
  double astar;
  unsigned level;
  std::uint32_t merge;
  double hna_2017, pccp_2017;
  double hna_2020, pccp_2020;
  bool repeated;  ///< Medieval in 2017: the same numbers as Tropical's.
};
inline constexpr PaperTime kPaperTimes[] = {
    {"city", "City Island", 2.2, 2, 10, 0, 0, 0, 2.2 / 9.3, false},
    {"city", "City Island", 2.2, 3, 10, 0, 0.411, 0, 0, false},
    {"islands", "Big Tropical", 1.7, 1, 20, 0, 1.12, 0, 0, false},
    {"islands", "Big Tropical", 1.7, 2, 20, 2.13, 0.39, 2.06, 0.39, false},
    {"islands", "Big Tropical", 1.7, 3, 10, 9.01, 0.25, 9.9, 0.25, false},
    {"medieval", "Medieval City", 3.0, 2, 10, 2.13, 0, 0, 0, true},
    {"medieval", "Medieval City", 3.0, 2, 15, 0, 0, 1.28, 0, false},
    {"medieval", "Medieval City", 3.0, 2, 20, 0, 0.39, 0, 1.83, true},
    {"medieval", "Medieval City", 3.0, 3, 10, 9.01, 0.25, 0, 1.76, true},
    {"medieval", "Medieval City", 3.0, 3, 15, 0, 0, 3.29, 0, false},
};

inline std::string megabytes(std::size_t bytes) {
  return fmt::format("{:.3g}", double(bytes) / 1e6);
}

/// The papers' times beside ours, all as ratios over the A* of the same table row.
inline Table paper_times_table(const std::vector<PccpScene>& scenes) {
  Table table{{"the papers' scene (ours)", "level", "μ", "A* ms", "HNA* ms 2017", "2020",
               "PCCP ms 2017", "2020", "A*/HNA* theirs", "ours", "A*/PCCP theirs", "ours"},
              {}};
  const auto ms = [](double value, bool repeated) {
    return value == 0.0 ? std::string() : fmt::format("{:.3g}{}", value, repeated ? " (†)" : "");
  };
  const auto theirs = [](double astar, double of_2017, double of_2020, bool repeated) {
    const double used = repeated || of_2017 == 0.0 ? of_2020 : of_2017;
    return used == 0.0 ? std::string() : times(astar / used);
  };
  for (const PaperTime& t : kPaperTimes) {
    for (const PccpScene& s : scenes) {
      const PccpMerge* m = s.name == t.scene ? s.at(t.merge, t.level) : nullptr;
      if (m == nullptr) continue;
      table.add({fmt::format("{} ({})", t.name, t.scene), level_name(t.level),
                 fmt::format("{}", t.merge), fmt::format("{:.1f}", t.astar),
                 ms(t.hna_2017, t.repeated), ms(t.hna_2020, false), ms(t.pccp_2017, t.repeated),
                 ms(t.pccp_2020, false), theirs(t.astar, t.hna_2017, t.hna_2020, t.repeated),
                 times(m->ratio(t.level, kHna)),
                 theirs(t.astar, t.pccp_2017, t.pccp_2020, t.repeated),
                 times(m->ratio(t.level, kWhole))});
    }
  }
  return table;
}

/// One row a scene and level, one column a μ.
template <class F>
Table merge_table(const std::vector<PccpScene>& scenes, F&& cell) {
  Table table{{"scene", "level"}, {}};
  for (const std::uint32_t merge : kPaperMerges)
    table.columns.push_back(fmt::format("μ {}", merge));
  for (const PccpScene& s : scenes) {
    for (unsigned level = 1; level <= kStudyLevels; ++level) {
      std::vector<std::string> row{s.name, level_name(level)};
      for (const std::uint32_t merge : kPaperMerges) {
        const PccpMerge* m = s.at(merge, level);
        row.push_back(m == nullptr ? "" : cell(*m, level));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

/// The steps at one μ, for the paths that differ.
inline Table steps_table(const std::vector<PccpScene>& scenes, std::uint32_t merge) {
  Table table{{"scene", "level", "A*"}, {}};
  for (const std::size_t way : {kHna, kTwo, kDijkstra, kWhole, kFirstSteps})
    table.columns.push_back(kWays[way].name);
  for (const PccpScene& s : scenes) {
    for (unsigned level = 1; level <= kStudyLevels; ++level) {
      const PccpMerge* m = s.at(merge, level);
      if (m == nullptr) continue;
      std::vector<std::string> row{s.name, level_name(level), us(m->astar_us)};
      for (const std::size_t way : {kHna, kTwo, kDijkstra, kWhole, kFirstSteps}) {
        const Steps& t = m->levels[level - 1].ways[way].us;
        row.push_back(fmt::format("{:.1f} + {:.1f} + {:.1f}", t.connect, t.search, t.extract));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

/// Figure 6 as numbers: connecting at level 3 by every way.
inline Table threads_table(const PccpScene& scene, unsigned level) {
  Table table{{"μ", "gates a cell"}, {}};
  for (std::size_t way = 0; way < kFirstSteps; ++way)
    table.columns.push_back(fmt::format("{} µs", kWays[way].name));
  table.columns.push_back("HNA* exp.");
  table.columns.push_back("Dijkstra exp.");
  for (const PccpMerge& m : scene.merges) {
    if (level > m.levels.size()) continue;
    const auto& ways = m.levels[level - 1].ways;
    std::vector<std::string> row{fmt::format("{}", m.sizes.merge), us(m.sizes.gates[level - 1])};
    for (std::size_t way = 0; way < kFirstSteps; ++way) row.push_back(us(ways[way].us.connect));
    row.push_back(grouped(ways[kHna].expansions.connect));
    row.push_back(grouped(ways[kDijkstra].expansions.connect));
    table.add(std::move(row));
  }
  return table;
}

inline Table memory_table(const std::vector<PccpScene>& scenes) {
  Table table{{"scene", "level", "μ", "entries", "whole paths MB", "first steps MB",
               "longer first steps", "build ms", "extract µs: whole", "first steps"},
              {}};
  constexpr std::pair<unsigned, std::uint32_t> kShown[] = {{1, 20}, {2, 10}, {2, 20}, {3, 10}};
  for (const PccpScene& s : scenes) {
    for (const auto& [level, merge] : kShown) {
      const PccpMerge* m = s.at(merge, level);
      if (m == nullptr) continue;
      const LevelStudy& l = m->levels[level - 1];
      table.add(
          {s.name, level_name(level), fmt::format("{}", merge), grouped(double(l.memory.entries)),
           megabytes(l.memory.whole_bytes), megabytes(l.memory.step_bytes),
           l.memory.entries == 0
               ? ""
               : fmt::format("{:.1f} %", 100.0 * double(l.memory.runs) / double(l.memory.entries)),
           grouped(l.memory.build_ms), us(l.ways[kWhole].us.extract),
           us(l.ways[kFirstSteps].us.extract)});
    }
  }
  return table;
}

/// The errors of the queries whose paths are shorter, or not, than this many metres.
inline constexpr double kNear = 100.0;
struct OffsetMeans {
  std::size_t count = 0;
  double counted = 0.0;  ///< Of the amounts.
  double by_centre = 0.0;
  double line = 0.0;
};
inline OffsetMeans mean_offsets(const OffsetStudy& study, bool near) {
  OffsetMeans sum;
  for (std::size_t i = 0; i < study.lengths.size(); ++i) {
    if ((study.lengths[i] < kNear) != near) continue;
    ++sum.count;
    sum.counted += std::abs(study.counted[i]);
    sum.by_centre += study.by_centre[i];
    sum.line += study.lines[i];
  }
  const double n = std::max(1.0, double(sum.count));
  return {sum.count, sum.counted / n, sum.by_centre / n, sum.line / n};
}

inline Table offset_table(const std::vector<PccpScene>& scenes, std::uint32_t merge) {
  Table table{
      {"scene", "level", "paths under 100 m", "between centres", "over the centres", "line walked",
       "paths over 100 m", "between centres", "over the centres", "line walked"},
      {}};
  for (const PccpScene& s : scenes) {
    for (unsigned level = 1; level <= kStudyLevels; ++level) {
      const PccpMerge* m = s.at(merge, level);
      if (m == nullptr) continue;
      std::vector<std::string> row{s.name, level_name(level)};
      for (const bool near : {true, false}) {
        const OffsetMeans o = mean_offsets(m->levels[level - 1].offsets, near);
        row.push_back(fmt::format("{}", o.count));
        for (const double error : {o.counted, o.by_centre, o.line})
          row.push_back(o.count == 0 ? "" : fmt::format("{:.2f}", error));
      }
      table.add(std::move(row));
    }
  }
  return table;
}

inline Table exact_table(const std::vector<ExactStudy>& studies) {
  Table table{{"scene", "μ", "way", "µs", "A* µs", "A*/µs", "expansions"}, {}};
  for (const ExactStudy& s : studies) {
    for (const ExactStudy::Row& row : s.rows) {
      table.add({s.scene, fmt::format("{}", s.merge), row.way, us(row.us), us(s.astar_us),
                 times(s.astar_us / row.us), us(row.expansions)});
    }
  }
  return table;
}

/// Everything, for programs.
inline Table pccp_sweep(const std::vector<PccpScene>& scenes) {
  Table table{{"scene", "μ", "level", "way", "connect µs", "search µs", "extract µs", "total µs",
               "A* µs", "A*/total", "connect exp.", "search exp.", "A* exp.", "gates a cell",
               "table bytes", "build ms"},
              {}};
  for (const PccpScene& s : scenes) {
    for (const PccpMerge& m : s.merges) {
      for (unsigned level = 1; level <= m.levels.size(); ++level) {
        const LevelStudy& l = m.levels[level - 1];
        for (std::size_t way = 0; way < kWayCount; ++way) {
          const WayStudy& w = l.ways[way];
          const bool by_table = kWays[way].connect == PaperConnect::table;
          std::string name = kWays[way].name;
          std::erase(name, ',');
          table.add(
              {s.name, fmt::format("{}", m.sizes.merge), level_name(level), name, us(w.us.connect),
               us(w.us.search), us(w.us.extract), us(w.us.total()), us(m.astar_us),
               fmt::format("{:.2f}", m.ratio(level, way)), us(w.expansions.connect),
               us(w.expansions.search), us(s.astar_expansions), us(m.sizes.gates[level - 1]),
               by_table
                   ? fmt::format("{}", way == kWhole ? l.memory.whole_bytes : l.memory.step_bytes)
                   : "",
               by_table ? us(l.memory.build_ms) : ""});
        }
      }
    }
  }
  return table;
}

/// Errors of every level and μ, for programs.
inline Table pccp_offsets(const std::vector<PccpScene>& scenes) {
  Table table{{"scene", "μ", "level", "paths", "count", "between centres %", "over the centres %",
               "line walked %"},
              {}};
  for (const PccpScene& s : scenes) {
    for (const PccpMerge& m : s.merges) {
      for (unsigned level = 1; level <= m.levels.size(); ++level) {
        for (const bool near : {true, false}) {
          const OffsetMeans o = mean_offsets(m.levels[level - 1].offsets, near);
          table.add({s.name, fmt::format("{}", m.sizes.merge), level_name(level),
                     near ? "under 100 m" : "over 100 m", fmt::format("{}", o.count),
                     fmt::format("{:.3f}", o.counted), fmt::format("{:.3f}", o.by_centre),
                     fmt::format("{:.3f}", o.line)});
        }
      }
    }
  }
  return table;
}

}  // namespace portolan::detail::bench
