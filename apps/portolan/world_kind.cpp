#include "world_kind.h"

#include <array>
#include <filesystem>
#include <string_view>
#include <utility>

#include "portolan/io/file_start.h"

namespace portolan::cli {

const char* plural(WorldKind kind) {
  return kind == WorldKind::grid ? "grids" : "navigation meshes";
}

std::optional<SourceKind> source_kind_by_name(const std::string& path) {
  static constexpr std::array<std::pair<std::string_view, SourceKind>, 9> kEndings{{
      {".map", SourceKind::map},
      {".pgm", SourceKind::picture},
      {".ppm", SourceKind::picture},
      {".png", SourceKind::picture},
      {".obj", SourceKind::obj},
      {".gltf", SourceKind::gltf},
      {".glb", SourceKind::gltf},
      {".bin", SourceKind::mset},
      {".mesh", SourceKind::polyanya},
  }};
  const std::string ending = std::filesystem::path(path).extension().string();
  for (const auto& [known, kind] : kEndings) {
    if (known == ending) return kind;
  }
  return std::nullopt;
}

std::optional<SourceKind> source_kind(const std::string& path) {
  if (const auto named = source_kind_by_name(path)) return named;
  const std::string start = read_file_start(path, 4);
  if (start == "TESM" || start == "MSET") return SourceKind::mset;
  if (start == "glTF") return SourceKind::gltf;
  if (start == "mesh") return SourceKind::polyanya;
  return std::nullopt;
}

WorldKind world_of(SourceKind kind) {
  return kind == SourceKind::map || kind == SourceKind::picture ? WorldKind::grid
                                                                : WorldKind::navmesh;
}

bool is_geometry(SourceKind kind) { return kind == SourceKind::obj || kind == SourceKind::gltf; }

}  // namespace portolan::cli
