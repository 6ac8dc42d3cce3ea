#include "portolan/io/geometry/mset_file.h"

#include <cstdint>
#include <string>
#include <utility>

#include "portolan/recast/mset.h"

namespace portolan::detail {
namespace {

constexpr std::uint64_t kMaxMsetBytes = std::uint64_t{1} << 36;

}  // namespace

Result<DetourMesh> load_mset(BegunFile file) {
  const std::string name = file.name();
  const auto bytes = read_shared_bytes(std::move(file), kMaxMsetBytes);
  if (!bytes) return bytes.error();
  return parse_mset(bytes->view(), name);
}

Result<Done> save_mset(const std::filesystem::path& path, const dtNavMesh& mesh) {
  return save_file_atomically(path, write_mset(mesh));
}

}  // namespace portolan::detail
