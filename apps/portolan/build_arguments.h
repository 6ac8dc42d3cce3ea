#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "portolan/grid/grid_snapshot.h"

namespace portolan::cli {

/// The build options of the command line.
class BuildArguments {
 public:
  /// Adds the options to a subcommand; the object must outlive it.
  void add_to(CLI::App& command);

  /// The names of the options that were given, for messages; empty when none were.
  std::string given() const;
  const GridBuildOptions& options() const { return options_; }

  /// A map or picture with the metric and weights asked for.
  struct Source {
    Grid grid;
    GridMetric metric;
  };
  Source load_source(const std::string& path) const;

 private:
  GridBuildOptions options_;
  std::string metric_file_;
  std::optional<std::uint64_t> weight_seed_;
  std::optional<DiagonalRule> diagonals_;
  std::optional<double> diagonal_length_;
  std::vector<CLI::Option*> added_;
};

/// `middle`, `ends`, `ends:T`, `every:K` or `all`.
TransitionPolicy parse_transitions(const std::string& text);
/// The policy as the command line spells it.
std::string transitions_text(const TransitionPolicy& policy);
/// The rule as the command line spells it.
const char* diagonals_text(DiagonalRule rule);

}  // namespace portolan::cli
