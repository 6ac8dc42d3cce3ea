#include "portolan/terrain/terrain_snapshot.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "portolan/hierarchy/customize.h"
#include "portolan/snapshot/stored_hierarchy.h"
#include "portolan/snapshot/with_tables.h"
#include "portolan/terrain/validate_terrain.h"
#include "portolan/validation/validate_range.h"

namespace portolan::detail {
namespace {

/// On maps with holes: a file must not ask for any amount of memory.
constexpr std::uint32_t kMaxEmptyCells = 1u << 22;

Result<TerrainCells> make_cells(const TriangleMesh& mesh, const TerrainBuildOptions& options,
                                const Progress& progress) {
  if (mesh.raster.columns > 0)
    return make_square_cells(mesh, options.cell_size, options.group, options.levels);
  return build_metis_cells(mesh, 4 * options.cell_size * options.cell_size, options.group,
                           options.levels, progress);
}

}  // namespace

Result<TerrainBuildOptions> resolve(const TerrainBuildOptions& options, const TriangleMesh& mesh) {
  // Smaller cells take less memory for connections, larger ones for labels; and on open ground more
  // levels make searches hardly faster, since their cells have all the more gates.
  constexpr std::uint32_t kLarge = 2'000'000;
  TerrainBuildOptions resolved = options;
  if (resolved.cell_size == 0) resolved.cell_size = mesh.triangle_count() < kLarge ? 12 : 16;
  if (resolved.group == 0) resolved.group = 4;
  if (resolved.levels == 0) resolved.levels = mesh.triangle_count() < kLarge ? 2 : 1;
  for (const auto& checked : {validate_range(resolved.cell_size, 2, 64, "cell size"),
                              validate_range(resolved.group, 2, 16, "group"),
                              validate_range(resolved.levels, 1, 8, "levels")}) {
    if (!checked) return checked.error();
  }
  return resolved;
}

Result<TerrainSnapshot> TerrainSnapshot::build(std::shared_ptr<const TriangleMesh> mesh,
                                               std::shared_ptr<const TerrainPrices> prices,
                                               const PriceSettings& settings,
                                               const TerrainBuildOptions& options,
                                               const ParallelFor& parallel,
                                               const Progress& progress) {
  const auto begin = std::chrono::steady_clock::now();
  if (prices->weighted.size() != 3 * std::size_t{mesh->triangle_count()})
    return Error{"the prices are not those of this mesh: it has another number of triangles"};
  if (auto good = validate_terrain(*mesh, *prices, settings); !good) return good.error();
  auto resolved = resolve(options, *mesh);
  if (!resolved) return resolved.error();
  auto cells = make_cells(*mesh, *resolved, progress);
  if (!cells) return cells.error();
  auto partition = Partition::make(cells->count, cells->parents);
  if (!partition) return partition.error();
  auto layout = make_terrain_layout(std::move(mesh), std::move(prices), settings, *cells, parallel);
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

Result<TerrainSnapshot> TerrainSnapshot::build(TriangleMesh mesh, const PriceSettings& settings,
                                               const TerrainBuildOptions& options,
                                               const ParallelFor& parallel,
                                               const Progress& progress) {
  auto prices = make_prices(mesh, settings, parallel);
  if (!prices) return prices.error();
  return build(std::make_shared<const TriangleMesh>(std::move(mesh)),
               std::make_shared<const TerrainPrices>(std::move(*prices)), settings, options,
               parallel, progress);
}

Result<TerrainSnapshot> TerrainSnapshot::assemble(TriangleMesh mesh, TerrainPrices prices,
                                                  const PriceSettings& settings,
                                                  const TerrainCells& partition,
                                                  const TerrainBuildOptions& options,
                                                  std::vector<CellWords> cells, double build_ms,
                                                  const ParallelFor& parallel) {
  if (auto good = validate_terrain(mesh, prices, settings); !good) return good.error();
  auto resolved = resolve(options, mesh);
  if (!resolved) return resolved.error();
  if (partition.count > kMaxEmptyCells + mesh.triangle_count())
    return Error{"it has more cells than its triangles could need"};
  auto nested = Partition::make(partition.count, partition.parents);
  if (!nested) return nested.error();
  if (partition.of.size() != mesh.triangle_count() ||
      std::any_of(partition.of.begin(), partition.of.end(),
                  [&](CellId cell) { return index(cell) >= partition.count; })) {
    return Error{"a triangle lies in no cell"};
  }
  auto layout = make_terrain_layout(std::make_shared<const TriangleMesh>(std::move(mesh)),
                                    std::make_shared<const TerrainPrices>(std::move(prices)),
                                    settings, partition, parallel);
  if (!layout) return layout.error();
  TerrainSnapshot snapshot;
  snapshot.settings_ = settings;
  snapshot.world_ = TerrainWorld(std::make_shared<const TerrainLayout>(std::move(*layout)));
  snapshot.options_ = *resolved;
  snapshot.build_ms_ = build_ms;
  auto stored =
      stored_hierarchy(snapshot.world_, std::make_shared<const Partition>(std::move(*nested)),
                       std::move(cells), resolved->store_steps, parallel);
  if (!stored) return stored.error();
  snapshot.hierarchy_ = std::move(*stored);
  return snapshot;
}

Result<TerrainSnapshot> TerrainSnapshot::assemble_ground(TriangleMesh mesh, TerrainPrices prices,
                                                         const PriceSettings& settings,
                                                         const TerrainBuildOptions& options,
                                                         std::span<const double> bound,
                                                         double build_ms,
                                                         const ParallelFor& parallel) {
  if (auto good = validate_terrain(mesh, prices, settings); !good) return good.error();
  auto resolved = resolve(options, mesh);
  if (!resolved) return resolved.error();
  auto made = bound.empty() ? TerrainBound::make(mesh, prices, settings, parallel)
                            : TerrainBound::of_numbers(mesh, bound);
  if (!made) return made.error();
  TerrainSnapshot snapshot;
  snapshot.settings_ = settings;
  snapshot.world_ = TerrainWorld(std::make_shared<const TerrainLayout>(
      make_ground_layout(std::make_shared<const TriangleMesh>(std::move(mesh)),
                         std::make_shared<const TerrainPrices>(std::move(prices)), *made)));
  snapshot.options_ = *resolved;
  snapshot.build_ms_ = build_ms;
  return snapshot;
}

Result<std::shared_ptr<const TerrainPrices>> whole_prices(const TerrainSnapshot& snapshot,
                                                          const ParallelFor& parallel) {
  const auto& known = snapshot.world().layout().prices;
  if (!known->unweighted.empty()) return known;
  PriceSettings settings = snapshot.settings();
  settings.units_per_metre = known->units_per_metre;
  auto prices = make_prices(snapshot.mesh(), settings, parallel);
  if (!prices) return prices.error();
  prices->weighted = known->weighted;
  prices->most_expensive_path = known->most_expensive_path;
  return std::make_shared<const TerrainPrices>(std::move(*prices));
}

template class Snapshot<TerrainSnapshot, TerrainWorld>;

}  // namespace portolan::detail
