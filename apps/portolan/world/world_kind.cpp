#include "world/world_kind.h"

#include <array>
#include <string_view>
#include <utility>

#include "arguments/argument_parsing.h"
#include "portolan/io/baked/baked_world.h"
#include "portolan/io/file_ending.h"
#include "portolan/io/maps/ascii_grid.h"
#include "portolan/io/maps/geotiff.h"
#include "portolan/io/maps/npy.h"
#include "portolan/io/text/text_lines.h"

namespace portolan::detail::cli {
namespace {

constexpr std::array<std::pair<std::string_view, SourceKind>, 15> kSourceEndings{{
    {".map", SourceKind::map},
    {".pgm", SourceKind::picture},
    {".ppm", SourceKind::picture},
    {".png", SourceKind::picture},
    {".obj", SourceKind::obj},
    {".gltf", SourceKind::gltf},
    {".glb", SourceKind::gltf},
    {".gset", SourceKind::gset},
    {".bin", SourceKind::mset},
    {".mesh", SourceKind::polyanya},
    {".raw", SourceKind::raw},
    {".asc", SourceKind::heights},
    {".npy", SourceKind::heights},
    {".tif", SourceKind::heights},
    {".tiff", SourceKind::heights},
}};

}  // namespace

WorldKind parse_world_kind(const std::string& argument, const std::string& text) {
  check_word(argument, text, {"grid", "navmesh", "terrain"}, WordKind::world);
  if (text == "grid") return WorldKind::grid;
  return text == "terrain" ? WorldKind::terrain : WorldKind::navmesh;
}

const char* name(WorldKind kind) {
  switch (kind) {
    case WorldKind::grid: return "grid";
    case WorldKind::navmesh: return "navmesh";
    case WorldKind::terrain: return "terrain";
  }
  return "unknown";
}

const char* plural(WorldKind kind) {
  switch (kind) {
    case WorldKind::grid: return "grids";
    case WorldKind::navmesh: return "navigation meshes";
    case WorldKind::terrain: return "terrain worlds";
  }
  return "unknown worlds";
}

std::optional<SourceKind> source_kind_by_name(const std::string& path) {
  const std::string ending = file_ending(path);
  for (const auto& [known, kind] : kSourceEndings) {
    if (known == ending) return kind;
  }
  return std::nullopt;
}

std::string known_endings() {
  std::string endings;
  for (const auto& [known, kind] : kSourceEndings)
    endings.append(endings.empty() ? "" : ", ").append(known);
  return endings;
}

std::optional<SourceKind> source_kind(BegunFile& file) {
  if (baked_world_kind(file) != BakedWorldKind::none) return std::nullopt;  // whatever its name
  if (const auto named = source_kind_by_name(file.name())) return named;
  const std::string start = file.read_start(16);
  if (start.starts_with("TESM") || start.starts_with("MSET")) return SourceKind::mset;
  if (start.starts_with("glTF")) return SourceKind::gltf;
  if (without_mark(start).starts_with("mesh")) return SourceKind::polyanya;
  if (is_tiff(start) || is_npy(start) || is_ascii_grid(start)) return SourceKind::heights;
  return std::nullopt;
}

WorldKind world_of(SourceKind kind) {
  if (kind == SourceKind::map || kind == SourceKind::picture) return WorldKind::grid;
  return kind == SourceKind::raw || kind == SourceKind::heights ? WorldKind::terrain
                                                                : WorldKind::navmesh;
}

bool makes(SourceKind kind, WorldKind world) {
  if (world == WorldKind::terrain && (kind == SourceKind::picture || is_geometry(kind)))
    return true;
  return world_of(kind) == world;
}

bool is_geometry(SourceKind kind) { return kind == SourceKind::obj || kind == SourceKind::gltf; }

}  // namespace portolan::detail::cli
