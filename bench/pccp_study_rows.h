#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "length_groups.h"
#include "pccp_study_exact.h"
#include "pccp_study_measure.h"
#include "study.h"

/// What is kept of the study on connecting start and goal.
namespace portolan::detail::bench {

struct PccpRows {
  Csv scenes{"scene,polygons,timed,compared,most_whole_bytes,most_step_bytes"};
  Csv sweep{
      "scene,merge,level,method,connect_us,search_us,extract_us,astar_us,ratio,connect_expansions,"
      "search_expansions,astar_expansions,gates"};
  Csv memory{"scene,merge,level,entries,whole_bytes,step_bytes,longer_entries,build_ms"};
  Csv offsets{"scene,merge,level,paths,count,between,over,line"};
  Csv offset_lengths{"scene,merge,level,length,between,over"};
  Csv exact{"scene,merge,level,us,astar_us,expansions"};

  void add_scene(const PccpScene& s) {
    std::size_t whole = 0, steps = 0;
    for (const PccpMerge& m : s.merges) {
      for (const LevelStudy& l : m.levels) {
        whole = std::max(whole, l.memory.whole_bytes);
        steps = std::max(steps, l.memory.step_bytes);
      }
    }
    scenes.add(s.name, s.polygons, s.timed, s.compared, whole, steps);
  }

  void add_levels(const PccpScene& s) {
    for (const PccpMerge& m : s.merges) {
      for (unsigned level = 1; level <= m.levels.size(); ++level) add_level(s, m, level);
    }
  }

  void add_exact(const ExactStudy& s) {
    for (const ExactStudy::Row& row : s.rows)
      exact.add(s.scene, s.merge, row.level, row.us, s.astar_us, row.expansions);
  }

  void write(const Study& results) const {
    results.write("scenes.csv", scenes);
    results.write("sweep.csv", sweep);
    results.write("memory.csv", memory);
    results.write("offsets.csv", offsets);
    results.write("offset-lengths.csv", offset_lengths);
    results.write("exact.csv", exact);
  }

 private:
  static constexpr double kNear = 100.0;  // metres; what the papers part the paths by

  void add_level(const PccpScene& s, const PccpMerge& m, unsigned level) {
    const std::uint32_t merge = m.sizes.merge;
    const LevelStudy& l = m.levels[level - 1];
    for (std::size_t method = 0; method < kMethodCount; ++method) {
      const MethodStudy& w = l.methods[method];
      sweep.add(s.name, merge, level, kMethods[method].name, w.us.connect, w.us.search,
                w.us.extract, m.astar_us, m.ratio(level, method), w.expansions.connect,
                w.expansions.search, s.astar_expansions, m.sizes.gates[level - 1]);
    }
    memory.add(s.name, merge, level, l.memory.entries, l.memory.whole_bytes, l.memory.step_bytes,
               l.memory.runs, l.memory.build_ms);
    for (const bool near : {true, false}) add_offsets(s.name, merge, level, l.offsets, near);
    if (l.offsets.lengths.empty()) return;
    std::vector<double> amounts;
    for (const double error : l.offsets.counted) amounts.push_back(std::abs(error));
    const auto between = group_by_length(l.offsets.lengths, amounts);
    const auto over = group_by_length(l.offsets.lengths, l.offsets.by_centre);
    for (std::size_t i = 0; i < between.size(); ++i)
      offset_lengths.add(s.name, merge, level, between[i].length, between[i].mean, over[i].mean);
  }

  /// Means of the paths shorter than the papers' limit, or of the others.
  void add_offsets(const std::string& scene, std::uint32_t merge, unsigned level,
                   const OffsetStudy& study, bool near) {
    std::vector<double> between, over, line;
    for (std::size_t i = 0; i < study.lengths.size(); ++i) {
      if ((study.lengths[i] < kNear) != near) continue;
      between.push_back(std::abs(study.counted[i]));
      over.push_back(study.by_centre[i]);
      line.push_back(study.lines[i]);
    }
    offsets.add(scene, merge, level, near ? "under 100 m" : "over 100 m", between.size(),
                mean(between), mean(over), mean(line));
  }
};

}  // namespace portolan::detail::bench
