#include "terrain/terrain_source.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "failure.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/obj.h"
#include "portolan/terrain/map_frame.h"

namespace portolan::detail::cli {
namespace {

HeightMap load_heights(BegunFile file, SourceKind kind, const TerrainSourceOptions& options) {
  if (kind != SourceKind::raw) {
    // What looks like degrees is told below, in the words of the command line.
    HeightMapFormat format = options.format;
    if (!format.units) format.units = MapUnits::metres;
    return take(load_height_map(std::move(file), format));
  }
  if (!options.raw) {
    throw Failure{ExitCode::usage,
                  file.name() +
                      ": raw values do not say their size and type; give --raw WxH:TYPE, such "
                      "as --raw 512x512:u16le"};
  }
  RawFormat format = *options.raw;
  format.missing = options.format.missing;
  return take(load_raw_height_map(std::move(file), format));
}

/// Whether the file says that its coordinates count something else.
bool contradicts(const MapFrame& frame, MapUnits units) {
  if (frame.system.empty()) return false;
  if (units == MapUnits::degrees) return !frame.degrees;
  return frame.degrees || frame.metres_per_unit != 1.0;
}

void check_units(const std::string& path, const TerrainSourceOptions& options,
                 const MapFrame& frame) {
  if (const std::optional<MapUnits> units = options.format.units) {
    if (contradicts(frame, *units)) {
      throw Failure{ExitCode::usage, path +
                                         ": --map-units: the file says that its coordinates are "
                                         "of " +
                                         frame.system + "; leave it out"};
    }
  } else if (looks_like_degrees(frame) && options.placement.spacing == 0.0f) {
    throw Failure{ExitCode::usage,
                  fmt::format("{}: its values are {:g} apart, which looks like degrees; give "
                              "--map-units degrees, or --map-units metres if they are metres",
                              path, std::hypot(frame.column_x, frame.column_y))};
  }
}

}  // namespace

TriangleMesh load_terrain_source(BegunFile file, SourceKind kind,
                                 const TerrainSourceOptions& options) {
  const std::string path = file.name();
  const auto named = [&](Result<TriangleMesh> mesh) {
    if (!mesh) throw Failure{ExitCode::bad_input, path + ": " + mesh.error().message};
    return std::move(*mesh);
  };
  if (is_geometry(kind)) {
    return named(make_triangle_mesh(take(kind == SourceKind::obj
                                             ? load_obj(std::move(file), options.axes)
                                             : load_gltf(std::move(file), options.axes))));
  }
  const HeightMap heights = load_heights(std::move(file), kind, options);
  if (heights.frame) check_units(path, options, *heights.frame);
  if (options.difficulty.empty())
    return named(make_triangle_mesh(heights, options.triangulation, options.placement));
  const HeightMap difficulty =
      take(load_difficulty_map(options.difficulty, heights, options.most_difficult));
  return named(make_triangle_mesh(heights, options.triangulation, options.placement, &difficulty));
}

}  // namespace portolan::detail::cli
