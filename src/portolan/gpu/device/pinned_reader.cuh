#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

#include "portolan/core/narrow.h"
#include "portolan/core/run_all.h"
#include "portolan/core/worker_pool.h"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/device/on_gpu.cuh"
#include "portolan/types.h"

namespace portolan::detail {

/// Hands what is in the GPU's memory to the CPU, piece by piece and on as many threads as the
/// caller has. The GPU writes pieces to memory that is pinned for that, at several times the speed
/// at which it copies to any other, while earlier pieces are taken out of it. Keeps that memory,
/// a piece for each thread. Several threads may read at once.
class PinnedReader {
 public:
  /// Calls take(first, items) for all pieces of `count` items, in any order.
  template <class T>
  Result<Done> read(const T* from, std::size_t count, const ParallelFor& parallel,
                    const TakeItems<T>& take) {
    constexpr std::size_t kItems = kPieceBytes / sizeof(T);
    const auto pieces = narrow<std::uint32_t>((count + kItems - 1) / kItems);
    std::mutex mutex;
    Result<Done> all = Done{};
    const bool whole = run_whole(for_many(parallel, pieces), pieces, [&](std::uint32_t k) {
      const std::size_t first = k * kItems;
      const std::size_t items = std::min(kItems, count - first);
      const OnGpu device;
      lanes_.use([&](Lane& lane) {
        const auto copied = lane.copy(from + first, items * sizeof(T));
        if (copied) return take(first, {static_cast<const T*>(lane.memory), items});
        const std::lock_guard lock(mutex);
        all = copied;
      });
    });
    return whole ? all : lost_work();
  }

 private:
  static constexpr std::size_t kPieceBytes = std::size_t{4} << 20;

  struct Lane {
    Lane() { error = cudaHostAlloc(&memory, kPieceBytes, cudaHostAllocDefault); }
    Lane(const Lane&) = delete;
    Lane& operator=(const Lane&) = delete;
    ~Lane() { cudaFreeHost(memory); }

    Result<Done> copy(const void* from, std::size_t bytes) const {
      if (auto done = check(error, "pinning memory of the CPU"); !done) return done;
      return stream.copy(memory, from, bytes, cudaMemcpyDeviceToHost);
    }

    void* memory = nullptr;
    cudaError_t error = cudaSuccess;
    CopyStream stream;
  };

  WorkerPool<Lane> lanes_;
};

}  // namespace portolan::detail
