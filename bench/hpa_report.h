#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <string>
#include <vector>

#include "hpa_measure.h"
#include "hpa_tables.h"
#include "svg_plot.h"
#include "table.h"

namespace portolan::detail::bench {

inline constexpr std::uint32_t kSweepFrom = 5;  // cluster sizes of figure 8
inline constexpr std::uint32_t kSweepTo = 30;

/// Turns measurements into tables, plots and a page.
class StudyReport {
 public:
  StudyReport(const std::vector<MapStudy>& studies, const std::vector<SweepCounts>& sweeps,
              StudyHeader header)
      : studies_(studies), sweeps_(sweeps), header_(std::move(header)) {
    for (const MapStudy& study : studies) {
      for (const Sample& sample : study.samples) {
        const auto bin = static_cast<std::size_t>(sample.length / kBinWidth);
        if (bins_.size() <= bin) bins_.resize(bin + 1);
        bins_[bin].push_back(&sample);
        all_.push_back(&sample);
      }
    }
  }

  /// Whether the mean error after smoothing, as it is done by default, stays below 1 %.
  bool holds() const { return mean(all_, full_error) < 1.0; }

  std::string summary() const {
    return fmt::format(
        "{} queries on {} maps; mean error {:.2f} % before smoothing, {:.2f} % after straight "
        "lines "
        "in eight directions, {:.2f} % after full smoothing: below 1 % {}\n",
        all_.size(), studies_.size(), mean(all_, raw_error), mean(all_, paper_error),
        mean(all_, full_error), holds() ? "holds" : "DOES NOT HOLD");
  }

  /// The whole page; writes the plots and CSV files to `folder`, which the page calls `link`.
  std::string write(const std::filesystem::path& folder, const std::string& link,
                    const std::string& example) const {
    write_text(folder / "figure5.svg", draw_charts(figure5()));
    write_text(folder / "figure6.svg", draw_charts(figure6()));
    write_text(folder / "figure7.svg", draw_charts(figure7()));
    write_text(folder / "figure8.svg", draw_charts(figure8()));
    const Table table2 = make_table2(studies_), table3 = make_table3(all_);
    write_text(folder / "table2.csv", table2.csv());
    write_text(folder / "table3.csv", table3.csv());
    write_text(folder / "by-length.csv", by_length().csv());
    write_text(folder / "figure8.csv", by_size().csv());
    return opening() + findings() + example + sizes(table2, table3) + figures(link);
  }

 private:
  using Samples = std::vector<const Sample*>;
  using Value = std::function<double(const Sample&)>;
  static constexpr double kBinWidth = 25.0;       // of solution lengths, in tiles
  static constexpr std::size_t kLeastInBin = 20;  // a bin with fewer queries is not plotted

  static double raw_error(const Sample& s) { return s.raw_error; }
  static double paper_error(const Sample& s) { return s.paper_error; }
  static double full_error(const Sample& s) { return s.full_error; }
  static Value expansions(unsigned method) {
    return [method](const Sample& s) { return double(s.efforts[method].total()); };
  }
  static Value time(unsigned method) {
    return [method](const Sample& s) { return s.efforts[method].microseconds; };
  }
  static Value part(unsigned method, SearchCounts QueryCounts::*which) {
    return [=](const Sample& s) { return double((s.efforts[method].counts.*which).expansions); };
  }
  static double mean(const Samples& samples, const Value& value) {
    double sum = 0.0;
    for (const Sample* sample : samples) sum += value(*sample);
    return samples.empty() ? 0.0 : sum / double(samples.size());
  }

  Series curve(std::string name, const char* colour, const Value& value,
               bool dashed = false) const {
    Series series{std::move(name), colour, {}, {}, dashed};
    for (std::size_t b = 0; b < bins_.size(); ++b) {
      if (bins_[b].size() < kLeastInBin) continue;
      series.x.push_back((double(b) + 0.5) * kBinWidth);
      series.y.push_back(mean(bins_[b], value));
    }
    return series;
  }

  std::vector<Series> astar_and_levels(const std::function<Value(unsigned)>& value) const {
    return {curve("A*", ink::kBlue, value(kAstar)), curve("1 level", ink::kVermilion, value(1)),
            curve("2 levels", ink::kGreen, value(2)), curve("3 levels", ink::kPurple, value(3))};
  }

  std::vector<Chart> figure5() const {
    return {{"Expanded nodes, complete path", "solution length", "nodes",
             astar_and_levels(expansions), false, 0.0, false},
            {"The same, logarithmic", "solution length", "nodes", astar_and_levels(expansions),
             false, 0.0, true},
            {header_.provisional ? "Time, complete path (provisional)" : "Time, complete path",
             "solution length", "microseconds", astar_and_levels(time), false, 0.0, false}};
  }

  std::vector<Chart> figure6() const {
    std::vector<Chart> charts;
    double top = 0.0;
    for (unsigned level = 1; level <= kLevels; ++level) {
      charts.push_back({fmt::format("{} abstract level{}", level, level == 1 ? "" : "s"),
                        "solution length",
                        "expanded nodes",
                        {curve("main", ink::kBlue, part(level, &QueryCounts::main)),
                         curve("SG", ink::kVermilion, part(level, &QueryCounts::connect)),
                         curve("refinement", ink::kAmber, part(level, &QueryCounts::refine))},
                        true,
                        0.0,
                        false});
      top = std::max(top, highest(charts.back()));
    }
    for (Chart& chart : charts) chart.y_top = top;
    return charts;
  }

  std::vector<Chart> figure7() const {
    return {{"Path length over the optimum",
             "solution length",
             "error in percent",
             {curve("refined", ink::kBlue, raw_error),
              curve("eight directions", ink::kVermilion, paper_error),
              curve("full smoothing", ink::kGreen, full_error)},
             false,
             0.0,
             false}};
  }

  std::vector<Chart> figure8() const {
    std::vector<Chart> charts;
    double top = 0.0;
    for (const bool astar : {true, false}) {
      Series sg{"SG", ink::kVermilion, {}, {}}, main{"main", ink::kBlue, {}, {}},
          total{"total", ink::kGreen, {}, {}};
      for (std::size_t i = 0; i < sweeps_.size(); ++i) {
        const double connect =
            per_query(astar ? sweeps_[i].connect_astar : sweeps_[i].connect_dijkstra);
        for (Series* s : {&sg, &main, &total}) s->x.push_back(double(kSweepFrom + i));
        sg.y.push_back(connect);
        main.y.push_back(per_query(sweeps_[i].main));
        total.y.push_back(connect + per_query(sweeps_[i].main));
      }
      charts.push_back(
          {astar ? "S and G connected by A* per gate" : "S and G connected by one Dijkstra",
           "cluster size",
           "expanded nodes",
           {total, main, sg},
           false,
           0.0,
           false});
      top = std::max(top, highest(charts.back()));
    }
    for (Chart& chart : charts) chart.y_top = top;
    return charts;
  }

  double per_query(std::uint64_t sum) const { return double(sum) / double(all_.size()); }

  Table by_length() const {
    Table table{{"length_from", "length_to", "queries", "error_refined", "error_paper",
                 "error_full", "astar_expansions", "astar_us"},
                {}};
    for (unsigned method = 1; method < kMethods; ++method) {
      for (const char* what : {"main", "sg", "refinement", "us"}) {
        table.columns.push_back(fmt::format("l{}_{}_{}", (method - 1) % kLevels + 1,
                                            method <= kLevels ? "astar" : "dijkstra", what));
      }
    }
    for (std::size_t b = 0; b < bins_.size(); ++b) {
      const Samples& bin = bins_[b];
      if (bin.empty()) continue;
      std::vector<std::string> row{fmt::format("{:.0f}", double(b) * kBinWidth),
                                   fmt::format("{:.0f}", double(b + 1) * kBinWidth),
                                   fmt::format("{}", bin.size())};
      const auto add = [&](const Value& value) {
        row.push_back(fmt::format("{:.3f}", mean(bin, value)));
      };
      for (const Value& value : {Value(raw_error), Value(paper_error), Value(full_error),
                                 expansions(kAstar), time(kAstar)}) {
        add(value);
      }
      for (unsigned method = 1; method < kMethods; ++method) {
        add(part(method, &QueryCounts::main));
        add(part(method, &QueryCounts::connect));
        add(part(method, &QueryCounts::refine));
        add(time(method));
      }
      table.add(std::move(row));
    }
    return table;
  }

  Table by_size() const {
    Table table{{"cluster_size", "main", "sg_astar", "sg_dijkstra"}, {}};
    for (std::size_t i = 0; i < sweeps_.size(); ++i) {
      table.add({fmt::format("{}", kSweepFrom + i),
                 fmt::format("{:.2f}", per_query(sweeps_[i].main)),
                 fmt::format("{:.2f}", per_query(sweeps_[i].connect_astar)),
                 fmt::format("{:.2f}", per_query(sweeps_[i].connect_dijkstra))});
    }
    return table;
  }

  std::uint32_t best_size(bool astar) const {
    const auto total = [&](const SweepCounts& s) {
      return s.main + (astar ? s.connect_astar : s.connect_dijkstra);
    };
    const auto best =
        std::min_element(sweeps_.begin(), sweeps_.end(),
                         [&](const auto& a, const auto& b) { return total(a) < total(b); });
    return kSweepFrom + static_cast<std::uint32_t>(best - sweeps_.begin());
  }

  /// The longest solutions that are plotted.
  const Samples& longest() const {
    for (std::size_t b = bins_.size(); b-- > 0;) {
      if (bins_[b].size() >= kLeastInBin) return bins_[b];
    }
    return all_;
  }

  Samples longer_than(double length) const {
    Samples longer;
    for (const Sample* sample : all_) {
      if (sample->length > length) longer.push_back(sample);
    }
    return longer;
  }

  std::string opening() const;
  std::string findings() const;
  std::string sizes(const Table& table2, const Table& table3) const;
  std::string figures(const std::string& link) const;

  const std::vector<MapStudy>& studies_;
  const std::vector<SweepCounts>& sweeps_;
  StudyHeader header_;
  std::vector<Samples> bins_;  // by length of the optimal path
  Samples all_;
};

}  // namespace portolan::detail::bench

#include "hpa_report_text.h"  // IWYU pragma: keep
