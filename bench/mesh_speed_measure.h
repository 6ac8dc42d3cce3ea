#pragma once

#include <DetourNavMeshQuery.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <fstream>
#include <memory>
#include <numeric>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "measuring/thread_pool.h"
#include "measuring/timing.h"
#include "mesh_scene.h"
#include "pairs.h"
#include "portolan/navmesh/flat.h"
#include "portolan/recast/build_detour_mesh.h"
#include "scenes/mesh_scenes.h"
#include "scenes/random.h"

/// Detour, our A* and the hierarchy on the same meshes and pairs, in one run.
namespace portolan::detail::bench {

/// Detour's own search, as a game would set it up, with as many nodes as it can have: nothing but
/// its own calls, so that only these are timed.
class DetourSearch {
 public:
  static constexpr int kNodes = 65'535;

  explicit DetourSearch(const MeshScene& scene)
      : scene_(scene), query_(dtAllocNavMeshQuery(), &dtFreeNavMeshQuery), refs_(kNodes + 1) {
    require(dtStatusSucceed(query_->init(scene.detour.get(), kNodes)), "Detour has no memory");
    points_.resize(3 * std::size_t{kMostPoints});
  }

  /// Returns whether a complete corridor was found.
  bool find_corridor(const PlacePair& pair) {
    return find_corridor({ref(pair.start), pair.start.point}, {ref(pair.goal), pair.goal.point});
  }
  /// Way-points along the corridor just found.
  void find_points(const PlacePair& pair) { find_points(pair.start.point, pair.goal.point); }
  /// All that a query takes: the polygons nearest to two points, corridor and way-points. Returns
  /// whether the corridor is complete.
  bool find_whole(const PointPair& pair) {
    const Place start = find_nearest(pair.from), goal = find_nearest(pair.to);
    const bool complete = find_corridor(start, goal);
    find_points(start.point, goal.point);
    return complete;
  }
  /// Whether its nearest polygons for two points are those of these places.
  bool finds(const PointPair& pair, const PlacePair& places) const {
    return find_nearest(pair.from).ref == ref(places.start) &&
           find_nearest(pair.to).ref == ref(places.goal);
  }
  /// In metres, of the way-points just found.
  double length() const {
    double sum = 0.0;
    for (int i = 1; i < point_count_; ++i) sum += double{distance(point(i - 1), point(i))};
    return sum;
  }
  /// The same as seen from above.
  double flat_length() const {
    double sum = 0.0;
    for (int i = 1; i < point_count_; ++i)
      sum += detail::length(flat(point(i)) - flat(point(i - 1)));
    return sum;
  }

 private:
  static constexpr int kMostPoints = 16'384;

  struct Place {
    dtPolyRef ref = 0;
    Vec3 point;
  };

  Place find_nearest(const Vec3& point) const {
    Place place;
    query_->findNearestPoly(&point.x, &NavMesh::kDefaultExtent.x, &filter_, &place.ref,
                            &place.point.x);
    return place;
  }
  bool find_corridor(const Place& start, const Place& goal) {
    count_ = 0;
    const dtStatus status =
        query_->findPath(start.ref, goal.ref, &start.point.x, &goal.point.x, &filter_, refs_.data(),
                         &count_, static_cast<int>(refs_.size()));
    return dtStatusSucceed(status) && !dtStatusDetail(status, DT_PARTIAL_RESULT);
  }
  void find_points(const Vec3& start, const Vec3& goal) {
    query_->findStraightPath(&start.x, &goal.x, refs_.data(), count_, points_.data(), nullptr,
                             nullptr, &point_count_, kMostPoints);
  }

  dtPolyRef ref(const MeshPlace& place) const {
    return static_cast<dtPolyRef>(scene_.mesh.polygons().refs[place.polygon]);
  }

  Vec3 point(int i) const {
    const float* p = &points_[3 * static_cast<std::size_t>(i)];
    return {p[0], p[1], p[2]};
  }

  const MeshScene& scene_;
  std::unique_ptr<dtNavMeshQuery, decltype(&dtFreeNavMeshQuery)> query_;
  dtQueryFilter filter_;
  std::vector<dtPolyRef> refs_;
  std::vector<float> points_;
  int count_ = 0;
  int point_count_ = 0;
};

struct BuildSpeed {
  double partition_ms = 0.0;
  double customize_ms = 0.0;
  double again_min_ms = 0.0;  ///< Customizing for another metric over the same partition.
  double again_mean_ms = 0.0;
  std::size_t hierarchy_bytes = 0;
  std::size_t mesh_bytes = 0;
  unsigned levels = 0;
};

/// A* over the hierarchy with one μ, or with the default options.
struct QuartileSpeed {
  std::string merge;
  double mean = 0.0;                 ///< Ratio of the mean times.
  std::array<double, 4> quartile{};  ///< The same among the shortest quarter of the paths, and on.
};

/// Lengths of our way-points over Detour's, query by query.
struct LengthRatios {
  double mean = 0.0, median = 0.0, p95 = 0.0, most = 0.0;
};

struct MeshSpeed {
  std::string name;
  std::uint32_t polygons = 0;
  std::size_t queries = 0;
  std::size_t partial = 0;  ///< Left out: Detour gave only a part of the path.
  BuildSpeed build;
  double detour_us = 0.0, astar_us = 0.0, hierarchy_us = 0.0;  ///< Corridors.
  double detour_points_us = 0.0, hierarchy_points_us = 0.0;    ///< Corridors and way-points.
  double detour_metres = 0.0, our_metres = 0.0;                ///< Mean length of the way-points.
  LengthRatios length_ratios;
  std::vector<QuartileSpeed> quartiles;

  double over_detour() const { return detour_us / hierarchy_us; }
  double over_astar() const { return astar_us / hierarchy_us; }
};

inline BuildSpeed measure_build(const NavMeshSnapshot& snapshot) {
  constexpr int kAgain = 5;
  BuildSpeed speed;
  speed.partition_ms = snapshot.partition_ms();
  speed.customize_ms = snapshot.customize_ms();
  for (int i = 0; i < kAgain; ++i) {
    const double ms = take(snapshot.with_metric(NavMeshMetric{})).customize_ms();
    keep_best(speed.again_min_ms, ms, i == 0);
    speed.again_mean_ms += ms / kAgain;
  }
  speed.hierarchy_bytes = snapshot.hierarchy().bytes();
  speed.mesh_bytes = snapshot.mesh().bytes() + snapshot.world().layout().bytes() +
                     snapshot.world().costs().bytes();
  speed.levels = snapshot.hierarchy().levels();
  return speed;
}

/// Leaves the pairs that Detour finds a whole path for, which must be all that it has nodes for.
inline std::size_t drop_partial(MeshScene& scene) {
  DetourSearch detour(scene);
  return std::erase_if(scene.pairs, [&](const PlacePair& p) { return !detour.find_corridor(p); });
}

/// Detour, A* and the hierarchy; corridors, and way-points too.
inline void time_scene(const MeshScene& scene, const NavMeshSnapshot& snapshot, unsigned rounds,
                       MeshSpeed& speed) {
  DetourSearch detour(scene);
  NavMeshQuery astar, hierarchy;
  NavMeshPath path;
  NavMeshQueryOptions with_points;
  with_points.waypoints = true;
  const auto times = time_in_rounds<PlacePair>(
      scene.pairs, rounds,
      {[&](const PlacePair& p) { detour.find_corridor(p); },
       [&](const PlacePair& p) {
         astar.find_path_astar(snapshot, p.start, p.goal, polygons_only(), path);
       },
       [&](const PlacePair& p) {
         hierarchy.find_path(snapshot, p.start, p.goal, polygons_only(), path);
       },
       [&](const PlacePair& p) {
         detour.find_corridor(p);
         detour.find_points(p);
       },
       [&](const PlacePair& p) {
         hierarchy.find_path(snapshot, p.start, p.goal, with_points, path);
       }});
  speed.detour_us = mean(times[0]);
  speed.astar_us = mean(times[1]);
  speed.hierarchy_us = mean(times[2]);
  speed.detour_points_us = mean(times[3]);
  speed.hierarchy_points_us = mean(times[4]);
}

/// Costs compared with those of A*, and the lengths of the way-points with Detour's.
inline void compare_paths(const MeshScene& scene, const NavMeshSnapshot& snapshot,
                          MeshSpeed& speed) {
  DetourSearch detour(scene);
  NavMeshQuery query;
  NavMeshPath astar, path;
  std::vector<double> ours, theirs, ratios;
  for (const PlacePair& p : scene.pairs) {
    query.find_path_astar(snapshot, p.start, p.goal, polygons_only(), astar);
    query.find_path(snapshot, p.start, p.goal, {}, path);
    require(path.status == Status::complete && path.cost == astar.cost,
            scene.name + ": a cost is not that of A* on level 0");
    detour.find_corridor(p);
    detour.find_points(p);
    ours.push_back(length_of(path.waypoints));
    theirs.push_back(detour.length());
    if (theirs.back() > 0.0) ratios.push_back(ours.back() / theirs.back());
  }
  speed.our_metres = mean(ours);
  speed.detour_metres = mean(theirs);
  speed.length_ratios = {mean(ratios), quantile(ratios, 0.5), quantile(ratios, 0.95),
                         quantile(ratios, 1.0)};
}

/// A* over the hierarchy, in the mean and by quartile of path length.
inline QuartileSpeed measure_quartiles(const MeshScene& scene, const NavMeshBuildOptions& options,
                                       std::string name, unsigned rounds) {
  const NavMeshSnapshot snapshot =
      take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, options));
  NavMeshQuery astar, hierarchy;
  NavMeshPath path;
  std::vector<Cost> costs;
  for (const PlacePair& p : scene.pairs) {
    hierarchy.find_path(snapshot, p.start, p.goal, polygons_only(), path);
    costs.push_back(path.cost);
  }
  const auto times = time_in_rounds<PlacePair>(
      scene.pairs, rounds,
      {[&](const PlacePair& p) {
         astar.find_path_astar(snapshot, p.start, p.goal, polygons_only(), path);
       },
       [&](const PlacePair& p) {
         hierarchy.find_path(snapshot, p.start, p.goal, polygons_only(), path);
       }});
  std::vector<std::size_t> order(costs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return costs[a] < costs[b]; });
  QuartileSpeed speed{std::move(name), mean(times[0]) / mean(times[1]), {}};
  for (std::size_t quarter = 0; quarter < 4; ++quarter) {
    double sums[2] = {};
    for (std::size_t i = quarter * order.size() / 4; i < (quarter + 1) * order.size() / 4; ++i) {
      sums[0] += times[0][order[i]];
      sums[1] += times[1][order[i]];
    }
    speed.quartile[quarter] = sums[1] > 0.0 ? sums[0] / sums[1] : 0.0;
  }
  return speed;
}

/// Everything about one scene; `quartiles`: with A* over the hierarchy at every μ too.
inline MeshSpeed measure_scene(MeshScene& scene, unsigned rounds, bool quartiles) {
  MeshSpeed speed;
  speed.name = scene.name;
  speed.polygons = scene.mesh.polygon_count();
  speed.partial = drop_partial(scene);
  speed.queries = scene.pairs.size();
  const NavMeshSnapshot snapshot = take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}));
  speed.build = measure_build(snapshot);
  compare_paths(scene, snapshot, speed);
  time_scene(scene, snapshot, rounds, speed);
  fmt::print(stderr, "{}: {:.1f} times Detour, {:.1f} times A*\n", scene.name, speed.over_detour(),
             speed.over_astar());
  if (!quartiles) return speed;
  speed.quartiles.push_back(measure_quartiles(scene, {}, "default", rounds));
  for (const std::uint32_t merge : kPaperMerges) {
    NavMeshBuildOptions options;
    options.cells.merge = {merge};
    speed.quartiles.push_back(measure_quartiles(scene, options, fmt::format("{}", merge), rounds));
  }
  return speed;
}

/// How a generated scene, far larger than the given ones, was made.
struct PresetBuild {
  double recast_s = 0.0;
  double build_s = 0.0;     ///< Partition and customize, by the clock.
  double peak_mib = 0.0;    ///< The most memory that the process held meanwhile, mesh included.
  double before_mib = 0.0;  ///< What it held when that began.
};

/// Lets the count of the most memory held start anew, where the system can do that.
inline void forget_peak() { std::ofstream("/proc/self/clear_refs") << "5"; }

/// Pairs of polygons' centres with a path between them.
inline std::vector<PlacePair> draw_pairs(const NavMeshSnapshot& snapshot, std::size_t count,
                                         std::uint64_t seed = 1) {
  const PolygonMesh& mesh = snapshot.mesh().polygons();
  scenes::Random random(seed);
  const auto draw = [&] {
    const std::uint32_t polygon = random.below(mesh.polygon_count());
    Vec3 sum;
    for (std::uint32_t i = 0; i < mesh.corner_count(polygon); ++i)
      sum = sum + mesh.corner(polygon, i);
    return snapshot.mesh().place_on(polygon,
                                    sum * (1.0f / static_cast<float>(mesh.corner_count(polygon))));
  };
  NavMeshQuery query;
  return draw_pairs<PlacePair>(count, draw, [&](const PlacePair& pair) {
    Cost cost;
    return query.find_cost(snapshot, pair.start, pair.goal, polygons_only(), cost) ==
           Status::complete;
  });
}

/// A generated scene, without pairs, meshed on all cores.
inline MeshScene make_generated_scene(std::string name, std::string_view scene,
                                      const scenes::MeshSceneOptions& options, bool tiled) {
  RecastOptions recast;
  recast.tile_size = tiled ? 128 : 0;
  measuring::ThreadPool pool(std::max(1u, std::thread::hardware_concurrency()));
  return make_scene(std::move(name),
                    take(build_detour_mesh(take(scenes::generate_mesh(scene, options)), recast,
                                           {.parallel = pool.parallel()})),
                    {});
}

/// The scene of a preset.
inline MeshScene make_preset_scene(const std::string& name) {
  const auto presets = scenes::mesh_presets();
  const auto preset =
      std::find_if(presets.begin(), presets.end(), [&](const auto& p) { return p.name == name; });
  require(preset != presets.end(), name + ": no such preset");
  return make_generated_scene(name, preset->scene, preset->options, preset->tiled);
}

inline MeshSpeed measure_preset(const std::string& name, std::size_t queries, unsigned rounds,
                                PresetBuild& build) {
  const auto started = std::chrono::steady_clock::now();
  MeshScene scene = make_preset_scene(name);
  if (scene.mesh.polygon_count() > 500'000)
    queries = std::min<std::size_t>(queries, 100);  // A* is slow
  build.recast_s = microseconds_since(started) / 1e6;
  forget_peak();
  build.before_mib = peak_bytes() / 0x1p20;
  const auto building = std::chrono::steady_clock::now();
  const NavMeshSnapshot snapshot = take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}));
  build.build_s = microseconds_since(building) / 1e6;
  build.peak_mib = peak_bytes() / 0x1p20;
  MeshSpeed speed;
  speed.name = name;
  speed.polygons = scene.mesh.polygon_count();
  speed.build = measure_build(snapshot);
  scene.pairs = draw_pairs(snapshot, queries);
  speed.partial = drop_partial(scene);
  speed.queries = scene.pairs.size();
  compare_paths(scene, snapshot, speed);
  time_scene(scene, snapshot, rounds, speed);
  fmt::print(stderr, "{}: {} polygons, built in {:.2f} s, {:.1f} times Detour\n", name,
             speed.polygons, build.build_s, speed.over_detour());
  return speed;
}

}  // namespace portolan::detail::bench
