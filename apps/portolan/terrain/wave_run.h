#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/statistics.h"
#include "terrain/terrain_queries.h"

namespace portolan::detail::cli {

/// What paths measure on average: by the price model, and along their points, in metres.
struct MeanLengths {
  double weighted = 0, xyz = 0, xz = 0, y = 0, ground = 0;
};

/// How one algorithm answered a wave: paths from one start to many triangles.
struct WaveResult {
  std::string name;
  std::size_t asked = 0;
  std::size_t missed = 0;     ///< Triangles with a path to them that it did not find.
  double mean_us = 0.0;       ///< Over all that were asked,
  double sample_us = 0.0;     ///< and over those that A* was asked too.
  Quartiles ratio{};          ///< Cost over the best.
  MeanLengths lengths{};      ///< Over those that A* was asked too.
  std::vector<Cost> costs{};  ///< By query; kInfinite where it found none.
};

/// A wave with the costs to compare with.
struct WaveQueries {
  const TerrainQueries& queries;     ///< All from one start; every goal can be reached.
  std::vector<Cost> optima;          ///< By query, by one run of Dijkstra's algorithm.
  std::vector<std::size_t> sample;   ///< The queries that A* is measured on.
  std::vector<TriangleId> left_out;  ///< Triangles that could have been goals but are not.
};

/// A* on the sample; its costs are held against the optima.
WaveResult measure_astar(const WaveQueries& wave);
/// Another algorithm on all queries; every path is verified.
WaveResult measure_wave(const WaveQueries& wave, Algorithm algorithm);

}  // namespace portolan::detail::cli
