#pragma once

#include <string>

#include "hpa_report.h"
#include "numbers.h"
#include "setting.h"

/// The words of the page; see StudyReport.
namespace portolan::detail::bench {

inline std::string StudyReport::opening() const {
  return fmt::format(
      "# The study of the HPA* paper, repeated\n\n"
      "A. Botea, M. Müller, J. Schaeffer: *Near optimal hierarchical path-finding*, 2004. Its own "
      "setting on its own {} Baldur's Gate maps: {} random pairs with a path between them, "
      "diagonal moves of length 1.42 that do not pass between two blocked tiles, clusters of "
      "10x10, entrances of width 6 and more with two transitions, groups of 2x2, 1 to 3 abstract "
      "levels, intra-edges without their moves, so that refinement searches. The pairs are drawn "
      "anew; the paper does not list its own.\n\n"
      "Nodes expanded, lengths and open-list sizes are the same on every machine. {}\n\n"
      "- machine: {}\n- version: {}\n- command: `{}`\n\n",
      studies_.size(), grouped(double(all_.size())),
      header_.provisional
          ? "**Times are provisional: the machine was busy with other work.**"
          : "Times are the best of the rounds, each query answered by all methods in turn.",
      machine_name(), header_.commit, header_.command);
}

inline std::string StudyReport::findings() const {
  const unsigned per_gate = method_of(1, ConnectMethod::astar);
  const auto ratio = [&](const Samples& samples, const std::function<Value(unsigned)>& value) {
    return mean(samples, value(kAstar)) / mean(samples, value(per_gate));
  };
  Table errors{{"error in percent", "the paper", "mean", "p95", "max", "of the total length"}, {}};
  const auto row = [&](const char* name, const char* paper, double (*value)(const Sample&)) {
    std::vector<double> values;
    for (const Sample* sample : all_) values.push_back(value(*sample));
    const double p95 = quantile(values, 0.95);
    const auto excess = [&](const Sample& s) { return value(s) * s.length; };
    const auto length = [](const Sample& s) { return s.length; };
    errors.add({name, paper, fmt::format("{:.2f}", mean(all_, value)), fmt::format("{:.2f}", p95),
                fmt::format("{:.2f}", *std::max_element(values.begin(), values.end())),
                fmt::format("{:.2f}", mean(all_, excess) / mean(all_, length))});
  };
  row("refined", "", raw_error);
  row("straight lines in eight directions", "within 1", paper_error);
  row("full smoothing", "within 1", full_error);

  Table effort{{"mean of all queries", "main", "SG per gate", "SG Dijkstra", "refinement",
                "total per gate", "total Dijkstra"},
               {}};
  effort.add({"A*", grouped(mean(all_, expansions(kAstar))), "", "", "",
              grouped(mean(all_, expansions(kAstar))), ""});
  for (unsigned level = 1; level <= kLevels; ++level) {
    const unsigned dijkstra = method_of(level, ConnectMethod::dijkstra);
    const auto number = [&](const Value& value) {
      return fmt::format("{:.1f}", mean(all_, value));
    };
    effort.add({fmt::format("{} level{}", level, level == 1 ? "" : "s"),
                number(part(level, &QueryCounts::main)), number(part(level, &QueryCounts::connect)),
                number(part(dijkstra, &QueryCounts::connect)),
                number(part(level, &QueryCounts::refine)), number(expansions(level)),
                number(expansions(dijkstra))});
  }
  return fmt::format(
             "## What it shows\n\n"
             "- **The mean error after smoothing is below 1 %: {}.** It is {:.2f} % with full "
             "smoothing, the default, where a line may run in any direction (a diagonal and a "
             "straight run). The paper smooths by straight lines and does not say in which "
             "directions; with the eight directions of single moves only (`paper` in the program) "
             "the mean here is {:.2f} %, {:.2f} % for solutions longer than 100. Short solutions "
             "that must go round by a transition have the largest errors. Every level gives the "
             "same cost before smoothing, query by query.\n"
             "- A complete path at level 1 expands {:.1f} times fewer nodes than A* in the mean of "
             "all queries and {:.1f} times fewer for the longest ones (figure 5). The paper "
             "reports up to 10 times less time; here the time shrinks {:.1f} times in the mean and "
             "{:.1f} times for the longest{}: less than the effort, since a tile costs our A* less "
             "than a gate costs the hierarchy.\n"
             "- With 1, 2 and 3 levels a complete path expands {:.0f}, {:.0f} and {:.0f} nodes in "
             "the mean of all queries, {:.0f}, {:.0f} and {:.0f} for the longest. The paper finds "
             "one level good enough on these maps when the path is refined completely. More levels "
             "shift the effort from the main search to connecting S and G (figure 6).\n"
             "- The abstract effort is least at clusters of {} when S and G are connected by one "
             "A* per gate (figure 8; the paper: 10), and at {} with one Dijkstra for all "
             "gates.\n\n",
             holds() ? "it holds" : "IT DOES NOT HOLD", mean(all_, full_error),
             mean(all_, paper_error), mean(longer_than(100.0), paper_error),
             ratio(all_, expansions), ratio(longest(), expansions), ratio(all_, time),
             ratio(longest(), time), header_.provisional ? " (provisional)" : "",
             mean(all_, expansions(1)), mean(all_, expansions(2)), mean(all_, expansions(3)),
             mean(longest(), expansions(1)), mean(longest(), expansions(2)),
             mean(longest(), expansions(3)), best_size(true), best_size(false)) +
         errors.markdown() + "\nNodes expanded:\n\n" + effort.markdown() + "\n";
}

inline std::string StudyReport::sizes(const Table& table2, const Table& table3) const {
  const double low = mean_over_maps(studies_, [](const MapStudy& s) { return s.nodes + s.edges; });
  double intra = 0.0;
  for (unsigned level = 1; level <= kLevels; ++level) {
    intra += graph_size(studies_, kLevels, level).intra_edges;
  }
  return fmt::format(
      "## Table 2: the mean size of the problem graph\n\n"
      "N nodes, E1 inter-edges, E2 intra-edges, all undirected; a node or inter-edge counts at the "
      "highest level it is part of. For graph 0, E1 are the moves.\n\n{}\n"
      "In the paper's graph 3 the three levels do not add up to its total; its graph 2 has 662 at "
      "L2, which would. Three abstract levels add {:.2f} % to nodes and moves of the map (the "
      "paper: 8.83 %).\n\n"
      "## Table 3: the mean size of the open list\n\n{}\n"
      "Our list keeps an entry that a cheaper path has replaced until it comes out; the paper does "
      "not say how its list did. The heuristic here is the octile distance.\n\n",
      table2.markdown(), 100.0 * intra / low, table3.markdown());
}

inline std::string StudyReport::figures(const std::string& link) const {
  return fmt::format(
      "## Figures 5-8\n\n"
      "Queries are grouped by the length of their optimal path, {0:.0f} tiles a group; groups "
      "under {1} queries are left out of the plots. In figures 5 and 6 S and G are connected by "
      "one A* per gate, as in the paper (from level 2 up: one search over the gates of the level "
      "below); with one Dijkstra the numbers are in [by-length.csv]({2}/by-length.csv). Where S "
      "and G lie in one cluster of the highest level, the highest level that parts them is "
      "searched. Time and effort are those of the complete path before smoothing.\n\n"
      "Figure 5, A* and the hierarchies against the length of the solution:\n\n"
      "![figure 5]({2}/figure5.svg)\n\n"
      "Figure 6, what the effort consists of:\n\n![figure 6]({2}/figure6.svg)\n\n"
      "Figure 7, the quality of the paths:\n\n![figure 7]({2}/figure7.svg)\n\n"
      "Figure 8, the effort of an abstract search at level 1 against the size of the clusters "
      "([figure8.csv]({2}/figure8.csv)):\n\n![figure 8]({2}/figure8.svg)\n",
      kBinWidth, kLeastInBin, link);
}

}  // namespace portolan::detail::bench
