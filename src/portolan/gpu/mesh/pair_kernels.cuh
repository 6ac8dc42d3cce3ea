#pragma once

#include <cstdint>

#include "portolan/gpu/mesh/agent_kernels.cuh"
#include "portolan/gpu/mesh/pair_agent.h"

namespace portolan::detail {

/// The most gates of a goal's cell that are answered so; others are left to the second round.
inline constexpr std::uint32_t kPairGates = 32;
inline std::uint32_t pair_gates(const MeshArrays& mesh) {
  return MeshArrays::padded(mesh.most_gates < kPairGates ? mesh.most_gates : kPairGates);
}
/// Of shared memory, for a block.
inline std::size_t pair_bytes(const MeshArrays& mesh) {
  return std::size_t{pair_gates(mesh)} * kBlock * (sizeof(Cost) + 1);
}

__global__ void __launch_bounds__(kBlock, 8)
    answer_pairs(const __grid_constant__ MeshArrays mesh, const __grid_constant__ ChunkView chunk,
                 std::uint32_t gates, PairRoute* routes) {
  extern __shared__ Cost costs[];
  const std::uint32_t at = blockIdx.x * kBlock + threadIdx.x;
  if (at >= chunk.count) return;
  const PairRoom room{costs + threadIdx.x, costs + gates * kBlock + threadIdx.x, kBlock, gates};
  const std::uint32_t agent = chunk.order[at];
  const MeshPlace start = chunk.starts[agent];
  PairRoute route;
  AgentAnswer answer = answer_by_pairs(mesh, start, chunk.goals[agent],
                                       chunk.output != AgentOutput::costs, room, route);
  if (chunk.output == AgentOutput::next) keep_next(mesh, route, answer);
  if (answer.no_room) {
    answer.polygons = 0;
    chunk.repeat[atomicAdd(chunk.repeat_count, 1u)] = agent;
  }
  store_answer(chunk, at, answer, 0);
  routes[at] = route;
}

inline constexpr unsigned kWriteLanes = 16;

/// Writes the paths of a chunk where they stay: some lanes for each.
__global__ void __launch_bounds__(kBlock)
    write_pairs(const __grid_constant__ MeshArrays mesh, const __grid_constant__ ChunkView chunk,
                const PairRoute* routes, const AnswersView answers) {
  const std::uint32_t at = (blockIdx.x * kBlock + threadIdx.x) / kWriteLanes;
  const std::uint32_t lane = threadIdx.x % kWriteLanes;
  if (at >= chunk.count) return;
  std::uint32_t* const path = answers.path(chunk, at);
  if (lane == 0) answers.keep(chunk, at);
  if (path == nullptr) return;
  const PairRoute route = routes[at];
  const std::uint32_t count = chunk.length[at];
  if (route.second_end != PairRoute::kInside) {
#pragma unroll 4
    for (std::uint32_t k = lane; k < count; k += kWriteLanes)
      __stcs(path + k, polygon_of_route(mesh, route, k));
  } else if (lane == 0 && count != 0) {
    write_inside(mesh, route, count, path);
  }
}

}  // namespace portolan::detail
