#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments/command.h"
#include "arguments/given_options.h"
#include "failure.h"
#include "measuring/thread_pool.h"
#include "portolan/core/vec3.h"
#include "portolan/grid/grid_query.h"
#include "portolan/navmesh/nav_mesh_query.h"
#include "terrain/merge_arguments.h"

namespace portolan::detail::cli {

class World;

enum class Algorithm : std::uint8_t { astar, hierarchy, tables, detour, merged, guided };
/// The algorithm as the command line and the reports spell it.
const char* name(Algorithm algorithm);

/// The refusal of tables that a world does not have; `reason`: why, where it was built with some.
Failure no_tables(const std::string& reason);

/// The query options of the command line.
class QueryArguments {
 public:
  std::vector<Algorithm> algorithms;  ///< Empty until the world is known, where none was named.
  QueryOptions search;
  std::optional<Smoothing> smoothing;     ///< Grids; if left out it depends on the algorithm.
  bool cost_only = false;                 ///< Of hierarchy and tables.
  bool waypoints = false;                 ///< Navigation meshes, terrain: find them too.
  bool paper_model = false;               ///< Navigation meshes: the HNA* paper's approximations.
  bool connect_table = false;             ///< Of the paper's model: look the gates up (PCCP).
  std::string agent;                      ///< Navigation meshes: empty for the first.
  std::uint32_t size = 0;                 ///< Grids: width of the unit; 0 for the smallest.
  Vec3 extent = NavMesh::kDefaultExtent;  ///< Navigation meshes: how far to look for a polygon.
  bool map_coordinates = false;           ///< Terrain: points are those of its map.
  MergeArguments merge;                   ///< Terrain: of merged and guided.
  bool any_pair = false;                  ///< Random queries: whether or not there is a path.
  std::string world_file;                 ///< To tell scenarios of another map; may be empty.

  /// Adds all options to a subcommand; the object must outlive it and stay where it is.
  void add_to(Command& command);
  /// Only those that choose how a path is searched for, and whose it is.
  void add_search_to(Command& command);
  /// Only --size.
  void add_size_to(Command& command);
  /// Refuses options and algorithms of other kinds of worlds, a level and tables that the world
  /// does not have.
  void check_against(const World& world) const;

  /// Those that a world is asked by where none was named: its tables where it has them and no
  /// option is for the hierarchy alone.
  std::vector<Algorithm> usual_algorithms(const World& world) const;

  /// Whose paths are asked for: the name of an agent type, or the size of a unit; empty for the
  /// first.
  std::string whose() const { return size == 0 ? agent : std::to_string(size); }

  GridQueryOptions of_grid(Algorithm algorithm) const;
  NavMeshQueryOptions of_mesh(Algorithm algorithm) const;
  /// --level and --connect, which only `hierarchy` heeds.
  const GivenOptions& of_hierarchy() const { return of_hierarchy_; }
  /// Whether the way to connect start and goal keeps the hierarchy's costs exact.
  bool connects_exactly() const {
    return search.connect != ConnectMethod::sparse && search.connect != ConnectMethod::goalward;
  }

 private:
  void read_connect(const std::string& text);
  void check_algorithms(const World& world) const;
  void check_tables(const World& world) const;

  GivenOptions of_hierarchy_;
  GivenOptions of_grids_;
  GivenOptions of_meshes_;
  GivenOptions of_terrain_;
  GivenOptions of_ground_;  // meshes and terrain
  std::unique_ptr<measuring::ThreadPool> two_threads_;
};

}  // namespace portolan::detail::cli
