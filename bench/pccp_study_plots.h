#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_plots.h"
#include "pccp_study_exact.h"
#include "pccp_study_measure.h"
#include "svg_plot.h"

/// The figures of the study on connecting start and goal.
namespace portolan::detail::bench {

/// The tables of a scene that is too small to be timed.
struct SceneMemory {
  std::string name;
  std::uint32_t polygons = 0;
  std::size_t whole_bytes = 0;  ///< The most of any level and μ,
  std::size_t step_bytes = 0;   ///< and the most of first steps.
};

/// Everything that was measured.
struct PccpStudy {
  std::vector<PccpScene> scenes;
  std::vector<SceneMemory> memories;  ///< By size: the scenes, and the dungeon.
  std::vector<ExactStudy> exact;
};

/// The memory that the papers tell (figure 2): for which level and μ they do not say.
struct PaperMemory {
  const char* scene;
  std::uint32_t polygons;
  double megabytes;
};
inline constexpr PaperMemory kPaperMemories[] = {{"dungeon", 119, 2.9}, {"medieval", 16'867, 49.6}};

/// A value by μ, where there is that level.
template <class F>
Series by_pccp_merge(std::string name, const char* colour, const PccpScene& scene, unsigned level,
                     F&& value) {
  Series series{std::move(name), colour, {}, {}};
  for (const PccpMerge& m : scene.merges) {
    if (level > m.levels.size()) continue;
    series.x.push_back(m.sizes.merge);
    series.y.push_back(value(m));
  }
  return series;
}

inline Chart pccp_chart(std::string title, std::string y_label, std::vector<Series> series) {
  Chart chart{std::move(title), "μ", std::move(y_label), std::move(series)};
  chart.even_x = true;
  return chart;
}

inline constexpr std::size_t kPlottedWays[] = {kHna, kTwo, kDijkstra, kWhole};

/// Figure 4, left: complete paths.
inline std::vector<Chart> plot_totals(const PccpScene& scene) {
  std::vector<Chart> charts;
  for (unsigned level = 1; level <= kStudyLevels; ++level) {
    std::vector<Series> series{by_pccp_merge("A*", ink::kAll[0], scene, level,
                                             [](const PccpMerge& m) { return m.astar_us; })};
    for (const std::size_t way : kPlottedWays) {
      series.push_back(by_pccp_merge(
          kWays[way].name, ink::kAll[series.size()], scene, level,
          [&](const PccpMerge& m) { return m.levels[level - 1].ways[way].us.total(); }));
    }
    charts.push_back(pccp_chart(fmt::format("{}, L{}: complete path", scene.name, level),
                                "microseconds", std::move(series)));
    charts.back().log_y = true;
  }
  return charts;
}

/// Figure 4, right, and figure 6: connecting alone.
inline std::vector<Chart> plot_connects(const PccpScene& scene, std::vector<unsigned> levels) {
  std::vector<Chart> charts;
  for (const unsigned level : levels) {
    std::vector<Series> series;
    for (const std::size_t way : {kHna, kTwo, kEight, kDijkstra, kWhole}) {
      series.push_back(by_pccp_merge(
          kWays[way].name, ink::kAll[series.size() + 1], scene, level,
          [&](const PccpMerge& m) { return m.levels[level - 1].ways[way].us.connect; }));
    }
    charts.push_back(pccp_chart(fmt::format("{}, L{}: connect S and G", scene.name, level),
                                "microseconds", std::move(series)));
    charts.back().log_y = true;
  }
  return charts;
}

/// Figure 5.
inline std::vector<Chart> plot_pccp_gates(const std::vector<PccpScene>& scenes) {
  std::vector<Chart> charts;
  for (const unsigned level : {2u, 3u}) {
    std::vector<Series> series;
    for (const PccpScene& s : scenes) {
      series.push_back(by_pccp_merge(s.name, ink::kAll[series.size()], s, level,
                                     [&](const PccpMerge& m) { return m.sizes.gates[level - 1]; }));
    }
    charts.push_back(
        pccp_chart(fmt::format("Mean gates a cell at L{}", level), "gates", std::move(series)));
  }
  return charts;
}

/// Figure 2: memory by the size of the scene; and by μ in the largest.
inline std::vector<Chart> plot_memory(const PccpStudy& study) {
  Series paper{"the paper", ink::kAll[0], {}, {}, true};
  for (const PaperMemory& m : kPaperMemories) {
    paper.x.push_back(m.polygons);
    paper.y.push_back(m.megabytes);
  }
  Series whole{"whole paths, most", ink::kAll[1], {}, {}},
      steps{"first steps", ink::kAll[2], {}, {}};
  for (const SceneMemory& m : study.memories) {
    for (Series* s : {&whole, &steps}) {
      s->x.push_back(m.polygons);
      s->y.push_back(double(s == &whole ? m.whole_bytes : m.step_bytes) / 1e6);
    }
  }
  std::vector<Chart> charts{{"Connecting paths by scene", "polygons", "MB", {paper, whole, steps}}};
  const PccpScene& last = study.scenes.back();
  std::vector<Series> series;
  for (unsigned level = 1; level <= kStudyLevels; ++level) {
    series.push_back(by_pccp_merge(
        fmt::format("L{}", level), ink::kAll[level], last, level,
        [&](const PccpMerge& m) { return double(m.levels[level - 1].memory.whole_bytes) / 1e6; }));
  }
  charts.push_back(
      pccp_chart(fmt::format("{}: whole paths by level", last.name), "MB", std::move(series)));
  return charts;
}

/// The error over the length of the path, μ = 10.
inline std::vector<Chart> plot_offsets(const PccpScene& scene) {
  std::vector<Chart> charts;
  for (unsigned level = 1; level <= kStudyLevels; ++level) {
    const PccpMerge* m = scene.at(10, level);
    if (m == nullptr) continue;
    const OffsetStudy& o = m->levels[level - 1].offsets;
    std::vector<double> distances;
    for (const double error : o.counted) distances.push_back(std::abs(error));
    charts.push_back({fmt::format("{}, L{}, μ = 10: mean error", scene.name, level),
                      "path length in metres",
                      "percent",
                      {by_length("over the centres", ink::kAll[0], o.lengths, o.by_centre, false),
                       by_length("between them", ink::kAll[1], o.lengths, distances, false)}});
  }
  return charts;
}

}  // namespace portolan::detail::bench
