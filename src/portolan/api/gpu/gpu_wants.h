#pragma once

#include <algorithm>
#include <cstddef>

#include "portolan/gpu.h"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/device/memory_need.h"

namespace portolan::detail {

inline GpuOptions options_for(GpuWants wants) {
  GpuOptions options;
  options.output = wants == GpuWants::cost   ? AgentOutput::costs
                   : wants == GpuWants::next ? AgentOutput::next
                                             : AgentOutput::paths;
  return options;
}

/// How many of so many queries are answered at a time, `wanted` at most. Asks the GPU what is free
/// only where that could matter, since it takes longer than a small batch.
template <class Place>
Result<std::size_t> part_for(std::size_t queries, std::size_t wanted) {
  constexpr std::size_t kSmall = 1 << 16;
  if (std::min(queries, wanted) <= kSmall) return wanted;
  const auto gpu = portolan::find_gpu();
  if (!gpu) return gpu.error();
  return part_that_fits<Place>(wanted, gpu->free);
}

inline Error unequal_ends() {
  return Error{"a batch has as many goals as starts; give one goal for each start"};
}

}  // namespace portolan::detail
