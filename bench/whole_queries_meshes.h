#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "cold_caches.h"
#include "mesh_speed_measure.h"
#include "portolan/navmesh.h"

/// Whole queries on navigation meshes through the public classes, beside Detour's.
namespace portolan::detail::bench {

/// Two points in space, and the places nearest to them.
struct WholePair {
  PointPair points;
  PlacePair places;
};

/// A scene with default tables and the given pairs that Detour finds a whole path for.
struct WholeScene {
  MeshScene mesh;
  portolan::NavMeshSnapshot world;
  std::vector<WholePair> pairs;
  std::size_t partial = 0;  ///< Left out: Detour gave only a part of the path.
};

inline WholeScene load_whole_scene(const std::filesystem::path& data, const std::string& name) {
  MeshScene mesh = load_scene(data, name, 1);
  auto world = take(portolan::NavMeshSnapshot::build(mesh.mesh));
  WholeScene scene{std::move(mesh), std::move(world), {}};
  DetourSearch detour(scene.mesh);
  for (const PointPair& points : load_scene_pairs(data, name, 0)) {
    const auto start = scene.world.find_nearest(points.from);
    const auto goal = scene.world.find_nearest(points.to);
    if (!start || !goal) continue;
    const WholePair pair{points, {*start, *goal}};
    if (detour.find_corridor(pair.places) && detour.find_whole(points)) {
      scene.pairs.push_back(pair);
    } else {
      ++scene.partial;
    }
  }
  return scene;
}

/// What both take for a query, in microseconds.
struct TimesOfBoth {
  double detour = 0.0, ours = 0.0;
};
struct ColdTimes {
  TimesOfBoth polygons;  ///< Between known places, without way-points.
  TimesOfBoth whole;
};

/// The two that are compared, each with memory of its own.
class WholeQueries {
 public:
  explicit WholeQueries(const WholeScene& scene) : scene_(scene), detour_(scene.mesh) {
    polygons_.waypoints = false;
  }

  void detour_polygons(const WholePair& p) { detour_.find_corridor(p.places); }
  void detour_whole(const WholePair& p) { detour_.find_whole(p.points); }
  void polygons(const WholePair& p) {
    query_.find_path_between(scene_.world, p.places.start, p.places.goal, path_, polygons_);
  }
  void whole(const WholePair& p) {
    query_.find_path(scene_.world, p.points.from, p.points.to, path_);
  }

  /// How many pairs Detour places on other polygons; every path must be found.
  std::size_t count_other_places() {
    std::size_t others = 0;
    for (const WholePair& p : scene_.pairs) {
      whole(p);
      require(path_.status == Status::complete, scene_.mesh.name + ": a path is missing");
      others += !detour_.finds(p.points, p.places);
    }
    return others;
  }

 private:
  const WholeScene& scene_;
  DetourSearch detour_;
  portolan::NavMeshQuery query_;
  portolan::NavMeshPath path_;
  portolan::NavMeshQueryOptions polygons_;
};

/// Whole queries of the given pairs again and again, the best pass of each; both in turn in every
/// round.
inline TimesOfBoth time_warm(const WholeScene& scene, unsigned rounds) {
  WholeQueries queries(scene);
  TimesOfBoth times;
  for (unsigned round = 0; round < rounds; ++round) {
    const auto keep = [&](double& best, unsigned passes, auto&& answer) {
      keep_best(best, best_pass(scene.pairs, passes, answer), round == 0);
    };
    keep(times.detour, 1, [&](const WholePair& p) { queries.detour_whole(p); });
    keep(times.ours, 3, [&](const WholePair& p) { queries.whole(p); });
  }
  return times;
}

/// About `count` of the pairs, with so much memory written before each query.
inline ColdTimes time_cold(const WholeScene& scene, std::size_t count, unsigned rounds,
                           std::size_t mebibytes) {
  WholeQueries queries(scene);
  CacheFiller filler(mebibytes << 20);
  const std::vector<WholePair> pairs = thinned(scene.pairs, count);
  const auto time = [&](auto&& answer) { return time_cold(pairs, rounds, filler, answer); };
  return {{time([&](const WholePair& p) { queries.detour_polygons(p); }),
           time([&](const WholePair& p) { queries.polygons(p); })},
          {time([&](const WholePair& p) { queries.detour_whole(p); }),
           time([&](const WholePair& p) { queries.whole(p); })}};
}

}  // namespace portolan::detail::bench
