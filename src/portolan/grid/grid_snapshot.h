#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "portolan/grid.h"
#include "portolan/grid/grid_world.h"
#include "portolan/grid/transitions.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/snapshot/snapshot.h"
#include "portolan/tables/tables.h"
#include "portolan/types.h"

namespace portolan::detail {

/// How a grid's hierarchy is built. 0 stands for "choose for me".
struct GridBuildOptions {
  std::uint32_t cell_size = 0;  ///< Side of a level-1 square, in tiles. [2, 256]
  std::uint32_t group = 0;   ///< Cells on each side that make one cell of the next level. [2, 16]
  std::uint32_t levels = 0;  ///< Levels above the base graph. [1, 8]
  bool choose_transitions = true;  ///< Whether `transitions` is chosen too.
  TransitionPolicy transitions{};
  bool store_steps = true;      ///< Keep the moves of intra-edges of level 1.
  bool for_tables = false;      ///< Choose what suits queries by tables: more gates.
  std::uint32_t unit_size = 1;  ///< Width of units, in tiles; see GridGraph::make. [1, 16]
};

/// Fills in what was left to choose; fails when a field is out of its range.
Result<GridBuildOptions> resolve(const GridBuildOptions& options, const Grid& grid,
                                 const GridMetric& metric);

struct GridEdit;

/// A grid, its metric and its hierarchy at one moment. Immutable and cheap to copy; any number
/// of threads may query it while others make newer ones.
class GridSnapshot : public Snapshot<GridSnapshot, GridWorld> {
 public:
  /// Partitions and customizes.
  static Result<GridSnapshot> build(Grid grid, const GridMetric& metric,
                                    const GridBuildOptions& options = {},
                                    const Progress& progress = {});
  /// Puts together what a baked file holds: cells built before, checked but not computed again.
  static Result<GridSnapshot> assemble(Grid grid, const GridMetric& metric,
                                       const GridBuildOptions& resolved,
                                       std::vector<CellWords> cells, double build_ms,
                                       const ParallelFor& parallel = {});
  /// The same grid and metric for units of another width, over the same partition.
  Result<GridSnapshot> of_unit_size(std::uint32_t width, bool store_steps,
                                    const Progress& progress = {}) const;
  /// The same from cells of a baked file, checked but not computed again: those of all levels, or
  /// of the lowest alone.
  Result<GridSnapshot> of_unit_size(std::uint32_t width, bool store_steps,
                                    std::vector<CellWords> cells, double build_ms,
                                    const ParallelFor& parallel) const;
  /// The same without tables and without the levels above the first, in less memory. Cells that are
  /// those of `known` stay shared.
  GridSnapshot lowest_level(const std::vector<CellWords>& known) const;

  /// The snapshot after some tiles got another terrain. Shares every cell it does not touch, and
  /// has no tables until they are built for it.
  Result<GridEdit> edit(std::span<const TileChange> changes) const;
  /// The same where the changed grid is made already.
  Result<GridEdit> edit(std::shared_ptr<const Grid> changed,
                        std::span<const TileChange> changes) const;

  /// The squares that lie where this snapshot's ground differs from another's, with all whose gates
  /// or moves may differ for it; none unless edits alone make the difference, in the same costs.
  std::optional<std::vector<CellId>> squares_unlike(const GridSnapshot& other) const;

  const Grid& grid() const { return *grid_; }
  const GridMetric& metric() const { return world_.graph().metric(); }
  const GridGraph& graph() const { return world_.graph(); }
  bool passable(Tile tile) const { return graph().passable(tile); }
  const GridBuildOptions& options() const { return options_; }
  double build_ms() const { return build_ms_; }  ///< What the first build took.
  std::uint32_t unit_size() const { return options_.unit_size; }
  /// Whether an edit took tables from it, or from one that it was made of; not known of a baked
  /// one.
  bool lost_tables() const { return lost_tables_; }

 private:
  Result<GridSnapshot> without_cells(std::uint32_t width, bool store_steps) const;

  std::shared_ptr<const Grid> grid_;
  GridBuildOptions options_;
  double build_ms_ = 0.0;
  bool lost_tables_ = false;
};

/// What an edit gives.
struct GridEdit {
  GridSnapshot snapshot;
  UpdateCounts counts;  ///< Cells computed again, level by level.
};

}  // namespace portolan::detail
