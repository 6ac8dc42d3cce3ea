#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "portolan/hierarchy/cell_world.h"
#include "portolan/hierarchy/customize_cell.h"
#include "portolan/hierarchy/customize_level.h"
#include "portolan/hierarchy/hierarchy.h"
#include "portolan/types.h"

namespace portolan::detail {

struct CustomizeOptions {
  /// Keep the path of every intra-edge of level 1, so that refining copies it instead of
  /// searching it again.
  bool store_steps = true;
  /// Keep the paths of the levels above too, as hops of the level below.
  bool store_hops = false;
};

/// How many cells an update computed again, level by level.
struct UpdateCounts {
  std::vector<std::uint32_t> cells;  ///< [0] is level 1.
};

struct Updated {
  Hierarchy hierarchy;
  UpdateCounts counts;
};

/// Fills in the costs of a partition for the metric of `world`.
template <CellWorld W>
Result<Hierarchy> build_hierarchy(const W& world, std::shared_ptr<const Partition> partition,
                                  const CustomizeOptions& options = {},
                                  const Progress& progress = {}) {
  std::vector<CellWords> cells(partition->handle_count());
  CellCustomizer<W> level_one;
  const std::uint32_t count = partition->cell_count(1);
  for (std::uint32_t c = 0; c < count; ++c) {
    cells[c] = level_one.customize(world, CellId{c}, options.store_steps);
    if (c % 64 == 0 && !progress.step(c, cells.size(), "cells"))
      return Error{"the build was cancelled"};
  }
  LevelCustomizer above(world.symmetric(), options.store_hops);
  for (CellHandle h = count; h < partition->handle_count(); ++h) {
    cells[h] = above.customize({partition.get(), cells.data()}, h);
    if (h % 16 == 0 && !progress.step(h, cells.size(), "cells"))
      return Error{"the build was cancelled"};
  }
  progress.step(cells.size(), cells.size(), "cells");
  return Hierarchy(std::move(partition), laid_together(cells), 1);
}

/// A new snapshot after a change of the world: `touched` are the cells of level 1 that the
/// change could have altered. Only they, and the cells above that something different reaches,
/// are computed again; all others are shared with `old`. Equal to a rebuild.
template <CellWorld W>
Updated update_hierarchy(const Hierarchy& old, const W& world, std::span<const CellId> touched,
                         const CustomizeOptions& options = {}) {
  const Partition& partition = old.partition();
  std::vector<CellWords> cells = old.cells();
  UpdateCounts counts;
  counts.cells.assign(partition.levels(), 0);
  CellCustomizer<W> level_one;
  std::vector<CellHandle> changed;
  std::vector<Reach> reaches;
  bool same_components = true;
  for (const CellId c : touched) {
    CellWords fresh = level_one.customize(world, c, options.store_steps);
    ++counts.cells[0];
    if (same_words(fresh, cells[index(c)])) continue;
    const OverlayCell after(fresh.get());
    same_components = same_components && same_joints(after, old.cell(index(c)));
    reaches.push_back({c, highest_difference(partition, c, old.cell(index(c)), after)});
    cells[index(c)] = std::move(fresh);
    changed.push_back(index(c));
  }
  LevelCustomizer above(world.symmetric(), options.store_hops);
  for (unsigned level = 2; level <= partition.levels(); ++level) {
    const std::vector<CellHandle> affected = affected_cells(partition, level, changed, reaches);
    changed.clear();
    for (const CellHandle h : affected) {
      CellWords fresh = above.customize({&partition, cells.data()}, h);
      ++counts.cells[level - 1];
      if (same_words(fresh, cells[h])) continue;
      cells[h] = std::move(fresh);
      changed.push_back(h);
    }
  }
  return {Hierarchy(old.shared_partition(), std::move(cells), old.version() + 1,
                    same_components ? old.components() : nullptr),
          std::move(counts)};
}

}  // namespace portolan::detail
