#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/core/progress.h"
#include "portolan/core/result.h"
#include "portolan/grid/grid.h"
#include "portolan/grid/grid_metric.h"
#include "portolan/grid/grid_world.h"
#include "portolan/grid/transitions.h"
#include "portolan/hierarchy/customize.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/tables/tables.h"

namespace portolan {

/// How a grid's hierarchy is built. 0 stands for "choose for me".
struct GridBuildOptions {
  std::uint32_t cell_size = 0;     ///< Side of a level-1 square, in tiles. [2, 256]
  std::uint32_t group = 0;         ///< Cells a side that make one cell of the next level. [2, 16]
  std::uint32_t levels = 0;        ///< Levels above the base graph. [1, 8]
  bool choose_transitions = true;  ///< Whether `transitions` is chosen too.
  TransitionPolicy transitions{};
  bool store_steps = true;  ///< Keep the moves of intra-edges of level 1.
  bool for_tables = false;  ///< Choose what suits queries by tables: more gates.
};

/// Fills in what was left to choose; fails when a field is out of its range.
Result<GridBuildOptions> resolve(const GridBuildOptions& options, const Grid& grid,
                                 const GridMetric& metric);

struct GridEdit;

/// A grid, its metric and its hierarchy at one moment. Immutable and cheap to copy; any number
/// of threads may query it while others make newer ones.
class GridSnapshot {
 public:
  /// Partitions and customizes.
  static Result<GridSnapshot> build(Grid grid, const GridMetric& metric,
                                    const GridBuildOptions& options = {},
                                    const Progress& progress = {});
  /// Puts together what a baked file holds: cells built before, checked but not computed again.
  static Result<GridSnapshot> assemble(Grid grid, const GridMetric& metric,
                                       const GridBuildOptions& resolved,
                                       std::vector<CellWords> cells, double build_ms);

  /// The snapshot after some tiles got another terrain. Shares every cell it does not touch.
  Result<GridEdit> edit(std::span<const TileChange> changes) const;

  /// The same with tables, as far as a budget goes: then queries are look-ups. An edit's snapshot
  /// has none until they are built for it. Of the ways of the connect table grids keep none.
  Result<GridSnapshot> with_tables(const TableOptions& options, const ParallelFor& parallel = {},
                                   const Progress& progress = {}) const;
  /// The same with tables made before for this very snapshot.
  GridSnapshot with(Tables tables) const;

  const Grid& grid() const { return *grid_; }
  const GridMetric& metric() const { return world_.graph().metric(); }
  const GridGraph& graph() const { return world_.graph(); }
  const GridWorld& world() const { return world_; }
  const Hierarchy& hierarchy() const { return hierarchy_; }
  const Tables& tables() const { return tables_; }  ///< May be empty.
  const GridBuildOptions& options() const { return options_; }
  double build_ms() const { return build_ms_; }  ///< What the first build took.

 private:
  std::shared_ptr<const Grid> grid_;
  GridWorld world_;
  Hierarchy hierarchy_;
  Tables tables_;
  GridBuildOptions options_;
  double build_ms_ = 0.0;
};

/// What an edit gives.
struct GridEdit {
  GridSnapshot snapshot;
  UpdateCounts counts;  ///< Cells computed again, level by level.
};

}  // namespace portolan
