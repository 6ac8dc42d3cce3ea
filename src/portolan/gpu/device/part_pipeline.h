#pragma once

#include <algorithm>
#include <array>
#include <future>
#include <span>

#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/device/memory_need.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Answers a batch part by part. Three parts are on the GPU at a time: one is copied there, one
/// answered, one read. Where there is no room for that, parts become smaller.
template <class World, class Agents, class Place>
class PartPipeline {
 public:
  /// At most `part` agents at a time. The world outlives it.
  PartPipeline(const World& world, std::size_t part, const GpuOptions& options)
      : world_(world),
        parts_{Agents(world), Agents(world), Agents(world)},
        size_(std::max<std::size_t>(part, 1)),
        options_(options) {}

  /// Has reader.read(agents, first) take the answers of each part, one after the other.
  template <class Reader>
  Result<Done> run(std::span<const Place> starts, std::span<const Place> goals, Reader& reader) {
    read_ = 0;
    milliseconds_ = 0.0;
    for (;;) {
      Result<Done> done = run_rest(starts, goals, reader);
      if (done || !asks_for_fewer_agents(done.error()) || size_ <= kLeastPart) return done;
      size_ /= 2;
      for (Agents& agents : parts_) agents = Agents(world_);  // which gives back what they took
    }
  }

  std::size_t part_size() const { return size_; }        ///< That there was room for.
  double milliseconds() const { return milliseconds_; }  ///< Of the GPU's work in the last run.

 private:
  /// Those that no part before had.
  template <class Reader>
  Result<Done> run_rest(std::span<const Place> starts, std::span<const Place> goals,
                        Reader& reader) {
    const std::size_t begin = read_;
    const std::size_t count = (starts.size() - begin + size_ - 1) / size_;
    const auto first_of = [&](std::size_t k) { return begin + k * size_; };
    const auto size_of = [&](std::size_t k) {
      return std::min(size_, starts.size() - first_of(k));
    };
    const auto copy = [&](std::size_t k) {
      return part(k).set_agents(starts.subspan(first_of(k), size_of(k)),
                                goals.subspan(first_of(k), size_of(k)));
    };
    const auto read_part = [&](std::size_t k) {
      Result<Done> done = reader.read(part(k), first_of(k));
      if (done) read_ = first_of(k) + size_of(k);
      return done;
    };
    const auto start = [](auto&& work) { return std::async(std::launch::async, work); };
    std::future<Result<Done>> copied = start([&] { return copy(0); });
    std::future<Result<Done>> read;
    Result<Done> done = Done{};
    for (std::size_t k = 0; k < count; ++k) {
      done = copied.get();
      if (done && k + 1 < count) copied = start([&, k] { return copy(k + 1); });
      if (done) done = answer(k);
      if (read.valid()) {
        Result<Done> before = read.get();
        if (done) done = before;
      }
      if (!done) break;
      read = start([&, k] { return read_part(k); });
    }
    if (copied.valid()) copied.wait();
    if (read.valid()) {
      Result<Done> last = read.get();
      if (done) done = last;
    }
    return done;
  }

  Agents& part(std::size_t k) { return parts_[k % parts_.size()]; }
  Result<Done> answer(std::size_t k) {
    const auto times = part(k).find_paths(options_);
    if (!times) return times.error();
    milliseconds_ += times->total;
    return Done{};
  }

  const World& world_;
  std::array<Agents, kPartsAtOnce> parts_;
  std::size_t size_;
  GpuOptions options_;
  std::size_t read_ = 0;  // agents whose answers were taken
  double milliseconds_ = 0.0;
};

}  // namespace portolan::detail
