#include <algorithm>

#include "portolan/gpu/device/device_event.cuh"
#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/device/gpu_resources.h"
#include "portolan/gpu/device/kernel_list.cuh"
#include "portolan/gpu/device/on_gpu.cuh"

namespace portolan::detail {

Result<std::vector<KernelResources>> kernel_resources() {
  const OnGpu device;
  KernelList list;
  add_batch_kernels(list);
  add_table_kernels(list);
  add_grid_kernels(list);
  add_crowd_kernels(list);
  add_search_kernels(list);
  add_shared_kernels(list);
  return list.take();
}

namespace {

/// Bytes per second at the best of some rounds.
Result<double> time_copies(void* to, const void* from, std::size_t bytes, cudaMemcpyKind kind) {
  constexpr unsigned kRounds = 10;
  double best = 0.0;
  for (unsigned round = 0; round < kRounds; ++round) {
    DeviceEvent begin;
    DeviceEvent end;
    begin.record();
    cudaMemcpyAsync(to, from, bytes, kind);
    end.record();
    if (auto done = check(cudaDeviceSynchronize(), "copying"); !done) return done.error();
    best = std::max(best, 1e3 * static_cast<double>(bytes) / end.since(begin));
  }
  return best;
}

}  // namespace

Result<double> measure_bandwidth() {
  const OnGpu device;
  constexpr std::size_t kBytes = std::size_t{4} << 30;
  DeviceArray<std::uint8_t> from;
  DeviceArray<std::uint8_t> to;
  if (auto done = from.resize(kBytes); !done) return done.error();
  if (auto done = to.resize(kBytes); !done) return done.error();
  const auto copied = time_copies(to.data(), from.data(), kBytes, cudaMemcpyDeviceToDevice);
  if (!copied) return copied;
  return 2.0 * *copied;
}

Result<double> measure_copy_bandwidth() {
  const OnGpu device;
  constexpr std::size_t kBytes = std::size_t{256} << 20;
  DeviceArray<std::uint8_t> from;
  if (auto done = from.resize(kBytes); !done) return done.error();
  void* to = nullptr;
  if (auto done = check(cudaHostAlloc(&to, kBytes, cudaHostAllocDefault), "pinning memory"); !done)
    return done.error();
  const auto copied = time_copies(to, from.data(), kBytes, cudaMemcpyDeviceToHost);
  cudaFreeHost(to);
  return copied;
}

}  // namespace portolan::detail
