#include "portolan/grid/grid_snapshot.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <string>

#include "portolan/grid/gate_spacing.h"
#include "portolan/grid/validate_grid_cells.h"
#include "portolan/snapshot/with_tables.h"
#include "portolan/validation/validate_range.h"

namespace portolan::detail {
namespace {

/// Whether all passable tiles cost the same.
bool one_cost(const Grid& grid, const GridMetric& metric) {
  double seen = 0.0;
  for (const TileLetter t : grid.letters()) {
    const double cost = metric.cost[static_cast<unsigned char>(t)];
    if (cost == 0.0 || cost == seen) continue;
    if (seen != 0.0) return false;
    seen = cost;
  }
  return true;
}

/// What measured best for queries by tables, on game maps. Their paths are not straightened, so
/// gates lie close together; where terrain costs differ squares are larger, since every border
/// crossed at a gate costs a little, and on large maps gates lie less close: labels grow with their
/// square.
void choose_for_tables(const Grid& grid, const GridMetric& metric, GridBuildOptions& options) {
  constexpr std::ptrdiff_t kLarge = 400'000;
  const auto passable =
      std::count_if(grid.letters().begin(), grid.letters().end(),
                    [&](TileLetter t) { return metric.cost[static_cast<unsigned char>(t)] > 0.0; });
  const bool uniform = one_cost(grid, metric);
  if (options.cell_size == 0) options.cell_size = uniform ? 16 : 24;
  if (options.choose_transitions) {
    const std::uint32_t spacing = uniform             ? choose_gate_spacing(grid, metric, options)
                                  : passable > kLarge ? 8u
                                                      : 4u;
    options.transitions = {TransitionKind::every, spacing};
    options.choose_transitions = false;
  }
}

struct Layout {
  GridWorld world;
  std::shared_ptr<const Partition> partition;
};

Result<Layout> make_layout(const Grid& grid, const GridMetric& metric,
                           const GridBuildOptions& options) {
  auto graph = GridGraph::make(grid, metric, options.unit_size);
  if (!graph) return graph.error();
  const Squares squares(grid.width(), grid.height(), options.cell_size);
  auto partition = make_square_partition(squares, options.group, options.levels);
  if (!partition) return partition.error();
  return Layout{
      GridWorld(std::make_shared<const GridGraph>(std::move(*graph)), squares, options.transitions),
      std::make_shared<const Partition>(std::move(*partition))};
}

/// The squares within one tile of where a change alters what units can stand on, each once: their
/// gates or moves may have altered.
std::vector<CellId> touched_squares(const Squares& squares, const Grid& grid,
                                    std::span<const TileChange> changes, std::uint32_t unit_size) {
  const auto reach = static_cast<std::int32_t>(unit_size);
  std::vector<CellId> touched;
  for (const TileChange& change : changes) {
    for (std::int32_t y = change.tile.y - reach; y <= change.tile.y + 1; ++y) {
      for (std::int32_t x = change.tile.x - reach; x <= change.tile.x + 1; ++x) {
        if (grid.contains({x, y})) touched.push_back(squares.at({x, y}));
      }
    }
  }
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

/// The same cells, or the first `count` of them: those equal to the cell of the same number in
/// `known` are that one, the others lie together.
std::vector<CellWords> sharing_equal_cells(const std::vector<CellWords>& cells,
                                           const std::vector<CellWords>& known, std::size_t count) {
  std::vector<CellWords> sharing(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(count));
  std::vector<CellWords> own;
  std::vector<std::size_t> places;
  for (std::size_t h = 0; h < count; ++h) {
    if (same_words(cells[h], known[h])) continue;
    own.push_back(cells[h]);
    places.push_back(h);
  }
  own = laid_together(own);
  for (std::size_t i = 0; i < places.size(); ++i) sharing[places[i]] = std::move(own[i]);
  return sharing;
}

/// The squares alone, not nested.
std::shared_ptr<const Partition> lowest_of(const Partition& partition) {
  return std::make_shared<const Partition>(Partition::make(partition.cell_count(1), {}).value());
}

}  // namespace

Result<GridBuildOptions> resolve(const GridBuildOptions& options, const Grid& grid,
                                 const GridMetric& metric) {
  // What measured best on game maps: small squares, since connecting to one costs its area; two
  // levels, since a change computes the cells above it again; few gates, since smoothing takes
  // their error away, but more of them where terrain costs leave it less to straighten.
  GridBuildOptions resolved = options;
  if (resolved.for_tables) choose_for_tables(grid, metric, resolved);
  if (resolved.cell_size == 0) resolved.cell_size = 16;
  if (resolved.group == 0) resolved.group = 4;
  if (resolved.levels == 0) resolved.levels = 2;
  if (resolved.choose_transitions)
    resolved.transitions = {TransitionKind::every, one_cost(grid, metric) ? 16u : 8u};
  resolved.choose_transitions = false;
  for (const auto& checked :
       {validate_range(resolved.cell_size, Squares::kMinSide, Squares::kMaxSide, "cell size"),
        validate_range(resolved.group, 2, 16, "group"),
        validate_range(resolved.levels, 1, 8, "levels"),
        validate_range(resolved.transitions.spacing, 1, 256, "transition spacing"),
        validate_range(resolved.transitions.threshold, 1, 256, "transition threshold"),
        validate_range(resolved.unit_size, 1, GridGraph::kMaxUnitSize, "size of units")}) {
    if (!checked) return checked.error();
  }
  return resolved;
}

Result<GridSnapshot> GridSnapshot::build(Grid grid, const GridMetric& metric,
                                         const GridBuildOptions& options,
                                         const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  auto resolved = resolve(options, grid, metric);
  if (!resolved) return resolved.error();
  auto layout = make_layout(grid, metric, *resolved);
  if (!layout) return layout.error();
  auto hierarchy =
      build_hierarchy(layout->world, layout->partition, {resolved->store_steps}, progress);
  if (!hierarchy) return hierarchy.error();
  GridSnapshot snapshot;
  snapshot.grid_ = std::make_shared<const Grid>(std::move(grid));
  snapshot.world_ = layout->world;
  snapshot.hierarchy_ = std::move(*hierarchy);
  snapshot.options_ = *resolved;
  snapshot.build_ms_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return snapshot;
}

Result<GridSnapshot> GridSnapshot::assemble(Grid grid, const GridMetric& metric,
                                            const GridBuildOptions& resolved,
                                            std::vector<CellWords> cells, double build_ms,
                                            const ParallelFor& parallel) {
  auto checked = resolve(resolved, grid, metric);
  if (!checked) return checked.error();
  auto layout = make_layout(grid, metric, *checked);
  if (!layout) return layout.error();
  if (auto valid = validate_grid_cells(layout->world, *layout->partition, cells,
                                       checked->store_steps, parallel);
      !valid) {
    return valid.error();
  }
  GridSnapshot snapshot;
  snapshot.grid_ = std::make_shared<const Grid>(std::move(grid));
  snapshot.world_ = layout->world;
  snapshot.hierarchy_ = Hierarchy(layout->partition, std::move(cells), 1);
  snapshot.options_ = *checked;
  snapshot.build_ms_ = build_ms;
  return snapshot;
}

Result<GridSnapshot> GridSnapshot::without_cells(std::uint32_t width, bool store_steps) const {
  GridSnapshot other = *this;
  other.options_.unit_size = width;
  other.options_.store_steps = store_steps;
  if (auto checked = resolve(other.options_, *grid_, metric()); !checked) return checked.error();
  auto graph = GridGraph::make(*grid_, metric(), width);
  if (!graph) return graph.error();
  other.world_ = GridWorld(std::make_shared<const GridGraph>(std::move(*graph)), world_.squares(),
                           world_.policy());
  other.tables_ = {};
  return other;
}

Result<GridSnapshot> GridSnapshot::of_unit_size(std::uint32_t width, bool store_steps,
                                                const Progress& progress) const {
  const auto begin = std::chrono::steady_clock::now();
  auto other = without_cells(width, store_steps);
  if (!other) return other;
  auto hierarchy =
      build_hierarchy(other->world_, hierarchy_.shared_partition(), {store_steps}, progress);
  if (!hierarchy) return hierarchy.error();
  other->hierarchy_ = Hierarchy(
      hierarchy->shared_partition(),
      sharing_equal_cells(hierarchy->cells(), hierarchy_.cells(), hierarchy->cells().size()), 1,
      hierarchy->components());
  other->build_ms_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return other;
}

Result<GridSnapshot> GridSnapshot::of_unit_size(std::uint32_t width, bool store_steps,
                                                std::vector<CellWords> cells, double build_ms,
                                                const ParallelFor& parallel) const {
  auto other = without_cells(width, store_steps);
  if (!other) return other;
  std::shared_ptr<const Partition> partition = hierarchy_.shared_partition();
  if (cells.size() < partition->handle_count()) {
    partition = lowest_of(*partition);
    other->options_.levels = 1;
  }
  if (auto valid = validate_grid_cells(other->world_, *partition, cells, store_steps, parallel);
      !valid) {
    return valid.error();
  }
  other->hierarchy_ = Hierarchy(partition, std::move(cells), 1);
  other->build_ms_ = build_ms;
  return other;
}

GridSnapshot GridSnapshot::lowest_level(const std::vector<CellWords>& known) const {
  GridSnapshot other = *this;
  other.options_.levels = 1;
  other.tables_ = {};
  const auto partition = lowest_of(hierarchy_.partition());
  other.hierarchy_ = Hierarchy(
      partition, sharing_equal_cells(hierarchy_.cells(), known, partition->handle_count()),
      hierarchy_.version(), hierarchy_.components());
  return other;
}

Result<GridEdit> GridSnapshot::edit(std::span<const TileChange> changes) const {
  auto grid = grid_->with(changes);
  if (!grid) return grid.error();
  return edit(std::make_shared<const Grid>(std::move(*grid)), changes);
}

Result<GridEdit> GridSnapshot::edit(std::shared_ptr<const Grid> changed_grid,
                                    std::span<const TileChange> changes) const {
  auto changed = graph().with(*changed_grid, changes);
  if (!changed) return changed.error();
  GridSnapshot next = *this;
  next.world_ = GridWorld(std::make_shared<const GridGraph>(std::move(*changed)), world_.squares(),
                          world_.policy());
  std::vector<CellId> touched =
      touched_squares(world_.squares(), *changed_grid, changes, unit_size());
  if (next.graph().straight() != graph().straight()) {  // other units: every cost is another
    touched.clear();
    for (std::uint32_t c = 0; c < world_.squares().count(); ++c) touched.push_back(CellId{c});
  }
  next.grid_ = std::move(changed_grid);
  Updated updated = update_hierarchy(hierarchy_, next.world_, touched, {options_.store_steps});
  next.hierarchy_ = std::move(updated.hierarchy);
  next.lost_tables_ = lost_tables_ || tables_.answer();
  next.tables_ = {};
  return GridEdit{std::move(next), std::move(updated.counts)};
}

std::optional<std::vector<CellId>> GridSnapshot::squares_unlike(const GridSnapshot& other) const {
  if (hierarchy_.shared_partition() != other.hierarchy_.shared_partition() ||
      unit_size() != other.unit_size() || graph().straight() != other.graph().straight())
    return std::nullopt;
  const std::span<const TileLetter> letters = grid_->letters();
  const std::span<const TileLetter> others = other.grid_->letters();
  const std::size_t width = grid_->width();
  std::vector<TileChange> changes;
  for (std::size_t row = 0; row < letters.size(); row += width) {
    if (std::memcmp(letters.data() + row, others.data() + row, width) == 0) continue;
    for (std::size_t x = 0; x < width; ++x) {
      if (letters[row + x] == others[row + x]) continue;
      changes.push_back({{static_cast<std::int32_t>(x), static_cast<std::int32_t>(row / width)},
                         letters[row + x]});
    }
  }
  return touched_squares(world_.squares(), *grid_, changes, unit_size());
}

template class Snapshot<GridSnapshot, GridWorld>;

}  // namespace portolan::detail
