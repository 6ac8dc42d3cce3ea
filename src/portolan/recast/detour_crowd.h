#pragma once

#include <DetourCrowd.h>

#include "portolan/recast/detour_adapter.h"

namespace portolan {

/// Sends an agent of a dtCrowd somewhere along a path of Portolan's: stands where
/// dtCrowd::requestMoveTarget stood, and takes the crowd's own filter for the agent. The crowd then
/// has nothing left to plan, and steers at its next update. Statuses are those of findPath; after a
/// failure the agent keeps what it had. Where the goal is out of reach, the place nearest to it
/// becomes the agent's goal. A corridor of dtCrowd holds 255 polygons: of a longer path
/// it gets the first ones, and `needs_next_part` tells when to call this again.
dtStatus move_agent(dtCrowd& crowd, int agent, dtPolyRef goal, const float* goal_position,
                    DetourPathfinder::Query& query);

/// Whether an agent comes to the end of its corridor and that is not yet the goal; ask before each
/// update of the crowd, and then call move_agent with targetRef and targetPos of the agent. Else
/// dtCrowd would plan the rest itself.
bool needs_next_part(const dtCrowdAgent& agent);

}  // namespace portolan
