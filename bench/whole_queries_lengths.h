#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "sampled_on_mesh.h"
#include "tests/navmesh/any_angle.h"
#include "whole_queries_meshes.h"

/// How long way-points are beside the Euclidean optimum. All lengths are as seen from above.
namespace portolan::detail::bench {

/// By how many metres a length has to be more than another to count as longer: the coordinates of
/// way-points are single floats.
inline constexpr double kLonger = 1e-3;

/// Lengths over that of the optimum, query by query.
struct OverOptimum {
  double mean = 0.0, p95 = 0.0, most = 0.0;
};

struct WaypointLengths {
  std::size_t pairs = 0;
  double optimum_metres = 0.0;  ///< In the mean.
  OverOptimum ours, detour;
  std::size_t violations = 0;  ///< Pairs with an optimum longer than one of the two paths.
  double optimum_us = 0.0;     ///< What the reference takes for a pair.
};

inline double flat_length_of(const std::vector<Waypoint>& waypoints) {
  double sum = 0.0;
  for (std::size_t i = 1; i < waypoints.size(); ++i)
    sum += length(flat(waypoints[i].point) - flat(waypoints[i - 1].point));
  return sum;
}

inline OverOptimum over(const std::vector<double>& lengths, const std::vector<double>& optima) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    if (optima[i] > 0.0) ratios.push_back(lengths[i] / optima[i]);
  return {mean(ratios), quantile(ratios, 0.95), quantile(ratios, 1.0)};
}

/// Both from the same places, those that ours found.
inline WaypointLengths compare_lengths(const WholeScene& scene) {
  test::AnyAngleSearch shortest(scene.world.inside().mesh().polygons());
  DetourSearch detour(scene.mesh);
  portolan::NavMeshQuery query;
  portolan::NavMeshPath path;
  WaypointLengths all;
  std::vector<double> ours, theirs, optima;
  for (const auto& [points, places] : scene.pairs) {
    query.find_path_between(scene.world, places.start, places.goal, path);
    detour.find_corridor(places);
    detour.find_points(places);
    ours.push_back(flat_length_of(path.waypoints));
    theirs.push_back(detour.flat_length());
    double optimum = 0.0;
    all.optimum_us +=
        microseconds_of([&] { optimum = shortest.find(places.start, places.goal).length; });
    optima.push_back(optimum);
    all.violations += optimum > std::min(ours.back(), theirs.back()) + kLonger;
  }
  all.pairs = optima.size();
  all.optimum_metres = mean(optima);
  all.optimum_us /= double(all.pairs);
  all.ours = over(ours, optima);
  all.detour = over(theirs, optima);
  return all;
}

/// The optimum beside brute force.
struct ReferenceCheck {
  std::size_t pairs = 0;
  std::size_t longer = 0;         ///< Pairs with an optimum longer than brute force found.
  double mean = 0.0, most = 0.0;  ///< Brute force over the optimum.
};

inline ReferenceCheck check_reference(const WholeScene& scene, std::size_t count) {
  test::AnyAngleSearch shortest(scene.world.inside().mesh().polygons());
  SampledOnMesh sampled(scene.world.inside());
  ReferenceCheck check;
  std::vector<double> optima, lengths;
  for (const auto& [points, places] : thinned(scene.pairs, count)) {
    optima.push_back(shortest.find(places.start, places.goal).length);
    lengths.push_back(sampled.length(places.start, places.goal));
    check.longer += optima.back() > lengths.back() + kLonger;
  }
  const OverOptimum ratios = over(lengths, optima);
  check.pairs = optima.size();
  check.mean = ratios.mean;
  check.most = ratios.most;
  return check;
}

}  // namespace portolan::detail::bench
