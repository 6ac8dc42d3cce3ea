#pragma once

#include <cstdint>

#include "portolan/gpu/agent_room.h"
#include "portolan/navmesh.h"

namespace portolan::detail {

/// The agents of one chunk, and where their answers go.
struct ChunkView {
  const MeshPlace* starts;
  const MeshPlace* goals;
  const std::uint32_t* order;  ///< Which agents these are.
  std::uint32_t count;
  bool paths;

  std::uint8_t* status;  ///< By agent.
  Cost* cost;
  std::uint32_t* length;    ///< By place in the chunk, as all below.
  std::uint64_t* source;    ///< Where the polygons are until they are put together.
  std::uint32_t* polygons;  ///< `stride` for each, and `more` behind them for longer paths.
  std::uint32_t stride;
  std::uint64_t more;

  std::uint32_t* repeat;        ///< Agents that need more room,
  std::uint32_t* repeat_count;  ///< and how many they are.
  unsigned long long* more_used;
  std::uint32_t* failed;  ///< Set where even that did not do.
};

__device__ inline void store_answer(const ChunkView& chunk, std::uint32_t at,
                                    const AgentAnswer& answer, std::uint64_t source) {
  const std::uint32_t agent = chunk.order[at];
  chunk.status[agent] = static_cast<std::uint8_t>(answer.status);
  chunk.cost[agent] = answer.cost;
  chunk.length[at] = answer.polygons;
  chunk.source[at] = source;
}

}  // namespace portolan::detail
