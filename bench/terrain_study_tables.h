#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "numbers.h"
#include "table.h"
#include "terrain_study_growth.h"
#include "terrain_study_more.h"
#include "terrain_study_thesis.h"

/// Tables of the study of the merged hierarchy.
namespace portolan::detail::bench {

inline std::string percent(double ratio) { return fmt::format("{:.0f} %", 100.0 * ratio); }
inline std::string percent1(double ratio) { return fmt::format("{:.1f} %", 100.0 * ratio); }
inline std::string faster(double ratio) {
  return ratio >= 100 ? fmt::format("{}x", grouped(ratio)) : fmt::format("{:.1f}x", ratio);
}
inline std::string megabytes(double bytes) { return grouped(bytes / 1e6, bytes < 1e8 ? 1 : 0); }

inline std::string entering_name(EnteringPrice entering) {
  constexpr const char* kNames[] = {"average", "worst unweighted", "worst weighted", "worst unit"};
  return kNames[static_cast<std::size_t>(entering)];
}

inline Table single_table(const PathResult& result, const thesis::Single& theirs) {
  Table table{
      {"", "ms (theirs)", "distance", "XYZ", "XY", "Z", "theirs: distance", "XYZ", "XY", "Z"}, {}};
  const PathLengths& best = result.rows[0].lengths;
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    const PathRow& row = result.rows[k];
    const auto shown = [](double metres, double of) {
      return fmt::format("{} ({:.0f} %)", grouped(metres), 100.0 * metres / of);
    };
    const auto of_theirs = [&](const std::array<int, 4>& values) {
      return fmt::format("{} %", values[k]);
    };
    table.add({row.method, fmt::format("{:.3f} ({:g})", row.microseconds / 1e3, theirs.ms[k]),
               shown(row.lengths.weighted, best.weighted), shown(row.lengths.xyz, best.xyz),
               shown(row.lengths.xz, best.xz), shown(row.lengths.y, best.y),
               of_theirs(theirs.distance), of_theirs(theirs.xyz), of_theirs(theirs.xy),
               of_theirs(theirs.z)});
  }
  return table;
}

inline Table wave_table(const WaveResult& result, const thesis::WaveTable& theirs) {
  Table table{{"", "µs a way", "over A*", "Q1", "Q2", "Q3", "Q4", "avg", "theirs: over A*", "Q1",
               "Q2", "Q3", "Q4", "avg"},
              {}};
  for (std::size_t k = 0; k < result.rows.size(); ++k) {
    const WaveRow& row = result.rows[k];
    std::vector<std::string> fields{row.method, grouped(row.microseconds), faster(row.speedup)};
    for (const double q : row.quartiles) fields.push_back(percent(q));
    fields.push_back(percent(row.average));
    fields.push_back(faster(theirs.speedup(k)));
    for (const int value : theirs.quartiles_and_average[k])
      fields.push_back(fmt::format("{} %", value));
    table.add(std::move(fields));
  }
  return table;
}

/// Whether both waves of a row are within what the thesis has.
inline bool reaches_thesis(const std::vector<WaveRow>& waves) {
  return std::all_of(waves.begin(), waves.end(), [](const WaveRow& row) {
    return 100.0 * row.average < thesis::kWorstAverage + 0.5 &&
           row.speedup >= thesis::kLeastSpeedup;
  });
}

inline Table settings_table(const std::vector<SettingRow>& rows, const std::string& ground) {
  Table table{{"entering", "patience", "layers", "average ratio, both waves", "over A*",
               "as good as the thesis"},
              {}};
  for (const SettingRow& row : rows) {
    if (row.ground != ground) continue;
    table.add({entering_name(row.entering), fmt::format("{}", row.patience),
               row.asked == 0 ? fmt::format("full ({})", row.layers) : fmt::format("{}", row.asked),
               fmt::format("{} / {}", percent(row.waves[0].average), percent(row.waves[1].average)),
               fmt::format("{} / {}", faster(row.waves[0].speedup), faster(row.waves[1].speedup)),
               reaches_thesis(row.waves) ? "yes" : "no"});
  }
  return table;
}

inline Table beyond_table(const BeyondResult& result) {
  Table table{
      {"wave", "", "µs a way", "over A*", "Q1", "Q2", "Q3", "Q4", "avg", "costs == Dijkstra"}, {}};
  for (const WaveResult& wave : result.waves) {
    for (const WaveRow& row : wave.rows) {
      std::vector<std::string> fields{wave.name, row.method, grouped(row.microseconds, 1),
                                      faster(row.speedup)};
      for (const double q : row.quartiles) fields.push_back(percent(q));
      fields.push_back(percent1(row.average));
      fields.push_back(row.exact ? "yes" : "no");
      table.add(std::move(fields));
    }
  }
  return table;
}

inline Table memory_table(const std::vector<BeyondResult>& results) {
  Table table{{"ground", "guide s", "merged + guide B/triangle", "hierarchy s", "B/triangle",
               "tables s", "kind", "tables MB"},
              {}};
  for (const BeyondResult& r : results) {
    table.add({r.ground, fmt::format("{:.2f}", r.guide_seconds), grouped(r.guide_bytes),
               fmt::format("{:.2f}", r.shared_seconds), grouped(r.shared_bytes),
               fmt::format("{:.1f}", r.table_seconds), r.table_kind, megabytes(r.table_bytes)});
  }
  return table;
}

inline Table contour_table(const std::vector<ChapterNine>& chapters) {
  Table table{{"cone", "merging", "wave", "full", "10 layers", "5 layers"}, {}};
  for (const ChapterNine& c : chapters) {
    if (!c.ground.starts_with("cone")) continue;
    for (const WaveResult& wave : c.waves) {
      table.add({c.ground, c.mode, wave.name, percent(wave.rows[1].average),
                 percent(wave.rows[2].average), percent(wave.rows[3].average)});
    }
  }
  return table;
}

inline Table crowd_table(const std::vector<CrowdRow>& rows) {
  Table table{{"weight", "triangles walked on", "most on one at once", "walked over each by",
               "cost of a way"},
              {}};
  for (const CrowdRow& row : rows) {
    table.add({row.weight == 0.0 ? "no notice" : fmt::format("{:g}", row.weight),
               grouped(double(row.triangles)), fmt::format("{}", row.most_at_once),
               fmt::format("{:.1f}", row.walks), percent(row.cost)});
  }
  return table;
}

inline Table update_table(const std::vector<UpdateRow>& rows) {
  Table table{{"what changes", "local update ms", "records looked at", "all distances ms",
               "all merged anew ms", "update is faster", "== all distances"},
              {}};
  for (const UpdateRow& row : rows) {
    table.add({row.squares == 0 ? "one triangle" : fmt::format("{0} x {0} squares", row.squares),
               fmt::format("{:.3f}", row.milliseconds), grouped(row.records),
               grouped(row.distances_ms), grouped(row.rebuild_ms),
               fmt::format("{}x, {}x", grouped(row.distances_ms / row.milliseconds),
                           grouped(row.rebuild_ms / row.milliseconds)),
               row.equal ? "yes" : "no"});
  }
  return table;
}

inline Table growth_table(const std::vector<GrowthRow>& rows) {
  Table table{{"squares", "triangles", "ground s, MB", "merged", "guide", "hierarchy", "tables",
               "peak GB so far"},
              {}};
  const auto part = [](const PartSize& p) {
    if (p.bytes == 0.0) return std::string("not built");
    return fmt::format("{:.2f} s, {}", p.seconds, megabytes(p.bytes));
  };
  for (const GrowthRow& row : rows) {
    table.add({fmt::format("{0}x{0}", row.side), grouped(row.triangles), part(row.ground),
               part(row.merged), part(row.guide), part(row.hierarchy), part(row.tables),
               fmt::format("{:.1f}", row.peak_bytes / 1e9)});
  }
  return table;
}

inline Table growth_query_table(const std::vector<GrowthRow>& rows) {
  Table table{{"squares", "pairs", "A* ms", "merged", "guided", "hierarchy", "tables"}, {}};
  const auto cell = [](const GrowthQuery& q) {
    if (q.speedup == 0.0) return std::string();
    return fmt::format("{:.3f} ms, {}, {}", q.milliseconds, faster(q.speedup), percent1(q.average));
  };
  for (const GrowthRow& row : rows) {
    table.add({fmt::format("{0}x{0}", row.side), grouped(double(row.pairs)),
               grouped(row.astar_ms, 2), cell(row.by_merged), cell(row.by_guide),
               cell(row.by_hierarchy), cell(row.by_tables)});
  }
  return table;
}

}  // namespace portolan::detail::bench
