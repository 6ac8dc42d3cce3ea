#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "mesh_speed_measure.h"
#include "portolan/types.h"

/// Queries by tables beside Detour and A* on navigation meshes.
namespace portolan::detail::bench {

/// What one kind of answer takes, in microseconds per query.
struct Pace {
  double file = 0.0;   ///< The given pairs again and again, the best pass.
  double fresh = 0.0;  ///< Random pairs, each once.
};

struct MeshTableSpeed {
  std::string name;
  std::uint32_t polygons = 0;
  Pace detour, detour_points, cost, path, points;
  double near_detour_us = 0.0, near_astar_us = 0.0, near_us = 0.0;  ///< Goals within 50 m.
  double tables_ms = 0.0;
  std::size_t connect_bytes = 0, far_bytes = 0, path_bytes = 0;
  std::uint32_t most_depth = 0, most_gates = 0, gates = 0;
};

/// Random pairs with a path between them, not farther apart than `most_metres`.
inline std::vector<PlacePair> draw_near_pairs(const NavMeshSnapshot& snapshot, std::size_t count,
                                              float most_metres) {
  std::vector<PlacePair> near;
  for (std::uint64_t seed = 2; near.size() < count && seed < 200; ++seed) {
    for (const PlacePair& p : draw_pairs(snapshot, 20'000, seed)) {
      if (distance(p.start.point, p.goal.point) <= most_metres && near.size() < count)
        near.push_back(p);
    }
  }
  return near;
}

class MeshTableMeasurement {
 public:
  MeshTableMeasurement(MeshScene& scene, const NavMeshSnapshot& snapshot, unsigned rounds)
      : scene_(scene), snapshot_(snapshot), detour_(scene), rounds_(rounds) {
    polygons_.waypoints = false;
  }

  MeshTableSpeed run(std::size_t fresh_count) {
    const Tables& tables = snapshot_.tables();
    speed_.name = scene_.name;
    speed_.polygons = scene_.mesh.polygon_count();
    speed_.tables_ms = tables.build_ms();
    speed_.connect_bytes = tables.connect().bytes();
    speed_.far_bytes = tables.bytes() - tables.connect().bytes();
    speed_.path_bytes = snapshot_.hierarchy().level_size(1).bytes;
    speed_.most_depth = tables.most_hubs();
    speed_.most_gates = tables.most_gates();
    speed_.gates = tables.links().gate_count();
    check_costs();
    time_file();
    time_fresh(draw_pairs(snapshot_, fresh_count, 7));
    time_near(draw_near_pairs(snapshot_, 2'000, 50.0f));
    return speed_;
  }

 private:
  void check_costs() {
    for (const PlacePair& p : scene_.pairs) {
      query_.find_path_astar(snapshot_, p.start, p.goal, polygons_, path_);
      const Cost best = path_.cost;
      query_.find_path(snapshot_, p.start, p.goal, polygons_, path_);
      require(path_.cost == best, scene_.name + ": a cost is not that of A* on level 0");
    }
  }
  void cost(const PlacePair& p) { query_.find_cost(snapshot_, p.start, p.goal, polygons_, cost_); }
  void path(const PlacePair& p) { query_.find_path(snapshot_, p.start, p.goal, polygons_, path_); }
  void points(const PlacePair& p) { query_.find_path(snapshot_, p.start, p.goal, {}, path_); }
  void corridor_and_points(const PlacePair& p) {
    detour_.find_corridor(p);
    detour_.find_points(p);
  }

  /// All in turn in every round, so that they share the machine's good and bad moments.
  void time_file() {
    const auto& pairs = scene_.pairs;
    for (unsigned round = 0; round < rounds_; ++round) {
      const auto keep = [&](double& best, auto&& answer) {
        keep_best(best, time_pass(pairs, answer), round == 0);
      };
      keep(speed_.detour.file, [&](const PlacePair& p) { detour_.find_corridor(p); });
      keep(speed_.detour_points.file, [&](const PlacePair& p) { corridor_and_points(p); });
      for (unsigned again = 0; again < 3; ++again) {
        keep(speed_.cost.file, [&](const PlacePair& p) { cost(p); });
        keep(speed_.path.file, [&](const PlacePair& p) { path(p); });
        keep(speed_.points.file, [&](const PlacePair& p) { points(p); });
      }
    }
  }

  void time_fresh(const std::vector<PlacePair>& pairs) {
    std::vector<PlacePair> some = thinned(pairs, 2'000);
    std::erase_if(some, [&](const PlacePair& p) { return !detour_.find_corridor(p); });
    speed_.detour.fresh = time_pass(some, [&](const PlacePair& p) { detour_.find_corridor(p); });
    speed_.cost.fresh = time_pass(pairs, [&](const PlacePair& p) { cost(p); });
    speed_.path.fresh = time_pass(pairs, [&](const PlacePair& p) { path(p); });
    speed_.points.fresh = time_pass(pairs, [&](const PlacePair& p) { points(p); });
    speed_.detour_points.fresh =
        time_pass(some, [&](const PlacePair& p) { corridor_and_points(p); });
  }

  void time_near(const std::vector<PlacePair>& pairs) {
    NavMeshPath path;
    speed_.near_detour_us =
        best_pass(pairs, rounds_, [&](const PlacePair& p) { detour_.find_corridor(p); });
    speed_.near_astar_us = best_pass(pairs, rounds_, [&](const PlacePair& p) {
      query_.find_path_astar(snapshot_, p.start, p.goal, polygons_, path);
    });
    speed_.near_us = best_pass(pairs, rounds_, [&](const PlacePair& p) { this->path(p); });
  }

  MeshScene& scene_;
  const NavMeshSnapshot& snapshot_;
  DetourSearch detour_;
  unsigned rounds_;
  NavMeshQuery query_;
  NavMeshPath path_;
  NavMeshQueryOptions polygons_;
  Cost cost_ = 0;
  MeshTableSpeed speed_;
};

/// One scene with tables built on all cores.
inline MeshTableSpeed measure_mesh_tables(MeshScene& scene, const NavMeshBuildOptions& options,
                                          unsigned rounds, std::size_t fresh,
                                          const ParallelFor& parallel) {
  const NavMeshSnapshot built = take(NavMeshSnapshot::build(scene.mesh, NavMeshMetric{}, options));
  const NavMeshSnapshot snapshot = take(built.with_tables({}, parallel));
  if (scene.pairs.empty()) scene.pairs = draw_pairs(snapshot, 1'000, 1);
  drop_partial(scene);
  MeshTableSpeed speed = MeshTableMeasurement(scene, snapshot, rounds).run(fresh);
  fmt::print(stderr, "{}: path {:.0f} times Detour, cost {:.0f}\n", scene.name,
             speed.detour.file / speed.path.file, speed.detour.file / speed.cost.file);
  return speed;
}

}  // namespace portolan::detail::bench
