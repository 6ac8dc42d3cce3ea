#pragma once

#include <cuda_runtime.h>

namespace portolan::detail {

/// A moment in the work of a GPU.
struct DeviceEvent {
  DeviceEvent() { cudaEventCreate(&event); }
  DeviceEvent(const DeviceEvent&) = delete;
  DeviceEvent& operator=(const DeviceEvent&) = delete;
  ~DeviceEvent() { cudaEventDestroy(event); }
  void record() { cudaEventRecord(event); }
  /// In milliseconds; both have passed.
  double since(const DeviceEvent& earlier) const {
    float ms = 0.0f;
    cudaEventElapsedTime(&ms, earlier.event, event);
    return double{ms};
  }
  cudaEvent_t event{};
};

}  // namespace portolan::detail
