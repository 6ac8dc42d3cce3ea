#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "portolan/gpu.h"
#include "portolan/gpu/agent_record.h"
#include "portolan/gpu/agent_room.h"
#include "portolan/gpu/mesh_arrays.h"
#include "portolan/gpu/search_arrays.h"
#include "portolan/navmesh.h"
#include "portolan/types.h"

namespace portolan::detail {

/// Fails where there is none, or the library was built without CUDA, and says which.
Result<GpuInfo> find_gpu();

/// How agents are answered.
enum class GpuAlgorithm : std::uint8_t {
  tables,        ///< Without any search.
  astar_thread,  ///< A* on level 0, a thread for each agent;
  astar_group,   ///< or several lanes that expand several nodes at once.
  hierarchy,     ///< A* over gates, and on level 0 in the cells of the ends, by several lanes.
};

struct GpuOptions {
  std::uint32_t lanes = 8;  ///< That work on one agent, by labels or search: 4, 8, 16 or 32.
  bool sort = true;         ///< Answer agents in the order of their cells.
  AgentOutput output = AgentOutput::paths;
  bool pairs = true;        ///< By stored paths between all gates, where there are such.
  std::uint32_t chunk = 0;  ///< Agents that are answered at once; 0: as many as seems best.
  GpuAlgorithm algorithm = GpuAlgorithm::tables;
  /// Of searches by several lanes: how much worse than the best open node another one may be that
  /// is expanded beside it, in quarters of a typical crossing.
  std::uint32_t window = 4;
};

/// How long the parts of a batch took on the GPU, in milliseconds.
struct GpuTimes {
  double sort = 0.0;
  double total = 0.0;
};

/// The answers of a batch, on the CPU.
struct GpuAnswers {
  std::vector<AgentRecord> records;  ///< By agent.
  std::vector<std::uint32_t> polygons;

  std::size_t size() const { return records.size(); }
  Status status(std::size_t i) const { return static_cast<Status>(records[i].status()); }
  Cost cost(std::size_t i) const { return records[i].cost(); }
  std::span<const std::uint32_t> path(std::size_t i) const {
    return std::span(polygons).subspan(records[i].begin(), records[i].count());
  }
};

/// A mesh with its tables in a GPU's memory. Copies share it.
class GpuWorld {
 public:
  /// Copies the arrays. Fails without a GPU, and where they need more memory than is free.
  static Result<GpuWorld> make(const MeshArrays& arrays);

  /// Before the first batch that is answered by searches.
  Result<Done> set_search(const SearchArrays& arrays);

  struct Inside;
  Inside& inside() const { return *inside_; }

 private:
  explicit GpuWorld(std::shared_ptr<Inside> inside);
  std::shared_ptr<Inside> inside_;
};

/// Where answers lie in the GPU's memory.
struct DeviceAnswers {
  const AgentRecord* records = nullptr;
  const std::uint32_t* polygons = nullptr;
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
  /// The same into memory for `agent_count` records and `polygon_count` polygons.
  Result<Done> read_answers(AgentRecord* records, std::uint32_t* polygons) const;
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
