#pragma once

#include <array>
#include <string>
#include <vector>

#include "hpa_measure.h"
#include "table.h"

namespace portolan::detail::bench {

/// The mean over maps of something that a map has.
template <class F>
double mean_over_maps(const std::vector<MapStudy>& studies, F&& f) {
  double sum = 0.0;
  for (const MapStudy& study : studies) sum += static_cast<double>(f(study));
  return sum / static_cast<double>(studies.size());
}

/// Nodes and inter-edges belong to the highest level that they are part of; intra-edges are
/// made anew at each level.
struct GraphSize {
  double nodes, inter_edges, intra_edges;
};
inline GraphSize graph_size(const std::vector<MapStudy>& studies, unsigned abstract,
                            unsigned level) {
  const auto own = [&](auto member) {
    return mean_over_maps(studies, [&](const MapStudy& s) {
      const auto& sizes = s.sizes[abstract - 1];
      const auto above = level < abstract ? sizes[level].*member : 0;
      return sizes[level - 1].*member - above;
    });
  };
  return {own(&LevelSize::gates), own(&LevelSize::inter_edges),
          mean_over_maps(studies, [&](const MapStudy& s) {
            return s.sizes[abstract - 1][level - 1].intra_edges;
          })};
}

/// Table 2: the mean size of the problem graph, the paper's beside ours.
inline Table make_table2(const std::vector<MapStudy>& studies) {
  Table table{{"graph", "level", "N", "N paper", "E1", "E1 paper", "E2", "E2 paper"}, {}};
  constexpr unsigned kPaper[3][3][3] = {{{367, 198, 722}},
                                        {{186, 100, 722}, {181, 98, 662}},
                                        {{186, 100, 722}, {92, 50, 622}, {89, 48, 462}}};
  constexpr unsigned kPaperTotal[3] = {722, 1384, 1846};  // E2; the last is no sum of its parts
  const auto row = [&](std::string graph, std::string level, const GraphSize& ours,
                       const std::array<unsigned, 3>& paper) {
    table.add({std::move(graph), std::move(level), fmt::format("{:.0f}", ours.nodes),
               fmt::format("{}", paper[0]), fmt::format("{:.0f}", ours.inter_edges),
               fmt::format("{}", paper[1]), fmt::format("{:.0f}", ours.intra_edges),
               fmt::format("{}", paper[2])});
  };
  row("0", "tiles and moves",
      {mean_over_maps(studies, [](const MapStudy& s) { return s.nodes; }),
       mean_over_maps(studies, [](const MapStudy& s) { return s.edges; }), 0},
      {4469, 16420, 0});
  for (unsigned abstract = 1; abstract <= kLevels; ++abstract) {
    GraphSize sum{0, 0, 0};
    for (unsigned level = 1; level <= abstract; ++level) {
      const GraphSize size = graph_size(studies, abstract, level);
      const unsigned* paper = kPaper[abstract - 1][level - 1];
      row(fmt::format("{}", abstract), fmt::format("L{}", level), size,
          {paper[0], paper[1], paper[2]});
      sum = {sum.nodes + size.nodes, sum.inter_edges + size.inter_edges,
             sum.intra_edges + size.intra_edges};
    }
    row(fmt::format("{}", abstract), "total", sum, {367, 198, kPaperTotal[abstract - 1]});
  }
  return table;
}

/// Table 3: mean open-list sizes. Of each query the mean over its expansions, then the mean
/// over the queries that had any.
inline Table make_table3(const std::vector<const Sample*>& samples) {
  const auto mean = [&](unsigned method, SearchCounts QueryCounts::*part) {
    double sum = 0.0;
    std::size_t counted = 0;
    for (const Sample* sample : samples) {
      const SearchCounts& counts = sample->efforts[method].counts.*part;
      if (counts.expansions == 0) continue;
      sum += counts.mean_open_size();
      ++counted;
    }
    return fmt::format("{:.2f}", counted == 0 ? 0.0 : sum / static_cast<double>(counted));
  };
  Table table{{"", "low level", "main", "SG", "refinement"}, {}};
  table.add({"the paper", "51.24", "17.23", "4.50", "5.48"});
  for (unsigned level = 1; level <= kLevels; ++level) {
    table.add({fmt::format("{} abstract level{}", level, level == 1 ? "" : "s"),
               mean(kAstar, &QueryCounts::main), mean(level, &QueryCounts::main),
               mean(level, &QueryCounts::connect), mean(level, &QueryCounts::refine)});
  }
  return table;
}

}  // namespace portolan::detail::bench
