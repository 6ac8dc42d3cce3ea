#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_sweep.h"

/// Our own model on the same pairs: ends where they are, costs equal to those of A* on level 0.
namespace portolan::detail::bench {

/// One way to answer.
struct ExactPath {
  std::string name;
  NavMeshQueryOptions options;
};

/// All that are measured, on a hierarchy of so many levels.
inline std::vector<ExactPath> exact_ways(unsigned levels) {
  std::vector<ExactPath> ways;
  for (unsigned level = 1; level <= levels; ++level)
    ways.push_back({fmt::format("L{}, one Dijkstra", level), polygons_only(level)});
  ways.push_back({"level by cell, one Dijkstra", polygons_only()});
  return ways;
}

struct ExactStudy {
  struct Row {
    std::string way;
    double us = 0.0;
    double expansions = 0.0;
  };
  std::string scene;
  std::uint32_t merge = 0;
  double astar_us = 0.0;
  std::vector<Row> rows;
};

inline ExactStudy study_exact(const MeshScene& scene, std::uint32_t merge, unsigned rounds) {
  const NavMeshSnapshot snapshot =
      take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(merge)));
  ExactStudy study{scene.name, merge, 0.0, {}};
  const std::vector<ExactPath> ways = exact_ways(snapshot.hierarchy().levels());
  std::vector<NavMeshQuery> queries(ways.size() + 1);
  std::vector<Cost> optimal;
  NavMeshPath path;
  std::vector<std::function<void(const PlacePair&)>> methods{[&](const PlacePair& p) {
    queries[0].find_path_astar(snapshot, p.start, p.goal, polygons_only(), path);
  }};
  for (const PlacePair& p : scene.pairs) {
    methods[0](p);
    optimal.push_back(path.cost);
  }
  for (std::size_t w = 0; w < ways.size(); ++w) {
    NavMeshQuery& query = queries[w + 1];
    methods.push_back([&, options = ways[w].options](const PlacePair& p) {
      query.find_path(snapshot, p.start, p.goal, options, path);
    });
    QueryCounts counts;
    query.count_into(&counts);
    for (std::size_t q = 0; q < scene.pairs.size(); ++q) {
      methods.back()(scene.pairs[q]);
      require(path.cost == optimal[q], scene.name + ": a cost is not that of A* on level 0");
    }
    query.count_into(nullptr);
    study.rows.push_back(
        {ways[w].name, 0.0,
         double(counts.connect.expansions + counts.main.expansions + counts.refine.expansions) /
             double(scene.pairs.size())});
  }
  const auto times = time_in_rounds(scene.pairs, rounds, methods);
  study.astar_us = mean(times[0]);
  for (std::size_t w = 0; w < ways.size(); ++w) study.rows[w].us = mean(times[w + 1]);
  return study;
}

}  // namespace portolan::detail::bench
