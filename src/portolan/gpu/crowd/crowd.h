#pragma once

#include <cstdint>
#include <span>

#include "portolan/gpu/crowd/crowd_agent.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

/// A crowd: agents that walk about a mesh, to one goal after the other.
namespace portolan::detail {

struct CrowdOptions {
  std::uint32_t agents = 0;
  std::uint32_t plan_every = 10;  ///< An agent chooses a new goal every so many frames.
  float step = 0.05f;             ///< Metres that an agent goes in a frame.
  std::uint32_t seed = 1;
};

/// What happened in a frame.
struct CrowdFrame {
  double plan_ms = 0.0;  ///< Finding paths for the cohort that chose new goals,
  double move_ms = 0.0;  ///< and moving all agents.
  std::uint64_t planned = 0;
  std::uint64_t arrived = 0;  ///< Agents that stand at their goal.
  std::uint64_t stuck = 0;    ///< Agents whose goal cannot be reached.
};

/// Agents that choose new goals in the same frame. All cohorts are of one size; the last may be
/// smaller.
struct Cohort {
  std::uint32_t first;
  std::uint32_t count;
};
inline Cohort find_cohort(const CrowdOptions& options, std::uint32_t number) {
  const std::uint32_t each = (options.agents - 1) / options.plan_every + 1;
  const std::uint64_t first = std::uint64_t{number} * each;
  if (first >= options.agents) return {options.agents, 0};
  const auto begin = static_cast<std::uint32_t>(first);
  return {begin, each < options.agents - begin ? each : options.agents - begin};
}

inline Result<Done> check_crowd(std::span<const MeshPlace> places, const CrowdOptions& options) {
  if (!places.empty() && options.plan_every > 0 && options.agents >= options.plan_every)
    return Done{};
  return Error{"a crowd needs places to go to, and at least one agent that plans in each frame"};
}

/// Where an agent begins, and its goal in some frame.
PORTOLAN_HOST_DEVICE std::uint32_t draw_start(std::uint32_t agent, std::uint32_t seed,
                                              std::size_t places) {
  return static_cast<std::uint32_t>(scramble(agent, seed) % places);
}
PORTOLAN_HOST_DEVICE std::uint32_t draw_goal(std::uint32_t agent, std::uint32_t seed,
                                             std::uint32_t frame, std::size_t places) {
  return static_cast<std::uint32_t>(scramble(agent, seed + frame + 1) % places);
}

}  // namespace portolan::detail
