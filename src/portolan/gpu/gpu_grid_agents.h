#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "portolan/core/ids.h"
#include "portolan/gpu/gpu_agents.h"
#include "portolan/gpu/grid/grid_arrays.h"
#include "portolan/types.h"

namespace portolan::detail {

/// A grid with its tables in a GPU's memory. Copies share it.
class GpuGridWorld {
 public:
  /// Copies the arrays. Fails without a GPU, and where they need more memory than is free.
  static Result<GpuGridWorld> make(const GridArrays& arrays);

  struct Inside;
  Inside& inside() const { return *inside_; }

 private:
  explicit GpuGridWorld(std::shared_ptr<Inside> inside);
  std::shared_ptr<Inside> inside_;
};

/// Agents on a grid, answered from its tables: the costs of a batch on the CPU, and paths that cost
/// so much, node by node. They and their answers stay in the GPU's memory until they are asked for.
/// One thread at a time finds paths on a world; agents may be set and answers read meanwhile.
class GpuGridAgents {
 public:
  explicit GpuGridAgents(const GpuGridWorld& world);
  GpuGridAgents(GpuGridAgents&&) noexcept;
  GpuGridAgents& operator=(GpuGridAgents&&) noexcept;
  ~GpuGridAgents();

  /// As many goals as starts; kNoNode, like any node that is not passable, stands nowhere.
  Result<Done> set_agents(std::span<const NodeId> starts, std::span<const NodeId> goals);
  /// Answers all agents; the nodes of their paths lie one behind the other. Of the options `lanes`
  /// (8, 16 or 32), `sort`, `output` and `chunk` are of meaning.
  Result<GpuTimes> find_paths(const GpuOptions& options);
  /// The polygons of the answers are nodes.
  Result<Done> read_answers(GpuAnswers& answers) const;
  /// The same piece by piece, on the caller's threads; nodes that nobody takes stay where they are.
  Result<Done> read_answers(const ParallelFor& parallel, const TakeItems<AgentRecord>& take_records,
                            const TakeItems<std::uint32_t>& take_nodes) const;
  DeviceAnswers device_answers() const;  ///< Until paths are found again.
  std::uint32_t agent_count() const;
  std::uint64_t node_count() const;  ///< Of all paths.
  /// Agents that were answered a second time, with more room or by a search in their cell.
  std::uint64_t repeated() const;

 private:
  struct Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace portolan::detail
