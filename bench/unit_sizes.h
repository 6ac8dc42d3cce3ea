#pragma once

#include "pairs.h"
#include "portolan/grid/grid_sizes.h"
#include "unit_map.h"

/// Units of several widths on one map: what each width takes, and how quickly its paths are found.
namespace portolan::bench {

/// Pairs of tiles with a path between them.
inline std::vector<TilePair> draw_unit_pairs(const GridSnapshot& world, const UnitArguments& common,
                                             GridQuery& query) {
  TileDrawer drawer(common.seed);
  return draw_pairs<TilePair>(
      common.units, [&] { return drawer.draw(world); },
      [&](const TilePair& p) { return std::isfinite(query.find_cost(world, p.start, p.goal)); });
}

inline void add_sizes(const std::string& map, const Grid& grid, const UnitArguments& common,
                      std::uint64_t table_bytes, Csv& rows) {
  GridOptions options;
  options.table_bytes = table_bytes;
  options.sizes = {1, 2, 3, 4};
  const GridSnapshot world = take(GridSnapshot::build(grid, {}, options));
  for (const std::uint32_t size : options.sizes) {
    const GridSnapshot units = *world.of_size(size);
    const SnapshotInfo info = units.info();
    GridQuery query;
    const auto pairs = draw_unit_pairs(units, common, query);
    GridPath path;
    const double us = best_pass(pairs, common.rounds, [&](const TilePair& pair) {
      query.find_path(units, pair.start, pair.goal, path);
    });
    const double share = size == world.size() ? 0.0 : world.all_sizes().share(units.inside());
    fmt::print(stderr, "{}: size {}: {:.2f} MB, {:.1f} % more memory, {:.1f} us per path\n", map,
               size, static_cast<double>(info.bytes) / 1e6, 100.0 * share, us);
    rows.add(map, table_bytes > 0 ? 1 : 0, size, info.bytes, info.table_bytes, share, info.levels,
             info.tables ? 1 : 0, us);
  }
}

}  // namespace portolan::bench
