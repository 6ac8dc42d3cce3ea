#pragma once

#include "portolan/gpu/device/device_memory.cuh"
#include "portolan/gpu/device/gpu_resources.h"

namespace portolan::detail {

/// Collects what kernels need; keeps the first error.
class KernelList {
 public:
  template <class Kernel>
  void add(const char* name, Kernel* kernel, unsigned threads, std::size_t shared = 0) {
    if (!done_) return;
    cudaFuncAttributes attributes{};
    done_ = check(cudaFuncGetAttributes(&attributes, kernel), name);
    int blocks = 0;
    if (done_) {
      done_ = check(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
                        &blocks, kernel, static_cast<int>(threads), shared),
                    name);
    }
    kernels_.push_back({name, attributes.numRegs, attributes.sharedSizeBytes + shared,
                        attributes.localSizeBytes, static_cast<int>(threads), blocks});
  }
  Result<std::vector<KernelResources>> take() {
    if (!done_) return done_.error();
    return std::move(kernels_);
  }

 private:
  std::vector<KernelResources> kernels_;
  Result<Done> done_ = Done{};
};

void add_batch_kernels(KernelList& list);   ///< Those of BatchSolver,
void add_table_kernels(KernelList& list);   ///< of AgentSolver,
void add_grid_kernels(KernelList& list);    ///< of GridSolver,
void add_crowd_kernels(KernelList& list);   ///< of GpuCrowd,
void add_search_kernels(KernelList& list);  ///< of GpuSearch,
void add_shared_kernels(KernelList& list);  ///< and of GpuSharedSearch.

}  // namespace portolan::detail
