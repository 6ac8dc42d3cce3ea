#include "portolan/grid/grid_snapshot.h"

#include <utility>

#include "portolan/grid.h"
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

GridSnapshot::GridSnapshot(detail::GridSnapshot inside)
    : inside_(std::make_shared<const detail::GridSnapshot>(std::move(inside))) {}

Result<GridSnapshot> GridSnapshot::build(Grid grid, const GridMetric& metric,
                                         const GridOptions& options, const Execution& execution) {
  auto built = detail::GridSnapshot::build(std::move(grid), metric, build_options(options),
                                           execution.progress);
  if (!built) return built.error();
  const GridSnapshot snapshot(std::move(*built));
  if (options.table_bytes == 0) return snapshot;
  return snapshot.with_tables(options.table_bytes, execution);
}

Result<GridSnapshot> GridSnapshot::edit(std::span<const TileChange> changes) const {
  auto edited = inside_->edit(changes);
  if (!edited) return edited.error();
  return GridSnapshot(std::move(edited->snapshot));
}

Result<GridSnapshot> GridSnapshot::with_tables(std::uint64_t table_bytes,
                                               const Execution& execution) const {
  detail::TableOptions options;
  options.max_bytes = table_bytes;
  auto made = inside_->with_tables(options, execution.parallel, execution.progress);
  if (!made) return made.error();
  return GridSnapshot(std::move(*made));
}

const Grid& GridSnapshot::grid() const { return inside_->grid(); }
const GridMetric& GridSnapshot::metric() const { return inside_->metric(); }
bool GridSnapshot::passable(Tile tile) const { return inside_->graph().passable(tile); }
std::uint64_t GridSnapshot::version() const { return inside_->hierarchy().version(); }

SnapshotInfo GridSnapshot::info() const {
  return detail::make_snapshot_info(inside_->hierarchy(), inside_->tables(), inside_->build_ms());
}

}  // namespace portolan
