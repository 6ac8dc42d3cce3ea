#include "terrain/terrain_source.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "failure.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/obj.h"

namespace portolan::detail::cli {
namespace {

HeightMap load_heights(BegunFile file, SourceKind kind, const TerrainSourceOptions& options) {
  if (kind != SourceKind::raw) return take(load_height_map(std::move(file), options.format));
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

/// Coordinates that are in range for degrees, with steps that hardly any map in metres has.
bool looks_like_degrees(const MapFrame& frame) {
  return frame.system.empty() && !frame.degrees && std::abs(frame.x) <= 360.0 &&
         std::abs(frame.y) <= 90.0 && std::abs(frame.column_x) < 0.02;
}

void settle_frame(const std::string& path, const TerrainSourceOptions& options, MapFrame& frame) {
  if (options.degrees) {
    if (!frame.system.empty() && frame.degrees != *options.degrees) {
      throw Failure{ExitCode::usage, path +
                                         ": --map-units: the file says that its coordinates are "
                                         "of " +
                                         frame.system + "; leave it out"};
    }
    frame.degrees = *options.degrees;
  } else if (looks_like_degrees(frame) && options.placement.spacing == 0.0f) {
    throw Failure{ExitCode::usage,
                  fmt::format("{}: its values are {:g} apart, which looks like degrees; give "
                              "--map-units degrees, or --map-units metres if they are metres",
                              path, frame.column_x)};
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
  HeightMap heights = load_heights(std::move(file), kind, options);
  if (heights.frame) settle_frame(path, options, *heights.frame);
  if (options.difficulty.empty())
    return named(make_triangle_mesh(heights, options.triangulation, options.placement));
  const HeightMap difficulty =
      take(load_difficulty_map(options.difficulty, heights, options.most_difficult));
  return named(make_triangle_mesh(heights, options.triangulation, options.placement, &difficulty));
}

}  // namespace portolan::detail::cli
