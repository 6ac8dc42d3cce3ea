#pragma once

#include <cstdint>

#include "portolan/core/cost.h"

namespace portolan::detail {

/// Neighbouring lanes of a warp, N of them, a power of two: see OneLane. Every call is made by the
/// whole warp, so that its agents stay in step.
template <unsigned N>
struct WarpLanes {
  static constexpr std::uint32_t kCount = N;
  static constexpr unsigned kAll = 0xFFFF'FFFFu;

  __device__ std::uint32_t lane() const { return threadIdx.x & (N - 1); }
  __device__ void sync() const { __syncwarp(); }
  __device__ std::uint32_t least(std::uint32_t value) const {
    if constexpr (N == 32) {
      return __reduce_min_sync(kAll, value);
    } else {
      for (unsigned width = N / 2; width > 0; width /= 2)
        value = min(value, __shfl_xor_sync(kAll, value, width, N));
      return value;
    }
  }
  __device__ std::uint32_t most(std::uint32_t value) const {
    return __reduce_max_sync(kAll, value);
  }
  __device__ bool any(bool value) const { return ballot(value) != 0; }
  __device__ std::uint32_t first(bool value) const {
    const unsigned found = ballot(value);
    return found == 0 ? N : static_cast<std::uint32_t>(__ffs(found) - 1);
  }
  template <class T>
  __device__ T of(T value, std::uint32_t lane) const {
    return __shfl_sync(kAll, value, static_cast<int>(lane), N);
  }
  __device__ std::uint32_t xor_up_to(std::uint32_t value) const {
    for (unsigned width = 1; width < N; width *= 2) {
      const std::uint32_t other = __shfl_up_sync(kAll, value, width, N);
      if (lane() >= width) value ^= other;
    }
    return value;
  }
  __device__ std::uint32_t sum_up_to(std::uint32_t value) const {
    for (unsigned width = 1; width < N; width *= 2) {
      const std::uint32_t other = __shfl_up_sync(kAll, value, width, N);
      if (lane() >= width) value += other;
    }
    return value;
  }
  __device__ bool lower(Cost* at, Cost value) const { return atomicMin(at, value) > value; }

 private:
  /// By lane of the group.
  __device__ unsigned ballot(bool value) const {
    const unsigned all = __ballot_sync(kAll, value);
    return (all >> (threadIdx.x & 31 & ~(N - 1))) & (kAll >> (32 - N));
  }
};

}  // namespace portolan::detail
