#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "hna_study_sweep.h"
#include "measuring/thread_pool.h"
#include "portolan/io/geometry/obj.h"
#include "portolan/recast/build_detour_mesh.h"
#include "studies/paper_query.h"

/// The smaller questions of the HNA* paper: how to connect, errors, balance, triangles.
namespace portolan::detail::bench {

/// Start and goal connected at level 1, three ways.
struct ConnectStudy {
  static constexpr std::size_t kMethods = 3;
  static constexpr ConnectMethod kOrder[kMethods] = {ConnectMethod::astar, ConnectMethod::dijkstra,
                                                     ConnectMethod::threads};
  std::string scene;
  std::uint32_t merge = 0;
  double gates = 0.0;
  double us[kMethods] = {};
  double expansions[kMethods] = {};
};

inline ConnectStudy study_connect(const MeshScene& scene, std::uint32_t merge, unsigned rounds) {
  const NavMeshSnapshot snapshot =
      take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(merge, 1)));
  ConnectStudy study{scene.name, merge, describe(snapshot, merge).gates[0]};
  ThreadPool two(2);
  std::vector<NavMeshQuery> queries(ConnectStudy::kMethods);
  std::vector<std::function<void(const PlacePair&)>> methods;
  for (std::size_t m = 0; m < ConnectStudy::kMethods; ++m) {
    NavMeshQueryOptions options = polygons_only(1, ConnectStudy::kOrder[m]);
    options.search.max_expansions = 0;
    options.search.parallel = &two.parallel();
    methods.push_back([&, m, options](const PlacePair& p) {
      Cost cost;
      queries[m].find_cost(snapshot, p.start, p.goal, options, cost);
    });
    QueryCounts counts;
    queries[m].count_into(&counts);
    for (const PlacePair& pair : scene.pairs) methods[m](pair);
    queries[m].count_into(nullptr);
    study.expansions[m] = double(counts.connect.expansions) / double(scene.pairs.size());
  }
  const auto times = time_in_rounds(scene.pairs, rounds, methods);
  for (std::size_t m = 0; m < ConnectStudy::kMethods; ++m) study.us[m] = mean(times[m]);
  return study;
}

/// Errors under the paper's model, in percent of what its A* finds.
struct ErrorStudy {
  std::string scene;
  std::uint32_t merge = 0;
  unsigned level = 0;
  std::vector<double> lengths;      ///< By query: what the paper's A* finds, in metres.
  std::vector<double> errors;       ///< Of the length as the model counts it.
  std::vector<double> line_errors;  ///< Of the shortest line through the polygons found.
};

inline constexpr unsigned kErrorLevels = 2;
inline const std::vector<std::uint32_t> kErrorMerges{5, 10, 15, 20};

/// The length, in metres, of the shortest line through the doorways of a path.
inline double line_length(const NavMeshSnapshot& snapshot, const PlacePair& pair,
                          const NavMeshPath& path) {
  NavMeshPath line;
  line.nodes = path.nodes;
  TraceScratch scratch;
  trace(snapshot, pair.start, pair.goal, true, scratch, line);
  return length_of(line.waypoints);
}

inline std::vector<ErrorStudy> study_errors(const MeshScene& scene) {
  std::vector<ErrorStudy> studies;
  const auto error = [](double length, double least) {
    return least > 0.0 ? 100.0 * (length / least - 1.0) : 0.0;
  };
  for (const std::uint32_t merge : kErrorMerges) {
    const PaperModel model =
        take(PaperModel::build(take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{},
                                                           study_options(merge, kErrorLevels))),
                               kErrorLevels));
    const NavMeshSnapshot& snapshot = model.snapshot();
    ErrorStudy levels[kErrorLevels];
    PaperQuery query;
    NavMeshPath astar, path;
    for (const PlacePair& pair : scene.pairs) {
      query.find_path_astar(model, pair.start, pair.goal, astar);
      const double length = snapshot.metres(astar.cost);
      const double line = line_length(snapshot, pair, astar);
      for (unsigned level = 1; level <= kErrorLevels; ++level) {
        query.find_path(model, pair.start, pair.goal, {.level = level}, path);
        require(path.status == Status::complete, "the paper's model lost a path");
        ErrorStudy& study = levels[level - 1];
        study.lengths.push_back(length);
        study.errors.push_back(error(snapshot.metres(path.cost), length));
        study.line_errors.push_back(error(line_length(snapshot, pair, path), line));
      }
    }
    for (unsigned level = 1; level <= kErrorLevels; ++level) {
      ErrorStudy& study = levels[level - 1];
      study.scene = scene.name;
      study.merge = merge;
      study.level = level;
      studies.push_back(std::move(study));
    }
  }
  return studies;
}

/// Balanced against random weights: level 2, μ = 6.
struct BalanceStudy {
  SceneStudy scene;
  MergeStudy balanced;
  MergeStudy random;
};

inline constexpr std::uint32_t kBalanceMerge = 6;

inline BalanceStudy study_balance(const MeshScene& scene, unsigned rounds) {
  BalanceStudy study;
  study.scene.name = scene.name;
  for (const MergeWeights weights : {MergeWeights::uniform, MergeWeights::random}) {
    const NavMeshSnapshot snapshot = take(NavMeshSnapshot::build(
        scene.mesh, NavMeshMetric{}, study_options(kBalanceMerge, 2, MergeMethod::metis, weights)));
    MergeStudy& m = weights == MergeWeights::uniform ? study.balanced : study.random;
    m = describe(snapshot, kBalanceMerge);
    HierarchyMeasurement measurement(snapshot, scene.pairs);
    measurement.count(m, study.scene);
    measurement.time(m, rounds);
  }
  return study;
}

/// One scene built from its geometry, with triangles or polygons.
struct KindStudy {
  std::string scene;
  std::size_t geometry_triangles = 0;
  std::uint32_t corners = 0;  ///< At most so many per polygon.
  bool tiled = false;         ///< Since one tile cannot hold so many triangles.
  double recast_s = 0.0;
  SceneStudy study;
};

inline KindStudy study_kind(const Geometry& geometry, const std::string& name,
                            const RecastOptions& options, const std::vector<PointPair>& points,
                            unsigned rounds) {
  KindStudy kind{
      name, geometry.triangles.size(), options.vertices_per_polygon, options.tile_size != 0, 0.0,
      {}};
  const auto start = std::chrono::steady_clock::now();
  const DetourMesh detour = take(build_detour_mesh(geometry, options));
  kind.recast_s = microseconds_since(start) / 1e6;
  MeshScene scene = make_scene(name, detour, points);
  keep_reachable(scene);
  kind.study.name = name;
  kind.study.polygons = scene.mesh.polygon_count();
  kind.study.queries = scene.pairs.size();
  for (const std::uint32_t merge : {6u, 15u}) {
    const NavMeshSnapshot snapshot =
        take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, study_options(merge)));
    MergeStudy m = describe(snapshot, merge);
    HierarchyMeasurement measurement(snapshot, scene.pairs);
    measurement.count(m, kind.study);
    measurement.time(m, rounds);
    kind.study.merges.push_back(std::move(m));
  }
  return kind;
}

/// With triangles, and with polygons.
inline std::vector<KindStudy> study_kinds(const std::filesystem::path& data,
                                          const std::string& name, std::size_t count,
                                          unsigned rounds) {
  constexpr std::uint32_t kTileSize = 1024;
  const Geometry geometry = take(load_obj(data / "scenes" / (name + ".obj")));
  const std::vector<PointPair> points = load_scene_pairs(data, name, count);
  RecastOptions options;
  options.vertices_per_polygon = 3;
  if (!build_detour_mesh(geometry, options)) options.tile_size = kTileSize;
  std::vector<KindStudy> studies{study_kind(geometry, name, options, points, rounds)};
  options.vertices_per_polygon = 6;
  studies.push_back(study_kind(geometry, name, options, points, rounds));
  return studies;
}

/// One scene cut by another method.
struct CutStudy {
  std::string scene;
  MergeMethod method = MergeMethod::metis;
  MergeStudy merge;
};

inline std::vector<CutStudy> study_cuts(const MeshScene& scene, unsigned rounds) {
  std::vector<CutStudy> studies;
  for (const std::uint32_t merge : {6u, 20u}) {
    for (const MergeMethod method :
         {MergeMethod::metis, MergeMethod::matching, MergeMethod::automatic}) {
      const NavMeshSnapshot snapshot = take(NavMeshSnapshot::build(
          scene.mesh, NavMeshMetric{}, study_options(merge, kStudyLevels, method)));
      CutStudy study{scene.name, method, describe(snapshot, merge)};
      SceneStudy unused;
      HierarchyMeasurement measurement(snapshot, scene.pairs);
      measurement.count(study.merge, unused);
      measurement.time(study.merge, rounds);
      studies.push_back(std::move(study));
    }
  }
  return studies;
}

}  // namespace portolan::detail::bench
