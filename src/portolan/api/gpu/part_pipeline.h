#pragma once

#include <algorithm>
#include <array>
#include <future>
#include <span>

#include "portolan/gpu.h"
#include "portolan/gpu/device/gpu_options.h"

namespace portolan::detail {

inline constexpr std::size_t kUsualPart = std::size_t{1} << 22;  ///< Queries.

inline GpuOptions options_for(GpuWants wants) {
  GpuOptions options;
  options.output = wants == GpuWants::cost   ? AgentOutput::costs
                   : wants == GpuWants::next ? AgentOutput::next
                                             : AgentOutput::paths;
  return options;
}

inline Error unequal_ends() {
  return Error{"a batch has as many goals as starts; give one goal for each start"};
}

/// Answers a batch part by part. Three parts are on the GPU at a time: one is copied there, one
/// answered, one read.
template <class World, class Agents, class Place>
class PartPipeline {
 public:
  PartPipeline(const World& world, std::size_t part, const GpuOptions& options)
      : parts_{Agents(world), Agents(world), Agents(world)},
        size_(std::max<std::size_t>(part, 1)),
        options_(options) {}

  /// Has reader.read(agents, first) take the answers of each part.
  template <class Reader>
  Result<Done> run(std::span<const Place> starts, std::span<const Place> goals, Reader& reader) {
    const std::size_t count = (starts.size() + size_ - 1) / size_;
    const auto copy = [&](std::size_t k) {
      const std::size_t first = k * size_;
      const std::size_t size = std::min(size_, starts.size() - first);
      return part(k).set_agents(starts.subspan(first, size), goals.subspan(first, size));
    };
    const auto begin = [](auto&& work) { return std::async(std::launch::async, work); };
    std::future<Result<Done>> copied = begin([&] { return copy(0); });
    std::future<Result<Done>> read;
    Result<Done> done = Done{};
    for (std::size_t k = 0; k < count; ++k) {
      done = copied.get();
      if (done && k + 1 < count) copied = begin([&, k] { return copy(k + 1); });
      if (done) done = answer(k);
      if (read.valid()) {
        Result<Done> before = read.get();
        if (done) done = before;
      }
      if (!done) break;
      read = begin([&, k] { return reader.read(part(k), k * size_); });
    }
    if (copied.valid()) copied.wait();
    if (read.valid()) {
      Result<Done> last = read.get();
      if (done) done = last;
    }
    return done;
  }

 private:
  Agents& part(std::size_t k) { return parts_[k % parts_.size()]; }
  Result<Done> answer(std::size_t k) {
    const auto times = part(k).find_paths(options_);
    if (!times) return times.error();
    return Done{};
  }

  std::array<Agents, 3> parts_;
  std::size_t size_;
  GpuOptions options_;
};

}  // namespace portolan::detail
