#pragma once

#include <filesystem>

#include "portolan/io/file.h"
#include "portolan/recast.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A navigation mesh that RecastDemo saved; see parse_mset.
Result<DetourMesh> load_mset(BegunFile file);

/// Saves one for RecastDemo, with references of 32 bits; the file appears under its name only when
/// it is whole.
Result<Done> save_mset(const std::filesystem::path& path, const dtNavMesh& mesh);

}  // namespace portolan::detail
