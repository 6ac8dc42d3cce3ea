#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "portolan/gpu.h"
#include "portolan/gpu/device/gpu_options.h"
#include "portolan/gpu/mesh/mesh_arrays.h"
#include "portolan/gpu/search/search_arrays.h"
#include "portolan/gpu/shared/shared_arrays.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Fails where there is none, or the library was built without CUDA, and says which.
Result<GpuInfo> find_gpu();

/// A mesh with its tables in a GPU's memory. Copies share it.
class GpuWorld {
 public:
  /// Copies the arrays. Fails without a GPU, and where they need more memory than is free.
  static Result<GpuWorld> make(const MeshArrays& arrays);

  /// Before the first batch that is answered by searches.
  Result<Done> set_search(const SearchArrays& arrays);
  /// The same where agents share searches; both are needed then.
  Result<Done> set_shared(const SharedArrays& arrays);

  struct Inside;
  Inside& inside() const { return *inside_; }

 private:
  explicit GpuWorld(std::shared_ptr<Inside> inside);
  std::shared_ptr<Inside> inside_;
};

/// Agents on a world: they and their answers stay in the GPU's memory until they are asked for.
/// One thread at a time finds paths on a world; agents may be set and answers read meanwhile.
class GpuAgents {
 public:
  explicit GpuAgents(const GpuWorld& world);
  GpuAgents(GpuAgents&&) noexcept;
  GpuAgents& operator=(GpuAgents&&) noexcept;
  ~GpuAgents();

  /// As many goals as starts.
  Result<Done> set_agents(std::span<const MeshPlace> starts, std::span<const MeshPlace> goals);
  /// Answers all agents; their polygons lie one behind the other.
  Result<GpuTimes> find_paths(const GpuOptions& options);
  Result<Done> read_answers(GpuAnswers& answers) const;
  /// The same piece by piece, on the caller's threads; polygons that nobody takes stay where they
  /// are.
  Result<Done> read_answers(const ParallelFor& parallel, const TakeItems<AgentRecord>& take_records,
                            const TakeItems<std::uint32_t>& take_polygons) const;
  DeviceAnswers device_answers() const;  ///< Until paths are found again.
  std::uint32_t agent_count() const;
  std::uint64_t polygon_count() const;  ///< Of all paths.
  /// Agents that were answered a second time, with more room.
  std::uint64_t repeated() const;
  std::uint64_t expansions() const;  ///< Nodes that the searches of the last batch expanded.

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan::detail
