#include "portolan/grid/grid_sizes.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "portolan/core/to_whole.h"
#include "portolan/validation/validate_range.h"

namespace portolan::detail {

Result<Done> validate_unit_sizes(std::span<const std::uint32_t> widths) {
  std::uint32_t before = 0;
  for (const std::uint32_t width : widths) {
    if (auto good = validate_range(width, 1, GridGraph::kMaxUnitSize, "size of units"); !good)
      return good;
    if (width <= before) {
      return Error{"sizes of units: " + std::to_string(width) + " follows " +
                   std::to_string(before) + "; name each once, smaller ones first"};
    }
    before = width;
  }
  return Done{};
}

Result<GridSizes> GridSizes::build(Grid grid, const GridMetric& metric,
                                   const GridBuildOptions& options,
                                   std::span<const std::uint32_t> widths,
                                   const Progress& progress) {
  if (auto good = validate_unit_sizes(widths); !good) return good.error();
  GridBuildOptions of_first = options;
  if (!widths.empty()) of_first.unit_size = widths.front();
  auto first = GridSnapshot::build(std::move(grid), metric, of_first, progress);
  if (!first) return first.error();
  GridSizes sizes(std::move(*first));
  for (std::size_t i = 1; i < widths.size(); ++i) {
    auto further = sizes.first().of_unit_size(widths[i], of_first.store_steps, progress);
    if (!further) return further.error();
    sizes.add(std::move(*further));
  }
  return options.for_tables ? sizes : sizes.within_share();  // tables take their share first
}

std::vector<std::uint32_t> GridSizes::widths() const {
  std::vector<std::uint32_t> widths;
  for (const GridSnapshot& snapshot : snapshots_) widths.push_back(snapshot.unit_size());
  return widths;
}

const GridSnapshot* GridSizes::find(std::uint32_t width) const {
  const auto found =
      std::find_if(snapshots_.begin(), snapshots_.end(),
                   [&](const GridSnapshot& snapshot) { return snapshot.unit_size() == width; });
  return found == snapshots_.end() ? nullptr : &*found;
}

std::size_t GridSizes::bytes(const GridSnapshot& one) const {
  std::size_t total = one.hierarchy().bytes() + one.tables().bytes();
  if (one.unit_size() == first().unit_size()) return total;
  if (one.hierarchy().shared_partition() == first().hierarchy().shared_partition())
    total -= one.hierarchy().partition().bytes();
  const auto& known = first().hierarchy().cells();
  const auto& cells = one.hierarchy().cells();
  for (std::size_t h = 0; h < cells.size(); ++h) {
    if (cells[h] == known[h]) total -= std::size_t{OverlayCell(cells[h].get()).word_count()} * 4;
  }
  return total;
}

std::size_t GridSizes::whole_bytes() const {
  return bytes(first()) + first().graph().bytes() + first().grid().letters().size();
}

double GridSizes::share(const GridSnapshot& further) const {
  return static_cast<double>(bytes(further) + further.graph().bytes()) /
         static_cast<double>(whole_bytes());
}

GridSizes GridSizes::within_share() const {
  GridSizes next = *this;
  for (std::size_t i = 1; i < next.snapshots_.size(); ++i) {
    GridSnapshot& further = next.snapshots_[i];
    const Tables& tables = further.tables();
    if (share(further) > kMostShare && tables.bytes() == 0)  // then they tell why there are none
      further = further.lowest_level(first().hierarchy().cells()).with(tables);
  }
  return next;
}

Result<GridSizes> GridSizes::edit(std::span<const TileChange> changes) const {
  auto grid = first().grid().with(changes);
  if (!grid) return grid.error();
  const auto changed = std::make_shared<const Grid>(std::move(*grid));
  GridSizes next = *this;
  for (GridSnapshot& snapshot : next.snapshots_) {
    auto edited = snapshot.edit(changed, changes);
    if (!edited) return edited.error();
    snapshot = std::move(edited->snapshot);
  }
  return next;
}

Result<GridSizes> GridSizes::with_tables(const TableOptions& options, const ParallelFor& parallel,
                                         const Progress& progress) const {
  GridSizes next = *this;
  for (GridSnapshot& snapshot : next.snapshots_) {
    TableOptions its = options;
    if (&snapshot != &next.snapshots_.front()) {
      const auto most =
          to_whole<std::uint64_t>(kMostShare * static_cast<double>(next.whole_bytes()));
      const std::uint64_t taken = snapshot.hierarchy().bytes() + snapshot.graph().bytes();
      its.max_bytes = std::min(options.max_bytes, most - std::min(most, taken));
    }
    auto made = snapshot.with_tables(its, parallel, progress);
    if (!made) return made.error();
    // A connect table is quick only where cells lie together, which takes memory for all of them;
    // without one, those that are the first size's stay shared with it.
    const bool has_connect = !made->tables().connect().empty();
    snapshot = has_connect ? std::move(*made) : snapshot.with(made->tables());
  }
  return next.within_share();
}

GridSizes GridSizes::with(std::vector<Tables> tables) const {
  GridSizes next = *this;
  for (std::size_t i = 0; i < tables.size(); ++i)
    next.snapshots_[i] = next.snapshots_[i].with(std::move(tables[i]));
  return next;
}

}  // namespace portolan::detail
