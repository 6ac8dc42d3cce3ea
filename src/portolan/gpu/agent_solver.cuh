#pragma once

#include "portolan/gpu/agent_set.cuh"
#include "portolan/gpu/agent_views.cuh"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/gpu_search.cuh"
#include "portolan/gpu/pair_agent.h"

namespace portolan::detail {

inline unsigned blocks_for(std::uint64_t threads) {
  return static_cast<unsigned>((threads + kBlock - 1) / kBlock);
}

/// Answers sets of agents on one mesh, one after the other; keeps its scratch.
class AgentSolver {
 public:
  /// The arrays, on the GPU, outlive it.
  explicit AgentSolver(const MeshArrays& mesh) : mesh_(mesh) {}

  /// Before the first batch that is answered by searches.
  Result<Done> set_search(const SearchArrays& arrays) { return search_.set(arrays); }

  Result<GpuTimes> find_paths(AgentSet& set, const GpuOptions& options);

 private:
  Result<Done> make_room(AgentSet& set);
  Result<Done> make_large_room();
  Result<Done> make_sort_room();
  int make_keys();
  void sort_agents();
  ChunkView view(const std::uint32_t* agents, std::uint32_t size, std::uint32_t stride);
  void answer_all();
  void answer_by_labels(const ChunkView& chunk);
  void answer_by_pairs(const ChunkView& chunk);
  void repeat_all();
  void add_lengths(const ChunkView& chunk);
  void gather(const ChunkView& chunk);
  AnswersView answers() const;
  bool by_search() const { return options_.algorithm != GpuAlgorithm::tables; }
  bool by_pairs() const { return !by_search() && options_.pairs && mesh_.pairs.size != 0; }
  std::uint32_t chunk_size() const;
  void note(cudaError_t next) {
    if (error_ == cudaSuccess) error_ = next;
  }

  const MeshArrays& mesh_;
  GpuOptions options_;
  AgentSet* set_ = nullptr;  // that it works on
  GpuSearch search_;
  DeviceArray<std::uint32_t> keys_[2];
  DeviceArray<std::uint32_t> order_[2];
  const std::uint32_t* sorted_ = nullptr;
  DeviceArray<std::uint32_t> polygons_;
  DeviceArray<std::uint8_t> status_;
  DeviceArray<Cost> cost_;
  DeviceArray<std::uint32_t> length_;
  DeviceArray<std::uint64_t> source_;
  DeviceArray<PairRoute> routes_;
  DeviceArray<std::uint32_t> offsets_;
  DeviceArray<std::uint32_t> repeat_;
  DeviceArray<std::uint64_t> counters_;  // base, repeat_count, more_used, failed
  DeviceArray<std::uint8_t> cub_room_;
  std::size_t cub_bytes_ = 0;
  DeviceArray<std::uint32_t> large_words_;
  LargeRoom large_{};
  unsigned large_blocks_ = 0;
  std::uint64_t more_ = 1 << 20;
  cudaError_t error_ = cudaSuccess;  // the first one of a batch
};

}  // namespace portolan::detail
