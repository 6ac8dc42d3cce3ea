#include "mesh/mesh_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <span>
#include <string_view>
#include <utility>

#include "failure.h"
#include "portolan/batch.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/gset.h"
#include "portolan/io/geometry/mset_file.h"
#include "portolan/io/geometry/obj.h"
#include "portolan/io/geometry/off_mesh_links.h"
#include "portolan/io/geometry/polyanya.h"
#include "portolan/recast/build_detour_mesh.h"
#include "portolan/recast/detour_polygons.h"
#include "report/progress_bar.h"

namespace portolan::detail::cli {
namespace {

/// A message about Recast's options in the words of the command line.
std::string in_option_words(std::string message) {
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 16> kNames{{
      {"Recast option ", ""},
      {"SourceAxes::Up::z", "--up z"},
      {"vertices_per_polygon", "--vertices-per-polygon"},
      {"region_min_size", "--region-min"},
      {"region_merge_size", "--region-merge"},
      {"edge_max_length", "--edge-length"},
      {"simplification_error", "--edge-error"},
      {"memory_limit", "--memory-limit"},
      {"agent_height", "--agent-height"},
      {"agent_radius", "--agent-radius"},
      {"link_radius", "--link-radius"},
      {"cell_height", "--voxel-height"},
      {"cell_size", "--voxel-size"},
      {"tile_size", "--tile-size"},
      {"max_climb", "--agent-climb"},
      {"max_slope", "--agent-slope"},
  }};
  for (const auto& [name, option] : kNames) {
    for (std::size_t at = message.find(name); at != std::string::npos;
         at = message.find(name, at + option.size())) {
      message.replace(at, name.size(), option);
    }
  }
  return message;
}

RecastScene load_scene(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  RecastScene scene;
  if (kind == SourceKind::gset) {
    scene = take(load_gset(std::move(file), options.axes));
  } else {
    scene.geometry = take(kind == SourceKind::obj ? load_obj(std::move(file), options.axes)
                                                  : load_gltf(std::move(file), options.axes));
  }
  for (const auto& setting : options.settings) setting(scene.recast);
  return scene;
}

/// Tells which links of a file were left out. `what` is what the file calls them.
void warn_of_loose_links(const std::string& file, const char* what, std::size_t all,
                         const std::vector<std::size_t>& loose) {
  constexpr std::size_t kMostShown = 20;
  if (loose.empty()) return;
  const std::span shown(loose.data(), std::min(loose.size(), kMostShown));
  fmt::print(stderr,
             "{}: {} of {} links {} off the mesh and {} left out: {} {}{}; move their ends, or "
             "raise --link-radius\n",
             file, loose.size(), all, loose.size() == 1 ? "ends" : "end",
             loose.size() == 1 ? "is" : "are", what, fmt::join(shown, ", "),
             loose.size() > kMostShown ? ", ..." : "");
}

/// The first `own` links are those of the input itself, the others those of the CSV file.
void warn_of_loose_links(const std::string& input, std::size_t own, const GeometryOptions& options,
                         std::size_t all, const std::vector<std::uint32_t>& loose) {
  std::vector<std::size_t> connections, rows;
  for (const std::uint32_t link : loose) {
    if (link < own) {
      connections.push_back(link + std::size_t{1});
    } else {
      rows.push_back(link - own + 1);
    }
  }
  warn_of_loose_links(input, "connection", own, connections);
  warn_of_loose_links(options.links, "row", all - own, rows);
}

/// Adds the links of the CSV file, if one was named, to a mesh that is made already.
void add_links_to(PolygonMesh& polygons, const GeometryOptions& options) {
  if (options.links.empty()) return;
  RecastOptions recast;
  for (const auto& setting : options.settings) setting(recast);
  const auto links = take(load_off_mesh_links(options.links, polygons.area_names));
  const Vec3 extent{recast.link_radius, recast.max_climb, recast.link_radius};
  const auto loose = add_links(polygons, links, extent);
  warn_of_loose_links("", 0, options, links.size(), loose);
}

DetourPolygons polygons_of(const std::string& path, const DetourMesh& detour) {
  auto polygons = make_polygon_mesh(*detour);
  if (!polygons) throw Failure{ExitCode::bad_input, path + ": " + polygons.error().message};
  return std::move(*polygons);
}

MeshSource mesh_geometry(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  using Clock = std::chrono::steady_clock;
  const std::string path = file.name();
  RecastScene scene = load_scene(std::move(file), kind, options);
  if (const auto valid = validate(scene.recast); !valid)
    throw Failure{ExitCode::usage, in_option_words(valid.error().message)};
  Geometry& geometry = scene.geometry;
  const std::size_t own_links = geometry.links.size();
  if (!options.links.empty()) {
    const auto links = take(load_off_mesh_links(options.links, geometry.area_names));
    geometry.links.insert(geometry.links.end(), links.begin(), links.end());
  }
  const auto begin = Clock::now();
  ProgressBar bar("meshing");
  const ParallelFor parallel = options.threads > 1 ? tbb_parallel(options.threads) : ParallelFor{};
  auto meshed = detail::mesh_geometry(geometry, scene.recast, {parallel, bar.progress()});
  if (!meshed) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("{}: {}", path, in_option_words(meshed.error().message))};
  }
  bar.finish();
  if (!meshed->warning.empty())
    fmt::print(stderr, "{}: {}\n", path, in_option_words(meshed->warning));
  warn_of_loose_links(path, own_links, options, geometry.links.size(), meshed->loose_links);
  MeshSource source{std::move(meshed->polygons), std::move(meshed->detour)};
  source.meshing_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return source;
}

}  // namespace

MeshSource load_mesh_source(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  if (kind != SourceKind::mset && kind != SourceKind::polyanya)
    return mesh_geometry(std::move(file), kind, options);
  MeshSource source;
  if (kind == SourceKind::mset) {
    const std::string path = file.name();
    source.detour = take(load_mset(std::move(file)));
    source.polygons = polygons_of(path, *source.detour).mesh;
  } else {
    source.polygons = take(load_polyanya(std::move(file)));
  }
  add_links_to(source.polygons, options);
  return source;
}

}  // namespace portolan::detail::cli
