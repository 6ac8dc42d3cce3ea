#pragma once

#include <algorithm>
#include <filesystem>
#include <string>

#include "pccp_study_tables.h"
#include "setting.h"

/// The page of the study on connecting start and goal.
namespace portolan::detail::bench {

class PccpReport {
 public:
  PccpReport(const PccpStudy& study, StudyHeader header)
      : study_(study), header_(std::move(header)) {}

  /// The whole page; writes plots and CSV files to `folder`, which the page calls `link`.
  std::string write(const std::filesystem::path& folder, const std::string& link) const {
    write_text(folder / "sweep.csv", pccp_sweep(study_.scenes).csv());
    write_text(folder / "offsets.csv", pccp_offsets(study_.scenes).csv());
    return opening(link) + findings() + papers() + totals(folder, link) + gates(folder, link) +
           threads(folder, link) + memory(folder, link) + offsets(folder, link) + exact();
  }

 private:
  static constexpr std::uint32_t kShown = 10;  // the μ of most of what the papers' texts tell

  std::string opening(const std::string& link) const {
    return fmt::format(
        "# Connecting start and goal: the comparison of the HNA* paper of 2017\n\n"
        "V. Rahmani, N. Pelechano: *Improvements to Hierarchical Pathfinding for Navigation "
        "Meshes*, 2017; its pre-calculated paths are called PCCP in the authors' paper of 2020 on "
        "many agents. The same comparison on "
        "scenes of the same kind and size, all of it under the paper's model "
        "(`navmesh/paper_model.h`): A* on level 0; HNA*, which runs one A* for each gate of the "
        "cells of start and goal; the same A* searches on several threads; one Dijkstra search for "
        "all gates, the second way of the 2016 paper; PCCP, which looks up the costs and paths "
        "from the centre of the polygon that holds the end. METIS, one μ for all levels, "
        "intra-edges "
        "stored, one thread unless said; {} pairs a scene are timed, as in the paper, {} compared "
        "for errors. A query is "
        "timed in one run, step by step: connect, search, extract. In each round all pairs are "
        "answered by A*, then by each way at each level, and the best of the rounds counts for "
        "each query. Where both ends lie in one cell the level is lowered, at last to A*. Compare "
        "ratios over A*, not times; expansions are the same on every machine. All numbers: "
        "[sweep.csv]({}/sweep.csv), [offsets.csv]({}/offsets.csv).\n\n{}",
        study_.scenes[0].timed, study_.scenes[0].compared, link, link, header_.markdown());
  }

  /// The configuration with the best ratio of a way.
  struct Best {
    const PccpMerge* merge = nullptr;
    unsigned level = 0;
    double ratio = 0.0;
  };
  static Best best(const PccpScene& scene, std::size_t way) {
    Best best;
    for (const PccpMerge& m : scene.merges) {
      for (unsigned level = 1; level <= m.levels.size(); ++level) {
        if (m.ratio(level, way) > best.ratio) best = {&m, level, m.ratio(level, way)};
      }
    }
    return best;
  }
  /// In how many configurations something holds.
  template <class F>
  std::size_t count_where(F&& holds) const {
    std::size_t count = 0;
    for (const PccpScene& s : study_.scenes) {
      for (const PccpMerge& m : s.merges) {
        for (unsigned level = 1; level <= m.levels.size(); ++level)
          count += holds(m, level) ? 1 : 0;
      }
    }
    return count;
  }
  std::size_t slower(std::size_t way) const {
    return count_where(
        [&](const PccpMerge& m, unsigned level) { return m.ratio(level, way) < 1.0; });
  }
  std::size_t connects_faster(std::size_t way, std::size_t than) const {
    return count_where([&](const PccpMerge& m, unsigned level) {
      const auto& ways = m.levels[level - 1].ways;
      return ways[way].us.connect < ways[than].us.connect;
    });
  }
  std::size_t configurations() const {
    return count_where([](const PccpMerge&, unsigned) { return true; });
  }

  std::string findings() const {
    std::string text = "## What it shows\n\n";
    for (const PccpScene& s : study_.scenes) {
      text += fmt::format("- {}:", s.name);
      for (const std::size_t way : {kHna, kDijkstra, kWhole}) {
        const Best b = best(s, way);
        text += fmt::format("{} {} at best {} over A* (L{}, μ {})", way == kHna ? "" : ",",
                            kWays[way].name, times(b.ratio), b.level, b.merge->sizes.merge);
      }
      text += ".\n";
    }
    text += fmt::format(
        "- As in the paper, connecting spoils HNA* at the higher levels and larger μ: it is slower "
        "than A* in {} of {} configurations, with one Dijkstra in {}, with PCCP in {}.\n"
        "- One Dijkstra in place of an A* a gate connects faster than HNA* in {} of them and "
        "faster "
        "than two threads in {}, without any memory.\n"
        "- The price of PCCP is its memory and its error, both below. Our own model, in the last "
        "section, has no error.\n\n",
        slower(kHna), configurations(), slower(kDijkstra), slower(kWhole),
        connects_faster(kDijkstra, kHna), connects_faster(kDijkstra, kTwo));
    return text;
  }

  std::string papers() const {
    return fmt::format(
        "## The papers' times beside ours\n\n"
        "What their texts tell (i7-4770, 3.5 GHz); the figures are pictures. Ratios of theirs are "
        "those of 2017, of 2020 where 2017 has none or repeats itself; none where that is all "
        "there is.\n\n{}\n"
        "(†) The text of 2017 gives for Medieval City the very times that it gives for Big "
        "Tropical one paragraph before (2.13 and 9.01 ms, 0.39 and 0.25 ms), although its A* "
        "needs 3 ms in one and 1.7 ms in the other; the text of 2020 has others. The value at L2, "
        "μ 10 of City Island is computed from the 9.3x that 2020 tells. Of connecting alone they "
        "say, in Medieval City at L3, μ 10: HNA* 7.43 ms (9.05 ms in 2020), CUDA 0.14 ms, PCCP "
        "0.011 ms; {}\n\n",
        paper_times_table(study_.scenes).markdown(), connect_beside());
  }
  std::string connect_beside() const {
    for (const PccpScene& s : study_.scenes) {
      const PccpMerge* m = s.name == "medieval" ? s.at(10, 3) : nullptr;
      if (m == nullptr) continue;
      const auto& ways = m->levels[2].ways;
      return fmt::format("ours {:.3f} ms, one Dijkstra {:.3f} ms, PCCP {:.4f} ms.",
                         ways[kHna].us.connect / 1e3, ways[kDijkstra].us.connect / 1e3,
                         ways[kWhole].us.connect / 1e3);
    }
    return "that scene is not among ours here.";
  }

  std::string totals(const std::filesystem::path& folder, const std::string& link) const {
    std::string text =
        "## Figure 4: complete paths, and connecting alone\n\n"
        "The paper plots City Island; the 2020 paper adds the other two. Logarithmic scales; "
        "what takes less than a microsecond is drawn at one.\n\n";
    for (const PccpScene& s : study_.scenes) {
      write_text(folder / fmt::format("totals-{}.svg", s.name), draw_charts(plot_totals(s)));
      write_text(folder / fmt::format("connect-{}.svg", s.name),
                 draw_charts(plot_connects(s, {1, 2, 3})));
      text += fmt::format(
          "{1} ({2} polygons):\n\n![{1}, complete paths]({0}/totals-{1}.svg)\n\n"
          "![{1}, connecting]({0}/connect-{1}.svg)\n\n",
          link, s.name, grouped(s.polygons));
    }
    text += fmt::format(
        "A* over HNA*, and A* over PCCP with whole paths (above 1: faster than A*):\n\n{}\n",
        merge_table(study_.scenes, [](const PccpMerge& m, unsigned level) {
          return fmt::format("{}, {}", times(m.ratio(level, kHna)), times(m.ratio(level, kWhole)));
        }).markdown());
    text += fmt::format("The steps at μ = {}, connect + search + extract in microseconds:\n\n{}\n",
                        kShown, steps_table(study_.scenes, kShown).markdown());
    return text +
           fmt::format(
               "The effort in expansions a query: connecting by HNA*, by one Dijkstra; the search "
               "over the gates. PCCP expands nothing to connect; A* expands {}.\n\n{}\n",
               astar_effort(), merge_table(study_.scenes, [](const PccpMerge& m, unsigned level) {
                                 const auto& ways = m.levels[level - 1].ways;
                                 return fmt::format("{}, {}; {}",
                                                    grouped(ways[kHna].expansions.connect),
                                                    grouped(ways[kDijkstra].expansions.connect),
                                                    grouped(ways[kHna].expansions.search));
                               }).markdown());
  }
  std::string astar_effort() const {
    std::string text;
    for (const PccpScene& s : study_.scenes)
      text +=
          fmt::format("{}{} in {}", text.empty() ? "" : ", ", grouped(s.astar_expansions), s.name);
    return text;
  }

  std::string gates(const std::filesystem::path& folder, const std::string& link) const {
    write_text(folder / "gates.svg", draw_charts(plot_pccp_gates(study_.scenes)));
    return fmt::format(
        "## Figure 5: gates a cell\n\n"
        "Of the largest part that hangs together. Where few cells are left, as at L3 with large μ, "
        "most of the border is that of the world and gates become fewer again; a single cell has "
        "none, and its queries are answered a level lower.\n\n![gates]({}/gates.svg)\n\n",
        link);
  }

  std::string threads(const std::filesystem::path& folder, const std::string& link) const {
    const PccpScene& scene = study_.scenes.back();
    write_text(folder / "threads.svg", draw_charts(plot_connects(scene, {3})));
    return fmt::format(
        "## Figure 6: connecting by threads\n\n"
        "The A* searches to the gates of both ends, shared out among threads that wait in a pool; "
        "{} at L3, {} cores. The paper has Medieval City with three levels, one thread a gate, and "
        "finds the threads far below HNA* and above PCCP; here an A* to one gate is over before a "
        "sleeping thread is awake unless cells are large, more threads than cores add little, and "
        "one Dijkstra by one thread beats two threads in {} of {} configurations. The GPU curve of "
        "the "
        "figure is left out: there is no such program here.\n\n![threads]({}/threads.svg)\n\n{}\n",
        scene.name, std::thread::hardware_concurrency(), connects_faster(kDijkstra, kTwo),
        configurations(), link, threads_table(scene, kStudyLevels).markdown());
  }

  std::string memory(const std::filesystem::path& folder, const std::string& link) const {
    write_text(folder / "memory.svg", draw_charts(plot_memory(study_)));
    std::string most;
    for (const SceneMemory& m : study_.memories) {
      most += fmt::format("{}{} ({} polygons) {} / {}", most.empty() ? "" : ", ", m.name,
                          grouped(m.polygons), megabytes(m.whole_bytes), megabytes(m.step_bytes));
    }
    return fmt::format(
        "## Figure 2: memory\n\n"
        "The papers tell 2.9 MB for a dungeon of 119 polygons and 49.6 MB for Medieval City with "
        "16,867, not at which level and μ. Ours is exact: costs, paths and where they begin, in "
        "arrays and not in a hash table. The most of any level and μ in MB, whole paths / first "
        "steps: {}.\n\n![memory]({}/memory.svg)\n\n"
        "Both papers say that storing only the next cell would save memory and cost time. It "
        "saves much; but each way begins at another centre, so the path of the next polygon is not "
        "always the rest of this one. Such entries (\"longer first steps\") keep as many doorways "
        "as it takes, so both kinds give the same paths. Build times are those of whole paths on "
        "all cores.\n\n{}\n",
        most, link, memory_table(study_.scenes).markdown());
  }

  std::string offsets(const std::filesystem::path& folder, const std::string& link) const {
    const PccpScene& scene = study_.scenes.back();
    write_text(folder / "offsets.svg", draw_charts(plot_offsets(scene)));
    return fmt::format(
        "## The error of the centres\n\n"
        "In percent of what HNA* finds at the same level with the exact ends, μ = {0}. *Between "
        "centres*: the amount by which the cost that PCCP reports is off. *Over the centres*: the "
        "length when the way to the first centre and from the last is added, as the papers "
        "describe the offset. *Line walked*: the shortest line through the polygons found, from "
        "the exact start to the exact goal, against the same for HNA*; its sign is kept. Queries "
        "answered by A*, since both ends lie in one cell at every level, are left out; means are "
        "those of the ratios, so the shortest "
        "paths weigh most.\n\n"
        "The two papers disagree: 2017 has 3 % in the mean for paths *under* 100 m and 5 % for "
        "shorter ones, 2020 has 3 % for paths *over* 100 m and 5 % for shorter ones. Only the "
        "second makes sense, since the same offset weighs less on a longer path, and so it is "
        "here.\n\n{1}\n![errors]({2}/offsets.svg)\n\n",
        kShown, offset_table(study_.scenes, kShown).markdown(), link);
  }

  std::string exact() const {
    if (study_.exact.empty()) return "";
    return fmt::format(
        "## Our own model\n\n"
        "The same pairs and the same cuts under our own model: each doorway is crossed at one "
        "point, the true distance from start and goal to each doorway of their polygons is used, "
        "and every cost was compared with that of A* on level 0 by `==`: no error. Complete paths, "
        "{} pairs a scene; A* is that of this model.\n\n{}",
        study_.scenes[0].compared, exact_table(study_.exact).markdown());
  }

  const PccpStudy& study_;
  StudyHeader header_;
};

}  // namespace portolan::detail::bench
