#pragma once

#include <cstdint>

#include "portolan/io/baked/nav_mesh_world_file.h"

namespace portolan::detail {

/// Customizes a world for one more agent type, over the partition that it has, with tables of so
/// many bytes at most; 0: none. Fails for a name that it has already.
Result<Done> add_agent(BakedNavMesh& baked, const NavMeshMetric& metric, std::uint64_t table_bytes,
                       const Execution& execution);

}  // namespace portolan::detail
