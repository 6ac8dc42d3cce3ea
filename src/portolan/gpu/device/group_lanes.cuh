#pragma once

#include <cstdint>

#include "portolan/core/cost.h"

namespace portolan::detail {

/// Neighbouring lanes of a warp, N of them, a power of two, that search for one agent: see
/// SearchLane. The groups of a warp need not stay in step: each calls these by itself.
template <unsigned N>
struct GroupLanes {
  static constexpr std::uint32_t kCount = N;

  __device__ std::uint32_t lane() const { return threadIdx.x & (N - 1); }
  __device__ void sync() const { __syncwarp(mask()); }
  __device__ std::uint32_t least(std::uint32_t value) const {
    for (unsigned width = N / 2; width > 0; width /= 2)
      value = min(value, __shfl_xor_sync(mask(), value, width, N));
    return value;
  }
  __device__ bool any(bool value) const { return __any_sync(mask(), value) != 0; }
  __device__ std::uint32_t count(bool value) const { return __popc(ballot(value)); }
  __device__ std::uint32_t rank(bool value) const {
    return __popc(ballot(value) & ((1u << (threadIdx.x & 31)) - 1));
  }
  /// The first lane for which it holds; kCount for none.
  __device__ std::uint32_t first(bool value) const {
    const unsigned found = ballot(value);
    return found == 0 ? N : static_cast<std::uint32_t>(__ffs(found) - 1) & (N - 1);
  }
  template <class T>
  __device__ T of(T value, std::uint32_t lane) const {
    return __shfl_sync(mask(), value, static_cast<int>(lane), N);
  }
  __device__ std::uint32_t xor_up_to(std::uint32_t value) const {
    for (unsigned width = 1; width < N; width *= 2) {
      const std::uint32_t other = __shfl_up_sync(mask(), value, width, N);
      if (lane() >= width) value ^= other;
    }
    return value;
  }

  // Past the first cache, which does not see what atomics change.
  __device__ std::uint64_t load(std::uint64_t* at) const {
    return __ldcg(reinterpret_cast<unsigned long long*>(at));
  }
  __device__ void store(std::uint64_t* at, std::uint64_t value) const {
    __stcg(reinterpret_cast<unsigned long long*>(at), static_cast<unsigned long long>(value));
  }
  __device__ std::uint64_t lower_word(std::uint64_t* at, std::uint64_t value) const {
    return atomicMin(reinterpret_cast<unsigned long long*>(at),
                     static_cast<unsigned long long>(value));
  }

 private:
  __device__ unsigned mask() const {
    return (0xFFFF'FFFFu >> (32 - N)) << (threadIdx.x & 31 & ~(N - 1));
  }
  /// By lane of the warp.
  __device__ unsigned ballot(bool value) const { return __ballot_sync(mask(), value); }
};

}  // namespace portolan::detail
