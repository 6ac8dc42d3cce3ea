#include "portolan/io.h"

#include <optional>
#include <utility>

#include "portolan/api/terrain/terrain_inside.h"
#include "portolan/io/baked/add_agent.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/baked/grid_world_file.h"
#include "portolan/io/baked/nav_mesh_world_file.h"
#include "portolan/io/baked/terrain_world_file.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/gset.h"
#include "portolan/io/geometry/mset_file.h"
#include "portolan/io/geometry/obj.h"
#include "portolan/io/geometry/off_mesh_links.h"
#include "portolan/io/geometry/polyanya.h"
#include "portolan/io/images/image.h"
#include "portolan/io/maps/height_map_file.h"
#include "portolan/io/maps/movingai.h"
#include "portolan/io/metrics/metric_file.h"
#include "portolan/io/metrics/nav_mesh_metric_file.h"
#include "portolan/recast/detour_polygons.h"

namespace portolan {
namespace {

/// What went wrong with a file that itself could be read.
Error in_file(const std::filesystem::path& path, const Error& error) {
  return Error{path.string() + ": " + error.message};
}

/// False where the caller cancels.
bool begin_loading(const Execution& execution) {
  return execution.progress.step(0, 1, "files loaded");
}
Error loading_cancelled(const std::filesystem::path& path) {
  return Error{path.string() + ": loading was cancelled"};
}

/// The agent types of a file, with what Detour has of their mesh if that is given.
Result<Done> save_agents(const std::filesystem::path& path, std::span<const NavMeshSnapshot> agents,
                         std::optional<DetourMesh> detour) {
  detail::BakedNavMesh baked;
  baked.detour = std::move(detour);
  for (const NavMeshSnapshot& agent : agents) {
    for (const detail::NavMeshSnapshot& other : baked.agents) {
      if (other.metric().name == agent.metric().name) {
        return Error{path.string() + ": two agent types are named " + agent.metric().name +
                     "; give each metric a name of its own"};
      }
    }
    baked.agents.push_back(agent.inside());
  }
  return detail::save_nav_mesh_world(path, baked);
}

}  // namespace

Result<Done> save(const std::filesystem::path& path, const GridSnapshot& world) {
  return detail::save_grid_sizes(path, world.all_sizes());
}

Result<Done> save(const std::filesystem::path& path, const TerrainSnapshot& world) {
  return detail::save_terrain_world(path, {world.inside().world, world.inside().merged});
}

Result<Done> save(const std::filesystem::path& path, const NavMeshSnapshot& world) {
  return save(path, std::span(&world, 1));
}

Result<Done> save(const std::filesystem::path& path, std::span<const NavMeshSnapshot> agents) {
  return save_agents(path, agents, std::nullopt);
}

Result<Done> save(const std::filesystem::path& path, std::span<const NavMeshSnapshot> agents,
                  const DetourMesh& detour) {
  return save_agents(path, agents, detour);
}

Result<GridSnapshot> load_grid(const std::filesystem::path& path, const Execution& execution) {
  if (!begin_loading(execution)) return loading_cancelled(path);
  auto loaded = detail::load_grid_sizes(path, execution.parallel);
  if (!loaded) return loaded.error();
  return GridSnapshot(std::move(*loaded));
}

Result<TerrainSnapshot> load_terrain(const std::filesystem::path& path,
                                     const Execution& execution) {
  if (!begin_loading(execution)) return loading_cancelled(path);
  auto loaded = detail::load_terrain_world(path, detail::TerrainParts::all, execution.parallel);
  if (!loaded) return loaded.error();
  auto inside = detail::make_terrain_inside(std::move(loaded->world), std::move(loaded->merged),
                                            execution.progress);
  if (!inside) return in_file(path, inside.error());
  return TerrainSnapshot(std::move(*inside));
}

Result<std::vector<NavMeshSnapshot>> load_nav_mesh(const std::filesystem::path& path,
                                                   const Execution& execution) {
  if (!begin_loading(execution)) return loading_cancelled(path);
  auto loaded = detail::load_nav_mesh_world(path, execution.parallel);
  if (!loaded) return loaded.error();
  std::vector<NavMeshSnapshot> agents;
  for (detail::NavMeshSnapshot& agent : loaded->agents) {
    // Another metric may need a little more than the one whose tables were asked for.
    const std::uint64_t has = agent.tables().bytes();
    const std::uint64_t table_bytes = has == 0                  ? 0
                                      : agent.tables().answer() ? has + has / 4
                                                                : kDefaultTableBytes;
    agents.emplace_back(std::move(agent), table_bytes);
  }
  return agents;
}

Result<Done> add_agent(const std::filesystem::path& path, const NavMeshMetric& metric,
                       const Execution& execution) {
  if (!begin_loading(execution)) return loading_cancelled(path);
  auto baked = detail::load_nav_mesh_world(path, execution.parallel);
  if (!baked) return baked.error();
  const std::uint64_t table_bytes =
      baked->agents.front().tables().bytes() > 0 ? kDefaultTableBytes : 0;
  if (auto added = detail::add_agent(*baked, metric, table_bytes, execution); !added)
    return in_file(path, added.error());
  return detail::save_nav_mesh_world(path, *baked);
}

BakedKind baked_kind(const std::filesystem::path& path) {
  switch (detail::baked_world_kind(path)) {
    case detail::BakedWorldKind::none: return BakedKind::none;
    case detail::BakedWorldKind::grid: return BakedKind::grid;
    case detail::BakedWorldKind::nav_mesh: return BakedKind::nav_mesh;
    case detail::BakedWorldKind::terrain: return BakedKind::terrain;
    case detail::BakedWorldKind::unknown: break;
  }
  return BakedKind::unknown;
}

Result<Grid> load_map(const std::filesystem::path& path) { return detail::load_map(path); }

Result<Grid> load_map_picture(const std::filesystem::path& path, std::uint8_t threshold) {
  const auto image = detail::load_image(path);
  if (!image) return image.error();
  return detail::make_grid_from_image(*image, threshold);
}

Result<std::vector<Scenario>> load_scenarios(const std::filesystem::path& path) {
  return detail::load_scenarios(path);
}

Result<GridMetric> load_grid_metric(const std::filesystem::path& path) {
  return detail::load_metric(path);
}

Result<Geometry> load_geometry(const std::filesystem::path& path, const SourceAxes& axes) {
  const std::string ending = detail::file_ending(path);
  if (ending == ".obj") return detail::load_obj(path, axes);
  if (ending == ".gltf" || ending == ".glb") return detail::load_gltf(path, axes);
  return Error{path.string() + ": geometry is read from files that end in .obj, .gltf or .glb"};
}

Result<std::vector<OffMeshLink>> load_off_mesh_links(const std::filesystem::path& path,
                                                     const std::vector<std::string>& area_names) {
  return detail::load_off_mesh_links(path, area_names);
}

Result<RecastScene> load_gset(const std::filesystem::path& path, const SourceAxes& axes) {
  return detail::load_gset(path, axes);
}

Result<NavMesh> load_polygon_mesh(const std::filesystem::path& path) {
  PolygonMesh polygons;
  if (detail::file_ending(path) == ".mesh") {
    auto loaded = detail::load_polyanya(path);
    if (!loaded) return loaded.error();
    polygons = std::move(*loaded);
  } else {
    const auto detour = detail::load_mset(path);
    if (!detour) return detour.error();
    auto found = detail::make_polygon_mesh(**detour);
    if (!found) return in_file(path, found.error());
    polygons = std::move(found->mesh);
  }
  auto mesh = NavMesh::make(std::move(polygons));
  if (!mesh) return in_file(path, mesh.error());
  return mesh;
}

Result<DetourMesh> load_detour_mesh(const std::filesystem::path& path, const Execution& execution) {
  if (!begin_loading(execution)) return loading_cancelled(path);
  if (baked_kind(path) != BakedKind::nav_mesh) return detail::load_mset(path);
  auto baked = detail::load_nav_mesh_world(path, execution.parallel);
  if (!baked) return baked.error();
  if (!baked->detour) {
    return in_file(path, Error{"holds no data of Detour's; save it with those, or build it from "
                               "geometry or a mesh of RecastDemo"});
  }
  return *std::move(baked->detour);
}

Result<NavMeshMetric> load_nav_mesh_metric(const std::filesystem::path& path,
                                           std::span<const std::string> area_names) {
  return detail::load_nav_mesh_metric(path, area_names);
}

Result<HeightMap> load_height_map(const std::filesystem::path& path,
                                  const HeightMapFormat& format) {
  return detail::load_height_map(path, format);
}

Result<HeightMap> load_raw_height_map(const std::filesystem::path& path, const RawFormat& format) {
  return detail::load_raw_height_map(path, format);
}

Result<HeightMap> load_difficulty_map(const std::filesystem::path& path, const HeightMap& heights,
                                      float most) {
  return detail::load_difficulty_map(path, heights, most);
}

Result<Done> save_png(const std::filesystem::path& path, const Picture& picture) {
  return detail::save_png(path, {picture.width, picture.height, 3, picture.rgb});
}

}  // namespace portolan
