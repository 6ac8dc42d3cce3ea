#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "study.h"
#include "terrain_study_growth.h"
#include "terrain_study_more.h"
#include "terrain_study_pictures.h"

/// What is kept of the study of the merged hierarchy.
namespace portolan::detail::bench {

inline std::string entering_name(EnteringPrice entering) {
  constexpr const char* kNames[] = {"average", "worst unweighted", "worst weighted", "worst unit"};
  return kNames[static_cast<std::size_t>(entering)];
}

/// How much ground there was, and what it took.
class GrowthRows {
 public:
  void add(const GrowthRow& r) {
    rows_.add(r.side, r.triangles, r.ground.seconds, r.ground.bytes, r.merged.seconds,
              r.merged.bytes, r.guide.seconds, r.guide.bytes, r.hierarchy.seconds,
              r.hierarchy.bytes, r.tables.seconds, r.tables.bytes, r.pairs, r.astar_ms,
              r.by_merged.milliseconds, r.by_merged.average, r.by_guide.milliseconds,
              r.by_guide.average, r.by_hierarchy.milliseconds, r.by_hierarchy.average,
              r.by_tables.milliseconds, r.by_tables.average, r.peak_bytes, 0);
    largest_ = r.side;
  }
  /// Keeps the larger grounds of an earlier run, if there was one: they take many minutes.
  void keep_larger(const std::filesystem::path& earlier) {
    std::ifstream in(earlier);
    std::string line;
    std::getline(in, line);
    while (std::getline(in, line)) {
      if (std::stoul(line) > largest_) rows_.add_line(line.substr(0, line.rfind(',')) + ",1");
    }
  }
  const Csv& rows() const { return rows_; }

 private:
  Csv rows_{
      "side,triangles,ground_s,ground_bytes,merged_s,merged_bytes,guide_s,guide_bytes,hierarchy_s,"
      "hierarchy_bytes,tables_s,tables_bytes,pairs,astar_ms,merged_ms,merged_ratio,guided_ms,"
      "guided_ratio,hierarchy_ms,hierarchy_ratio,tables_ms,tables_ratio,peak_bytes,earlier"};
  unsigned long largest_ = 0;
};

struct TerrainRows {
  Csv steps{"picture,steps,shown"};
  Csv chapters{"ground,merging,triangles,layers,merge_s,compress_s,bytes_per_triangle"};
  Csv paths{"ground,merging,path,method,us,weighted,xyz,xz,y"};
  Csv waves{"ground,merging,wave,goals,timed,method,us,speedup,q1,q2,q3,q4,average,exact"};
  Csv settings{"ground,entering,patience,asked,layers,average_1,average_2,speedup_1,speedup_2"};
  Csv beyond{
      "ground,guide_s,guide_bytes_per_triangle,hierarchy_s,hierarchy_bytes_per_triangle,tables_s,"
      "kind,tables_bytes"};
  Csv crowd{"agents,weight,triangles,most_at_once,walks,cost"};
  Csv updates{"squares,update_ms,records,distances_ms,rebuild_ms,equal"};

  void add_steps(const MergeSteps& s) {
    std::string shown;
    for (const auto& [step, clusters] : s.shown)
      shown += fmt::format("{}{}:{}", shown.empty() ? "" : " ", step, clusters);
    steps.add(s.picture, s.steps, shown);
  }

  void add_chapter(const ChapterNine& c) {
    chapters.add(c.ground, c.mode, c.triangles, c.layers, c.merge_seconds, c.compress_seconds,
                 c.full_bytes);
    for (const PathResult& path : c.paths) {
      for (const PathRow& row : path.rows)
        paths.add(c.ground, c.mode, path.name, row.method, row.microseconds, row.lengths.weighted,
                  row.lengths.xyz, row.lengths.xz, row.lengths.y);
    }
    add_waves(c.ground, c.mode, c.waves);
  }

  void add_setting(const SettingRow& s) {
    settings.add(s.ground, entering_name(s.entering), s.patience, s.asked, s.layers,
                 s.waves[0].average, s.waves[1].average, s.waves[0].speedup, s.waves[1].speedup);
  }

  void add_beyond(const BeyondResult& b) {
    beyond.add(b.ground, b.guide_seconds, b.guide_bytes, b.shared_seconds, b.shared_bytes,
               b.table_seconds, b.table_kind, b.table_bytes);
    add_waves(b.ground, "beyond", b.waves);
  }

  void add_crowd(std::uint32_t agents, const CrowdRow& c) {
    crowd.add(agents, c.weight, c.triangles, c.most_at_once, c.walks, c.cost);
  }

  void add_update(const UpdateRow& u) {
    updates.add(u.squares, u.milliseconds, u.records, u.distances_ms, u.rebuild_ms,
                u.equal ? 1 : 0);
  }

  void write(const Study& results) const {
    results.write("steps.csv", steps);
    results.write("chapters.csv", chapters);
    results.write("paths.csv", paths);
    results.write("waves.csv", waves);
    results.write("settings.csv", settings);
    results.write("beyond.csv", beyond);
    results.write("crowd.csv", crowd);
    results.write("updates.csv", updates);
  }

 private:
  void add_waves(const std::string& ground, const std::string& merging,
                 const std::vector<WaveResult>& results) {
    for (const WaveResult& w : results) {
      for (const WaveRow& row : w.rows)
        waves.add(ground, merging, w.name, w.goals, w.timed, row.method, row.microseconds,
                  row.speedup, row.quartiles[0], row.quartiles[1], row.quartiles[2],
                  row.quartiles[3], row.average, row.exact ? 1 : 0);
    }
  }
};

}  // namespace portolan::detail::bench
