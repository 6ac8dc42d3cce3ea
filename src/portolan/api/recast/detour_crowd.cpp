#include <algorithm>
#include <array>

#include "portolan/detour.h"

namespace portolan {
namespace {

constexpr int kCorridorLength = 255;  // one less than dtCrowd gives its corridors
constexpr int kFewPolygons = 20;      // dtCrowd plans again when there are less than ten

}  // namespace

dtStatus move_agent(dtCrowd& crowd, int agent, dtPolyRef goal, const float* goal_position,
                    DetourQuery& query) {
  dtCrowdAgent* moved = crowd.getEditableAgent(agent);
  if (moved == nullptr || !moved->active) return DT_FAILURE | DT_INVALID_PARAM;
  std::array<dtPolyRef, kCorridorLength> refs;
  int count = 0;
  const dtPathCorridor& corridor = moved->corridor;
  const dtStatus status = query.findPath(
      corridor.getFirstPoly(), goal, corridor.getPos(), goal_position,
      crowd.getFilter(moved->params.queryFilterType), refs.data(), &count, kCorridorLength);
  if (dtStatusFailed(status)) return status;
  const dtPolyRef last = refs[static_cast<std::size_t>(count) - 1];
  std::array<float, 3> target{goal_position[0], goal_position[1], goal_position[2]};
  if (last != goal)
    crowd.getNavMeshQuery()->closestPointOnPoly(last, goal_position, target.data(), nullptr);
  // What cannot be reached is given up, else dtCrowd would ask for it every second.
  const bool nearest = status == (DT_SUCCESS | DT_PARTIAL_RESULT);
  if (!crowd.requestMoveTarget(agent, nearest ? last : goal,
                               nearest ? target.data() : goal_position)) {
    return DT_FAILURE | DT_INVALID_PARAM;
  }
  moved->corridor.setCorridor(target.data(), refs.data(), count);
  moved->boundary.reset();
  moved->partial = dtStatusDetail(status, DT_PARTIAL_RESULT);
  moved->targetState = DT_CROWDAGENT_TARGET_VALID;
  moved->targetReplanTime = 0.0f;
  return status;
}

bool needs_next_part(const dtCrowdAgent& agent) {
  return agent.active && agent.targetState == DT_CROWDAGENT_TARGET_VALID &&
         agent.corridor.getPathCount() < kFewPolygons &&
         agent.corridor.getLastPoly() != agent.targetRef;
}

}  // namespace portolan
