#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cli_fwd.h"
#include "given_options.h"
#include "portolan/core/vec3.h"
#include "portolan/grid/grid_query.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "worker_thread.h"

namespace portolan::cli {

class World;

enum class Algorithm : std::uint8_t { astar, hierarchy, detour };
/// The algorithm as the command line and the reports spell it.
const char* name(Algorithm algorithm);

/// The query options of the command line.
class QueryArguments {
 public:
  std::vector<Algorithm> algorithms;
  QueryOptions search;
  Smoothing smoothing = Smoothing::full;  ///< Grids.
  bool cost_only = false;                 ///< Of the hierarchy.
  bool waypoints = false;                 ///< Navigation meshes: find them too.
  bool paper_model = false;               ///< Navigation meshes: the HNA* paper's approximations.
  std::string agent;                      ///< Navigation meshes: empty for the first.
  Vec3 extent = NavMesh::kDefaultExtent;  ///< Navigation meshes: how far to look for a polygon.

  /// Adds the options to a subcommand; the object must outlive it and stay where it is.
  void add_to(CLI::App& command);
  /// Refuses options of the other kind of world and a level that the world does not have.
  void check_against(const World& world) const;

  GridQueryOptions of_grid() const { return {search, smoothing}; }
  NavMeshQueryOptions of_mesh() const { return {search, waypoints}; }
  /// Whether the way to connect start and goal keeps the hierarchy's costs exact.
  bool connects_exactly() const {
    return search.connect != ConnectMethod::sparse && search.connect != ConnectMethod::goalward;
  }

 private:
  void read_connect(const std::string& text);

  GivenOptions of_grids_;
  GivenOptions of_meshes_;
  std::unique_ptr<WorkerThread> second_;
};

}  // namespace portolan::cli
