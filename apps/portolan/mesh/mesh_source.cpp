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

/// The numbers of links with commas between, the first of them where there are many.
std::string shown_numbers(const std::vector<std::size_t>& numbers) {
  constexpr std::size_t kMostShown = 20;
  const std::span shown(numbers.data(), std::min(numbers.size(), kMostShown));
  return fmt::format("{}{}", fmt::join(shown, ", "), numbers.size() > kMostShown ? ", ..." : "");
}

/// Tells which links were left out; `where` begins with the file.
void warn_of_loose_links(const std::string& where, std::size_t loose, std::size_t all) {
  if (loose == 0) return;
  fmt::print(stderr,
             "{}: {} of {} links left out: an end of each lies off the mesh; move it, or raise "
             "--link-radius\n",
             where, loose, all);
}

/// The links of the CSV file, if one was named, and the line of each.
struct LinkFile {
  std::vector<OffMeshLink> links;
  std::vector<std::size_t> lines;
};

LinkFile load_link_file(const GeometryOptions& options,
                        const std::vector<std::string>& area_names) {
  LinkFile file;
  if (!options.links.empty())
    file.links = take(load_off_mesh_links(options.links, area_names, &file.lines));
  return file;
}

/// The first `own` links are those of the input itself, the others those of the CSV file.
LooseLinks tell_loose_links(const std::string& input, std::size_t own,
                            const GeometryOptions& options, const LinkFile& file,
                            const std::vector<std::uint32_t>& numbers) {
  LooseLinks loose;
  for (const std::uint32_t link : numbers) {
    if (link < own) {
      loose.connections.push_back(link + std::size_t{1});
    } else {
      loose.lines.push_back(file.lines[link - own]);
    }
  }
  warn_of_loose_links(fmt::format("{}: connection {}", input, shown_numbers(loose.connections)),
                      loose.connections.size(), own);
  warn_of_loose_links(fmt::format("{}:{}", options.links, shown_numbers(loose.lines)),
                      loose.lines.size(), file.links.size());
  return loose;
}

/// Adds the links of the CSV file, if one was named, to a mesh that is made already.
LooseLinks add_links_to(PolygonMesh& polygons, const GeometryOptions& options) {
  if (options.links.empty()) return {};
  RecastOptions recast;
  for (const auto& setting : options.settings) setting(recast);
  const LinkFile file = load_link_file(options, polygons.area_names);
  const Vec3 extent{recast.link_radius, recast.max_climb, recast.link_radius};
  const auto loose = add_links(polygons, file.links, extent);
  return tell_loose_links("", 0, options, file, loose);
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
  const LinkFile file_links = load_link_file(options, geometry.area_names);
  geometry.links.insert(geometry.links.end(), file_links.links.begin(), file_links.links.end());
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
  MeshSource source;
  source.loose_links = tell_loose_links(path, own_links, options, file_links, meshed->loose_links);
  source.polygons = std::move(meshed->polygons);
  source.detour = std::move(meshed->detour);
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
  source.loose_links = add_links_to(source.polygons, options);
  if (source.detour && !options.links.empty())
    fmt::print(stderr, "{}: Detour's data lack these links: --algorithm detour does without them\n",
               options.links);
  return source;
}

}  // namespace portolan::detail::cli
