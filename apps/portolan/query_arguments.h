#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "portolan/grid/grid_query.h"

namespace portolan::cli {

enum class Algorithm { astar, hierarchy };
/// The algorithm as the command line and the reports spell it.
const char* name(Algorithm algorithm);

/// The query options of the command line.
struct QueryArguments {
  std::vector<Algorithm> algorithms;
  GridQueryOptions options;
  bool cost_only = false;

  /// Adds the options to a subcommand; the object must outlive it.
  void add_to(CLI::App& command);
  /// Refuses a level that the world does not have.
  void check_against(const GridSnapshot& world) const;
};

}  // namespace portolan::cli
