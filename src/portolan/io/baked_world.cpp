#include "portolan/io/baked_world.h"

#include <fstream>
#include <string>

#include "portolan/io/text_lines.h"

namespace portolan {

BakedWorldKind baked_world_kind(const std::filesystem::path& path) {
  ContainerPrologue prologue;
  prologue.magic = {};
  std::ifstream file(path, std::ios::binary);
  file.read(reinterpret_cast<char*>(&prologue), sizeof prologue);
  if (prologue.magic != kContainerMagic) return BakedWorldKind::none;
  if (!file || prologue.checksum != checksum_of(prologue)) return BakedWorldKind::unknown;
  const Tag kind(prologue.kind);
  return kind == kGridKind      ? BakedWorldKind::grid
         : kind == kNavMeshKind ? BakedWorldKind::nav_mesh
         : kind == kTerrainKind ? BakedWorldKind::terrain
                                : BakedWorldKind::unknown;
}

Result<Done> check_kind(const Container& file, Tag kind, const char* wanted) {
  if (file.kind() == kind) return Done{};
  return Error{std::string(file.name())
                   .append(": is a baked world of kind ")
                   .append(excerpt(file.kind().view()))
                   .append(", not ")
                   .append(wanted)
                   .append("; give one that 'portolan build' made of ")
                   .append(wanted)};
}

Error inconsistent(const Container& file, const Error& problem) {
  const std::string prefix = file.name() + ": ";
  std::string text = problem.message;
  if (text.starts_with(prefix)) text.erase(0, prefix.size());
  return Error{prefix + "is inconsistent: " + text + "; build it again"};
}

}  // namespace portolan
