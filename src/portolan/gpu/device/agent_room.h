#pragma once

#include <cstdint>

#include "portolan/core/cost.h"
#include "portolan/core/host_device.h"
#include "portolan/types.h"

/// What one agent's query works in, and what it finds.
namespace portolan::detail {

/// What is wanted of each agent.
enum class AgentOutput : std::uint8_t {
  costs,
  next,   ///< The polygon to enter next: the start's own where the goal lies in it.
  paths,  ///< All polygons.
};

/// A piece of a path that is stored: the nodes after the gate that it begins at.
struct PathPiece {
  std::uint32_t end;   ///< Nodes of the path up to its end.
  std::uint32_t from;  ///< A byte of the stored paths; or the node itself.
  std::uint16_t kind;  ///< kNode, kForward, or kBack: read from its end.
  static constexpr std::uint16_t kNode = 0, kForward = 1, kBack = 2;
};

/// Scratch of one agent. All lanes see it.
struct AgentRoom {
  Cost* start_costs;  ///< By place of the gate, `most_gates` each.
  Cost* goal_costs;
  PathPiece* start_pieces;  ///< `most_pieces` each: as many as there are gates always do.
  PathPiece* goal_pieces;
  std::uint32_t* start_nodes;  ///< Between an end and its gate, `most_nodes` each.
  std::uint32_t* goal_nodes;
  std::uint32_t most_gates;
  std::uint32_t most_pieces;
  std::uint32_t most_nodes;
  std::uint32_t* all_nodes;  ///< For paths over links, `most_path`; null: they have no room.
  std::uint32_t* path;       ///< The polygons, `most_path`.
  std::uint32_t most_path;
};

struct AgentAnswer {
  Status status = Status::unreachable;
  bool no_room = false;  ///< Nothing is known: more room is needed.
  Cost cost = kInfinite;
  std::uint32_t polygons = 0;  ///< How many lie in the room's path.

  static PORTOLAN_HOST_DEVICE AgentAnswer needs_room() {
    AgentAnswer answer;
    answer.no_room = true;
    return answer;
  }
};

}  // namespace portolan::detail
