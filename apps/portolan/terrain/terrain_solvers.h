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
  /// Of a complete path whose triangles are known.
  PathLengths lengths() const;

  void append_nodes(std::vector<NodeId>& nodes) const override;
  Answer found() const override;
  void verify() const override;
  Json steps_json() const override;
  std::string steps_text(bool all) const override;

 protected:
  const TerrainSnapshot& world() const { return queries_.world(); }
  const TerrainEnds& ends() const { return queries_.query(asked_); }

  const TerrainQueries& queries_;
  const Algorithm algorithm_;
  std::size_t asked_ = 0;
};

std::unique_ptr<TerrainSolver> make_terrain_solver(const TerrainQueries& queries,
                                                   Algorithm algorithm);

}  // namespace portolan::detail::cli
