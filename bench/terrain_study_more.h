#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "portolan/merged/crowding.h"
#include "portolan/merged/merge_distances.h"
#include "studies/hashed_memory.h"
#include "terrain_study_measure.h"

/// The thesis' ideas for the future: crowds, local updates, contour lines.
namespace portolan::detail::bench {

struct CrowdRow {
  double weight = 0.0;             ///< 0: agents take no notice of each other.
  std::size_t triangles = 0;       ///< That anyone walked on.
  std::uint32_t most_at_once = 0;  ///< On one triangle.
  double walks = 0.0;              ///< Agents that walked over one of these, on average.
  double cost = 0.0;               ///< Of the paths, over that of the first with weight 0.
};

/// Agents set out from one place to another, one each moment; each moves one triangle at a time,
/// looking no farther than it must, and counts where it stands.
inline CrowdRow walk_crowd(const MergedHierarchy& h, std::uint32_t from, std::uint32_t to,
                           double weight, std::uint32_t agents) {
  struct Agent {
    std::unique_ptr<HashedMergedQuery> query;
    TriangleId at = kNoTriangle;
    bool done = false;
  };
  Crowding crowding(h, weight);
  std::vector<Agent> all(agents);
  IdVector<TriangleId, bool> used(h.triangle_count, false);
  CrowdRow row{weight, 0, 0, 0, 0};
  std::size_t steps = 0;
  std::size_t arrived = 0;
  for (std::uint32_t moment = 0; arrived < agents; ++moment) {
    for (std::uint32_t a = 0; a < agents && a <= moment; ++a) {
      Agent& agent = all[a];
      if (agent.done) continue;
      if (agent.query == nullptr) {
        agent.query = std::make_unique<HashedMergedQuery>(h);
        if (weight > 0.0) agent.query->set_crowding(&crowding);
        require(agent.query->begin(TriangleId{from}, TriangleId{to}) == Status::complete,
                "an agent has no path");
      }
      if (agent.at != kNoTriangle) crowding.leave(agent.at);
      agent.at = agent.query->next();
      if (agent.at == kNoTriangle) {
        agent.done = true;
        agent.query = nullptr;
        ++arrived;
        continue;
      }
      row.cost += agent.query->last_step();
      crowding.enter(agent.at);
      used[agent.at] = true;
      ++steps;
    }
    for (const Agent& agent : all) {
      if (agent.at != kNoTriangle)
        row.most_at_once = std::max(row.most_at_once, crowding.count(cluster_of(agent.at)));
    }
  }
  row.cost /= agents;
  row.triangles = static_cast<std::size_t>(std::count(used.begin(), used.end(), true));
  row.walks = double(steps) / double(row.triangles);
  return row;
}

inline std::vector<CrowdRow> measure_crowd(const StudyGround& ground, std::uint32_t from,
                                           std::uint32_t to, std::uint32_t agents) {
  const MergedHierarchy h = merge_ground(ground, kChosen);
  std::vector<CrowdRow> rows;
  for (const double weight : {0.0, 1.0, 10.0, 100.0})
    rows.push_back(walk_crowd(h, from, to, weight, agents));
  const double alone = rows[0].cost;
  for (CrowdRow& row : rows) row.cost /= alone;
  return rows;
}

struct UpdateRow {
  std::uint32_t squares = 0;  ///< A side of the place that changes; 0: a single triangle.
  double milliseconds = 0.0;
  double distances_ms = 0.0;  ///< All distances computed anew,
  double rebuild_ms = 0.0;    ///< and all merged anew.
  double records = 0.0;       ///< Looked at.
  bool equal = true;          ///< The same as computing all anew.
};

/// What gets more expensive when a place turns to mud.
inline std::vector<PriceChange> muddy(const MergedHierarchy& h, const StudyGround& ground, double x,
                                      double z, std::uint32_t squares) {
  std::vector<std::uint32_t> triangles{ground.at(x, z)};
  const TriangleRaster& raster = ground.mesh->raster;
  const std::uint32_t per_square = ground.triangles() / (raster.columns * raster.rows);
  const auto column = static_cast<std::uint32_t>(x * (raster.columns - squares));
  const auto row = static_cast<std::uint32_t>(z * (raster.rows - squares));
  if (squares > 0) triangles.clear();
  for (std::uint32_t i = 0; i < squares * squares * per_square; ++i) {
    const std::uint32_t square = i / per_square;
    triangles.push_back(((row + square / squares) * raster.columns + column + square % squares) *
                            per_square +
                        i % per_square);
  }
  std::vector<PriceChange> changes;
  for (const std::uint32_t t : triangles) {
    for (const JointId joint : joints_out_of(TriangleId{t})) {
      if (h.mate[joint] != kNoJoint)
        changes.push_back({joint, 3 * h.weighted[joint], h.unweighted[joint]});
    }
  }
  return changes;
}

inline std::vector<UpdateRow> measure_updates(const StudyGround& ground) {
  constexpr int kPlaces = 20;
  std::vector<UpdateRow> rows;
  MergedHierarchy h;
  const double rebuild = microseconds_of([&] { h = merge_ground(ground, kChosen); }) / 1e3;
  for (const std::uint32_t squares : {0u, 4u, 16u}) {
    UpdateRow row{squares, 0, 0, rebuild, 0, true};
    for (int i = 0; i < kPlaces; ++i) {
      const auto changes = muddy(h, ground, std::fmod(0.13 + 0.618 * i, 0.98),
                                 std::fmod(0.31 + 0.755 * i, 0.98), squares);
      DistanceUpdates counts;
      row.milliseconds +=
          microseconds_of([&] { counts = update_distances(h, changes); }) / 1e3 / kPlaces;
      row.records += double(counts.records) / kPlaces;
    }
    MergedHierarchy again = h;
    row.distances_ms = microseconds_of([&] { compute_distances(again); }) / 1e3;
    row.equal = again.records == h.records && again.entering == h.entering;
    require(row.equal, "a local update gives other distances than computing all anew");
    rows.push_back(row);
  }
  return rows;
}

}  // namespace portolan::detail::bench
