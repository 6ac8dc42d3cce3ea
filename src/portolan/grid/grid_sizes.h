#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "portolan/grid/grid_snapshot.h"
#include "portolan/types.h"

namespace portolan::detail {

/// One grid and metric for units of several widths: a snapshot for each, over the same grid and
/// partition. A value that is not changed; copies share everything.
///
/// Further sizes take less than the first: cells that are the same, mostly those without a wall
/// nearby, are shared with it. Tables are made only as far as they fit kMostShare of what it takes,
/// and what is still larger then does without the levels above the first: it is searched more
/// slowly and as exactly.
class GridSizes {
 public:
  static constexpr double kMostShare = 0.4;

  explicit GridSizes(GridSnapshot only) : snapshots_{std::move(only)} {}
  /// Widths ascend, and each occurs once; empty: units of one tile.
  static Result<GridSizes> build(Grid grid, const GridMetric& metric,
                                 const GridBuildOptions& options,
                                 std::span<const std::uint32_t> widths,
                                 const Progress& progress = {});

  const GridSnapshot& first() const { return snapshots_.front(); }
  const std::vector<GridSnapshot>& all() const { return snapshots_; }
  std::vector<std::uint32_t> widths() const;
  /// The snapshot of a width; null where there is none.
  const GridSnapshot* find(std::uint32_t width) const;
  /// What hierarchy and tables of a size take: for further ones, beside what they share with the
  /// first.
  std::size_t bytes(const GridSnapshot& one) const;
  /// By how much a further size adds to the memory of a world for the first alone, map included.
  double share(const GridSnapshot& further) const;
  /// Adds one of a larger width that was made of the first.
  void add(GridSnapshot further) { snapshots_.push_back(std::move(further)); }

  /// See GridSnapshot::edit.
  Result<GridSizes> edit(std::span<const TileChange> changes) const;
  /// See Snapshot::with_tables; the budget is that of the first size.
  Result<GridSizes> with_tables(const TableOptions& options, const ParallelFor& parallel = {},
                                const Progress& progress = {}) const;
  /// The same with tables made before for these very snapshots, one for each.
  GridSizes with(std::vector<Tables> tables) const;

 private:
  /// What the first takes, map included.
  std::size_t whole_bytes() const;
  /// The same, further sizes of more than kMostShare with their lowest level alone.
  GridSizes within_share() const;

  std::vector<GridSnapshot> snapshots_;
};

/// Fails unless widths ascend within [1, 16].
Result<Done> validate_unit_sizes(std::span<const std::uint32_t> widths);

}  // namespace portolan::detail
