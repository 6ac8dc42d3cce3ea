#pragma once

#include <cuda_runtime.h>

#include <array>
#include <deque>
#include <vector>

#include "portolan/gpu/device/gpu_options.h"

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

/// Adds up how long the phases of a batch take, where that is asked for.
class PhaseClock {
 public:
  void begin(bool on) {
    on_ = on;
    again_ = false;
    ends_.clear();
    if (on_) record(GpuPhase::sort);
  }
  /// From now on all work is of the second round.
  void begin_again() { again_ = true; }
  /// All work since the last mark was of this phase.
  void mark(GpuPhase phase) {
    if (on_) record(again_ ? GpuPhase::again : phase);
  }
  /// In milliseconds, once all work is done.
  std::array<double, kGpuPhases> sums() const {
    std::array<double, kGpuPhases> sums{};
    for (std::size_t i = 1; i < ends_.size(); ++i)
      sums[static_cast<std::size_t>(ends_[i])] += events_[i].since(events_[i - 1]);
    return sums;
  }

 private:
  void record(GpuPhase phase) {
    ends_.push_back(phase);
    if (events_.size() < ends_.size()) events_.emplace_back();
    events_[ends_.size() - 1].record();
  }

  bool on_ = false;
  bool again_ = false;
  std::vector<GpuPhase> ends_;  // the first one ends nothing
  std::deque<DeviceEvent> events_;
};

}  // namespace portolan::detail
