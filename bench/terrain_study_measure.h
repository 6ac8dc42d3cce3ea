#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "portolan/merged/cluster_merger.h"
#include "portolan/merged/compress_layers.h"
#include "portolan/merged/guided_query.h"
#include "portolan/merged/merged_query.h"
#include "terrain_study_maps.h"

/// Chapter 9 of the thesis: single paths and waves, by A*, the merged hierarchy and ours.
namespace portolan::detail::bench {

/// How clusters are merged.
struct MergeMode {
  std::string name;
  std::uint32_t patience;
  EnteringPrice entering;
};
inline const MergeMode kToTheLetter{"to the letter", 0, EnteringPrice::worst_unit};
inline const MergeMode kChosen{"chosen", 1, EnteringPrice::worst_unweighted};

inline MergedHierarchy merge_ground(const StudyGround& ground, const MergeMode& mode) {
  return take(build_merged_hierarchy(
      *ground.mesh, *ground.prices,
      {mode.entering, mode.patience, make_metric_scale(ground.settings, *ground.prices)}));
}

/// A method to find paths. Costs alone where it gives no triangles.
struct Method {
  std::string name;
  std::function<void(std::uint32_t, std::uint32_t, MergedPath&)> find;
};

inline Method merged_method(std::string name, const MergedHierarchy& h) {
  auto query = std::make_shared<MergedQuery>(h);
  return {std::move(name), [query](std::uint32_t a, std::uint32_t b, MergedPath& path) {
            query->find(TriangleId{a}, TriangleId{b}, path);
          }};
}
inline Method guided_method(std::string name, const MergedHierarchy& h, const GuideLayers& guide,
                            const GuidedSettings& settings = {}) {
  auto query = std::make_shared<GuidedQuery>(h, guide, settings);
  return {std::move(name), [query](std::uint32_t a, std::uint32_t b, MergedPath& path) {
            query->find(TriangleId{a}, TriangleId{b}, path);
          }};
}

enum class Shared { astar, hierarchy, tables };
inline Method shared_method(std::string name, const TerrainSnapshot& snapshot, Shared how) {
  struct State {
    TerrainSnapshot snapshot;
    TerrainQuery query;
    TerrainPath path;
  };
  auto s = std::make_shared<State>();
  s->snapshot = snapshot;
  return {std::move(name), [s, how](std::uint32_t a, std::uint32_t b, MergedPath& path) {
            if (how == Shared::astar) {
              s->query.find_path_astar(s->snapshot, NodeId{a}, NodeId{b}, s->path);
            } else {
              s->query.find_path(s->snapshot, NodeId{a}, NodeId{b}, {{}, how == Shared::tables},
                                 s->path);
            }
            path.cost = s->path.cost;
            path.status = s->path.status;
            path.triangles.clear();
          }};
}
/// The triangles of the shared methods' paths, which timing leaves where they are.
inline std::vector<std::uint32_t> shared_triangles(const TerrainSnapshot& snapshot,
                                                   std::uint32_t from, std::uint32_t to) {
  TerrainQuery query;
  TerrainPath path;
  query.find_path_astar(snapshot, NodeId{from}, NodeId{to}, path);
  std::vector<std::uint32_t> triangles;
  for (const NodeId node : path.nodes) triangles.push_back(index(node));
  return triangles;
}

/// From one start to goals all over the map.
struct Wave {
  std::string name;
  std::uint32_t start = 0;
  std::vector<Cost> costs;           ///< The cheapest to every triangle, by Dijkstra.
  std::vector<std::uint32_t> goals;  ///< Compared.
  std::vector<std::uint32_t> timed;  ///< Some of these.
};

inline Wave make_wave(const TerrainSnapshot& snapshot, std::string name, std::uint32_t start,
                      std::size_t goals, std::size_t timed) {
  Wave wave{std::move(name), start, {}, {}, {}};
  TerrainQuery().find_costs_to_all(snapshot, NodeId{start}, wave.costs);
  // A number of steps that no row of squares is made of, so goals spread over all columns.
  const auto count = static_cast<double>(wave.costs.size());
  goals = std::min(goals, wave.costs.size());
  for (std::size_t i = 0; i < goals; ++i) {
    const auto goal = static_cast<std::uint32_t>((static_cast<double>(i) + 0.5) * count /
                                                 static_cast<double>(goals));
    if (goal != start && wave.costs[goal] != kInfinite) wave.goals.push_back(goal);
  }
  wave.timed = thinned(wave.goals, timed);
  return wave;
}

struct WaveRow {
  std::string method;
  double microseconds = 0.0;          ///< Per query, on average.
  double speedup = 0.0;               ///< Over the first method of the wave.
  std::array<double, 4> quartiles{};  ///< Of the ratio to the cheapest cost.
  double average = 0.0;
  bool exact = true;  ///< All costs equal Dijkstra's.
};
struct WaveResult {
  std::string name;
  std::size_t goals = 0;
  std::size_t timed = 0;
  std::vector<WaveRow> rows;
};

/// Ratios of one method; A* is compared on the timed goals only.
inline void compare(const Wave& wave, const Method& method, const std::vector<std::uint32_t>& goals,
                    WaveRow& row) {
  std::vector<double> ratios;
  MergedPath path;
  for (const std::uint32_t goal : goals) {
    method.find(wave.start, goal, path);
    require(path.status == Status::complete, "a path that exists was not found");
    ratios.push_back(double(path.cost) / double(wave.costs[goal]));
    row.exact = row.exact && path.cost == wave.costs[goal];
    require(path.cost >= wave.costs[goal], "a path costs less than Dijkstra's");
  }
  row.average = mean(ratios);
  for (std::size_t k = 0; k < 4; ++k) row.quartiles[k] = quantile(ratios, 0.25 * double(k + 1));
}

/// The first method is A*: it must be exact.
inline WaveResult measure_wave(const Wave& wave, const std::vector<Method>& methods,
                               unsigned rounds) {
  WaveResult result{wave.name, wave.goals.size(), wave.timed.size(), {}};
  std::vector<std::function<void(const std::uint32_t&)>> calls;
  MergedPath path;
  for (const Method& m : methods) {
    calls.push_back([&](const std::uint32_t& goal) { m.find(wave.start, goal, path); });
  }
  auto times = time_in_rounds<std::uint32_t>(wave.timed, rounds, calls);
  for (std::size_t k = 0; k < methods.size(); ++k) {
    WaveRow row{methods[k].name, mean(times[k]), 0.0, {}, 0.0, true};
    row.speedup = mean(times[0]) / row.microseconds;
    compare(wave, methods[k], k == 0 ? wave.timed : wave.goals, row);
    result.rows.push_back(row);
  }
  require(result.rows[0].exact, "A* is not exact");
  return result;
}

struct PathRow {
  std::string method;
  double microseconds = 0.0;
  PathLengths lengths;
};
struct PathResult {
  std::string name;
  std::vector<PathRow> rows;
};

inline PathResult measure_single(const StudyGround& ground, const TerrainSnapshot& snapshot,
                                 std::string name, std::uint32_t from, std::uint32_t to,
                                 const std::vector<Method>& methods, unsigned rounds) {
  PathResult result{std::move(name), {}};
  MergedPath path;
  for (const Method& method : methods) {
    PathRow row{method.name, 0.0, {}};
    for (unsigned round = 0; round < 5 * rounds; ++round)
      keep_best(row.microseconds, microseconds_of([&] { method.find(from, to, path); }),
                round == 0);
    if (path.triangles.empty()) path.triangles = shared_triangles(snapshot, from, to);
    row.lengths = take(measure_path(*ground.mesh, ground.settings, path.triangles));
    result.rows.push_back(row);
  }
  return result;
}

/// What chapter 9 shows of a map.
struct ChapterNine {
  std::string ground;
  std::string mode;
  std::uint32_t triangles = 0;
  std::uint32_t layers = 0;  ///< Of the full structure.
  double merge_seconds = 0.0;
  double compress_seconds = 0.0;  ///< To 10 layers.
  double full_bytes = 0.0;        ///< A triangle.
  std::vector<PathResult> paths;
  std::vector<WaveResult> waves;
};

struct Places {
  std::array<std::uint32_t, 2> long_path;
  std::array<std::uint32_t, 2> medium_path;
  std::array<std::pair<std::string, std::uint32_t>, 2> starts;
};

/// Places like those in the thesis' pictures.
inline Places places_on(const StudyGround& ground, bool cone) {
  if (cone) {
    return {{ground.at(0.2, 0.8), ground.at(0.82, 0.22)},
            {ground.at(0.2, 0.8), ground.at(0.22, 0.4)},
            {{{"lower left", ground.at(0.2, 0.8)}, {"near the tip", ground.at(0.53, 0.47)}}}};
  }
  const std::uint32_t valley = extreme_triangle(ground, 0.3, 0.3, 0.7, 0.7, false);
  const std::uint32_t hill = extreme_triangle(ground, 0.65, 0.25, 0.95, 0.75, true);
  return {{ground.at(0.08, 0.9), ground.at(0.92, 0.1)},
          {valley, ground.at(0.3, 0.2)},
          {{{"valley", valley}, {"hill", hill}}}};
}

inline ChapterNine measure_chapter(const StudyGround& ground, const TerrainSnapshot& snapshot,
                                   const std::vector<Wave>& waves, const Places& places,
                                   const MergeMode& mode, unsigned rounds) {
  ChapterNine chapter{ground.name, mode.name, ground.triangles(), 0, 0, 0, 0, {}, {}};
  MergedHierarchy full;
  chapter.merge_seconds = microseconds_of([&] { full = merge_ground(ground, mode); }) / 1e6;
  chapter.layers = full.layer_count();
  chapter.full_bytes = double(full.bytes()) / ground.triangles();
  MergedHierarchy ten;
  chapter.compress_seconds = microseconds_of([&] { ten = take(compress_layers(full, 10)); }) / 1e6;
  const MergedHierarchy five = take(compress_layers(full, 5));
  const std::vector<Method> methods{shared_method("A*", snapshot, Shared::astar),
                                    merged_method("full", full), merged_method("10 layers", ten),
                                    merged_method("5 layers", five)};
  chapter.paths.push_back(measure_single(ground, snapshot, "long path", places.long_path[0],
                                         places.long_path[1], methods, rounds));
  chapter.paths.push_back(measure_single(ground, snapshot, "medium path", places.medium_path[0],
                                         places.medium_path[1], methods, rounds));
  for (const Wave& wave : waves) chapter.waves.push_back(measure_wave(wave, methods, rounds));
  return chapter;
}

/// What each choice of settings gives on a map, by wave.
struct SettingRow {
  std::string ground;
  std::uint32_t patience;
  EnteringPrice entering;
  std::uint32_t asked;   ///< Layers; 0: full.
  std::uint32_t layers;  ///< There are.
  std::vector<WaveRow> waves;
};

inline std::vector<SettingRow> sweep_settings(const StudyGround& ground,
                                              const TerrainSnapshot& snapshot,
                                              const std::vector<Wave>& waves,
                                              const std::vector<std::uint32_t>& patience,
                                              unsigned rounds) {
  std::vector<SettingRow> rows;
  for (const std::uint32_t p : patience) {
    for (const EnteringPrice entering :
         {EnteringPrice::average, EnteringPrice::worst_unweighted, EnteringPrice::worst_weighted,
          EnteringPrice::worst_unit}) {
      const MergedHierarchy full = merge_ground(ground, {"", p, entering});
      for (const std::uint32_t layers : {0u, 10u, 7u, 5u}) {
        if (layers >= full.layer_count()) continue;
        const MergedHierarchy h = layers == 0 ? full : take(compress_layers(full, layers));
        SettingRow row{ground.name, p, entering, layers, h.layer_count(), {}};
        for (const Wave& wave : waves) {
          row.waves.push_back(
              measure_wave(
                  wave, {shared_method("A*", snapshot, Shared::astar), merged_method("merged", h)},
                  rounds)
                  .rows[1]);
        }
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

/// What goes beyond the thesis, on the same waves.
struct BeyondResult {
  std::string ground;
  double guide_seconds = 0.0;  ///< Beside merging.
  double guide_bytes = 0.0;    ///< A triangle, the hierarchy included.
  double shared_seconds = 0.0;
  double shared_bytes = 0.0;
  double table_seconds = 0.0;
  double table_bytes = 0.0;
  std::string table_kind;
  std::vector<WaveResult> waves;
};

inline BeyondResult measure_beyond(const StudyGround& ground, const TerrainSnapshot& snapshot,
                                   const std::vector<Wave>& waves, std::uint64_t table_bytes,
                                   unsigned rounds) {
  BeyondResult result;
  result.ground = ground.name;
  const MergedHierarchy full = merge_ground(ground, kChosen);
  GuideLayers guide;
  result.guide_seconds = microseconds_of([&] { guide = take(build_guide_layers(full)); }) / 1e6;
  result.guide_bytes = double(full.bytes() + guide.bytes()) / ground.triangles();
  result.shared_seconds = snapshot.build_ms() / 1e3;
  result.shared_bytes =
      double(snapshot.hierarchy().bytes() + snapshot.world().layout().bytes()) / ground.triangles();
  TableOptions options;
  options.max_bytes = table_bytes;
  const TerrainSnapshot tables = take(snapshot.with_tables(options));
  result.table_seconds = tables.tables().build_ms() / 1e3;
  result.table_bytes = double(tables.tables().bytes());
  result.table_kind = name(tables.tables().choice().far);
  const std::vector<Method> methods{
      shared_method("A*", snapshot, Shared::astar),
      merged_method("merged, full", full),
      guided_method("guided, narrow", full, guide, {1, 0}),
      guided_method("guided", full, guide),
      shared_method("hierarchy, searched", snapshot, Shared::hierarchy),
      shared_method("hierarchy, tables", tables, Shared::tables)};
  for (const Wave& wave : waves) {
    result.waves.push_back(measure_wave(wave, methods, rounds));
    require(result.waves.back().rows[4].exact && result.waves.back().rows[5].exact,
            "the shared hierarchy's costs are not those of Dijkstra");
  }
  return result;
}

}  // namespace portolan::detail::bench
