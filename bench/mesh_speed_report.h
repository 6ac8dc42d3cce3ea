#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "mesh_speed_measure.h"
#include "svg_plot.h"
#include "table.h"

/// The page about speed on navigation meshes.
namespace portolan::detail::bench {

struct MeshSpeedStudy {
  std::vector<MeshSpeed> large;
  std::vector<MeshSpeed> small;
  std::vector<PresetSpeed> presets;
};

inline std::string tenths(double value) { return grouped(value, 1); }
inline const char* verdict(bool holds) { return holds ? "it holds" : "IT DOES NOT HOLD"; }

template <class F>
double mean_over(const std::vector<MeshSpeed>& scenes, F&& value) {
  std::vector<double> values;
  for (const MeshSpeed& s : scenes) values.push_back(value(s));
  return mean(values);
}

inline Table speed_table(const std::vector<MeshSpeed>& scenes) {
  Table table{{"scene", "polygons", "queries", "partial", "Detour µs", "A* µs", "hierarchy µs",
               "Detour/hierarchy", "A*/hierarchy"},
              {}};
  for (const MeshSpeed& s : scenes) {
    table.add({s.name, grouped(s.polygons), grouped(double(s.queries)), grouped(double(s.partial)),
               tenths(s.detour_us), tenths(s.astar_us), tenths(s.hierarchy_us),
               times(s.over_detour()), times(s.over_astar())});
  }
  if (scenes.size() > 1) {
    table.add({"mean of the ratios", "", "", "", "", "", "",
               times(mean_over(scenes, [](const MeshSpeed& s) { return s.over_detour(); })),
               times(mean_over(scenes, [](const MeshSpeed& s) { return s.over_astar(); }))});
  }
  return table;
}

inline Table points_table(const std::vector<MeshSpeed>& scenes) {
  Table table{{"scene", "Detour µs", "hierarchy µs", "Detour/hierarchy", "Detour's length m",
               "our length m", "ours/Detour's", "mean of the ratios"},
              {}};
  for (const MeshSpeed& s : scenes) {
    table.add({s.name, tenths(s.detour_points_us), tenths(s.hierarchy_points_us),
               times(s.points_over_detour()), tenths(s.detour_metres), tenths(s.our_metres),
               fmt::format("{:.4f}", s.our_metres / s.detour_metres),
               fmt::format("{:.4f}", s.mean_length_ratio)});
  }
  return table;
}

inline Table build_table(const std::vector<MeshSpeed>& scenes) {
  Table table{{"scene", "levels", "partition ms", "customize ms", "again ms, best of 5", "mean",
               "hierarchy KiB", "mesh KiB"},
              {}};
  for (const MeshSpeed& s : scenes) {
    const BuildSpeed& b = s.build;
    table.add({s.name, fmt::format("{}", b.levels), tenths(b.partition_ms), tenths(b.customize_ms),
               tenths(b.again_min_ms), tenths(b.again_mean_ms),
               grouped(double(b.hierarchy_bytes) / 1024), grouped(double(b.mesh_bytes) / 1024)});
  }
  return table;
}

inline Table quartile_table(const std::vector<MeshSpeed>& scenes) {
  Table table{{"scene", "μ", "mean", "shortest quarter", "second", "third", "longest quarter"}, {}};
  for (const MeshSpeed& s : scenes) {
    for (const QuartileSpeed& q : s.quartiles) {
      table.add({s.name, q.merge, times(q.mean), times(q.quartile[0]), times(q.quartile[1]),
                 times(q.quartile[2]), times(q.quartile[3])});
    }
  }
  return table;
}

inline Table preset_table(const std::vector<PresetSpeed>& presets) {
  Table table{{"scene", "polygons", "Recast s", "partition s", "customize s", "both by the clock s",
               "memory MiB, peak (before)", "again ms", "pairs", "partial", "Detour µs", "A* µs",
               "hierarchy µs", "Detour/hierarchy"},
              {}};
  for (const PresetSpeed& p : presets) {
    const MeshSpeed& s = p.speed;
    table.add({s.name, grouped(s.polygons), tenths(p.recast_s),
               fmt::format("{:.2f}", s.build.partition_ms / 1e3),
               fmt::format("{:.2f}", s.build.customize_ms / 1e3), fmt::format("{:.2f}", p.build_s),
               fmt::format("{} ({})", grouped(p.peak_mib), grouped(p.before_mib)),
               tenths(s.build.again_min_ms), grouped(double(s.queries)), grouped(double(s.partial)),
               tenths(s.detour_us), tenths(s.astar_us), tenths(s.hierarchy_us),
               times(s.over_detour())});
  }
  return table;
}

/// Detour, A* and the hierarchy, and A* over the hierarchy by quartile with the default options.
inline std::vector<Chart> plot_speed(const std::vector<MeshSpeed>& scenes) {
  Chart quartiles{"A*/hierarchy by path length, default build",
                  "quarter of the paths, shortest = 1",
                  "ratio",
                  {}};
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    if (scenes[i].quartiles.empty()) continue;
    const auto& q = scenes[i].quartiles[0].quartile;
    quartiles.series.push_back(
        {scenes[i].name, ink::kAll[i % std::size(ink::kAll)], {1, 2, 3, 4}, {q.begin(), q.end()}});
  }
  quartiles.even_x = true;
  Chart merges{"A*/hierarchy by μ, level chosen per cell", "μ", "ratio", {}};
  for (std::size_t i = 0; i < scenes.size(); ++i) {
    Series series{scenes[i].name, ink::kAll[i % std::size(ink::kAll)], {}, {}};
    for (std::size_t m = 0; m + 1 < scenes[i].quartiles.size(); ++m) {
      series.x.push_back(kPaperMerges[m]);
      series.y.push_back(scenes[i].quartiles[m + 1].mean);
    }
    merges.series.push_back(std::move(series));
  }
  merges.even_x = true;
  return {quartiles, merges};
}

/// Where A* comes closest to the hierarchy, or beats it.
struct Least {
  double ratio = INFINITY;
  std::string where;
  void take(double value, const MeshSpeed& scene, const QuartileSpeed& speed) {
    if (value >= ratio) return;
    ratio = value;
    where = fmt::format("{}, μ {}", scene.name, speed.merge);
  }
  std::string text() const { return fmt::format("least {}, {}", times(ratio), where); }
};

inline std::string claim(const std::string& words, bool holds, const std::string& numbers) {
  return fmt::format("- {}: **{}** ({}).\n", words, verdict(holds), numbers);
}

inline std::string claims_over_astar(const std::vector<MeshSpeed>& scenes) {
  Least means, quarters, default_quarters;
  for (const MeshSpeed& s : scenes) {
    for (const QuartileSpeed& q : s.quartiles) {
      means.take(q.mean, s, q);
      for (const double ratio : q.quartile) {
        quarters.take(ratio, s, q);
        if (&q == &s.quartiles.front()) default_quarters.take(ratio, s, q);
      }
    }
  }
  return claim("With the level chosen per query not slower than A* in the mean at any μ",
               means.ratio >= 1.0, means.text()) +
         claim("nor in any quarter of the path lengths with the default build",
               default_quarters.ratio >= 1.0, default_quarters.text()) +
         claim("nor in any quarter at any μ", quarters.ratio >= 1.0, quarters.text());
}

inline std::string claims_of_preset(const PresetSpeed& p) {
  const bool million = p.speed.polygons > 500'000;
  std::string text =
      claim(fmt::format("{} polygons partitioned and customized in at most {}",
                        grouped(p.speed.polygons), million ? "60 s and 4 GB" : "2 s"),
            million ? p.build_s <= 60.0 && p.peak_mib <= 4096.0 : p.build_s <= 2.0,
            fmt::format("{:.2f} s, {} MiB", p.build_s, grouped(p.peak_mib)));
  if (million) return text;
  return text + claim("At least 20 times Detour there, on the pairs that it can solve",
                      p.speed.over_detour() >= 20.0, times(p.speed.over_detour()));
}

/// The claims that the project makes about these numbers, each with its verdict.
inline std::string report_claims(const MeshSpeedStudy& study) {
  const auto& large = study.large;
  const double detour = mean_over(large, [](const MeshSpeed& s) { return s.over_detour(); });
  double least = INFINITY, longest = 0.0;
  for (const MeshSpeed& s : large) {
    least = std::min(least, s.over_detour());
    longest = std::max(longest, s.our_metres / s.detour_metres);
  }
  std::string text =
      "## What it shows\n\n" +
      claim("At least 6 times Detour in the mean over the large scenes, at least 2 times on each",
            detour >= 6.0 && least >= 2.0,
            fmt::format("{} in the mean, {} at least", times(detour), times(least))) +
      claim("Way-points not longer than Detour's in the mean on any large scene", longest <= 1.0,
            fmt::format("at most {:.4f} times", longest)) +
      claims_over_astar(large);
  for (const MeshSpeed& s : large) {
    if (s.name == "serpentine")
      text += claim("At least 7.7 times our own A* on serpentine, the paper's best",
                    s.over_astar() >= 7.7, times(s.over_astar()));
    if (s.name == "medieval")
      text += claim("Another metric on medieval in at most 20 ms", s.build.again_min_ms <= 20.0,
                    fmt::format("{:.1f} ms, {:.1f} in the mean of 5", s.build.again_min_ms,
                                s.build.again_mean_ms));
  }
  for (const PresetSpeed& p : study.presets) text += claims_of_preset(p);
  return text + "\n";
}

inline std::string report_speed(const MeshSpeedStudy& study, const StudyHeader& header,
                                unsigned rounds, const std::string& plot) {
  std::string text = fmt::format(
      "# Speed on navigation meshes\n\n"
      "Complete polygon paths by Detour's `findPath` ({} nodes, the most it can have), by our own "
      "A* on level 0 and by the hierarchy with default build options and the level chosen per "
      "query, on the same mesh, from the same places, on one thread. In each of {} rounds every "
      "method answers all pairs, and the best of the rounds counts for each pair; ratios are those "
      "of the mean times. Pairs that Detour answers only in part are counted and left out. All "
      "costs of the hierarchy were compared with A*'s by `==`.\n\n{}",
      grouped(DetourSearch::kNodes), rounds, header.markdown());
  text += report_claims(study);
  text += fmt::format(
      "## Large scenes\n\n{}\nWith way-points: Detour's `findPath` and `findStraightPath` against "
      "ours, and how long they are in the mean:\n\n{}\n",
      speed_table(study.large).markdown(), points_table(study.large).markdown());
  text += fmt::format(
      "Building, and customizing again for another metric over the same partition:\n\n{}\n",
      build_table(study.large).markdown());
  text += fmt::format(
      "## By path length and μ\n\nA* over the hierarchy, the level chosen per query, by quarter of "
      "the path lengths; one μ for all levels, or the default build:\n\n![ratios]({})\n\n{}\n",
      plot, quartile_table(study.large).markdown());
  if (!study.small.empty()) {
    text += fmt::format(
        "## Levels of games and other small scenes\n\n{}\nWith "
        "way-points:\n\n{}\nBuilding:\n\n{}\n",
        speed_table(study.small).markdown(), points_table(study.small).markdown(),
        build_table(study.small).markdown());
  }
  if (!study.presets.empty()) {
    text += fmt::format(
        "## Very large meshes\n\nCities of `scenes/`, built by Recast in tiles of 128 voxels; "
        "random "
        "pairs of polygons with a path between them. Memory is the most that the process held "
        "while "
        "partitioning and customizing, Detour's mesh included.\n\n{}",
        preset_table(study.presets).markdown());
  }
  return text;
}

}  // namespace portolan::detail::bench
