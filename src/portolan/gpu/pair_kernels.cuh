#pragma once

#include <cstdint>

#include "portolan/gpu/agent_kernels.cuh"
#include "portolan/gpu/pair_agent.h"

namespace portolan::detail {

inline constexpr std::uint32_t kPairGates =
    16;  ///< Of a cell; others are left to the second round.

__global__ void __launch_bounds__(kBlock)
    answer_pairs(const __grid_constant__ MeshArrays mesh, const __grid_constant__ ChunkView chunk,
                 PairRoute* routes) {
  __shared__ Cost costs[2][kPairGates * kBlock];
  __shared__ std::uint8_t slots[2][kPairGates * kBlock];
  const std::uint32_t at = blockIdx.x * kBlock + threadIdx.x;
  if (at >= chunk.count) return;
  const std::uint32_t t = threadIdx.x;
  const PairRoom room{
      {costs[0] + t, costs[1] + t}, {slots[0] + t, slots[1] + t}, kBlock, kPairGates};
  const std::uint32_t agent = chunk.order[at];
  const MeshPlace start = chunk.starts[agent];
  PairRoute route;
  AgentAnswer answer = answer_by_pairs(mesh, start, chunk.goals[agent],
                                       chunk.output != AgentOutput::costs, room, route);
  if (chunk.output == AgentOutput::next) keep_next(mesh, start.polygon, route, answer);
  if (answer.no_room) {
    answer.polygons = 0;
    route.kind = PairRoute::none;
    chunk.repeat[atomicAdd(chunk.repeat_count, 1u)] = agent;
  }
  store_answer(chunk, at, answer, 0);
  routes[at] = route;
}

/// Writes the paths of a chunk where they stay. Each thread writes the ends of one path; for the
/// middles N lanes take theirs one after the other.
template <unsigned N>
__global__ void __launch_bounds__(kBlock)
    write_pairs(const __grid_constant__ MeshArrays mesh, const __grid_constant__ ChunkView chunk,
                const PairRoute* routes, const AnswersView answers) {
  const std::uint32_t at = blockIdx.x * kBlock + threadIdx.x;
  PairMiddle middle;
  unsigned long long target = 0;
  if (at < chunk.count) {
    std::uint32_t* const path = answers.keep(chunk, at);
    if (path != nullptr) {
      const std::uint32_t agent = chunk.order[at];
      middle = write_ends(mesh, chunk.starts[agent].polygon, chunk.goals[agent].polygon, routes[at],
                          chunk.length[at], path);
      target = reinterpret_cast<unsigned long long>(path + middle.to);
    }
  }
  const std::uint32_t lane = threadIdx.x % N;
  for (unsigned k = 0; k < N; ++k) {
    const std::uint32_t count = __shfl_sync(0xFFFF'FFFFu, middle.count, k, N);
    const std::uint32_t from = __shfl_sync(0xFFFF'FFFFu, middle.from, k, N);
    const std::uint32_t polygon = __shfl_sync(0xFFFF'FFFFu, middle.polygon, k, N);
    auto* const to = reinterpret_cast<std::uint32_t*>(__shfl_sync(0xFFFF'FFFFu, target, k, N));
    for (std::uint32_t i = lane; i < count; i += N)
      __stcs(to + i, polygon ^ mesh.pair_polygons[from + i]);
  }
}

}  // namespace portolan::detail
