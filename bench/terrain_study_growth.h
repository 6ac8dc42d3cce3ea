#pragma once

#include <string>
#include <utility>
#include <vector>

#include "scenes/random.h"
#include "terrain_study_measure.h"

/// How time and memory grow with the ground: fractal terrain, four triangles per square.
namespace portolan::detail::bench {

/// What one part took: to build, and to keep.
struct PartSize {
  double seconds = 0.0;
  double bytes = 0.0;
};
/// One way to answer.
struct GrowthQuery {
  double milliseconds = 0.0;
  double speedup = 0.0;
  double average = 0.0;  ///< Of the ratio to A*.
};
struct GrowthRow {
  std::uint32_t side = 0;
  std::uint32_t triangles = 0;
  PartSize ground, merged, guide, hierarchy;
  PartSize tables;  ///< 0: not built.
  std::size_t pairs = 0;
  double astar_ms = 0.0;
  GrowthQuery by_merged, by_guide, by_hierarchy, by_tables;
  double peak_bytes = 0.0;  ///< Of the process so far.
};

using Pair = std::pair<std::uint32_t, std::uint32_t>;

/// Milliseconds and costs of all pairs, the best of the rounds for each.
struct Answers {
  double milliseconds = 0.0;
  std::vector<Cost> costs;
};
inline Answers answer_all(const std::vector<Pair>& pairs, const Method& method, unsigned rounds) {
  Answers answers;
  MergedPath path;
  for (const auto& [from, to] : pairs) {
    double best = 0.0;
    for (unsigned round = 0; round < rounds; ++round) {
      keep_best(best, microseconds_of([&, a = from, b = to] { method.find(a, b, path); }),
                round == 0);
    }
    require(path.status == Status::complete, "a path on fractal terrain was not found");
    answers.costs.push_back(path.cost);
    answers.milliseconds += best / 1e3 / double(pairs.size());
  }
  return answers;
}

inline GrowthQuery against(const Answers& astar, const Answers& other) {
  GrowthQuery query{other.milliseconds, astar.milliseconds / other.milliseconds, 0.0};
  for (std::size_t i = 0; i < astar.costs.size(); ++i) {
    require(other.costs[i] >= astar.costs[i], "a path is cheaper than that of A*");
    query.average += double(other.costs[i]) / double(astar.costs[i]);
  }
  query.average /= double(astar.costs.size());
  return query;
}

template <class F>
double seconds_of(F&& f) {
  return microseconds_of(f) / 1e6;
}

/// Everything is built, asked and given back part by part, so that little is held at once.
inline GrowthRow measure_growth(std::uint32_t side, bool with_tables) {
  GrowthRow row;
  row.side = side;
  const StudyMap map = generated_map("fractal", side);
  StudyGround ground;
  row.ground.seconds = seconds_of([&] { ground = make_ground(map, Triangulation::four); });
  row.triangles = ground.triangles();
  row.ground.bytes = double(ground.mesh->bytes() + 4 * (ground.prices->weighted.capacity() +
                                                        ground.prices->unweighted.capacity()));
  scenes::Random random(side);
  row.pairs = side <= 256 ? 100 : side <= 512 ? 40 : 12;
  std::vector<Pair> pairs;
  while (pairs.size() < row.pairs)
    pairs.emplace_back(random.below(row.triangles), random.below(row.triangles));
  const unsigned rounds = side <= 512 ? 3 : 2;

  Answers merged, guided;
  {
    MergedHierarchy h;
    row.merged.seconds = seconds_of([&] { h = merge_ground(ground, kChosen); });
    row.merged.bytes = double(h.bytes());
    GuideLayers guide;
    row.guide.seconds = seconds_of([&] { guide = take(build_guide_layers(h)); });
    row.guide.bytes = double(guide.bytes());
    merged = answer_all(pairs, merged_method("merged", h), rounds);
    guided = answer_all(pairs, guided_method("guided", h, guide), rounds);
  }
  TerrainSnapshot snapshot;
  row.hierarchy.seconds = seconds_of([&] {
    snapshot = take(TerrainSnapshot::build(ground.mesh, ground.prices, ground.settings));
  });
  row.hierarchy.bytes = double(snapshot.hierarchy().bytes() + snapshot.world().layout().bytes());
  const Answers astar =
      answer_all(pairs, shared_method("A*", snapshot, Shared::astar), side <= 512 ? 2 : 1);
  row.astar_ms = astar.milliseconds;
  row.by_merged = against(astar, merged);
  row.by_guide = against(astar, guided);
  const Answers searched =
      answer_all(pairs, shared_method("", snapshot, Shared::hierarchy), side <= 512 ? 2 : 1);
  require(searched.costs == astar.costs, "the hierarchy's costs are not those of A*");
  row.by_hierarchy = against(astar, searched);
  if (with_tables) {
    TableOptions options;
    options.far = FarMethod::shortcuts;
    snapshot = take(snapshot.with_tables(options));
    row.tables = {snapshot.tables().build_ms() / 1e3, double(snapshot.tables().bytes())};
    const Answers looked_up =
        answer_all(pairs, shared_method("", snapshot, Shared::tables), rounds);
    require(looked_up.costs == astar.costs, "the tables' costs are not those of A*");
    row.by_tables = against(astar, looked_up);
  }
  row.peak_bytes = peak_bytes();
  fmt::print("grown to {}\n", side);
  std::fflush(stdout);
  return row;
}

}  // namespace portolan::detail::bench
