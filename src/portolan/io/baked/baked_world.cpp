#include "portolan/io/baked/baked_world.h"

#include <cstring>
#include <string>
#include <system_error>

#include "portolan/io/text/text_lines.h"

namespace portolan::detail {

BakedWorldKind baked_world_kind(BegunFile& file) {
  ContainerPrologue prologue;
  prologue.magic = {};
  const std::string start = file.read_start(sizeof prologue);
  std::memcpy(&prologue, start.data(), start.size());
  if (prologue.magic != kContainerMagic) return BakedWorldKind::none;
  if (start.size() < sizeof prologue || prologue.checksum != checksum_of(prologue))
    return BakedWorldKind::unknown;
  const Tag kind(prologue.kind);
  return kind == kGridKind      ? BakedWorldKind::grid
         : kind == kNavMeshKind ? BakedWorldKind::nav_mesh
         : kind == kTerrainKind ? BakedWorldKind::terrain
                                : BakedWorldKind::unknown;
}

BakedWorldKind baked_world_kind(const std::filesystem::path& path) {
  std::error_code unreadable;
  if (!std::filesystem::is_regular_file(path, unreadable)) return BakedWorldKind::none;
  BegunFile file(path);
  return baked_world_kind(file);
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

}  // namespace portolan::detail
