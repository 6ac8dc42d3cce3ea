#include "portolan/grid/grid_snapshot.h"

#include <memory>
#include <utility>

#include "portolan/grid.h"
#include "portolan/grid/grid_sizes.h"
#include "portolan/query/snapshot_info.h"

namespace portolan {
namespace {

detail::GridBuildOptions build_options(const GridOptions& options) {
  detail::GridBuildOptions build;
  build.cell_size = options.cell_size;
  build.group = options.group;
  build.levels = options.levels;
  build.choose_transitions = !options.transitions;
  if (options.transitions) build.transitions = *options.transitions;
  build.store_steps = options.store_paths;
  build.for_tables = options.table_bytes > 0;
  return build;
}

}  // namespace

GridSnapshot::GridSnapshot(detail::GridSizes sizes)
    : sizes_(std::make_shared<const detail::GridSizes>(std::move(sizes))),
      inside_(&sizes_->first()) {}

GridSnapshot::GridSnapshot(detail::GridSnapshot inside)
    : GridSnapshot(detail::GridSizes(std::move(inside))) {}

GridSnapshot::GridSnapshot(std::shared_ptr<const detail::GridSizes> sizes,
                           const detail::GridSnapshot& inside)
    : sizes_(std::move(sizes)), inside_(&inside) {}

Result<GridSnapshot> GridSnapshot::build(Grid grid, const GridMetric& metric,
                                         const GridOptions& options, const Execution& execution) {
  auto built = detail::GridSizes::build(std::move(grid), metric, build_options(options),
                                        options.sizes, execution.progress);
  if (!built) return built.error();
  const GridSnapshot snapshot(std::move(*built));
  if (options.table_bytes == 0) return snapshot;
  return snapshot.with_tables(options.table_bytes, execution);
}

Result<GridSnapshot> GridSnapshot::edit(std::span<const TileChange> changes) const {
  auto edited = sizes_->edit(changes);
  if (!edited) return edited.error();
  return *GridSnapshot(std::move(*edited)).of_size(size());
}

Result<GridSnapshot> GridSnapshot::with_tables(std::uint64_t table_bytes,
                                               const Execution& execution) const {
  detail::TableOptions options;
  options.max_bytes = table_bytes;
  auto made = sizes_->with_tables(options, execution.parallel, execution.progress);
  if (!made) return made.error();
  return *GridSnapshot(std::move(*made)).of_size(size());
}

std::optional<GridSnapshot> GridSnapshot::of_size(std::uint32_t width) const {
  const detail::GridSnapshot* found = sizes_->find(width);
  if (found == nullptr) return std::nullopt;
  return GridSnapshot(sizes_, *found);
}
std::uint32_t GridSnapshot::size() const { return inside_->unit_size(); }
std::vector<std::uint32_t> GridSnapshot::sizes() const { return sizes_->widths(); }

std::uint32_t GridSnapshot::clearance(Tile tile) const {
  const auto free = [&](std::int32_t x, std::int32_t y) {
    return grid().contains({x, y}) && metric().passable(grid().at({x, y}));
  };
  // A square grows by the tiles along its right and lower side.
  std::int32_t width = 0;
  for (; width < static_cast<std::int32_t>(detail::GridGraph::kMaxUnitSize); ++width) {
    for (std::int32_t i = 0; i <= width; ++i) {
      if (!free(tile.x + width, tile.y + i) || !free(tile.x + i, tile.y + width))
        return static_cast<std::uint32_t>(width);
    }
  }
  return static_cast<std::uint32_t>(width);
}

const Grid& GridSnapshot::grid() const { return inside_->grid(); }
const GridMetric& GridSnapshot::metric() const { return inside_->metric(); }
bool GridSnapshot::passable(Tile tile) const { return inside_->graph().passable(tile); }
std::uint64_t GridSnapshot::version() const { return inside_->hierarchy().version(); }

SnapshotInfo GridSnapshot::info() const {
  SnapshotInfo info =
      detail::make_snapshot_info(inside_->hierarchy(), inside_->tables(), inside_->build_ms());
  info.bytes = sizes_->bytes(*inside_);
  if (info.table_reason.empty()) {
    info.table_reason = inside_->lost_tables()
                            ? "edited since they were built: with_tables makes new ones"
                            : "none were built: with_tables makes them";
  }
  return info;
}

}  // namespace portolan
