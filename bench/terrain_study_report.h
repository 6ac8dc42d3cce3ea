#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "setting.h"
#include "terrain_study_growth_file.h"
#include "terrain_study_pictures.h"
#include "terrain_study_tables.h"

/// The page of the study of the merged hierarchy.
namespace portolan::detail::bench {

struct TerrainStudy {
  std::vector<MergeSteps> steps;
  std::vector<ChapterNine> chapters;
  std::vector<SettingRow> settings;
  std::vector<BeyondResult> beyond;
  std::vector<CrowdRow> crowd;
  std::uint32_t agents = 0;
  std::vector<UpdateRow> updates;
  std::vector<GrowthRow> growth;
};

class TerrainReport {
 public:
  TerrainReport(const TerrainStudy& study, StudyHeader header)
      : study_(study), header_(std::move(header)) {}

  /// The whole page; writes plots and CSV files to `folder`, which the page calls `link`.
  std::string write(const std::filesystem::path& folder, const std::string& link) const {
    return opening() + findings() + which() + merge_steps(link) + chapter_nine(link) + settings() +
           beyond() + ideas() + growth(folder, link);
  }

 private:
  std::string opening() const {
    return "# Terrain: the merged hierarchy, repeated and surpassed\n\n"
           "The study of a thesis on a navigation structure that is merged bottom-up from the "
           "triangles of a terrain: its example structures (chapter 8) and its comparison with A* "
           "(chapter 9), then ours on the same graphs. Prices are those of its chapter 9: a metre "
           "up counts ten times, down five times, concave 1.05, convex 0.95, all else 1. Its cone "
           "has 64 x 64 squares, told by the fractions in its tables; so has ours (16,384 "
           "triangles with four a square). Its realistic map is not to be had: ours is *jacksboro* "
           "(SRTM, 403 x 344 values, squares of 75 x 92.5 m, true heights), all of it, 34 times as "
           "large as its cone, and a cut of 64 x 64 squares. A* is our own loop with an admissible "
           "bound from positions (`terrain_bound.h`); its "
           "costs are compared with one Dijkstra from each start by `==`. A wave goes to goals "
           "spread evenly over all triangles, told above each table: all of them are compared, "
           "some of "
           "these timed (A* is compared on these only). Every method answers all timed goals in "
           "each round, "
           "the best round of each counts. Percentages are costs over the cheapest, quartiles as "
           "in the thesis (Q4 is the worst). What it calls XY and Z is XZ and Y in the code. "
           "Compare ratios, not times.\n\n" +
           header_.markdown();
  }

  /// The least and largest of something over the waves of all or some grounds.
  template <class Of>
  std::pair<double, double> range(std::size_t method, const std::string& ground, Of&& of) const {
    std::pair<double, double> found{1e300, 0.0};
    for (const BeyondResult& b : study_.beyond) {
      if (!b.ground.starts_with(ground)) continue;
      for (const WaveResult& wave : b.waves) {
        found.first = std::min(found.first, of(wave.rows[method]));
        found.second = std::max(found.second, of(wave.rows[method]));
      }
    }
    return found;
  }
  static constexpr const char* kLayers[] = {"A*", "full", "10 layers", "5 layers"};
  static double speedup(const WaveRow& row) { return row.speedup; }
  static double average(const WaveRow& row) { return row.average; }

  /// A line for each of full, 10 and 5 layers: how a mode does on all its maps, and where it
  /// misses.
  std::string mode_lines(const MergeMode& mode) const {
    std::string text;
    for (const std::size_t k : {1u, 2u, 3u}) {
      double worst = 0.0, least = 1e300, best = 1e300, most = 0.0;
      std::string missed;
      for (const ChapterNine& c : study_.chapters) {
        if (c.mode != mode.name || c.ground.find("contour") != std::string::npos) continue;
        for (const WaveResult& wave : c.waves) {
          const WaveRow& row = wave.rows[k];
          worst = std::max(worst, row.average);
          best = std::min(best, row.average);
          least = std::min(least, row.speedup);
          most = std::max(most, row.speedup);
          if (!reaches_thesis({row}))
            missed += fmt::format("{}{} from {} ({}, {})", missed.empty() ? "" : "; ", c.ground,
                                  wave.name, percent(row.average), faster(row.speedup));
        }
      }
      text += fmt::format("  - {}: averages {} to {}, {} to {} over A*; {}.\n", kLayers[k],
                          percent(best), percent(worst), faster(least), faster(most),
                          missed.empty() ? "reached in every wave" : "missed on " + missed);
    }
    return text;
  }
  /// Where a mode's average is above that of the same wave in the thesis, on the cone or the cut.
  std::string above_own_wave(const MergeMode& mode) const {
    std::string above;
    for (const ChapterNine& c : study_.chapters) {
      if (c.mode != mode.name || c.ground.find("contour") != std::string::npos) continue;
      for (std::size_t w = 0; w < c.waves.size(); ++w) {
        for (const std::size_t k : {1u, 2u, 3u}) {
          const int theirs = thesis::wave(is_cone(c), w).quartiles_and_average[k][4];
          const WaveRow& row = c.waves[w].rows[k];
          if (100.0 * row.average < theirs + 0.5) continue;
          above += fmt::format("{}{} from {}, {} ({}, theirs {} %)", above.empty() ? "" : "; ",
                               c.ground, c.waves[w].name, kLayers[k], percent(row.average), theirs);
        }
      }
    }
    return "wave by wave, not against its worst: " +
           (above.empty() ? "nowhere above" : "above on " + above) + ".\n";
  }
  static bool is_cone(const ChapterNine& c) { return c.ground.starts_with("cone"); }

  std::string chosen_line() const {
    return "- Wanted of the thesis' navigation: averages of at most 239 % (its waves: 130 to 239 "
           "%), at least 9x over A* (9 to 29x). With the settings chosen below (worst unweighted, "
           "patience 1) on all maps; the full structure has at most 10 layers then, so \"10 "
           "layers\" is the same structure and no result of its own:\n" +
           mode_lines(kChosen) + "  - " + above_own_wave(kChosen) +
           "- To the letter of the thesis (worst unit, patience 0), on the cone and the cut "
           "only:\n" +
           mode_lines(kToTheLetter);
  }
  /// The chosen settings on ground that they were not chosen on.
  std::string held_out() const {
    std::string text;
    for (const GrowthRow& row : study_.growth)
      text += fmt::format("{}{} ({}, {})", text.empty() ? "" : "; ", row.side,
                          percent(row.by_merged.average), faster(row.by_merged.speedup));
    return text;
  }

  /// The largest ground, and the largest with tables where that is another.
  std::string growth_line() const {
    const GrowthRow& last = study_.growth.back();
    const GrowthRow* tables = nullptr;
    for (const GrowthRow& row : study_.growth) {
      if (row.tables.bytes > 0.0) tables = &row;
    }
    return fmt::format(
        "- Growth to {0}x{0} squares, {1} triangles: merged and guide in {2:.0f} s, queries {3} "
        "over "
        "A* guided ({4}), {5} by the searched hierarchy (exact); the peak of the process is "
        "{6:.1f} "
        "GB. The largest ground with tables here is {7}x{7}: {8} over A*, exact. Wanted at "
        "2048x2048: 24 GB, 20x.\n\n",
        last.side, grouped(last.triangles), last.merged.seconds + last.guide.seconds,
        faster(last.by_guide.speedup), percent1(last.by_guide.average),
        faster(last.by_hierarchy.speedup), last.peak_bytes / 1e9, tables ? tables->side : 0,
        tables ? faster(tables->by_tables.speedup) : "none");
  }

  std::string findings() const {
    const auto guided = range(3, "", average);
    const auto guided_speed = range(3, "jacksboro,", speedup);
    const auto tables = range(5, "jacksboro,", speedup);
    double table_bytes = 0.0;
    for (const BeyondResult& b : study_.beyond) table_bytes = std::max(table_bytes, b.table_bytes);
    std::string text = "## What it shows\n\n" + chosen_line();
    text += fmt::format(
        "- Guided by layers cut out of the merged hierarchy: averages of {} to {} (wanted: at most "
        "120 %), {} to {} over A* on jacksboro.\n",
        percent1(guided.first), percent1(guided.second), faster(guided_speed.first),
        faster(guided_speed.second));
    text += fmt::format(
        "- The shared hierarchy on the same directed graph: all costs equal Dijkstra's by `==`. "
        "By tables on jacksboro {} to {} over A* (wanted: 100x), in at most {} MB (wanted: "
        "400).\n",
        faster(tables.first), faster(tables.second), megabytes(table_bytes));
    return text + growth_line();
  }

  std::string which() const {
    const auto cell = [&](std::size_t method) {
      const auto s = range(method, "jacksboro,", speedup);
      const auto a = range(method, "jacksboro,", average);
      return fmt::format("{}-{}, {}-{}", faster(s.first), faster(s.second), percent1(a.first),
                         percent1(a.second));
    };
    Table table{{"use", "when", "on jacksboro: over A*, average"}, {}};
    table.add({"tables (`TerrainQuery`)",
               "the ground stays as it is, there is memory and a minute to bake; every path is the "
               "cheapest",
               cell(5)});
    table.add({"shared hierarchy, searched",
               "cheapest paths without tables, or prices change cell by cell", cell(4)});
    table.add({"guided (`GuidedQuery`)",
               "good paths at once: builds in a few seconds a million triangles", cell(3)});
    table.add({"merged (`MergedQuery`)",
               "paths may be long but must be quick, step by step (progressive), around crowds, or "
               "prices change all the time (local updates)",
               cell(1)});
    table.add({"A*", "a handful of queries, or short ones", "1x, 100 %"});
    return "## Which to use when\n\n" + table.markdown() + "\n";
  }

  std::string merge_steps(const std::string& link) const {
    std::string text =
        "## Chapter 8: merge steps\n\nTop clusters after a step, neighbours in different colours; "
        "first the ground, dark to light. Unless said otherwise merged to the letter of the "
        "thesis (worst unit, patience 0).\n\n";
    for (const MergeSteps& s : study_.steps) {
      text += fmt::format("### {}\n\n![{}]({}/{})\n\n{} steps in all; shown:", s.title, s.title,
                          link, s.picture, s.steps);
      for (const auto& [step, tops] : s.shown)
        text += fmt::format(" {} ({} clusters){}", step, grouped(tops),
                            step == s.shown.back().first ? ".\n\n" : ",");
    }
    return text +
           "As in the thesis, walls, their tops and the paths between become clusters of their "
           "own; "
           "on the cone with two triangles a square clusters break at the angles where all edges "
           "lie across the contour lines (half past ten and half past four; the thesis' diagonals "
           "run the other way), with four they "
           "follow the contour lines better; on real ground artefacts stay local.\n\n";
  }

  std::string chapter_nine(const std::string& link) const {
    std::string text = fmt::format(
        "## Chapter 9: single paths and waves\n\nA wave's picture: costs from the two starts "
        "(rows) "
        "by Dijkstra, the full structure, 10 and 5 layers; dark is near. Cone with four triangles "
        "a square, to the letter, then with the chosen settings:\n\n![waves, to the "
        "letter]({0}/waves-cone-letter.png)\n\n![waves, chosen]({0}/waves-cone-chosen.png)\n\n"
        "The long path on jacksboro, four triangles a square: A*, full structure, 5 layers, "
        "guided:\n\n![paths]({0}/paths-jacksboro.png)\n\n",
        link);
    for (const ChapterNine& c : study_.chapters) {
      if (c.ground.find("contour") == std::string::npos) text += chapter(c);
    }
    return text;
  }

  static std::string chapter(const ChapterNine& c) {
    const bool cone = is_cone(c);
    std::string text = fmt::format(
        "### {} a square, {}\n\n{} triangles; {} layers when full, {:.2f} s to merge, {:.2f} s to "
        "compress to 10 layers, {:.0f} bytes a triangle.\n\n",
        c.ground, c.mode, grouped(c.triangles), c.layers, c.merge_seconds, c.compress_seconds,
        c.full_bytes);
    const thesis::Single* singles[] = {cone ? &thesis::kConeLong : &thesis::kRealLong,
                                       cone ? &thesis::kConeMedium : &thesis::kRealMedium};
    for (std::size_t k = 0; k < c.paths.size(); ++k) {
      text += fmt::format("{} (table 9.{}), metres:\n\n{}\n", c.paths[k].name, (cone ? 1 : 5) + k,
                          single_table(c.paths[k], *singles[k]).markdown());
    }
    for (std::size_t k = 0; k < c.waves.size(); ++k) {
      text +=
          fmt::format("Wave from {} (table 9.{}), {} goals, {} of them timed:\n\n{}\n",
                      c.waves[k].name, (cone ? 3 : 7) + k, grouped(double(c.waves[k].goals)),
                      c.waves[k].timed, wave_table(c.waves[k], thesis::wave(cone, k)).markdown());
    }
    return text;
  }

  std::string settings() const {
    std::string text =
        "## Which settings reach the thesis' figures\n\nPatience 0 is the thesis' merging: "
        "clusters "
        "merge only with those that pick them too. On large ground a large cluster then takes in "
        "its "
        "neighbours one a step and every step adds a layer. On all of jacksboro that was tried "
        "once, "
        "apart from this run, on a busy machine (two triangles a square, average entering, 120 "
        "goals, starts at other places): 12,644 layers, 46 s to merge; full 1.4x / 1.3x at 396 / "
        "369 %, 10 layers 2.9x / 1.5x at 277 / 275 %, 5 layers 0.4x / 0.1x at 310 / 296 %. The "
        "other "
        "entering prices were not tried there. With patience 1 every cluster merges in every step. "
        "As "
        "good as the thesis: both waves at most 239 % and at least 9x.\n\n"
        "How they were chosen: before this run, patience 0, 1 and 2, all four entering prices, and "
        "full, 10, 8, 7, 6 and 5 layers were tried, not all on every map, on the cone and "
        "jacksboro "
        "themselves, about 80 combinations; patience 2 (jacksboro, two) was worse than 1 nearly "
        "everywhere. The best of so many looks better on these maps than it is. Fractal terrain "
        "took no part in choosing: there the chosen settings, full, give by squares a side " +
        held_out() + ".\n\n";
    std::vector<std::string> grounds;
    for (const SettingRow& row : study_.settings) {
      if (std::find(grounds.begin(), grounds.end(), row.ground) == grounds.end())
        grounds.push_back(row.ground);
    }
    for (const std::string& ground : grounds)
      text += fmt::format("{} a square:\n\n{}\n", ground,
                          settings_table(study_.settings, ground).markdown());
    return text + best_settings(grounds);
  }

  /// For each entering price with patience 1, how many maps it is good on, and its worst average.
  std::string best_settings(const std::vector<std::string>& grounds) const {
    Table table{{"patience 1, entering", "layers", "as good as the thesis on", "worst average",
                 "mean average", "least over A*"},
                {}};
    for (const std::uint32_t layers : {0u, 5u}) {
      for (int e = 0; e < 4; ++e) {
        double worst = 0.0, sum = 0.0, least = 1e300;
        std::size_t good = 0, count = 0;
        for (const SettingRow& row : study_.settings) {
          if (row.patience != 1 || row.asked != layers || static_cast<int>(row.entering) != e)
            continue;
          good += reaches_thesis(row.waves);
          for (const WaveRow& wave : row.waves) {
            worst = std::max(worst, wave.average);
            least = std::min(least, wave.speedup);
            sum += wave.average;
            ++count;
          }
        }
        table.add({entering_name(static_cast<EnteringPrice>(e)),
                   layers == 0 ? "full" : fmt::format("{}", layers),
                   fmt::format("{} of {} maps", good, grounds.size()), percent(worst),
                   percent(sum / double(std::max<std::size_t>(count, 1))), faster(least)});
      }
    }
    return "All maps together:\n\n" + table.markdown() +
           "\nSo the chosen settings are worst unweighted and patience 1. Fewer layers give "
           "cheaper paths and take longer, until clusters have so many children that the speed is "
           "lost.\n\n";
  }

  std::string beyond() const {
    std::string text =
        "## Beyond the thesis\n\nGuided: layers of cells of 8, 32, 128 ... triangles cut out of "
        "the merged hierarchy, with real costs between their middles; the path is refined layer by "
        "layer within a corridor (`guide_layers.h`, `guided_query.h`; narrow: margins 1 and 0 in "
        "place of 2 and 1). Hierarchy: the shared one, cells of 12 x 12 squares, searched or by "
        "tables of at most 400 MB. Chosen settings.\n\n" +
        memory_table(study_.beyond).markdown() + "\n";
    for (const BeyondResult& b : study_.beyond)
      text += fmt::format("{} a square:\n\n{}\n", b.ground, beyond_table(b).markdown());
    return text;
  }

  std::string ideas() const {
    return fmt::format(
        "## The thesis' ideas for the future\n\n### Crowds\n\n{} agents walk from one place of the "
        "cone "
        "to the other side, one sets out each moment, each walks a triangle a moment and looks no "
        "farther than it must (progressive). Clusters count who is in them; weight: by how many "
        "times its price a cluster gets more expensive for an agent on each of its "
        "triangles.\n\n{}\n"
        "### Local updates\n\nA place of jacksboro (four triangles a square) gets three times as "
        "expensive; mean of 20 places.\n\n{}\n"
        "### Edges along contour lines\n\nAverage ratios on the cone. Contour: two triangles a "
        "square, split along the diagonal whose ends differ less in height.\n\n{}\n",
        study_.agents, crowd_table(study_.crowd).markdown(),
        update_table(study_.updates).markdown(), contour_table(study_.chapters).markdown());
  }

  std::string growth(const std::filesystem::path& folder, const std::string& link) const {
    write_text(
        folder / "growth.svg",
        draw_charts({growth_chart("Build time", "milliseconds", study_.growth, kBuildLines, 1e3),
                     growth_chart("Memory", "kilobytes", study_.growth, kMemoryLines, 1e-3),
                     growth_chart("A query", "microseconds", study_.growth, kQueryLines, 1e3)}));
    save_growth(folder / "growth.csv", study_.growth);
    std::string earlier;
    for (const GrowthRow& row : study_.growth) {
      if (row.earlier) earlier += fmt::format("{}{}", earlier.empty() ? "" : ", ", row.side);
    }
    if (!earlier.empty())
      earlier = fmt::format(
          " Rows of {} squares a side were measured by an earlier run with `--large` and kept in "
          "growth.csv.",
          earlier);
    return fmt::format(
        "## Growth\n\nFractal terrain with roads, four triangles a square, chosen settings, one "
        "thread; tables are the connect table and shortcuts, where built. Legends: the "
        "fitted exponent over the number of triangles.{} All numbers: "
        "[growth.csv]({}/growth.csv).\n\n![growth]({}/growth.svg)\n\nBuild time and MB of each "
        "part:\n\n{}\nQueries between random triangles, time, over A*, average ratio:\n\n{}",
        earlier, link, link, growth_table(study_.growth).markdown(),
        growth_query_table(study_.growth).markdown());
  }

  const TerrainStudy& study_;
  StudyHeader header_;
};

}  // namespace portolan::detail::bench
