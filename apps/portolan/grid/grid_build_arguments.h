#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arguments/command.h"
#include "arguments/given_options.h"
#include "arguments/shared_build_options.h"
#include "grid/loaded_grid.h"
#include "portolan/grid/grid_sizes.h"
#include "world/world_kind.h"

namespace portolan::detail::cli {

/// The build options that only grids have.
class GridBuildArguments {
 public:
  /// Adds the options to a subcommand, and to `all`; the object must outlive it.
  void add_to(Command& command, GivenOptions& all);
  const GivenOptions& given() const { return given_; }

  /// Builds the grid of a map or picture with the metric and weights asked for.
  std::unique_ptr<LoadedGrid> build(BegunFile file, SourceKind kind,
                                    const SharedBuildOptions& shared) const;

 private:
  GridMetric load_metric_of(const SharedBuildOptions& shared) const;

  GridBuildOptions options_;
  std::optional<DiagonalRule> diagonals_;
  std::optional<double> diagonal_length_;
  std::vector<std::uint32_t> sizes_;
  GivenOptions given_;
};

/// Builds for units of these widths, with a progress bar; for those of one tile where none is
/// named.
GridSizes build_grid(Grid grid, const GridMetric& metric, const GridBuildOptions& options,
                     const std::vector<std::uint32_t>& sizes = {});

/// `middle`, `ends`, `ends:T`, `every:K` or `all`.
TransitionPolicy parse_transitions(const std::string& text);
/// The policy as the command line spells it.
std::string transitions_text(const TransitionPolicy& policy);
/// The rule as the command line spells it.
const char* diagonals_text(DiagonalRule rule);

}  // namespace portolan::detail::cli
