#pragma once

#include <cstdint>

#include "portolan/gpu/device/agent_views.cuh"

namespace portolan::detail {

__global__ void make_plain_order(std::uint32_t count, std::uint32_t* order) {
  const std::uint32_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) order[i] = i;
}

/// Puts the paths of a chunk one behind the other: half a warp for each.
__global__ void __launch_bounds__(kBlock)
    gather_paths(const __grid_constant__ ChunkAnswers chunk, const AnswersView answers) {
  constexpr unsigned kLanes = 16;
  const std::uint32_t at = (blockIdx.x * kBlock + threadIdx.x) / kLanes;
  const std::uint32_t lane = threadIdx.x % kLanes;
  if (at >= chunk.count) return;
  std::uint32_t* const path = answers.path(chunk, at);
  if (lane == 0) answers.keep(chunk, at);
  if (path == nullptr) return;
  const std::uint32_t* from = chunk.polygons + chunk.source[at];
  for (std::uint32_t k = lane; k < chunk.length[at]; k += kLanes)
    __stcs(path + k, __ldcs(from + k));
}

/// Where the paths of the next chunk begin.
__global__ void advance_base(const std::uint64_t* offsets, const std::uint32_t* length,
                             std::uint32_t last, std::uint64_t* base) {
  *base += offsets[last] + length[last];
}

}  // namespace portolan::detail
