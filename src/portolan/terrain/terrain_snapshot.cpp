#include "portolan/terrain/terrain_snapshot.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "portolan/hierarchy/customize.h"
#include "portolan/hierarchy/validate_ways.h"
#include "portolan/partition/dissection.h"
#include "portolan/tables/build_tables.h"

namespace portolan {
namespace {

/// On maps with holes: a file must not ask for any amount of memory.
constexpr std::uint32_t kMaxEmptyCells = 1u << 22;

Result<Done> check(std::uint32_t value, std::uint32_t low, std::uint32_t high, const char* what) {
  if (value >= low && value <= high) return Done{};
  return Error{std::string(what)
                   .append(" ")
                   .append(std::to_string(value))
                   .append(" is out of range: give ")
                   .append(std::to_string(low))
                   .append(" to ")
                   .append(std::to_string(high))};
}

Result<TerrainCells> make_cells(const TriangleWeb& web, const TerrainBuildOptions& options,
                                const Progress& progress) {
  if (web.raster.columns > 0)
    return make_square_cells(web, options.cell_size, options.group, options.levels);
  return build_metis_cells(web, 4 * options.cell_size * options.cell_size, options.group,
                           options.levels, progress);
}

/// The hierarchy of cells that may be anything, or computed where there are none.
Result<Hierarchy> stored_hierarchy(const TerrainWorld& world,
                                   std::shared_ptr<const Partition> partition,
                                   std::vector<CellWords> cells, bool store_steps) {
  if (!store_steps) {
    if (!cells.empty()) return Error{"it has cells without stored ways"};
    return build_hierarchy(world, std::move(partition), {false, false});
  }
  if (auto good = validate_cells(*partition, cells, world.node_count()); !good) return good.error();
  if (auto good = validate_ways(world, *partition, cells); !good) return good.error();
  return Hierarchy(std::move(partition), std::move(cells), 1);
}

/// What a build and a loaded file must both hold to, so that what was built can be loaded.
Result<Done> validate(const TriangleWeb& web, const TerrainPrices& prices,
                      const PriceSettings& settings) {
  if (auto good = validate_web(web); !good) return good;
  if (auto good = validate_settings(settings); !good) return good;
  return validate_prices(web, prices);
}

}  // namespace

Result<TerrainBuildOptions> resolve(const TerrainBuildOptions& options, const TriangleWeb& web) {
  // Smaller cells take less memory for connections, larger ones for labels; and on open ground more
  // levels make searches hardly faster, since their cells have all the more gates.
  constexpr std::uint32_t kLarge = 2'000'000;
  TerrainBuildOptions resolved = options;
  if (resolved.cell_size == 0) resolved.cell_size = web.triangle_count() < kLarge ? 12 : 16;
  if (resolved.group == 0) resolved.group = 4;
  if (resolved.levels == 0) resolved.levels = web.triangle_count() < kLarge ? 2 : 1;
  for (const auto& checked :
       {check(resolved.cell_size, 2, 64, "cell size"), check(resolved.group, 2, 16, "group"),
        check(resolved.levels, 1, 8, "levels")}) {
    if (!checked) return checked.error();
  }
  return resolved;
}

Result<TerrainSnapshot> TerrainSnapshot::build(std::shared_ptr<const TriangleWeb> web,
                                               std::shared_ptr<const TerrainPrices> prices,
                                               const PriceSettings& settings,
                                               const TerrainBuildOptions& options,
                                               const ParallelFor& parallel,
                                               const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  if (prices->weighted.size() != 3 * std::size_t{web->triangle_count()})
    return Error{"the prices are not those of this web: it has another number of triangles"};
  if (auto good = validate(*web, *prices, settings); !good) return good.error();
  auto resolved = resolve(options, *web);
  if (!resolved) return resolved.error();
  auto cells = make_cells(*web, *resolved, progress);
  if (!cells) return cells.error();
  auto partition = Partition::make(cells->count, cells->parents);
  if (!partition) return partition.error();
  auto layout = make_terrain_layout(std::move(web), std::move(prices), settings, *cells, parallel);
  if (!layout) return layout.error();
  *cells = {};
  TerrainSnapshot snapshot;
  snapshot.settings_ = settings;
  snapshot.world_ = TerrainWorld(std::make_shared<const TerrainLayout>(std::move(*layout)));
  auto hierarchy =
      build_hierarchy(snapshot.world_, std::make_shared<const Partition>(std::move(*partition)),
                      {resolved->store_steps, resolved->store_steps}, progress);
  if (!hierarchy) return hierarchy.error();
  snapshot.hierarchy_ = std::move(*hierarchy);
  snapshot.options_ = *resolved;
  snapshot.build_ms_ =
      std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin).count();
  return snapshot;
}

Result<TerrainSnapshot> TerrainSnapshot::build(TriangleWeb web, const PriceSettings& settings,
                                               const TerrainBuildOptions& options,
                                               const ParallelFor& parallel,
                                               const Progress& progress) {
  auto prices = make_prices(web, settings, parallel);
  if (!prices) return prices.error();
  return build(std::make_shared<const TriangleWeb>(std::move(web)),
               std::make_shared<const TerrainPrices>(std::move(*prices)), settings, options,
               parallel, progress);
}

Result<TerrainSnapshot> TerrainSnapshot::assemble(TriangleWeb web, TerrainPrices prices,
                                                  const PriceSettings& settings,
                                                  const TerrainCells& partition,
                                                  const TerrainBuildOptions& options,
                                                  std::vector<CellWords> cells, double build_ms) {
  if (auto good = validate(web, prices, settings); !good) return good.error();
  auto resolved = resolve(options, web);
  if (!resolved) return resolved.error();
  if (partition.count > kMaxEmptyCells + web.triangle_count())
    return Error{"it has more cells than its triangles could need"};
  auto nested = Partition::make(partition.count, partition.parents);
  if (!nested) return nested.error();
  if (partition.of.size() != web.triangle_count() ||
      std::any_of(partition.of.begin(), partition.of.end(),
                  [&](std::uint32_t cell) { return cell >= partition.count; })) {
    return Error{"a triangle lies in no cell"};
  }
  auto layout = make_terrain_layout(std::make_shared<const TriangleWeb>(std::move(web)),
                                    std::make_shared<const TerrainPrices>(std::move(prices)),
                                    settings, partition);
  if (!layout) return layout.error();
  TerrainSnapshot snapshot;
  snapshot.settings_ = settings;
  snapshot.world_ = TerrainWorld(std::make_shared<const TerrainLayout>(std::move(*layout)));
  snapshot.options_ = *resolved;
  snapshot.build_ms_ = build_ms;
  auto hierarchy =
      stored_hierarchy(snapshot.world_, std::make_shared<const Partition>(std::move(*nested)),
                       std::move(cells), resolved->store_steps);
  if (!hierarchy) return hierarchy.error();
  snapshot.hierarchy_ = std::move(*hierarchy);
  return snapshot;
}

Result<TerrainSnapshot> TerrainSnapshot::with_tables(const TableOptions& options,
                                                     const ParallelFor& parallel,
                                                     const Progress& progress) const {
  const auto order = [](const GateGraph& graph) { return dissect(graph); };
  TableOptions wanted = options;
  wanted.ways = ConnectWays::descend;
  auto tables = build_tables(world_, hierarchy_, wanted, order, parallel, progress);
  if (!tables) return tables.error();
  return with(std::move(*tables));
}

TerrainSnapshot TerrainSnapshot::with(Tables tables) const {
  TerrainSnapshot next = *this;
  next.tables_ = std::move(tables);
  return next;
}

Result<std::shared_ptr<const TerrainPrices>> whole_prices(const TerrainSnapshot& snapshot,
                                                          const ParallelFor& parallel) {
  const auto& known = snapshot.world().layout().prices;
  if (!known->unweighted.empty()) return known;
  PriceSettings settings = snapshot.settings();
  settings.units_per_metre = known->units_per_metre;
  auto prices = make_prices(snapshot.web(), settings, parallel);
  if (!prices) return prices.error();
  prices->weighted = known->weighted;
  prices->dearest_way = known->dearest_way;
  return std::make_shared<const TerrainPrices>(std::move(*prices));
}

}  // namespace portolan
