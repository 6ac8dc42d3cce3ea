#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_record.h"
#include "portolan/gpu/device/agent_room.h"
#include "portolan/navmesh.h"

/// What kernels are told of agents and of room for their answers.
namespace portolan::detail {

inline constexpr unsigned kBlock = 128;  ///< Threads.

/// Some agents of a batch, and where their answers go.
struct ChunkAnswers {
  const std::uint32_t* order;  ///< Which agents these are.
  std::uint32_t count;
  AgentOutput output;

  std::uint8_t* status;  ///< By place in the chunk, as all below.
  Cost* cost;
  std::uint32_t* length;
  std::uint64_t* source;    ///< Where the polygons are until they are put together.
  std::uint32_t* polygons;  ///< `stride` for each, and `more` behind them for longer paths.
  std::uint32_t stride;
  std::uint64_t more;

  std::uint32_t* repeat;        ///< Agents that need more room,
  std::uint32_t* repeat_count;  ///< and how many they are.
  unsigned long long* more_used;
  std::uint32_t* failed;  ///< Set where even that did not do.
};

/// The agents of one chunk.
struct ChunkView : ChunkAnswers {
  const MeshPlace* starts;
  const MeshPlace* goals;
};

__device__ inline void store_answer(const ChunkAnswers& chunk, std::uint32_t at,
                                    const AgentAnswer& answer, std::uint64_t source) {
  chunk.status[at] = static_cast<std::uint8_t>(answer.status);
  chunk.cost[at] = answer.cost;
  chunk.length[at] = answer.polygons;
  chunk.source[at] = source;
}

/// Where the answers of a chunk stay.
struct AnswersView {
  const std::uint64_t* offsets;  ///< Of the paths of the chunk, by place,
  const std::uint64_t* base;     ///< behind those of the chunks before.
  AgentRecord* records;          ///< By agent.
  std::uint32_t* polygons;
  std::uint64_t room;  ///< For polygons.

  __device__ std::uint64_t begin(std::uint32_t at) const { return *base + offsets[at]; }
  /// Where an agent's path goes; nowhere if there is no room for it.
  __device__ std::uint32_t* path(const ChunkAnswers& chunk, std::uint32_t at) const {
    return begin(at) + chunk.length[at] <= room ? polygons + begin(at) : nullptr;
  }
  /// Writes an agent's record.
  __device__ void keep(const ChunkAnswers& chunk, std::uint32_t at) const {
    records[chunk.order[at]] =
        AgentRecord(begin(at), chunk.length[at], chunk.cost[at], chunk.status[at]);
  }
};

/// Room for any agent, in slow memory, for each warp.
struct LargeRoom {
  std::uint32_t* words;
  std::uint64_t words_each;
  std::uint32_t most_path;
};

}  // namespace portolan::detail
