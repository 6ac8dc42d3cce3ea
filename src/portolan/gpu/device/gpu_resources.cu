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

Result<double> measure_bandwidth() {
  const OnGpu device;
  constexpr std::size_t kBytes = std::size_t{4} << 30;
  constexpr unsigned kRounds = 10;
  DeviceArray<std::uint8_t> from;
  DeviceArray<std::uint8_t> to;
  if (auto done = from.resize(kBytes); !done) return done.error();
  if (auto done = to.resize(kBytes); !done) return done.error();
  double best = 0.0;
  for (unsigned round = 0; round < kRounds; ++round) {
    DeviceEvent begin;
    DeviceEvent end;
    begin.record();
    cudaMemcpyAsync(to.data(), from.data(), kBytes, cudaMemcpyDeviceToDevice);
    end.record();
    if (auto done = check(cudaDeviceSynchronize(), "copying"); !done) return done.error();
    best = std::max(best, 2e3 * kBytes / end.since(begin));
  }
  return best;
}

}  // namespace portolan::detail
