#pragma once

#include <DetourNavMesh.h>

#include "portolan/types.h"

namespace portolan::detail {

/// Checks the settings of a mesh from an unknown source.
Result<Done> validate_params(const dtNavMeshParams& params);

/// Checks the header of a tile from an unknown source. Its counts can be trusted then, once they
/// are found to fit the tile's size.
Result<Done> validate_header(const dtMeshHeader& header, const dtNavMeshParams& params);

/// Checks the arrays of a tile, which Detour can be given then. `tile` begins on a 4-byte boundary,
/// has a valid header, and is as long as that says, with links of 32-bit references.
Result<Done> validate_arrays(const unsigned char* tile, const dtNavMeshParams& params);

}  // namespace portolan::detail
