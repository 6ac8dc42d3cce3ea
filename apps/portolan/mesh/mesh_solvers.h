#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "mesh/mesh_queries.h"

namespace portolan::detail::cli {

/// A solver of MeshQueries.
class MeshSolver : public Solver {
 public:
  /// The way-points of the latest answer; none unless they were asked for.
  virtual std::vector<Vec3> line() const = 0;
  /// Its polygons, from the start's to the goal's.
  virtual const std::vector<std::uint32_t>& polygons() const = 0;
};

/// A*, the hierarchy or tables.
std::unique_ptr<MeshSolver> make_mesh_solver(const MeshQueries& queries, Algorithm algorithm);
/// Detour's search; its cost is that of the cheapest path through its corridor.
std::unique_ptr<MeshSolver> make_detour_solver(const MeshQueries& queries,
                                               const DetourMesh& detour);

}  // namespace portolan::detail::cli
