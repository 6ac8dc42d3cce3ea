#pragma once

#include <DetourNavMesh.h>

namespace portolan::detail {

/// Detour looks for the far end of an off-mesh connection in the tile where it begins and in the
/// eight around it. This finds the ends of longer ones, in whichever tile they lie, and links them
/// as Detour would, for its own searches too. Call it once, when all tiles have been added.
void connect_far_links(dtNavMesh& mesh);

}  // namespace portolan::detail
