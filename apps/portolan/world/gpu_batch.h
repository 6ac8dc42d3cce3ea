#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "portolan/core/ids.h"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/grid/grid_snapshot.h"
#include "portolan/navmesh/nav_mesh_snapshot.h"
#include "report/json.h"

namespace portolan::detail::cli {

/// Of a GPU's memory, in bytes: what a world takes; what agents, their answers (if paths are of
/// usual length) and finding these take at most; and what is free before any of it is there.
struct GpuMemory {
  std::uint64_t world = 0;
  std::uint64_t answers = 0;
  std::uint64_t free = 0;

  void print() const;  ///< For people, at once.
  Json json() const;
};

struct GpuBatchOptions {
  GpuOptions gpu;
  ParallelFor parallel;  ///< To make what the GPU is given, and take what it answers.
  std::function<void(const GpuMemory&)> tell;  ///< Called before that is copied.
};

struct GpuBatchAnswers {
  std::vector<Status> status;  ///< By agent, as all these.
  std::vector<Cost> cost;
  std::vector<std::uint32_t> length;  ///< Of its path.
  double seconds = 0.0;  ///< Of the GPU's work, from agents in its memory to all answers there.
};

/// Answers agents on the first GPU, part by part where they are many. Throws Failure where that
/// cannot be done.
GpuBatchAnswers answer_on_gpu(const NavMeshSnapshot& world, std::span<const MeshPlace> starts,
                              std::span<const MeshPlace> goals, const GpuBatchOptions& options);
GpuBatchAnswers answer_on_gpu(const GridSnapshot& world, std::span<const NodeId> starts,
                              std::span<const NodeId> goals, const GpuBatchOptions& options);

}  // namespace portolan::detail::cli
