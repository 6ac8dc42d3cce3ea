#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_sweep.h"

/// Our own model on the same pairs: ends where they are, costs equal to those of A* on level 0.
namespace portolan::detail::bench {

/// A search at one level.
struct ExactSearch {
  std::string level;
  NavMeshQueryOptions options;
};

/// All that are measured, on a hierarchy of so many levels; start and goal are connected by one
/// Dijkstra.
inline std::vector<ExactSearch> exact_searches(unsigned levels) {
  std::vector<ExactSearch> searches;
  for (unsigned level = 1; level <= levels; ++level)
    searches.push_back({fmt::format("L{}", level), polygons_only(level)});
  searches.push_back({"by cell", polygons_only()});
  return searches;
}

struct ExactStudy {
  struct Row {
    std::string level;
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
  const std::vector<ExactSearch> searches = exact_searches(snapshot.hierarchy().levels());
  std::vector<NavMeshQuery> queries(searches.size() + 1);
  std::vector<Cost> optimal;
  NavMeshPath path;
  std::vector<std::function<void(const PlacePair&)>> methods{[&](const PlacePair& p) {
    queries[0].find_path_astar(snapshot, p.start, p.goal, polygons_only(), path);
  }};
  for (const PlacePair& p : scene.pairs) {
    methods[0](p);
    optimal.push_back(path.cost);
  }
  for (std::size_t w = 0; w < searches.size(); ++w) {
    NavMeshQuery& query = queries[w + 1];
    methods.push_back([&, options = searches[w].options](const PlacePair& p) {
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
        {searches[w].level, 0.0,
         double(counts.connect.expansions + counts.main.expansions + counts.refine.expansions) /
             double(scene.pairs.size())});
  }
  const auto times = time_in_rounds(scene.pairs, rounds, methods);
  study.astar_us = mean(times[0]);
  for (std::size_t w = 0; w < searches.size(); ++w) study.rows[w].us = mean(times[w + 1]);
  return study;
}

}  // namespace portolan::detail::bench
