#pragma once

#include <DetourNavMesh.h>

#include <string>

namespace portolan::detail {

/// What is wrong with the header of a tile from an unknown source; empty if nothing is. Its counts
/// can be trusted then, once they are found to fit the tile's size.
std::string find_header_damage(const dtMeshHeader& header, const dtNavMeshParams& params);

/// What is wrong with the arrays of a tile; empty if nothing is, and then Detour can be given it.
/// `tile` begins on a 4-byte boundary, has a header that was found whole, and is as long as that
/// says, with links of 32-bit references.
std::string find_array_damage(const unsigned char* tile, const dtNavMeshParams& params);

/// What is wrong with the settings of a mesh; empty if nothing is.
std::string find_params_damage(const dtNavMeshParams& params);

}  // namespace portolan::detail
