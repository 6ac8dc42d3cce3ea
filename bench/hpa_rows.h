#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hpa_measure.h"
#include "study.h"

/// What is kept of the HPA* study.
namespace portolan::detail::bench {

inline constexpr std::uint32_t kSweepFrom = 5;  // cluster sizes of figure 8
inline constexpr std::uint32_t kSweepTo = 30;

/// Turns measurements into rows.
class HpaRows {
 public:
  explicit HpaRows(const std::vector<MapStudy>& studies) : studies_(studies) {
    for (const MapStudy& study : studies) {
      for (const Sample& sample : study.samples) {
        const auto bin = static_cast<std::size_t>(sample.length / kBinWidth);
        if (bins_.size() <= bin) bins_.resize(bin + 1);
        bins_[bin].push_back(&sample);
        all_.push_back(&sample);
      }
    }
  }
  std::size_t queries() const { return all_.size(); }

  /// Means of the queries whose optimal path is so long.
  Csv by_length() const {
    std::string columns =
        "length_from,length_to,queries,error_refined,error_paper,error_full,astar_expansions,"
        "astar_us";
    for (const char* connect : {"astar", "dijkstra"}) {
      for (unsigned level = 1; level <= kLevels; ++level)
        columns += fmt::format(",l{0}_{1}_main,l{0}_{1}_sg,l{0}_{1}_refinement,l{0}_{1}_us", level,
                               connect);
    }
    Csv rows(columns);
    for (std::size_t b = 0; b < bins_.size(); ++b) {
      const Samples& bin = bins_[b];
      if (bin.empty()) continue;
      std::string means;
      const auto add = [&](const Value& value) {
        means += fmt::format(",{:.3f}", mean_of(bin, value));
      };
      for (const Error& error : kErrors) add(error.of);
      add([](const Sample& s) { return double(s.efforts[kAstar].total()); });
      add([](const Sample& s) { return s.efforts[kAstar].microseconds; });
      for (unsigned method = 1; method < kMethods; ++method) {
        for (const auto part : {&QueryCounts::main, &QueryCounts::connect, &QueryCounts::refine})
          add([&](const Sample& s) { return double((s.efforts[method].counts.*part).expansions); });
        add([&](const Sample& s) { return s.efforts[method].microseconds; });
      }
      rows.add_line(
          fmt::format("{},{},{}{}", b * kBinWidth, (b + 1) * kBinWidth, bin.size(), means));
    }
    return rows;
  }

  /// Errors of all queries, in percent, before and after smoothing.
  Csv errors() const {
    Csv rows("path,mean,p95,max,of_total_length");
    for (const Error& error : kErrors) {
      std::vector<double> values;
      double excess = 0.0, length = 0.0;
      for (const Sample* s : all_) {
        values.push_back(error.of(*s));
        excess += error.of(*s) * s->length;
        length += s->length;
      }
      rows.add(error.path, mean(values), quantile(values, 0.95), quantile(values, 1.0),
               excess / length);
    }
    return rows;
  }

  /// Table 2, the mean size of the problem graph. Nodes and inter-edges belong to the highest
  /// level that they are part of; intra-edges are made anew at each level.
  Csv sizes() const {
    Csv rows("graph,level,nodes,inter_edges,intra_edges");
    rows.add(0, 0, over_maps([](const MapStudy& s) { return s.nodes; }),
             over_maps([](const MapStudy& s) { return s.edges; }), 0);
    for (unsigned abstract = 1; abstract <= kLevels; ++abstract) {
      for (unsigned level = 1; level <= abstract; ++level) {
        const auto own = [&](auto member) {
          return over_maps([&](const MapStudy& s) {
            const auto& sizes = s.sizes[abstract - 1];
            return sizes[level - 1].*member - (level < abstract ? sizes[level].*member : 0);
          });
        };
        rows.add(abstract, level, own(&LevelSize::gates), own(&LevelSize::inter_edges),
                 over_maps([&](const MapStudy& s) {
                   return s.sizes[abstract - 1][level - 1].intra_edges;
                 }));
      }
    }
    return rows;
  }

  /// Table 3, mean open-list sizes: of each query the mean over its expansions, then the mean over
  /// the queries that had any.
  Csv open_lists() const {
    Csv rows("levels,low_level,main,sg,refinement");
    const auto open_size = [&](unsigned method, SearchCounts QueryCounts::*part) {
      std::vector<double> means;
      for (const Sample* sample : all_) {
        const SearchCounts& counts = sample->efforts[method].counts.*part;
        if (counts.expansions > 0) means.push_back(counts.mean_open_size());
      }
      return mean(means);
    };
    for (unsigned level = 1; level <= kLevels; ++level) {
      rows.add(level, open_size(kAstar, &QueryCounts::main), open_size(level, &QueryCounts::main),
               open_size(level, &QueryCounts::connect), open_size(level, &QueryCounts::refine));
    }
    return rows;
  }

  /// Figure 8, the effort per query by the size of the clusters.
  Csv by_size(const std::vector<SweepCounts>& sweeps) const {
    Csv rows("cluster_size,main,sg_astar,sg_dijkstra");
    const auto each = static_cast<double>(all_.size());
    for (std::size_t i = 0; i < sweeps.size(); ++i) {
      rows.add(kSweepFrom + i, double(sweeps[i].main) / each,
               double(sweeps[i].connect_astar) / each, double(sweeps[i].connect_dijkstra) / each);
    }
    return rows;
  }

 private:
  using Samples = std::vector<const Sample*>;
  using Value = std::function<double(const Sample&)>;
  struct Error {
    const char* path;
    double (*of)(const Sample&);
  };
  static constexpr Error kErrors[] = {{"refined", [](const Sample& s) { return s.raw_error; }},
                                      {"paper", [](const Sample& s) { return s.paper_error; }},
                                      {"full", [](const Sample& s) { return s.full_error; }}};
  static constexpr std::size_t kBinWidth = 25;  // of solution lengths, in tiles

  static double mean_of(const Samples& samples, const Value& value) {
    std::vector<double> values;
    for (const Sample* sample : samples) values.push_back(value(*sample));
    return mean(values);
  }
  template <class F>
  double over_maps(F&& f) const {
    std::vector<double> values;
    for (const MapStudy& study : studies_) values.push_back(static_cast<double>(f(study)));
    return mean(values);
  }

  const std::vector<MapStudy>& studies_;
  std::vector<Samples> bins_;  // by length of the optimal path
  Samples all_;
};

}  // namespace portolan::detail::bench
