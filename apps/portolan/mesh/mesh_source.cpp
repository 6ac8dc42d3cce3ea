#include "mesh/mesh_source.h"

#include <fmt/format.h>

#include <array>
#include <chrono>
#include <string_view>
#include <utility>

#include "failure.h"
#include "portolan/io/geometry/gltf.h"
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
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 15> kNames{{
      {"Recast option ", ""},
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

Geometry load_geometry(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  Geometry geometry = take(kind == SourceKind::obj ? load_obj(std::move(file), options.axes)
                                                   : load_gltf(std::move(file), options.axes));
  if (!options.links.empty()) {
    geometry.links = take(load_off_mesh_links(options.links, geometry.area_names));
  }
  return geometry;
}

DetourPolygons polygons_of(const std::string& path, const DetourMesh& detour) {
  auto polygons = make_polygon_mesh(*detour);
  if (!polygons) throw Failure{ExitCode::bad_input, path + ": " + polygons.error().message};
  return std::move(*polygons);
}

MeshSource mesh_geometry(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  using Clock = std::chrono::steady_clock;
  if (const auto valid = validate(options.recast); !valid) {
    throw Failure{ExitCode::usage, in_option_words(valid.error().message)};
  }
  const std::string path = file.name();
  const Geometry geometry = load_geometry(std::move(file), kind, options);
  const auto begin = Clock::now();
  ProgressBar bar("meshing");
  auto meshed = detail::mesh_geometry(geometry, options.recast, bar.progress());
  if (!meshed) {
    throw Failure{ExitCode::bad_input,
                  fmt::format("{}: {}", path, in_option_words(meshed.error().message))};
  }
  bar.finish();
  MeshSource source{std::move(meshed->polygons), std::move(meshed->detour)};
  source.meshing_ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
  return source;
}

}  // namespace

MeshSource load_mesh_source(BegunFile file, SourceKind kind, const GeometryOptions& options) {
  if (kind == SourceKind::mset) {
    const std::string path = file.name();
    DetourMesh detour = take(load_mset(std::move(file)));
    PolygonMesh polygons = polygons_of(path, detour).mesh;
    return {std::move(polygons), std::move(detour)};
  }
  if (kind == SourceKind::polyanya) return {take(load_polyanya(std::move(file))), std::nullopt};
  return mesh_geometry(std::move(file), kind, options);
}

}  // namespace portolan::detail::cli
