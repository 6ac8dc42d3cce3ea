#include "portolan/recast/build_detour_mesh.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "portolan/core/joined_text.h"
#include "portolan/core/narrow.h"
#include "portolan/core/run_all.h"
#include "portolan/recast/detour_polygons.h"
#include "portolan/recast/far_links.h"
#include "portolan/recast/reference_bits.h"
#include "portolan/recast/tile_builder.h"
#include "portolan/recast/triangle_tiles.h"
#include "portolan/recast/wrong_facing.h"

namespace portolan::detail {
namespace {

/// Builds all tiles, on the caller's threads; they lie in the order of their numbers whoever built
/// them.
class TileFactory {
 public:
  TileFactory(const Geometry& geometry, const RecastOptions& options, const TriangleTiles& tiles)
      : geometry_(geometry), options_(options), tiles_(tiles), built_(tiles.count()) {}

  Result<std::vector<TileData>> run(const Execution& execution) {
    constexpr std::uint32_t kTilesInRound = 256;  // between which cancelling is asked for anyhow
    const Progress& progress = execution.progress;
    const std::thread::id caller = std::this_thread::get_id();
    const StageReport tell = [&](std::uint64_t stage, const char* name) {
      if (tiles_.is_single()) return progress.step(stage, kTileStages, name);
      return stage > 0 || progress.step(done_, tiles_.count(), kTiles);
    };
    const StageReport say_nothing = [](std::uint64_t, const char*) { return true; };
    for (std::uint32_t first = 0; first < tiles_.count() && !stopped_; first += kTilesInRound) {
      if (first > 0 && !progress.step(done_, tiles_.count(), kTiles)) return cancelled_error();
      const auto work = [&](std::uint32_t k) {
        build(TileId{first + k}, std::this_thread::get_id() == caller ? tell : say_nothing);
      };
      const std::uint32_t round = std::min(kTilesInRound, tiles_.count() - first);
      if (!run_whole(for_many(execution.parallel, round), round, work)) return lost_work();
    }
    if (problem_) return *problem_;
    const std::uint64_t total = tiles_.is_single() ? kTileStages : tiles_.count();
    if (!progress.step(total, total, tiles_.is_single() ? "stages" : kTiles))
      return cancelled_error();
    return std::move(built_);
  }

 private:
  static constexpr const char* kTiles = "tiles";

  void build(TileId tile, const StageReport& report) {
    if (stopped_) return;
    Result<TileData> result = build_tile(geometry_, options_, tiles_, tile, report);
    if (!result) return stop(result.error());
    built_[index(tile)] = std::move(result).value();
    ++done_;
  }

  void stop(const Error& problem) {
    const std::lock_guard lock(problem_mutex_);
    if (!problem_) problem_ = problem;
    stopped_ = true;
  }

  const Geometry& geometry_;
  const RecastOptions& options_;
  const TriangleTiles& tiles_;
  std::vector<TileData> built_;
  std::atomic<std::uint32_t> done_{0};
  std::atomic<bool> stopped_{false};
  std::mutex problem_mutex_;
  std::optional<Error> problem_;
};

Error nothing_to_walk_on(const Geometry& geometry, const RecastOptions& options) {
  const std::string wrong = find_wrong_facing(geometry, options, {});
  return Error{joined_text(
      "the geometry has nothing to walk on for an agent ", options.agent_height,
      " m high, of radius ", options.agent_radius, " m, on slopes up to ", options.max_slope,
      " degrees; ",
      wrong.empty()
          ? "check the up axis (y), that triangles go round counterclockwise seen from above"
          : wrong,
      "; check the unit (metres), agent_radius and region_min_size, too")};
}

Result<DetourMesh> assemble(std::vector<TileData> built, const TriangleTiles& tiles) {
  std::erase_if(built, [](const TileData& tile) { return tile.bytes == nullptr; });
  int max_polygons = 0;
  for (const TileData& tile : built) max_polygons = std::max(max_polygons, tile.polygon_count);
  const ReferenceBits bits = reference_bits(built.size(), static_cast<std::uint64_t>(max_polygons));
  if (!bits.fit()) {
    return Error{joined_text("the mesh has ", built.size(), " tiles of up to ", max_polygons,
                             " polygons: to name them takes ", bits.tile, " + ", bits.polygon,
                             " bits and a dtPolyRef has ", kReferenceBits,
                             " for both; change tile_size so that tiles are fewer or hold fewer "
                             "polygons, or raise cell_size")};
  }
  const TriangleTiles::Bounds first = tiles.tile_bounds(TileId{0});
  dtNavMeshParams params{};
  params.orig[0] = first.low.x, params.orig[1] = first.low.y, params.orig[2] = first.low.z;
  params.tileWidth = first.high.x - first.low.x;
  params.tileHeight = first.high.z - first.low.z;
  params.maxTiles = narrow<int>(built.size());
  params.maxPolys = max_polygons;
  dtNavMesh* allocated = dtAllocNavMesh();
  if (allocated == nullptr) return Error{"memory for the navigation mesh ran out"};
  DetourMesh mesh(allocated);
  if (dtStatusFailed(mesh->init(&params))) return Error{"Detour refused to make the mesh"};
  for (TileData& tile : built) {
    if (dtStatusFailed(mesh->addTile(tile.bytes.get(), tile.size, DT_TILE_FREE_DATA, 0, nullptr))) {
      return Error{"Detour refused a tile of the mesh"};
    }
    tile.bytes.release();  // NOLINT: the mesh owns it now
  }
  connect_far_links(*mesh);
  return mesh;
}

}  // namespace

Result<DetourMesh> build_detour_mesh(const Geometry& geometry, const RecastOptions& options,
                                     const Execution& execution) {
  if (Result<Done> valid = validate(options); !valid) return valid.error();
  if (Result<Done> valid = check_geometry(geometry); !valid) return valid.error();
  const Result<TriangleTiles> tiles = TriangleTiles::make(geometry, options);
  if (!tiles) return tiles.error();
  Result<std::vector<TileData>> built = TileFactory(geometry, options, *tiles).run(execution);
  if (!built) return built.error();
  const bool empty = std::all_of(built->begin(), built->end(),
                                 [](const TileData& tile) { return tile.bytes == nullptr; });
  if (empty) return nothing_to_walk_on(geometry, options);
  return assemble(std::move(built).value(), *tiles);
}

Result<MeshedGeometry> mesh_geometry(const Geometry& geometry, const RecastOptions& options,
                                     const Execution& execution) {
  auto detour = build_detour_mesh(geometry, options, execution);
  if (!detour) return detour.error();
  auto polygons = make_polygon_mesh(**detour);
  if (!polygons) return polygons.error();
  PolygonMesh& mesh = polygons->mesh;
  mesh.area_names = geometry.area_names;
  std::vector<bool> joined(geometry.links.size(), false);
  for (std::size_t i = 0; i < mesh.links.size(); ++i) {
    const std::uint32_t source = polygons->link_user_ids[i];
    mesh.links[i].link.cost = geometry.links[source].cost;
    joined[source] = true;
  }
  std::string warning = find_wrong_facing(geometry, options, mesh);
  MeshedGeometry meshed{std::move(mesh), std::move(*detour), {}, std::move(warning)};
  for (std::uint32_t i = 0; i < joined.size(); ++i) {
    if (!joined[i]) meshed.loose_links.push_back(i);
  }
  return meshed;
}

}  // namespace portolan::detail
