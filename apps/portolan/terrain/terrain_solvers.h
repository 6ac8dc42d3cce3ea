#pragma once

#include <memory>
#include <span>
#include <vector>

#include "terrain/terrain_queries.h"

namespace portolan::detail::cli {

/// A solver of TerrainQueries.
class TerrainSolver : public Solver {
 public:
  TerrainSolver(const TerrainQueries& queries, Algorithm algorithm)
      : queries_(queries), algorithm_(algorithm) {}

  // What follows is about the latest answer.
  /// From start to goal; none unless complete.
  virtual std::span<const std::uint32_t> triangles() const = 0;
  /// Of a complete path whose triangles are known; of way-points where they are asked for.
  PathLengths lengths() const;
  /// What is handed out of such a path: the way-points, where they are asked for, or the middles of
  /// its triangles between start and goal.
  std::vector<Vec3> line() const;

  void append_nodes(std::vector<NodeId>& nodes) const override;
  Answer found() const override;
  void verify() const override;
  Json steps_json() const override;
  std::string steps_text(bool all) const override;

 protected:
  std::vector<Vec3> middles() const;
  Json line_json(std::span<const Vec3> line) const;
  LineLengths handed_out(const PathLengths& lengths) const {
    return queries_.arguments().waypoints ? lengths.waypoints : lengths.points;
  }
  const TerrainSnapshot& world() const { return queries_.world(); }
  const TerrainEnds& ends() const { return queries_.query(asked_); }
  Vec3 start() const { return {ends().from.x, 0.0f, ends().from.z}; }
  Vec3 goal() const { return {ends().to.x, 0.0f, ends().to.z}; }

  const TerrainQueries& queries_;
  const Algorithm algorithm_;
  std::size_t asked_ = 0;
};

std::unique_ptr<TerrainSolver> make_terrain_solver(const TerrainQueries& queries,
                                                   Algorithm algorithm);

}  // namespace portolan::detail::cli
