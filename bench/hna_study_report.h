#pragma once

#include <filesystem>
#include <string>

#include "hna_study_tables.h"
#include "setting.h"

/// The page of the HNA* study.
namespace portolan::detail::bench {

class HnaReport {
 public:
  HnaReport(const HnaStudy& study, StudyHeader header)
      : study_(study), header_(std::move(header)) {}

  /// The whole page; writes plots and CSV files to `folder`, which the page calls `link`.
  std::string write(const std::filesystem::path& folder, const std::string& link) const {
    std::string page = opening() + findings() + totals(folder, link) + sizes(folder, link);
    if (!study_.connects.empty()) page += connecting();
    if (!study_.errors.empty()) page += errors(folder, link);
    if (!study_.balances.empty()) page += balance(folder, link);
    if (!study_.kinds.empty()) page += kinds();
    if (!study_.cuts.empty()) page += cuts();
    if (!study_.small.empty()) page += small();
    return page;
  }

 private:
  std::uint64_t compared() const {
    std::uint64_t sum = 0;
    for (const auto* scenes : {&study_.large, &study_.small}) {
      for (const SceneStudy& s : *scenes) sum += s.compared;
    }
    return sum;
  }

  std::string opening() const {
    return fmt::format(
        "# The study of the HNA* paper, repeated\n\n"
        "N. Pelechano, C. Fuentes: *Hierarchical path-finding for navigation meshes (HNA\\*)*, "
        "2016. Its "
        "questions on scenes of the same kind and size (its own models are not public): METIS, "
        "the same μ at every level, up to three levels, {} pairs a scene, complete polygon paths, "
        "one thread. The times of a step come from three runs of the same queries: one that may "
        "expand nothing ends as soon as start and goal are connected, one for the cost alone ends "
        "after the search, one for the path ends with everything in the caller's buffer; the "
        "differences are the steps. In each round all queries are answered by A* on level 0, then "
        "by each way in turn, and the best of the rounds counts for each query. Effort is counted "
        "in expansions, which are the same on every machine.\n\n{}",
        study_.large.empty() ? 0 : study_.large[0].queries, header_.markdown());
  }

  std::string findings() const {
    std::string text = "## What it shows\n\n";
    for (const SceneStudy& s : study_.large) {
      const PaperScene* paper = paper_scene(s.name);
      const unsigned level = best_level(s);
      const MergeStudy& best = s.best(level);
      const MergeStudy& free = s.best(kAutoLevel);
      text += fmt::format(
          "- {}: best {} over A* at {}, μ = {}{}; {} with the level chosen cell by cell, μ = {}.\n",
          s.name, times(best.ratio(level)), level_name(level), best.merge,
          paper ? fmt::format(" (the paper: {:.1f}x, {})", paper->speedup, paper->at) : "",
          times(free.ratio(kAutoLevel)), free.merge);
    }
    text += fmt::format(
        "- Our own model has no error: {} costs, at every level, every μ and with the level chosen "
        "cell by cell, were compared with A* on level 0 by `==`, and all are equal. The errors "
        "below are those of the paper's model.\n",
        grouped(double(compared())));
    std::size_t slower = 0, all = 0;
    for (const SceneStudy& s : study_.large) {
      for (const MergeStudy& m : s.merges) {
        ++all;
        slower += m.ratio(kAutoLevel) < 1.0 ? 1 : 0;
      }
    }
    text += fmt::format(
        "- With the level chosen cell by cell the hierarchy is slower than A* in {} of {} "
        "configurations; at a fixed level 3 in {}.\n\n",
        slower, all, slower_at(3));
    return text + best_table(study_.large, true).markdown() + "\n";
  }
  std::size_t slower_at(unsigned level) const {
    std::size_t slower = 0;
    for (const SceneStudy& s : study_.large) {
      for (const MergeStudy& m : s.merges) slower += m.ratio(level) < 1.0 ? 1 : 0;
    }
    return slower;
  }

  std::string totals(const std::filesystem::path& folder, const std::string& link) const {
    std::string text =
        "## Figures 8-10: time by level, μ and step\n\n"
        "Level 0 is A*; auto takes in each place the highest cell that holds neither start nor "
        "goal. The paper's A* needs 2.02 ms on its city and 1.5 ms on its serpentine (i7-4770), "
        "its best hierarchies 0.51 and 0.19 ms.\n\n";
    std::string csv;
    for (const SceneStudy& s : study_.large) {
      const PaperScene* paper = paper_scene(s.name);
      const std::string file = fmt::format("times-{}.svg", s.name);
      write_text(folder / file, draw_charts(plot_times(s)));
      text += fmt::format("{} ({} polygons{}):\n\n![{}]({}/{})\n\n", s.name, grouped(s.polygons),
                          paper ? fmt::format("; the paper's figure {}, {}, {} polygons",
                                              paper->figure, paper->name, grouped(paper->polygons))
                                : "",
                          s.name, link, file);
      const std::string rows = sweep_table(s, true).csv();
      csv += csv.empty() ? rows : rows.substr(rows.find('\n') + 1);
    }
    write_text(folder / "sweep.csv", csv);
    return text +
           fmt::format(
               "All numbers are in [sweep.csv]({}/sweep.csv). The effort, in expansions a query, "
               "connect + search + extract (extracting searches nothing, since the paths are "
               "stored):\n\n{}\n",
               link, effort_table(study_.large).markdown());
  }

  std::string sizes(const std::filesystem::path& folder, const std::string& link) const {
    write_text(folder / "nodes.svg", draw_charts(plot_cells(study_.large)));
    write_text(folder / "gates.svg", draw_charts(plot_gates(study_.large)));
    std::string unconnected;
    for (const SceneStudy& s : study_.large)
      unconnected += fmt::format("{}{} {}", unconnected.empty() ? "" : ", ", s.name, s.unconnected);
    return fmt::format(
        "## Figures 7 and 11: nodes a level, gates a cell\n\n"
        "![nodes by level]({0}/nodes.svg)\n\n![gates]({0}/gates.svg)\n\n"
        "The paper prints both as pictures; in its text level 1 at μ of about 20 has some 12 % of "
        "the nodes and level 2 at μ of about 6 some 2.5 %. Ours has {1:.1f} % and {2:.1f} % in the "
        "mean. Cells are counted in the largest part that hangs together, as the paper leaves out "
        "what cannot be reached; polygons that nothing joins to another: {3}.\n\n{4}\n",
        link, cell_share(study_.large, 20, 1), cell_share(study_.large, 6, 2), unconnected,
        cells_table(study_.large).markdown());
  }

  std::string connecting() const {
    return fmt::format(
        "## Connecting start and goal\n\n"
        "Both ends of a query joined to the gates of their cells of level 1, where cells of "
        "different sizes show what the paper saw at its higher levels. A* per gate is the paper's "
        "first way, one Dijkstra its second, threads its future work (both ends at a time, one of "
        "them by a second thread that waits for work); all three give the same costs.\n\n{}\n",
        connect_table(study_.connects).markdown());
  }

  std::string errors(const std::filesystem::path& folder, const std::string& link) const {
    std::string shown = study_.errors.back().scene;
    for (const ErrorStudy& e : study_.errors) {
      if (e.scene == "islands") shown = e.scene;
    }
    write_text(folder / "errors-mean.svg", draw_charts(plot_errors(study_.errors, shown, false)));
    write_text(folder / "errors-max.svg", draw_charts(plot_errors(study_.errors, shown, true)));
    return fmt::format(
        "## Figures 13 and 14: errors of the paper's model\n\n"
        "In the paper's model A* crosses every portal at the point closest to where it comes from, "
        "and intra-edges run from middle to middle of the gates. Errors are in percent of what "
        "that "
        "A* finds on level 0 ({0} queries for each number; neither is optimal, so an error can be "
        "negative). The length as the model counts it, middles of gates included:\n\n{1}\n"
        "The shortest line through the polygons found, which is what an agent walks (the paper "
        "does "
        "not say which of the two it plots):\n\n{2}\n"
        "Errors as the model counts them over the length of the path:\n\n"
        "![mean error]({3}/errors-mean.svg)\n\n![largest error]({3}/errors-max.svg)\n\n"
        "Our own model crosses portals at their middles at every level, so the errors are zero: "
        "{4} costs compared by `==`.\n\n",
        study_.errors[0].errors.size(), error_table(study_.errors, &ErrorStudy::errors).markdown(),
        error_table(study_.errors, &ErrorStudy::line_errors).markdown(), link,
        grouped(double(compared())));
  }

  std::string balance(const std::filesystem::path& folder, const std::string& link) const {
    std::string text = fmt::format(
        "## Figure 15: balanced against random weights\n\n"
        "Two levels, μ = {}, searched at level 2. Random weights of polygons and borders make "
        "METIS "
        "balance and cut something that does not matter; the paper finds balanced parts slightly "
        "better in the mean and the worst case nearly three times worse without them.\n\n{}\n",
        kBalanceMerge, balance_table(study_.balances).markdown());
    for (const BalanceStudy& s : study_.balances) {
      const std::string file = fmt::format("balance-{}.svg", s.scene.name);
      write_text(folder / file, draw_charts(plot_balance(s)));
      text += fmt::format("![{}]({}/{})\n\n", s.scene.name, link, file);
    }
    return text;
  }

  std::string kinds() const {
    return fmt::format(
        "## Table 1: triangles against polygons\n\n"
        "The scenes built from their geometry by Recast, with at most 3 and 6 corners a polygon, "
        "everything else as in its demo; as one tile, or in tiles of 1,024 voxels where one cannot "
        "hold all triangles.\n\n{}\n",
        kind_table(study_.kinds).markdown());
  }

  std::string cuts() const {
    return fmt::format(
        "## Who cuts: METIS, matching, automatic\n\n"
        "The same study by the other partitioners; ratios are A* over the hierarchy, complete "
        "paths.\n\n{}\n",
        cut_table(study_.cuts).markdown());
  }

  std::string small() const {
    return fmt::format(
        "## Levels of games\n\nThe best μ for each level, A* over the hierarchy.\n\n{}",
        best_table(study_.small, false).markdown());
  }

  const HnaStudy& study_;
  StudyHeader header_;
};

}  // namespace portolan::detail::bench
