#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <vector>

#include "portolan/hierarchy/hierarchy.h"
#include "portolan/snapshot/snapshot.h"
#include "portolan/tables/tables.h"
#include "portolan/terrain/terrain_cells.h"
#include "portolan/terrain/terrain_prices.h"
#include "portolan/terrain/terrain_world.h"
#include "portolan/terrain/triangle_mesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// How a terrain's hierarchy is built. 0 stands for "choose for me".
struct TerrainBuildOptions {
  /// Side of a cell of level 1 in squares; without a raster a cell has about four triangles for
  /// each, at most 1024. [2, 64]
  std::uint32_t cell_size = 0;
  std::uint32_t group = 0;   ///< Cells on each side that make one cell of the next level. [2, 16]
  std::uint32_t levels = 0;  ///< Levels above the base graph. [1, 8]
  bool store_steps = true;  ///< Keep the paths of all intra-edges, instead of searching them again.
};

/// Fills in what was left to choose; fails when a field is out of its range.
Result<TerrainBuildOptions> resolve(const TerrainBuildOptions& options, const TriangleMesh& mesh);

/// A mesh, its prices and its hierarchy. Immutable and cheap to copy; any number of threads may
/// query it.
class TerrainSnapshot : public Snapshot<TerrainSnapshot, TerrainWorld> {
 public:
  TerrainSnapshot() = default;
  /// Partitions and customizes. The prices are those that make_prices gave for these settings;
  /// unweighted ones are not needed and may be empty.
  static Result<TerrainSnapshot> build(std::shared_ptr<const TriangleMesh> mesh,
                                       std::shared_ptr<const TerrainPrices> prices,
                                       const PriceSettings& settings,
                                       const TerrainBuildOptions& options = {},
                                       const ParallelFor& parallel = {},
                                       const Progress& progress = {});
  /// The same, prices included.
  static Result<TerrainSnapshot> build(TriangleMesh mesh, const PriceSettings& settings,
                                       const TerrainBuildOptions& options = {},
                                       const ParallelFor& parallel = {},
                                       const Progress& progress = {});

  /// Puts together what an untrusted baked file holds. Cells computed before are
  /// checked (see validate_paths) but not computed again. Without stored paths nothing would prove
  /// them right: `cells` are then empty, and computed again.
  static Result<TerrainSnapshot> assemble(TriangleMesh mesh, TerrainPrices prices,
                                          const PriceSettings& settings,
                                          const TerrainCells& partition,
                                          const TerrainBuildOptions& options,
                                          std::vector<CellWords> cells, double build_ms,
                                          const ParallelFor& parallel = {});
  /// The same without a hierarchy: only A* can be asked. `bound`: the numbers of the bound, taken
  /// as they are (see TerrainBound::of_numbers); empty: it is computed.
  static Result<TerrainSnapshot> assemble_ground(TriangleMesh mesh, TerrainPrices prices,
                                                 const PriceSettings& settings,
                                                 const TerrainBuildOptions& options,
                                                 std::span<const double> bound, double build_ms,
                                                 const ParallelFor& parallel = {});

  /// Not where only the ground was loaded: then A* is all that can be asked.
  bool has_hierarchy() const { return hierarchy_.shared_partition() != nullptr; }
  const TriangleMesh& mesh() const { return world_.mesh(); }
  std::shared_ptr<const TriangleMesh> shared_mesh() const { return world_.layout().mesh; }
  const TerrainPrices& prices() const { return *world_.layout().prices; }
  const PriceSettings& settings() const { return settings_; }
  const TerrainBuildOptions& options() const { return options_; }
  double build_ms() const { return build_ms_; }  ///< Without tables.
  bool passable(NodeId triangle) const { return index(triangle) < mesh().triangle_count(); }
  /// A cost in metres, times all multipliers; infinite for kInfinite.
  double metres(Cost cost) const {
    return cost == kInfinite ? std::numeric_limits<double>::infinity()
                             : cost / prices().units_per_metre;
  }

 private:
  PriceSettings settings_;
  TerrainBuildOptions options_;
  double build_ms_ = 0.0;
};

/// The prices of a snapshot with the unweighted ones, which merging needs: computed where it has
/// none.
Result<std::shared_ptr<const TerrainPrices>> whole_prices(const TerrainSnapshot& snapshot,
                                                          const ParallelFor& parallel = {});

}  // namespace portolan::detail
