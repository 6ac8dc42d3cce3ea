#pragma once

#include "portolan/gpu/device/batch_solver.cuh"
#include "portolan/gpu/mesh/pair_agent.h"
#include "portolan/gpu/search/gpu_search.cuh"
#include "portolan/gpu/shared/gpu_shared_search.cuh"

namespace portolan::detail {

/// Answers sets of agents on one mesh, one after the other; keeps its scratch.
class AgentSolver : private BatchSolver {
 public:
  /// The arrays, on the GPU, outlive it.
  explicit AgentSolver(const MeshArrays& mesh) : mesh_(mesh) {}

  /// Before the first batch that is answered by searches.
  Result<Done> set_search(const SearchArrays& arrays) { return search_.set(arrays); }
  Result<Done> set_shared(const SharedArrays& arrays) { return shared_.set(arrays); }

  Result<GpuTimes> find_paths(AgentSet& set, const GpuOptions& options);

 private:
  std::uint32_t chunk_size() const override;
  std::uint32_t slot_stride() const override;
  Result<Done> make_own_room(std::uint32_t chunk) override;
  Result<Done> prepare() override;
  int make_keys(std::uint32_t agents, std::uint32_t* keys, std::uint32_t* order) override;
  void answer(const ChunkAnswers& chunk) override;
  void repeat(const ChunkAnswers& chunk) override;
  void grow() override { search_.grow(); }

  Result<Done> make_large_room(std::uint32_t agents);
  void answer_by_labels(const ChunkView& chunk);
  void answer_by_pairs(const ChunkView& chunk);
  ChunkView with_agents(const ChunkAnswers& chunk) const {
    return {chunk, agents_->starts.data(), agents_->goals.data()};
  }
  bool shared() const { return options().algorithm == GpuAlgorithm::shared; }
  bool by_tables() const { return options().algorithm == GpuAlgorithm::tables; }
  bool has_tables() const { return mesh_.cell_place.size != 0; }
  bool by_pairs() const {
    return shared() || (by_tables() && options().pairs && mesh_.pairs.size != 0);
  }

  const MeshArrays& mesh_;
  AgentSet* agents_ = nullptr;  // that it works on
  GpuSearch search_;
  GpuSharedSearch shared_;
  MeshArrays paired_;  // with stored paths between gates, where agents are answered by these
  DeviceArray<PairRoute> routes_;
  DeviceArray<std::uint32_t> large_words_;
  LargeRoom large_{};
  unsigned large_blocks_ = 0;
};

}  // namespace portolan::detail
