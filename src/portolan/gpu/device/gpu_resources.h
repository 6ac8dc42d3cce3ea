#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "portolan/types.h"

/// What benchmarks tell of a GPU and its kernels.
namespace portolan::detail {

/// What a kernel needs, as it was compiled.
struct KernelResources {
  std::string name;
  int registers = 0;          ///< Of a thread.
  std::size_t shared = 0;     ///< Bytes of a block.
  std::size_t local = 0;      ///< Bytes of a thread in slow memory: arrays, and what did not fit
                              ///< the registers.
  int threads_per_block = 0;  ///< That it is started with.
  int blocks = 0;             ///< That a multiprocessor runs at a time.
};
/// Of all kernels but for those of CUDA's own libraries. Fails without a GPU.
Result<std::vector<KernelResources>> kernel_resources();

/// Bytes per second that copying inside the GPU's memory reads and writes together.
Result<double> measure_bandwidth();
/// Bytes per second that the GPU writes to memory of the CPU that is pinned for it.
Result<double> measure_copy_bandwidth();

}  // namespace portolan::detail
