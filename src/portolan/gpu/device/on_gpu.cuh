#pragma once

#include <cuda_runtime.h>

namespace portolan::detail {

/// While it lives, what its thread asks of CUDA goes to the GPU that everything here is on, the
/// first one, whichever the thread works with else. Every function that others call has one.
class OnGpu {
 public:
  static constexpr int kNumber = 0;

  OnGpu() {
    cudaGetDevice(&before_);
    if (before_ != kNumber) cudaSetDevice(kNumber);
  }
  OnGpu(const OnGpu&) = delete;
  OnGpu& operator=(const OnGpu&) = delete;
  ~OnGpu() {
    if (before_ != kNumber) cudaSetDevice(before_);
  }

 private:
  int before_ = kNumber;
};

}  // namespace portolan::detail
