#pragma once

#include "portolan/gpu/device/batch_solver.cuh"
#include "portolan/gpu/grid/grid_arrays.h"
#include "portolan/gpu/grid/grid_route.h"

namespace portolan::detail {

struct GridChunk;

/// Answers sets of agents on one grid, one after the other; keeps its scratch.
class GridSolver : private BatchSolver {
 public:
  /// The arrays, on the GPU, outlive it.
  explicit GridSolver(const GridArrays& grid) : grid_(grid) {}

  Result<GpuTimes> find_paths(PlacedAgents<NodeId>& set, const GpuOptions& options);

 private:
  std::uint32_t chunk_size() const override;
  std::uint32_t slot_stride() const override { return 0; }
  Result<Done> make_own_room(std::uint32_t chunk) override;
  int make_keys(std::uint32_t agents, std::uint32_t* keys, std::uint32_t* order) override;
  void answer(const ChunkAnswers& chunk) override;
  void repeat(const ChunkAnswers& chunk) override;
  void grow() override { growth_ *= 2; }

  GridChunk with_agents(const ChunkAnswers& chunk) const;
  template <unsigned N>
  void launch(const GridChunk& chunk);

  const GridArrays& grid_;
  PlacedAgents<NodeId>* agents_ = nullptr;  // that it works on
  DeviceArray<GridRoute> routes_;
  DeviceArray<std::uint8_t> runs_;
  DeviceArray<std::uint32_t> large_words_;
  unsigned large_blocks_ = 0;
  std::uint32_t large_run_bytes_ = 0;
  std::uint32_t growth_ = 1;
};

}  // namespace portolan::detail
