#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "hna_study_details.h"
#include "svg_plot.h"

/// The figures of the HNA* study.
namespace portolan::detail::bench {

/// Everything that was measured.
struct HnaStudy {
  std::vector<SceneStudy> large;
  std::vector<SceneStudy> small;
  std::vector<ConnectStudy> connects;
  std::vector<ErrorStudy> errors;
  std::vector<BalanceStudy> balances;
  std::vector<KindStudy> kinds;
  std::vector<CutStudy> cuts;
};

/// A value by μ.
template <class F>
Series by_merge(std::string name, const char* colour, const SceneStudy& scene, F&& value) {
  Series series{std::move(name), colour, {}, {}};
  for (const MergeStudy& m : scene.merges) {
    series.x.push_back(m.merge);
    series.y.push_back(value(m));
  }
  return series;
}

inline Chart merge_chart(std::string title, std::string y_label, std::vector<Series> series,
                         bool stacked = false) {
  Chart chart{std::move(title), "μ", std::move(y_label), std::move(series), stacked};
  chart.even_x = true;
  return chart;
}

/// Figures 8, 9 and 10: the totals, and the steps at levels 1 and 2.
inline std::vector<Chart> plot_times(const SceneStudy& scene) {
  std::vector<Series> totals{
      by_merge("A*", ink::kAll[0], scene, [](const MergeStudy& m) { return m.astar_us; })};
  for (unsigned level = 1; level < kSearches; ++level) {
    totals.push_back(by_merge(fmt::format("L{}", level), ink::kAll[level], scene,
                              [&](const MergeStudy& m) { return m.searches[level].us.total(); }));
  }
  totals.push_back(by_merge("auto", ink::kAll[4], scene,
                            [](const MergeStudy& m) { return m.searches[kAutoLevel].us.total(); }));
  std::vector<Chart> charts{merge_chart(fmt::format("(a) {}: complete path", scene.name),
                                        "microseconds", std::move(totals))};
  for (const unsigned level : {1u, 2u}) {
    const auto step = [&](const char* name, const char* colour, double Steps::*member) {
      return by_merge(name, colour, scene,
                      [&](const MergeStudy& m) { return m.searches[level].us.*member; });
    };
    charts.push_back(merge_chart(
        fmt::format("({}) {}: steps at L{}", level == 1 ? "b" : "c", scene.name, level),
        "microseconds",
        {step("search", ink::kBlue, &Steps::search), step("extract", ink::kAmber, &Steps::extract),
         step("connect S and G", ink::kVermilion, &Steps::connect)},
        true));
  }
  return charts;
}

/// Figure 7: cells in percent of the polygons, in the mean over the scenes.
inline double cell_share(const std::vector<SceneStudy>& scenes, std::uint32_t merge,
                         unsigned level) {
  double sum = 0.0;
  for (const SceneStudy& s : scenes) {
    const MergeStudy& m = s.of(merge);
    sum += 100.0 * double(m.cells[std::min<std::size_t>(level, m.levels) - 1]) / s.polygons;
  }
  return sum / double(scenes.size());
}

inline std::vector<Chart> plot_cells(const std::vector<SceneStudy>& scenes) {
  std::vector<Series> series;
  for (unsigned level = 1; level <= kStudyLevels; ++level) {
    series.push_back(
        by_merge(fmt::format("L{}", level), ink::kAll[level], scenes[0],
                 [&](const MergeStudy& m) { return cell_share(scenes, m.merge, level); }));
  }
  return {merge_chart("Nodes by level, mean of the scenes", "percent of the polygons",
                      std::move(series))};
}

/// Figure 11: gates a cell.
inline std::vector<Chart> plot_gates(const std::vector<SceneStudy>& scenes) {
  std::vector<Chart> charts;
  for (const unsigned level : {2u, 3u}) {
    std::vector<Series> series;
    for (std::size_t i = 0; i < scenes.size(); ++i) {
      series.push_back(by_merge(scenes[i].name, ink::kAll[i], scenes[i], [&](const MergeStudy& m) {
        return m.gates[std::min(level, m.levels) - 1];
      }));
    }
    charts.push_back(
        merge_chart(fmt::format("Mean gates a cell at L{}", level), "gates", std::move(series)));
  }
  return charts;
}

/// Values grouped by path length: the mean or the largest of each group, groups of few left out.
inline Series by_length(std::string name, const char* colour, const std::vector<double>& lengths,
                        const std::vector<double>& values, bool largest) {
  constexpr std::size_t kGroups = 12, kLeast = 5;
  const double width = *std::max_element(lengths.begin(), lengths.end()) / kGroups * 1.0001;
  std::vector<std::vector<double>> groups(kGroups);
  for (std::size_t i = 0; i < lengths.size(); ++i)
    groups[static_cast<std::size_t>(lengths[i] / width)].push_back(values[i]);
  Series series{std::move(name), colour, {}, {}};
  for (std::size_t g = 0; g < kGroups; ++g) {
    if (groups[g].size() < kLeast) continue;
    series.x.push_back((double(g) + 0.5) * width);
    series.y.push_back(largest ? *std::max_element(groups[g].begin(), groups[g].end())
                               : mean(groups[g]));
  }
  return series;
}

/// Figure 14 for one scene: errors over the length of the path.
inline std::vector<Chart> plot_errors(const std::vector<ErrorStudy>& errors,
                                      const std::string& scene, bool largest) {
  std::vector<Chart> charts;
  for (unsigned level = 1; level <= kErrorLevels; ++level) {
    std::vector<Series> series;
    for (const ErrorStudy& e : errors) {
      if (e.scene != scene || e.level != level) continue;
      series.push_back(by_length(fmt::format("μ = {}", e.merge), ink::kAll[series.size()],
                                 e.lengths, e.errors, largest));
      for (double& error : series.back().y) error = std::max(error, 0.0);  // the axis begins there
    }
    charts.push_back({fmt::format("{}, L{}: {} error", scene, level, largest ? "largest" : "mean"),
                      "path length in metres", "percent", std::move(series)});
  }
  return charts;
}

/// Figure 15 for one scene: time over the length of the path.
inline std::vector<Chart> plot_balance(const BalanceStudy& study) {
  std::vector<Chart> charts;
  for (const bool largest : {false, true}) {
    const auto curve = [&](const char* name, const char* colour, const MergeStudy& m) {
      return by_length(name, colour, study.scene.lengths, m.searches[2].query_us, largest);
    };
    charts.push_back({fmt::format("{}, L2, μ = {}: {}", study.scene.name, kBalanceMerge,
                                  largest ? "worst case" : "mean"),
                      "path length in metres",
                      "microseconds",
                      {curve("balanced", ink::kBlue, study.balanced),
                       curve("random weights", ink::kVermilion, study.random)}});
  }
  return charts;
}

}  // namespace portolan::detail::bench
