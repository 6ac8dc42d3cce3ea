#include "terrain/terrain_source.h"

#include "failure.h"
#include "portolan/io/geometry/gltf.h"
#include "portolan/io/geometry/obj.h"

namespace portolan::detail::cli {
namespace {

HeightMap load_heights(const std::string& path, SourceKind kind,
                       const TerrainSourceOptions& options) {
  if (kind != SourceKind::raw) return take(load_height_map(path, options.format));
  if (!options.raw) {
    throw Failure{ExitCode::usage,
                  path +
                      ": raw values do not say their size and type; give --raw WxH:TYPE, such "
                      "as --raw 512x512:u16le"};
  }
  RawFormat format = *options.raw;
  format.missing = options.format.missing;
  return take(load_raw_height_map(path, format));
}

}  // namespace

TriangleMesh load_terrain_source(const std::string& path, SourceKind kind,
                                 const TerrainSourceOptions& options) {
  const auto named = [&](Result<TriangleMesh> mesh) {
    if (!mesh) throw Failure{ExitCode::bad_input, path + ": " + mesh.error().message};
    return std::move(*mesh);
  };
  if (is_geometry(kind)) {
    return named(make_triangle_mesh(take(kind == SourceKind::obj ? load_obj(path, options.axes)
                                                                 : load_gltf(path, options.axes))));
  }
  const HeightMap heights = load_heights(path, kind, options);
  if (options.difficulty.empty())
    return named(make_triangle_mesh(heights, options.triangulation, options.placement));
  const HeightMap difficulty =
      take(load_difficulty_map(options.difficulty, heights, options.most_difficult));
  return named(make_triangle_mesh(heights, options.triangulation, options.placement, &difficulty));
}

}  // namespace portolan::detail::cli
