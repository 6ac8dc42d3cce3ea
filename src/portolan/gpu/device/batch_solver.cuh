#pragma once

#include "portolan/gpu/device/agent_set.cuh"
#include "portolan/gpu/device/agent_views.cuh"
#include "portolan/gpu/device/device_event.cuh"
#include "portolan/gpu/device/gpu_options.h"

namespace portolan::detail {

inline unsigned blocks_for(std::uint64_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

/// Answers batches of agents chunk by chunk, whatever the world is: sorts them, puts their paths
/// one behind the other, and has those that need more room answered a second time. Keeps its
/// scratch from batch to batch. What answers a chunk is for derived classes to say.
class BatchSolver {
 public:
  virtual ~BatchSolver() = default;

 protected:
  Result<GpuTimes> solve(AnswerSet& set, const GpuOptions& options);
  const GpuOptions& options() const { return options_; }

  /// Agents that are answered at once.
  virtual std::uint32_t chunk_size() const = 0;
  /// Nodes that a slot of a chunk has room for; 0: paths are written where they stay.
  virtual std::uint32_t slot_stride() const = 0;
  /// Before a batch: whatever chunks of up to so many agents need.
  virtual Result<Done> make_own_room(std::uint32_t chunk) = 0;
  /// Whatever all agents of a batch need; counts as a part of its time.
  virtual Result<Done> prepare() { return Done{}; }
  /// Writes keys to sort the agents by, and their numbers. How many bits of the keys count.
  virtual int make_keys(std::uint32_t agents, std::uint32_t* keys, std::uint32_t* order) = 0;
  /// Answers a chunk, and has it put together.
  virtual void answer(const ChunkAnswers& chunk) = 0;
  /// Answers those that needed more room into their slots.
  virtual void repeat(const ChunkAnswers& chunk) = 0;
  /// Lets the batch that comes next have more room, since this one's did not do.
  virtual void grow() {}

  /// For `answer`: puts the paths in the slots of a chunk behind those of the chunks before. Or
  /// these two, with a kernel between them that writes the paths where they stay.
  void gather(const ChunkAnswers& chunk);
  void add_lengths(const ChunkAnswers& chunk);
  void advance(const ChunkAnswers& chunk);
  AnswersView answers() const;

 private:
  Result<Done> make_room();
  Result<Done> make_sort_room();
  void sort_agents();
  ChunkAnswers view(const std::uint32_t* agents, std::uint32_t size, std::uint32_t stride);
  void answer_all();
  void repeat_all();
  Result<bool> keep_counts();
  void note(cudaError_t next) {
    if (error_ == cudaSuccess) error_ = next;
  }

  GpuOptions options_;
  AnswerSet* set_ = nullptr;  // that it works on
  DeviceArray<std::uint32_t> keys_[2];
  DeviceArray<std::uint32_t> order_[2];
  const std::uint32_t* sorted_ = nullptr;
  DeviceArray<std::uint32_t> polygons_;
  DeviceArray<std::uint8_t> status_;
  DeviceArray<Cost> cost_;
  DeviceArray<std::uint32_t> length_;
  DeviceArray<std::uint64_t> source_;
  DeviceArray<std::uint64_t> offsets_;
  DeviceArray<std::uint32_t> repeat_;
  DeviceArray<std::uint64_t> counters_;  // base, repeat_count, more_used, failed
  DeviceArray<std::uint8_t> cub_room_;
  std::size_t cub_bytes_ = 0;
  std::uint64_t more_ = 1 << 20;
  cudaError_t error_ = cudaSuccess;  // the first one of a batch
  PhaseClock clock_;
};

}  // namespace portolan::detail
